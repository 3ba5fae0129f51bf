import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

const typeKeywords: [type: string, keywords: RegExp][] = [
  [
    'object',
    /^(?:properties|required|additionalProperties|patternProperties|minProperties|maxProperties|propertyNames|dependen|unevaluatedProperties)/,
  ],
  ['array', /^(?:items|prefixItems|minItems|maxItems|uniqueItems|contains|additionalItems|unevaluatedItems)$/],
  ['string', /^(?:pattern|format|minLength|maxLength|contentEncoding|contentMediaType)$/],
  ['number', /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf)$/],
];

/** The type that the keywords of a schema speak of; null when they speak of none. */
export function impliedType(flat: JsonObject): string | null {
  for (const [type, keywords] of typeKeywords)
    if (Object.keys(flat).some((keyword) => keywords.test(keyword))) return type;
  return null;
}

export function typesOf(flat: JsonObject): string[] {
  if (typeof flat.type === 'string') return [flat.type];
  return Array.isArray(flat.type) ? flat.type.filter((type) => typeof type === 'string') : [];
}

export function hasType(value: JsonValue, types: string[]): boolean {
  return types.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isJsonObject(value);
    if (type === 'integer') return Number.isInteger(value);
    return typeof value === type;
  });
}
