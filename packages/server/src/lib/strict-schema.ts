import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

/** Keywords that vendors' strict modes know; anything else makes them refuse the request. */
const known = new Set(
  'type properties required additionalProperties items enum const anyOf $ref $defs definitions title description default pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems $schema $id'.split(
    ' ',
  ),
);

/**
 * Whether a schema is within what vendors accept as strict: closed objects with every property required, no
 * composition but `anyOf`. What is outside can only be asked for, and is checked afterwards.
 */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && schema.anyOf === undefined && isStrict(schema, 0);
}

function isStrict(schema: JsonValue, depth: number): boolean {
  if (!isJsonObject(schema) || depth > 10) return false;
  if (Object.keys(schema).some((keyword) => !known.has(keyword))) return false;
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
