interface Schema {
  [keyword: string]: unknown;
}

/** Names that would hide a global of the runtimes. */
const renamed: Record<string, string> = { File: 'FileInfo', Error: 'ErrorBody' };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns JSON Schemas into TypeScript: named ones into declarations, others in place. */
export class SchemaWriter {
  readonly #names: Map<object, string>;
  /** Of schemas with an `$id`, which survives where a schema was copied to make a field optional. */
  readonly #namesById = new Map<string, string>();
  readonly #declarations = new Map<string, string>();

  constructor(names: Map<object, string>) {
    this.#names = names;
    for (const [schema, name] of names) {
      const id: unknown = Reflect.get(schema, '$id');
      if (typeof id === 'string' && !this.#namesById.has(id)) this.#namesById.set(id, name);
    }
  }

  declarations(): string {
    return [...this.#declarations]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n');
  }

  /** The type of a schema; `prefix` stands before names. */
  typeOf(schema: unknown, prefix = ''): string {
    if (!isSchema(schema)) return 'unknown';
    const name = this.#nameOf(schema);
    if (name === undefined) return this.#inPlace(schema, prefix);
    if (!this.#declarations.has(name)) {
      this.#declarations.set(name, '');
      const text = this.#inPlace(schema, '');
      const isObject = text.startsWith('{') && !schema.anyOf && !schema.oneOf;
      this.#declarations.set(
        name,
        `${comment(schema, '')}export ${isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`}\n`,
      );
    }
    return prefix + name;
  }

  #nameOf(schema: Schema): string | undefined {
    const id = schema.$id;
    const name = this.#names.get(schema) ?? (typeof id === 'string' ? (this.#namesById.get(id) ?? id) : undefined);
    // Strings and lists are read best where they stand.
    if (name === undefined || !(schema.properties || schema.anyOf || schema.enum)) return undefined;
    return renamed[name] ?? name;
  }

  #inPlace(schema: Schema, prefix: string): string {
    const { anyOf, const: constant, enum: choices, type } = schema;
    const branches = anyOf ?? schema.oneOf;
    if (Array.isArray(branches)) return [...new Set(branches.map((one) => this.typeOf(one, prefix)))].join(' | ');
    if (constant !== undefined) return literal(constant);
    if (Array.isArray(choices)) return choices.map(literal).join(' | ');
    if (Array.isArray(type)) {
      return [...new Set(type.map((one) => this.#inPlace({ ...schema, type: one }, prefix)))].join(' | ');
    }
    switch (type) {
      case 'string':
        return schema.format === 'binary' ? 'Blob' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'array':
        return listOf(this.typeOf(schema.items, prefix));
      default:
        return type === 'object' || schema.properties ? this.#object(schema, prefix) : 'unknown';
    }
  }

  #object(schema: Schema, prefix: string): string {
    const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
    const required = Array.isArray(schema.required) ? schema.required : [];
    const patterns = isSchema(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
    const rest = patterns[0] ?? schema.additionalProperties;
    if (properties.length === 0) {
      const value = isSchema(rest) && Object.keys(rest).length > 0 ? this.typeOf(rest, prefix) : 'unknown';
      return `Record<string, ${value}>`;
    }
    const lines = properties.map(([name, value]) => {
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
      const isRequired = required.includes(name);
      const type = this.typeOf(value, prefix).replaceAll('\n', '\n  ');
      return `${comment(value, '  ')}  ${key}${isRequired ? '' : '?'}: ${isRequired ? type : optional(type)};`;
    });
    if (rest === true) lines.push('  [field: string]: unknown;');
    return `{\n${lines.join('\n')}\n}`;
  }
}

/** What is left out may also be given as `undefined`, so that callers can pass optional values on. */
const optional = (type: string): string => (type === 'unknown' ? type : `${type} | undefined`);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);

const listOf = (item: string): string => (/[|&{ ]/.test(item) ? `Array<${item}>` : `${item}[]`);

/** The description and default of a schema as a comment. */
function comment(schema: unknown, indent: string): string {
  if (!isSchema(schema)) return '';
  const { description, default: fallback } = schema;
  const parts = [
    typeof description === 'string' ? description : '',
    fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${indent}/** ${parts.join(' ').replaceAll('*/', '* /')} */\n`;
}
