import type { Endpoint, Scope } from './endpoint.ts';
import { type FieldPlace, fieldPlaces } from './field-places.ts';

/**
 * Request fields that reach a capability besides the endpoint's own, with the scope that a key needs for them. A field
 * counts wherever a request schema names it; whoever adds a field that reaches further adds it here.
 */
export const reachingFields: Readonly<Record<string, Scope>> = {
  file_id: 'files',
  file_ids: 'files',
  input_file_id: 'files',
  include_files: 'files',
  collection_id: 'files',
  collection_ids: 'files',
  vector_store_ids: 'files',
  integrations: 'integrations',
};

/** Where one of them can stand in a body. */
export interface ReachingPath {
  path: FieldPlace;
  scope: Scope;
}

/** Every place of an endpoint's body that reaches further than the endpoint's own scope does. */
export function reachingPaths(endpoint: Endpoint): ReachingPath[] {
  if (endpoint.auth === 'admin' || endpoint.auth === 'none' || endpoint.auth === 'session') return [];
  return fieldPlaces(endpoint.body, (name) => scopeOf(name) !== undefined).flatMap((path) => {
    const scope = scopeOf(path.at(-1) ?? '');
    return scope === undefined || scope === endpoint.auth ? [] : [{ path, scope }];
  });
}

/** The places among them that a body really uses. What is empty, null or false reaches nothing. */
export function usedPaths(paths: readonly ReachingPath[], body: unknown): ReachingPath[] {
  return paths.filter(({ path }) => isUsed(body, path));
}

/** What stands at a place of a body, one by one where it is a list. */
export function namedValues(path: readonly string[], body: unknown): unknown[] {
  let found: unknown[] = [body];
  for (const step of path) {
    found = found.flatMap((value) => {
      if (step === '*') return Array.isArray(value) ? value : [];
      return typeof value === 'object' && value !== null ? [Reflect.get(value, step)] : [];
    });
  }
  return found.flat().filter((value) => value !== undefined && value !== null);
}

function scopeOf(name: string): Scope | undefined {
  return Object.hasOwn(reachingFields, name) ? reachingFields[name] : undefined;
}

function isUsed(value: unknown, path: readonly string[], depth = 0): boolean {
  const step = path[depth];
  if (step === undefined) return Array.isArray(value) ? value.length > 0 : Boolean(value);
  if (typeof value !== 'object' || value === null) return false;
  if (step === '*') return Array.isArray(value) && value.some((item) => isUsed(item, path, depth + 1));
  return isUsed(Reflect.get(value, step), path, depth + 1);
}
