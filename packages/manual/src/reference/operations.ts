import { isJsonObject, type JsonObject } from '@parley/contract';
import { slugOf } from '../html.ts';

export interface Parameter {
  name: string;
  place: 'path' | 'query' | 'header';
  isRequired: boolean;
  schema: JsonObject;
  description: string;
}

/** One call of the OpenAPI document, read once. */
export interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** `none`: no key is needed. */
  key: 'none' | 'workspace' | 'admin';
  parameters: Parameter[];
  /** By content type. */
  bodies: Record<string, JsonObject>;
  /** By status. */
  responses: Record<string, JsonObject>;
  /** Scopes that fields of the body need besides. */
  fieldScopes: Record<string, string>;
}

/** The operations of an OpenAPI document under their headings. Other addresses of the same operation are left out. */
export function readOperations(document: object): Map<string, Operation[]> {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(objectAt(document, 'paths'))) {
    for (const [method, body] of Object.entries(isJsonObject(methods) ? methods : {})) {
      if (isJsonObject(body)) operations.push(readOperation(method.toUpperCase(), path, body));
    }
  }
  return Map.groupBy(operations, ({ tag }) => tag);
}

/** The page of a heading: `reference/search-and-research`. */
export const referenceSlug = (tag: string): string => `reference/${slugOf(tag)}`;

/** The named schemas of an OpenAPI document. */
export const readSchemas = (document: object): JsonObject => objectAt(objectAt(document, 'components'), 'schemas');

/** A field that is an object, or an empty one. */
export function objectAt(value: unknown, name: string): JsonObject {
  const found = isJsonObject(value) ? value[name] : null;
  return isJsonObject(found) ? found : {};
}

function readOperation(method: string, path: string, body: JsonObject): Operation {
  const [tag] = Array.isArray(body.tags) ? body.tags : [];
  return {
    id: textOf(body.operationId),
    tag: textOf(tag) || 'Other',
    method,
    path,
    summary: textOf(body.summary) || path,
    description: textOf(body.description),
    key: keyOf(body.security),
    parameters: (Array.isArray(body.parameters) ? body.parameters : []).filter(isJsonObject).map((one) => ({
      name: textOf(one.name),
      place: one.in === 'path' || one.in === 'header' ? one.in : 'query',
      isRequired: one.required === true,
      schema: objectAt(one, 'schema'),
      description: textOf(one.description),
    })),
    bodies: objectsOf(objectAt(objectAt(body, 'requestBody'), 'content')),
    responses: objectsOf(objectAt(body, 'responses')),
    fieldScopes: Object.fromEntries(
      Object.entries(objectAt(body, 'x-field-scopes')).map(([field, scope]) => [field, textOf(scope)]),
    ),
  };
}

function keyOf(security: unknown): Operation['key'] {
  if (!Array.isArray(security)) return 'none';
  return security.some((one) => isJsonObject(one) && 'adminKey' in one) ? 'admin' : 'workspace';
}

const objectsOf = (map: JsonObject): Record<string, JsonObject> =>
  Object.fromEntries(Object.entries(map).flatMap(([name, value]) => (isJsonObject(value) ? [[name, value]] : [])));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
