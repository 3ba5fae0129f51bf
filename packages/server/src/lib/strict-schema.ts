import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

/** A schema as the vendors' strict modes accept it. */
export interface StrictSchema {
  schema: JsonObject;
  /** The value stands under this name because the vendor wants an object at the root. */
  wrapper: string | null;
}

/** Keywords that the strict modes enforce or ignore without complaint. */
const keptKeywords = new Set(['type', 'enum', 'const', 'description', 'title', '$ref']);
/** Keywords that strict modes refuse; the model reads them in the description and we check them afterwards. */
const toldKeywords = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
  'examples',
];
/** Keywords whose meaning would be lost; schemas that use them go another way. */
const lostKeywords = [
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'prefixItems',
  'additionalItems',
  'minProperties',
  'maxProperties',
  '$dynamicRef',
  '$recursiveRef',
];

/** Keywords at which no strict mode refuses a request, though it may enforce fewer. */
const acceptedKeywords = new Set(
  'type properties required additionalProperties items enum const anyOf $ref $defs definitions title description default pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems $schema $id'.split(
    ' ',
  ),
);

const maxDepth = 60;

class NotStrict extends Error {}

/** The name under which a value that is not an object travels. */
const wrapperName = 'value';

/**
 * Rewrites a schema into the subset that strict modes take: every property required (optional ones may be null), no
 * others, `oneOf` as `anyOf`, limits told in descriptions. Null when something would be lost, such as free keys.
 */
export function toStrictSchema(schema: JsonObject): StrictSchema | null {
  try {
    const { $schema: _, $defs, definitions, ...root } = schema;
    const needsWrapper = !isPlainObjectSchema(root);
    const inner = rewrite(root, 0);
    const result: JsonObject = needsWrapper
      ? { type: 'object', properties: { [wrapperName]: inner }, required: [wrapperName], additionalProperties: false }
      : inner;
    const named = { ...rewriteNamed($defs), ...rewriteNamed(definitions) };
    if (Object.keys(named).length > 0) result.$defs = named;
    if (needsWrapper && JSON.stringify(result).includes('"$ref":"#"')) return null;
    return { schema: result, wrapper: needsWrapper ? wrapperName : null };
  } catch (error) {
    if (error instanceof NotStrict) return null;
    throw error;
  }
}

/** The schema as the input of a tool, which must be an object. */
export function toToolSchema(schema: JsonObject): StrictSchema {
  const { $schema: _, ...root } = schema;
  if (isPlainObjectSchema(root)) return { schema: root, wrapper: null };
  if (JSON.stringify(root).includes('"$ref":"#')) return { schema: { type: 'object', ...root }, wrapper: null };
  return {
    schema: {
      type: 'object',
      properties: { [wrapperName]: root },
      required: [wrapperName],
      additionalProperties: false,
    },
    wrapper: wrapperName,
  };
}

/** Takes the value out of its wrapper when it came in one. */
export function unwrap(value: JsonValue, wrapper: string | null): JsonValue {
  if (wrapper === null || !isJsonObject(value) || !Object.hasOwn(value, wrapper)) return value;
  return Object.keys(value).length === 1 ? (value[wrapper] ?? null) : value;
}

/**
 * Whether a schema is within what vendors accept as strict: closed objects with every property required, no
 * composition but `anyOf`. What is outside can only be asked for, and is checked afterwards.
 */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && isStrict(schema, 0);
}

function isPlainObjectSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && schema.oneOf === undefined;
}

function rewriteNamed(named: JsonValue | undefined): JsonObject {
  if (!isJsonObject(named)) return {};
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, rewrite(schema, 1)]));
}

function rewrite(schema: JsonValue | undefined, depth: number): JsonObject {
  if (!isJsonObject(schema) || depth > maxDepth) throw new NotStrict();
  if (lostKeywords.some((keyword) => schema[keyword] !== undefined)) throw new NotStrict();
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) if (keptKeywords.has(keyword)) result[keyword] = value;
  if (typeof result.$ref === 'string') result.$ref = localReference(result.$ref);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) result.anyOf = alternatives.map((item) => rewrite(item, depth + 1));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('object') || schema.properties !== undefined) rewriteObject(schema, result, depth);
  if (types.includes('array')) result.items = rewrite(schema.items, depth + 1);
  const isTyped = ['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => result[keyword] !== undefined);
  if (!isTyped) throw new NotStrict();
  tell(schema, result);
  return result;
}

function rewriteObject(schema: JsonObject, result: JsonObject, depth: number): void {
  // Free keys cannot be said in strict mode.
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) throw new NotStrict();
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  if (Object.keys(properties).length === 0 && schema.additionalProperties !== false) throw new NotStrict();
  result.type ??= 'object';
  result.properties = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const rewritten = rewrite(property, depth + 1);
      return [name, required.has(name) ? rewritten : orNull(rewritten)];
    }),
  );
  result.required = Object.keys(properties);
  result.additionalProperties = false;
}

function orNull(schema: JsonObject): JsonObject {
  if (typeof schema.type === 'string' && schema.enum === undefined && schema.const === undefined) {
    return schema.type === 'null' ? schema : { ...schema, type: [schema.type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

function localReference(reference: string): string {
  if (reference === '#') return reference;
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1];
  if (name === undefined) throw new NotStrict();
  return `#/$defs/${name}`;
}

function tell(schema: JsonObject, result: JsonObject): void {
  const told = toldKeywords.filter((keyword) => schema[keyword] !== undefined);
  if (told.length === 0) return;
  const words = told.map((keyword) => `${keyword}: ${JSON.stringify(schema[keyword])}`).join(', ');
  const description = typeof schema.description === 'string' ? `${schema.description} ` : '';
  result.description = `${description}(${words})`.slice(0, 2000);
}

function isStrict(schema: JsonValue, depth: number): boolean {
  if (!isJsonObject(schema) || depth > 10) return false;
  if (Object.keys(schema).some((keyword) => !acceptedKeywords.has(keyword))) return false;
  if (schema.properties !== undefined || schema.type === 'object') {
    if (!isJsonObject(schema.properties) || schema.additionalProperties !== false) return false;
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (Object.keys(schema.properties).some((name) => !required.includes(name))) return false;
  }
  return childrenOf(schema).every((child) => isStrict(child, depth + 1));
}

function childrenOf(schema: JsonObject): JsonValue[] {
  const maps = [schema.properties, schema.$defs, schema.definitions].filter(isJsonObject);
  return [
    ...maps.flatMap((map) => Object.values(map)),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
  ];
}
