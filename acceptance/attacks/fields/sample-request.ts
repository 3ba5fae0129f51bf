import type { Request } from '../attack.ts';
import {
  type DocumentField,
  entries,
  get,
  type Json,
  list,
  type OpenApiDocument,
  type Step,
} from './document-fields.ts';

/** What fits patterns, tried in turn. */
const texts = [
  'attack',
  'small-2',
  'attack@example.invalid',
  'https://example.invalid/attack',
  '2026-01-01',
  '/attack',
];
const uuid = '00000000-0000-4000-8000-000000000000';
const deepest = 12;
/** A request line and headers of more are refused by every server. */
const longestParameter = 12_000;

/** Values of fields by their names, where any text would be refused before the attacked field is looked at. */
export type KnownValues = Record<string, string>;

/** The smallest request that the document allows with a text in one field; undefined when none can be made. */
export function sampleRequest(
  document: OpenApiDocument,
  field: DocumentField,
  text: string,
  known: KnownValues,
): Request | undefined {
  const { method, path, place, steps } = field;
  const operation = document.operation(method, path);
  const sampler = new Sampler(document, known);
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let address = path;
  for (const given of list(get(operation, 'parameters'))) {
    const { in: where, name, required, schema } = Object(document.resolve(given));
    const isAttacked = where === place && steps[0]?.kind === 'property' && steps[0].name === name;
    if (!isAttacked && !required && where !== 'path') continue;
    const value = isAttacked ? text : String(sampler.sample(schema, String(name)));
    if (where === 'path') address = address.replace(`{${name}}`, encoded(value));
    if (where === 'query') query.set(name, cut(value));
    if (where === 'header') headers[name] = value.replace(/[^\x20-\x7e]/g, '_').slice(0, longestParameter);
  }
  const search = query.size > 0 ? `?${query}`.slice(0, longestParameter) : '';
  const request: Request = { method, path: address + search, headers, isAdmin: isForAdmins(path) };
  const bodies = document.bodies(operation);
  const attacked = bodies.find(([type]) => type === place);
  const [type, content] = attacked ?? bodies[0] ?? [];
  if (type === undefined || content === undefined) return request;
  const isInBody = attacked !== undefined;
  if (type === 'multipart/form-data') {
    const isFile = !isInBody || steps.some((step) => step.kind === 'property' && step.name === 'file');
    const name = steps.at(-1)?.kind === 'property' ? Reflect.get(Object(steps.at(-1)), 'name') : 'filename';
    const file = { name: 'attack.txt', type: 'text/plain', content: isFile && isInBody ? text : 'Attack.' };
    return { ...request, form: { file, fields: isInBody && !isFile ? { [name]: text } : {} } };
  }
  if (type === 'application/octet-stream')
    return { ...request, json: text, headers: { ...headers, 'content-type': type } };
  if (type !== 'application/json') return isInBody ? undefined : request;
  const body = sampler.build(content.schema, {
    steps: isInBody ? steps : [],
    text: isInBody ? text : undefined,
    name: '',
  });
  return body === undefined ? undefined : { ...request, json: body };
}

/** Management is the admin key's. */
function isForAdmins(path: string): boolean {
  return path.startsWith('/v1/admin/');
}

function cut(value: string): string {
  return value.slice(0, longestParameter).toWellFormed();
}

function encoded(value: string): string {
  // A path of dots alone would be another path.
  return encodeURIComponent(cut(value).replace(/^\.+$/, '_') || '_')
    .slice(0, longestParameter)
    .replace(/%.?$/, '');
}

/** What is to stand where the steps end. */
interface Wanted {
  steps: readonly Step[];
  /** Without one an ordinary value is made. */
  text: string | undefined;
  /** Of the field. */
  name: string;
}

class Sampler {
  readonly #document: OpenApiDocument;
  readonly #known: KnownValues;

  constructor(document: OpenApiDocument, known: KnownValues) {
    this.#document = document;
    this.#known = known;
  }

  /** A value with the text at the end of the steps. */
  build(given: Json, { steps, text, name }: Wanted, depth = 0): Json {
    if (text === undefined) return this.sample(given, name);
    const schema = this.#document.resolve(given);
    const [step, ...rest] = steps;
    if (step === undefined || depth > deepest * 3) return text;
    switch (step.kind) {
      case 'branch': {
        const inner = this.build(list(get(schema, step.word))[step.index], { steps: rest, text, name }, depth + 1);
        const around = get(schema, 'properties')
          ? this.sample({ ...Object(schema), [step.word]: undefined }, name)
          : undefined;
        return isObject(around) && isObject(inner) ? { ...around, ...inner } : inner;
      }
      case 'property': {
        const inner = get(get(schema, 'properties'), step.name);
        return {
          ...this.#object(schema, depth),
          [step.name]: this.build(inner, { steps: rest, text, name: step.name }, depth + 1),
        };
      }
      case 'item':
        return [this.build(get(schema, 'items'), { steps: rest, text, name }, depth + 1)];
      case 'value': {
        const inner = get(schema, 'additionalProperties') ?? entries(get(schema, 'patternProperties'))[0]?.[1];
        return { ...this.#object(schema, depth), attack: this.build(inner, { steps: rest, text, name }, depth + 1) };
      }
      case 'name':
        return { ...this.#object(schema, depth), [text]: 'attack' };
    }
  }

  sample(given: Json, name = '', depth = 0): Json {
    const schema = this.#document.resolve(given);
    const known = this.#known[name];
    if (known !== undefined && get(schema, 'const') === undefined) return known;
    if (get(schema, 'const') !== undefined) return get(schema, 'const');
    const choices = list(get(schema, 'enum'));
    if (choices.length > 0) return choices[0];
    if (depth > deepest) return null;
    for (const word of ['anyOf', 'oneOf', 'allOf']) {
      const branch = list(get(schema, word)).find((inner) => get(this.#document.resolve(inner), 'type') !== 'null');
      if (branch !== undefined) {
        const inner = this.sample(branch, name, depth + 1);
        return isObject(inner) && get(schema, 'properties') ? { ...this.#object(schema, depth), ...inner } : inner;
      }
    }
    const type = get(schema, 'type');
    switch (Array.isArray(type) ? type[0] : type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return get(schema, 'minimum') ?? 1;
      case 'boolean':
        return false;
      case 'array': {
        const items = Number(get(schema, 'minItems') ?? 0) > 0;
        return items ? [this.sample(get(schema, 'items'), name, depth + 1)] : [];
      }
      case 'object':
        return this.#object(schema, depth);
      default:
        return get(schema, 'properties') ? this.#object(schema, depth) : 'attack';
    }
  }

  #object(schema: Json, depth: number): Record<string, Json> {
    const properties = get(schema, 'properties');
    return Object.fromEntries(
      list(get(schema, 'required')).map((name) => [
        String(name),
        this.sample(get(properties, String(name)), String(name), depth + 1),
      ]),
    );
  }

  #text(schema: Json): string {
    const format = get(schema, 'format');
    if (format === 'uuid') return uuid;
    if (format === 'date-time') return '2026-01-01T00:00:00Z';
    const pattern = get(schema, 'pattern');
    const least = Number(get(schema, 'minLength') ?? 0);
    const fits = typeof pattern === 'string' ? new RegExp(pattern, 'u') : /^/;
    return texts.find((text) => text.length >= least && fits.test(text)) ?? 'a'.repeat(Math.max(least, 1));
  }
}

function isObject(value: Json): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
