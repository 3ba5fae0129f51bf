/** A JSON Schema as the OpenAPI document has it. */
export type Schema = Record<string, unknown>;

/** Names that would hide what Python or the client means by them. */
const renamed: Record<string, string> = { File: 'FileInfo', Error: 'ErrorBody' };

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import ' +
    'in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns JSON Schemas into types of Python: objects with known fields into `TypedDict`s, others in place. */
export class PythonTypes {
  readonly #schemas: Record<string, unknown>;
  readonly #declared = new Map<string, string>();

  constructor(schemas: Record<string, unknown>) {
    this.#schemas = schemas;
  }

  /** Every type that was asked for, and those that it is made of. */
  declarations(): string {
    return [...this.#declared.values()].join('\n');
  }

  /** The type of a schema, in quotes where it stands at run time; `name` is what it is called if it needs a name. */
  typeOf(schema: unknown, name: string): string {
    if (!isSchema(schema)) return 'Any';
    const { $ref, anyOf, const: constant, enum: choices, type } = schema;
    if (typeof $ref === 'string') return this.#referred($ref.split('/').at(-1) ?? '');
    if (Array.isArray(anyOf)) {
      const branches = anyOf.map((one, index) => this.typeOf(one, `${name}${index + 1}`));
      return unionOf(branches);
    }
    if (constant !== undefined) return `Literal[${literal(constant)}]`;
    if (Array.isArray(choices)) return `Literal[${choices.map(literal).join(', ')}]`;
    if (Array.isArray(type)) return unionOf(type.map((one) => this.typeOf({ ...schema, type: one }, name)));
    switch (type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.typeOf(schema.items, `${name}Item`)}]`;
      default:
        return type === 'object' || schema.properties ? this.#object(schema, name) : 'Any';
    }
  }

  /** What a reference means. */
  resolve(schema: unknown): unknown {
    if (!isSchema(schema) || typeof schema.$ref !== 'string') return schema;
    return this.#schemas[schema.$ref.split('/').at(-1) ?? ''];
  }

  #referred(component: string): string {
    const name = renamed[component] ?? component;
    if (!this.#declared.has(name)) {
      // Marked first: it may hold itself.
      this.#declared.set(name, '');
      const schema = this.#schemas[component];
      const type = this.typeOf(schema, name);
      if (type !== name)
        this.#declared.set(name, `${comment(schema, '')}${name}: TypeAlias = "${type.replaceAll('"', "'")}"\n`);
    }
    return name;
  }

  #object(schema: Schema, name: string): string {
    const fields = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
    const patterns = isSchema(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
    if (fields.length === 0)
      return `Dict[str, ${this.typeOf(patterns[0] ?? schema.additionalProperties, `${name}Value`)}]`;
    this.#declared.set(name, '');
    const required = Array.isArray(schema.required) ? schema.required : [];
    const typed = fields.map(([field, value]) => {
      const type = this.typeOf(value, name + pascal(field));
      return { field, text: comment(value, '    '), type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
    const isPlain = fields.every(([field]) => /^[A-Za-z]\w*$/.test(field) && !keywords.has(field));
    const lines = isPlain
      ? typed.map(({ field, text, type }) => `${text}    ${field}: ${type}\n`)
      : typed.map(({ field, text, type }) => `${text}    "${field}": "${type.replaceAll('"', "'")}",\n`);
    const head = comment(schema, '');
    const declared = isPlain
      ? `${head}@final\nclass ${name}(TypedDict):\n${lines.join('')}\n`
      : `${head}${name} = TypedDict("${name}", {\n${lines.join('')}})\n`;
    this.#declared.delete(name);
    this.#declared.set(name, declared);
    return name;
  }
}

export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value);

function unionOf(types: string[]): string {
  const known = [...new Set(types)];
  return known.length === 1 ? String(known[0]) : `Union[${known.join(', ')}]`;
}

function comment(schema: unknown, indent: string): string {
  if (!isSchema(schema) || typeof schema.description !== 'string') return '';
  return `${indent}# ${schema.description.replaceAll('\n', ' ')}\n`;
}
