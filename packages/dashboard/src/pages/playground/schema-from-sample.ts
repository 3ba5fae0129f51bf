type Schema = Record<string, unknown>;

const maxDepth = 12;

/** A JSON Schema that the sample satisfies: types, required fields, dates; lists take the shape of all their items together. */
export function schemaFromSample(sample: unknown, depth = 0): Schema {
  if (depth > maxDepth) return {};
  if (sample === null) return { type: ['string', 'null'] };
  if (Array.isArray(sample)) {
    const items = sample
      .map((item) => schemaFromSample(item, depth + 1))
      .reduce<Schema | null>((all, one) => (all === null ? one : merge(all, one)), null);
    return { type: 'array', items: items ?? { type: 'string' } };
  }
  if (typeof sample === 'object') {
    const properties = Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, schemaFromSample(value, depth + 1)]),
    );
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  }
  if (typeof sample === 'number') return { type: Number.isInteger(sample) ? 'integer' : 'number' };
  if (typeof sample === 'boolean') return { type: 'boolean' };
  const format = formatOf(String(sample));
  return { type: 'string', ...(format !== null && { format }) };
}

/** What satisfies both. */
function merge(a: Schema, b: Schema): Schema {
  const [aTypes, bTypes] = [typesOf(a), typesOf(b)];
  const isNullA = isOnlyNull(a);
  const isNullB = isOnlyNull(b);
  if (isNullA || isNullB) {
    const other = isNullA ? b : a;
    return { ...other, type: [...new Set([...typesOf(other), 'null'])] };
  }
  if (aTypes.includes('object') && bTypes.includes('object')) return mergeObjects(a, b);
  if (aTypes.includes('array') && bTypes.includes('array')) {
    return { type: 'array', items: merge(schemaIn(a.items), schemaIn(b.items)) };
  }
  const types = [...new Set([...aTypes, ...bTypes])];
  const numbers = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  const format = a.format === b.format && a.format !== undefined ? { format: a.format } : {};
  return { type: numbers.length === 1 ? numbers[0] : numbers, ...format };
}

function mergeObjects(a: Schema, b: Schema): Schema {
  const [left, right] = [schemaIn(a.properties), schemaIn(b.properties)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const properties = Object.fromEntries(
    names.map((name) => {
      const [one, other] = [left[name], right[name]];
      return [name, one !== undefined && other !== undefined ? merge(schemaIn(one), schemaIn(other)) : (one ?? other)];
    }),
  );
  const required = requiredOf(a).filter((name) => requiredOf(b).includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const schemaIn = (value: unknown): Schema => (typeof value === 'object' && value !== null ? { ...value } : {});
const requiredOf = ({ required }: Schema): unknown[] => (Array.isArray(required) ? required : []);
const typesOf = ({ type }: Schema): unknown[] => (Array.isArray(type) ? type : [type]);
/** As a sample of null alone gives it. */
const isOnlyNull = ({ type, format, properties }: Schema): boolean =>
  Array.isArray(type) && type.join() === 'string,null' && format === undefined && properties === undefined;

function formatOf(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return 'date-time';
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return 'email';
  return /^https?:\/\/\S+$/.test(text) ? 'uri' : null;
}
