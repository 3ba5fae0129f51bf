/** A field of the OpenAPI document that takes a text of the caller's own. */
export interface DocumentField {
  method: string;
  /** As the document has it: `/v1/files/{file_id}`. */
  path: string;
  /** `application/json`, `multipart/form-data`, `path`, `query`, `header`. */
  place: string;
  /** The way to it; empty where the whole body is meant. */
  steps: readonly Step[];
  /** As `.messages[].content`. */
  name: string;
  maxLength: number | undefined;
}

export type Step =
  | { kind: 'property'; name: string }
  | { kind: 'item' }
  | { kind: 'branch'; word: 'anyOf' | 'oneOf' | 'allOf'; index: number }
  /** A value under a name that the caller chooses. */
  | { kind: 'value' }
  /** The name itself. */
  | { kind: 'name' };

/** The document comes from the service: nothing is known of it. */
export type Json = unknown;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export class OpenApiDocument {
  readonly #document: Json;

  constructor(document: Json) {
    this.#document = document;
  }

  /** Every field, each once. */
  fields(): DocumentField[] {
    const found = new Map<string, DocumentField>();
    for (const { method, path, operation } of this.operations()) {
      const add = (place: string, steps: readonly Step[], schema: Json) => {
        const maxLength = get(schema, 'maxLength');
        const field: DocumentField = {
          method,
          path,
          place,
          steps,
          name: nameOfSteps(steps),
          maxLength: typeof maxLength === 'number' ? maxLength : undefined,
        };
        const key = documentFieldName(field);
        if (!found.has(key)) found.set(key, field);
      };
      for (const parameter of list(get(operation, 'parameters'))) {
        const { in: place, name, schema } = Object(this.resolve(parameter));
        this.#walk(schema, [{ kind: 'property', name: String(name) }], [], (steps, at) =>
          add(String(place), steps, at),
        );
      }
      for (const [type, { schema }] of this.bodies(operation))
        this.#walk(schema, [], [], (steps, at) => add(type, steps, at));
    }
    return [...found.values()];
  }

  operations(): { method: string; path: string; operation: Json }[] {
    return entries(get(this.#document, 'paths')).flatMap(([path, item]) =>
      entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  operation(method: string, path: string): Json {
    return get(get(get(this.#document, 'paths'), path), method.toLowerCase());
  }

  bodies(operation: Json): [type: string, content: { schema: Json; example: Json }][] {
    const content = get(this.resolve(get(operation, 'requestBody')), 'content');
    return entries(content).map(([type, media]) => [
      type,
      { schema: get(media, 'schema'), example: get(media, 'example') },
    ]);
  }

  resolve(schema: Json): Json {
    const reference = get(schema, '$ref');
    if (typeof reference !== 'string') return schema;
    return this.resolve(reference.slice(2).split('/').reduce(get, this.#document));
  }

  #walk(
    given: Json,
    steps: readonly Step[],
    above: readonly Json[],
    add: (steps: readonly Step[], schema: Json) => void,
  ): void {
    const schema = this.resolve(given);
    if (typeof schema !== 'object' || schema === null || above.includes(schema)) return;
    const inside = [...above, schema];
    const walk = (inner: Json, step: Step) => this.#walk(inner, [...steps, step], inside, add);
    if (isFreeString(schema) || isAnything(schema)) add(steps, schema);
    for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
      list(get(schema, word)).forEach((inner, index) => {
        walk(inner, { kind: 'branch', word, index });
      });
    }
    for (const [name, inner] of entries(get(schema, 'properties'))) walk(inner, { kind: 'property', name });
    const values = [
      get(schema, 'additionalProperties'),
      ...entries(get(schema, 'patternProperties')).map(([, inner]) => inner),
    ];
    for (const inner of values) if (typeof inner === 'object') walk(inner, { kind: 'value' });
    if (isOpenObject(schema)) {
      add([...steps, { kind: 'value' }], schema);
      add([...steps, { kind: 'name' }], schema);
    }
    const items = get(schema, 'items');
    if (items !== undefined) walk(items, { kind: 'item' });
  }
}

export function documentFieldName({ method, path, place, name }: DocumentField): string {
  return `${method} ${path} ${place} ${name}`;
}

export function get(from: Json, name: string): Json {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
}

export function entries(from: Json): [string, Json][] {
  return typeof from === 'object' && from !== null ? Object.entries(from) : [];
}

export function list(from: Json): readonly Json[] {
  return Array.isArray(from) ? from : [];
}

function nameOfSteps(steps: readonly Step[]): string {
  const names: Record<Exclude<Step['kind'], 'property'>, string> = {
    item: '[]',
    value: '.*',
    name: '.{name}',
    branch: '',
  };
  return steps.map((step) => (step.kind === 'property' ? `.${step.name}` : names[step.kind])).join('');
}

function isFreeString(schema: Json): boolean {
  const type = get(schema, 'type');
  const isString = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isString && get(schema, 'enum') === undefined && get(schema, 'const') === undefined;
}

const narrowing = ['type', 'anyOf', 'oneOf', 'allOf', 'not', 'properties', 'items', 'const', 'enum', '$ref'];

/** A schema that says nothing of the value. */
function isAnything(schema: Json): boolean {
  return narrowing.every((word) => get(schema, word) === undefined);
}

/** An object whose names are the caller's. */
function isOpenObject(schema: Json): boolean {
  const isObject = get(schema, 'type') === 'object' && get(schema, 'properties') === undefined;
  const values = get(schema, 'additionalProperties');
  return isObject && values !== false;
}
