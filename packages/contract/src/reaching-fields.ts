import type { Endpoint, Scope } from './endpoint.ts';

/**
 * Request fields that reach a capability besides the endpoint's own, with the scope that a key needs for them. A field
 * counts wherever a request schema names it; whoever adds a field that reaches further adds it here.
 */
export const reachingFields: Readonly<Record<string, Scope>> = {
  file_id: 'files',
  file_ids: 'files',
  include_files: 'files',
  collection_id: 'files',
  collection_ids: 'files',
  vector_store_ids: 'files',
  integrations: 'integrations',
};

/** Where one of them can stand in a body: property names, and `*` for the items of a list. */
export interface ReachingPath {
  path: readonly string[];
  scope: Scope;
}

/** Schemas nest a few levels; a schema that refers to itself is not followed further. */
const deepest = 12;

/** Every place of an endpoint's body that reaches further than the endpoint's own scope does. */
export function reachingPaths(endpoint: Endpoint): ReachingPath[] {
  if (endpoint.auth === 'admin' || endpoint.auth === 'none' || endpoint.auth === 'session') return [];
  const found = new Map<string, ReachingPath>();
  collect(endpoint.body, [], found);
  return [...found.values()].filter(({ scope }) => scope !== endpoint.auth);
}

/** The places among them that a body really uses. What is empty, null or false reaches nothing. */
export function usedPaths(paths: readonly ReachingPath[], body: unknown): ReachingPath[] {
  return paths.filter(({ path }) => isUsed(body, path));
}

function collect(schema: unknown, path: readonly string[], found: Map<string, ReachingPath>): void {
  if (typeof schema !== 'object' || schema === null || path.length > deepest) return;
  for (const [name, property] of Object.entries(Reflect.get(schema, 'properties') ?? {})) {
    const place = [...path, name];
    const scope = Object.hasOwn(reachingFields, name) ? reachingFields[name] : undefined;
    if (scope !== undefined) found.set(place.join('/'), { path: place, scope });
    else collect(property, place, found);
  }
  collect(Reflect.get(schema, 'items'), [...path, '*'], found);
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const branches: unknown = Reflect.get(schema, keyword);
    if (Array.isArray(branches)) for (const branch of branches) collect(branch, path, found);
  }
}

function isUsed(value: unknown, path: readonly string[], depth = 0): boolean {
  const step = path[depth];
  if (step === undefined) return Array.isArray(value) ? value.length > 0 : Boolean(value);
  if (typeof value !== 'object' || value === null) return false;
  if (step === '*') return Array.isArray(value) && value.some((item) => isUsed(item, path, depth + 1));
  return isUsed(Reflect.get(value, step), path, depth + 1);
}
