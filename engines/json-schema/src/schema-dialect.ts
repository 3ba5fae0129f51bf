import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

/** The drafts that are understood. Older drafts are read as draft-07 after `upgradeDraft4`. */
export type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** The dialect that `$schema` names; null when it names none, `unknown` when it names something else. */
export function namedDialect(schema: JsonObject): Dialect | 'draft-04' | 'unknown' | null {
  const name = schema.$schema;
  if (name === undefined) return null;
  if (typeof name !== 'string') return 'unknown';
  if (name.includes('2020-12')) return '2020-12';
  if (name.includes('2019-09')) return '2019-09';
  if (/draft-0[67]/.test(name)) return 'draft-07';
  if (/draft-0[1-5]/.test(name)) return 'draft-04';
  // `http://json-schema.org/schema` means the latest draft.
  return /^https?:\/\/json-schema\.org\/schema#?$/.test(name) ? '2020-12' : 'unknown';
}

/** Keywords whose values are schemas, lists of schemas, or named schemas. */
const schemaKeywords = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const schemaListKeywords = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const schemaMapKeywords = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Applies `change` to the schema and every schema in it, innermost first. What is not a schema (const, enum, default) stays. */
export function mapSchemas(schema: JsonValue, change: (schema: JsonObject) => JsonObject, depth = 0): JsonValue {
  if (!isJsonObject(schema) || depth > 200) return schema;
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaListKeywords.has(keyword) && Array.isArray(value)) {
      result[keyword] = value.map((item) => mapSchemas(item, change, depth + 1));
    } else if (schemaKeywords.has(keyword)) {
      result[keyword] = mapSchemas(value, change, depth + 1);
    } else if (schemaMapKeywords.has(keyword) && isJsonObject(value)) {
      result[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, mapSchemas(item, change, depth + 1)]),
      );
    } else {
      result[keyword] = value;
    }
  }
  return change(result);
}

/** Visits the schema and every schema in it. */
export function visitSchemas(schema: JsonObject, visit: (schema: JsonObject) => void): void {
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    visit(next);
    for (const { schema: inner } of subschemasOf(next)) open.push(inner);
  }
}

/** The schemas that stand directly in a schema, with the keyword that holds them. */
export function* subschemasOf(schema: JsonObject): Generator<{ keyword: string; schema: JsonObject }> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaListKeywords.has(keyword) && Array.isArray(value)) {
      for (const item of value) if (isJsonObject(item)) yield { keyword, schema: item };
    } else if (!isJsonObject(value)) {
    } else if (schemaKeywords.has(keyword)) {
      yield { keyword, schema: value };
    } else if (schemaMapKeywords.has(keyword)) {
      for (const item of Object.values(value)) if (isJsonObject(item)) yield { keyword, schema: item };
    }
  }
}

/** Drafts up to 5 differ from draft-07 in `id`, in boolean exclusive limits and in `required: true` on a property. */
export function upgradeDraft4(schema: JsonObject): JsonObject {
  const upgraded = mapSchemas(schema, ({ id, ...rest }) => {
    const result: JsonObject = rest;
    if (typeof id === 'string') result.$id = id;
    else if (id !== undefined) result.id = id;
    upgradeLimit(result, 'exclusiveMinimum', 'minimum');
    upgradeLimit(result, 'exclusiveMaximum', 'maximum');
    if (typeof result.required === 'boolean') delete result.required;
    return result;
  });
  return isJsonObject(upgraded) ? upgraded : schema;
}

function upgradeLimit(schema: JsonObject, exclusive: string, limit: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  const bound = schema[limit];
  if (schema[exclusive] && typeof bound === 'number') {
    schema[exclusive] = bound;
    delete schema[limit];
  } else {
    delete schema[exclusive];
  }
}
