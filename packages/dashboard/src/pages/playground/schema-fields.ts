type Schema = Record<string, unknown>;

export const fieldTypes = [
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'choice',
  'object',
  'list',
  'objects',
] as const;
type FieldType = (typeof fieldTypes)[number];

/** One field of an object, as the form has it. */
export interface FieldSpec {
  name: string;
  type: FieldType;
  description: string;
  isRequired: boolean;
  /** Of `choice`. */
  choices: string[];
  /** Of `object` and `objects` (a list of objects). */
  fields: FieldSpec[];
}

export const newField = (name = ''): FieldSpec => ({
  name,
  type: 'string',
  description: '',
  isRequired: true,
  choices: [],
  fields: [],
});

/** The JSON Schema of an object with these fields; fields without a name are left out. */
export function schemaOfFields(fields: readonly FieldSpec[]): Schema {
  const named = fields.filter(({ name }) => name.trim() !== '');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((field) => [field.name, schemaOfField(field)])),
    required: named.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

function schemaOfField({ type, description, choices, fields }: FieldSpec): Schema {
  const words = description.trim() === '' ? {} : { description: description.trim() };
  if (type === 'date') return { type: 'string', format: 'date', ...words };
  if (type === 'choice') return { type: 'string', enum: choices, ...words };
  if (type === 'list') return { type: 'array', items: { type: 'string' }, ...words };
  if (type === 'object') return { ...schemaOfFields(fields), ...words };
  if (type === 'objects') return { type: 'array', items: schemaOfFields(fields), ...words };
  return { type, ...words };
}

const objectKeys = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'title',
  '$schema',
]);

/** The fields of a schema; null when it says more than the form can show, so that nothing is lost by the form. */
export function fieldsOfSchema(schema: unknown): FieldSpec[] | null {
  if (!isPlain(schema) || schema.type !== 'object') return null;
  if (Object.keys(schema).some((key) => !objectKeys.has(key))) return null;
  const properties = schema.properties ?? {};
  if (!isPlain(properties)) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(properties).map(([name, one]) => fieldOf(name, one, required.includes(name)));
  return fields.every((field) => field !== null) ? fields : null;
}

function fieldOf(name: string, schema: unknown, isRequired: boolean): FieldSpec | null {
  if (!isPlain(schema)) return null;
  const { description, ...rest } = schema;
  const field = { ...newField(name), isRequired, description: typeof description === 'string' ? description : '' };
  const keys = Object.keys(rest).sort().join();
  if (rest.type === 'object') return withFields(field, 'object', fieldsOfSchema(rest));
  if (rest.type === 'array' && keys === 'items,type') {
    if (isPlain(rest.items) && rest.items.type === 'object')
      return withFields(field, 'objects', fieldsOfSchema(rest.items));
    return JSON.stringify(rest.items) === '{"type":"string"}' ? { ...field, type: 'list' } : null;
  }
  if (keys === 'enum,type' && Array.isArray(rest.enum) && rest.enum.every((one) => typeof one === 'string')) {
    return { ...field, type: 'choice', choices: rest.enum };
  }
  if (keys === 'format,type') return rest.format === 'date' ? { ...field, type: 'date' } : null;
  const type = (['string', 'number', 'integer', 'boolean'] as const).find((one) => one === rest.type);
  return keys === 'type' && type !== undefined ? { ...field, type } : null;
}

const withFields = (field: FieldSpec, type: FieldType, fields: FieldSpec[] | null): FieldSpec | null =>
  fields && { ...field, type, fields };

const isPlain = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
