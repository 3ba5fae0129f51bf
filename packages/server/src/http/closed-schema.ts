/** The schema without names of its own, in which objects hold only what they list unless they say otherwise. */
export function closedSchema(schema: unknown): Record<string, unknown> {
  const { $id, ...copy } = Object.fromEntries(
    Object.entries(schema ?? {}).map(([name, value]) => [name, closedPart(name, value)]),
  );
  const isOpen = 'additionalProperties' in copy || 'patternProperties' in copy || 'allOf' in copy;
  return copy.properties === undefined || isOpen ? copy : { ...copy, additionalProperties: false };
}

const schemaLists = new Set(['anyOf', 'oneOf', 'allOf']);
const schemaMaps = new Set(['properties', 'patternProperties', '$defs']);

function closedPart(name: string, value: unknown): unknown {
  if (schemaLists.has(name) && Array.isArray(value)) return value.map(closedSchema);
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'items' || name === 'additionalProperties') return closedSchema(value);
  if (!schemaMaps.has(name)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closedSchema(part)]));
}
