import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, type FieldPlace, fileIdPlaces, isJsonObject, readFileIds } from '@parley/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from 'typebox';
import { AppError } from '../lib/app-error.ts';
import { isDateTime } from '../lib/date-time.ts';
import { closedSchema } from './closed-schema.ts';
import { type Problem, toProblems } from './problem-sentences.ts';
import { deepestTold, UnknownFields } from './unknown-fields.ts';

// The package is CommonJS: its function sits on `default` under Node's interoperation.
const addFormats = addFormatsModule.default;
const maxReported = 10;
const missingKeywords = new Set(['required', 'minLength', 'minItems', 'pattern']);

type Part = 'body' | 'query' | 'params';
type Compiled = Record<Part, WeakMap<TSchema, ValidateFunction>>;

/** By schema, since several endpoints take the same body. */
const compiledOpen: Compiled = { body: new WeakMap(), query: new WeakMap(), params: new WeakMap() };
const compiledClosed: Compiled = { body: new WeakMap(), query: new WeakMap(), params: new WeakMap() };

/** One for each endpoint of the contract, whatever has its requests checked. */
const validators = new WeakMap<Endpoint, RequestValidator>();

export function validatorOf(endpoint: Endpoint): RequestValidator {
  const validator = validators.get(endpoint) ?? new RequestValidator(endpoint);
  validators.set(endpoint, validator);
  return validator;
}

/** Letters of a body's schema as JSON. The ten that are longer take 15 to 50 ms to compile. */
const shortSchema = 5000;

/** Between two of them, for what comes meanwhile. */
const pauseMs = 50;

/** Compiles the schemas that a first call would wait for, and all others with it; one at a time. Resolves when all are there. */
export async function prepareValidators(endpoints: readonly Endpoint[]): Promise<void> {
  for (const endpoint of endpoints) {
    if (!endpoint.body || JSON.stringify(endpoint.body).length < shortSchema) continue;
    await delay(pauseMs, undefined, { ref: false });
    validatorOf(endpoint).prepareBody();
  }
}

/** Checks the parts of a request against the schemas of its endpoint, each compiled at its first use. */
export class RequestValidator {
  readonly #endpoint: Endpoint;
  readonly #fileIds: Record<Part, FieldPlace[]>;
  readonly #unknown: UnknownFields;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    const { body, query, params } = endpoint;
    this.#fileIds = { body: fileIdPlaces(body), query: fileIdPlaces(query), params: fileIdPlaces(params) };
    // What manages refuses others. Of vendors' shapes the services read what lies deeper, each in its own way.
    const isTold = !endpoint.vendorAnswers && endpoint.auth !== 'admin';
    const isOurs = (endpoint.errorShape ?? 'parley') === 'parley';
    this.#unknown = new UnknownFields(isTold ? body : undefined, isOurs ? deepestTold : 0);
  }

  /** Throws `invalid_request` that names the field; fills in defaults, and reads ids of files. Returns the value. */
  check(part: Part, value: unknown): unknown {
    const schema = this.#endpoint[part];
    if (!schema) return value;
    if (part === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw this.#missingBody(value);
    }
    if (part === 'body') requireCounts(schema, value);
    const validate = this.#validator(part, schema);
    if (!validate(value)) throw this.#toError(validate.errors ?? [], value);
    readFileIds(value, this.#fileIds[part]);
    return value;
  }

  /** A sentence for each field of a body that the endpoint does not know. */
  warnings(body: unknown): string[] {
    return this.#unknown.find(body);
  }

  /** Compiles the schema of the body, which for the longest takes as long as fifty calls. */
  prepareBody(): void {
    if (this.#endpoint.body) this.#validator('body', this.#endpoint.body);
  }

  #validator(part: Part, schema: TSchema): ValidateFunction {
    const isClosed = this.#isClosed(part);
    const compiled = (isClosed ? compiledClosed : compiledOpen)[part];
    const known = compiled.get(schema);
    if (known) return known;
    const validate = (part === 'body' ? bodyAjv() : textAjv()).compile(
      isClosed ? closedSchema(schema) : withoutIds(schema),
    );
    compiled.set(schema, validate);
    return validate;
  }

  /** Clients in the wild send extras to the specification's endpoints; on management calls an extra is a mistake. */
  #isClosed(part: Part): boolean {
    return this.#endpoint.auth === 'admin' && part !== 'params';
  }

  #missingBody(value: unknown): AppError {
    const problems = this.#endpoint.problems ?? {};
    const problem = problems['/'] ?? Object.values(problems)[0];
    const { title, fields } = toKnown(problem);
    const message =
      value === undefined || value === null
        ? 'The request needs a JSON body'
        : 'The request body must be a JSON object';
    return new AppError('invalid_request', message, { ...(title && { title }), ...(fields && { fields }) });
  }

  #toError(errors: ErrorObject[], value: unknown): AppError {
    const found = toProblems(errors).slice(0, maxReported);
    const problems = found.map((problem) => this.#describe(problem, value));
    const param = found[0]?.field;
    const first: Description = problems[0] ?? {
      title: 'Invalid request',
      sentence: 'The request does not fit the schema',
    };
    const sentences = [...new Set(problems.map((problem) => problem.sentence))];
    const { title: general } = toKnown(this.#endpoint.problems?.['/*']);
    if (general !== undefined) {
      return new AppError('invalid_request', sentences.join('; '), { title: general, details: sentences.join('; ') });
    }
    return new AppError('invalid_request', sentences.join('; '), {
      title: first.title,
      ...(param && { param }),
      ...(first.fields && { fields: first.fields }),
      ...(sentences.length > 1 && { details: sentences.join('; ') }),
    });
  }

  #describe({ path, keyword, rule, came }: Problem, value: unknown): Description {
    const { title: known, fields } = toKnown(this.#endpoint.problems?.[path]);
    // "x is required" is no help to someone who sent x with the wrong type.
    const isMissing = missingKeywords.has(keyword) || valueAt(value, path) === null;
    const sentence = rule + came;
    const title = known && (isMissing || !known.endsWith('required')) ? known : rule;
    if (title !== known) return { title, sentence };
    return { title, sentence: isMissing ? known : sentence, fields };
  }
}

/** Most names that the outermost object of a body may have. */
const maxNames = 1000;

/** Lists too long are refused before each of their entries is looked at. */
function requireCounts(schema: TSchema, value: unknown): void {
  if (!isJsonObject(value)) return;
  const fields = Object.entries(value);
  if (fields.length > maxNames) throw tooMany(`the request has more than ${maxNames} fields`);
  for (const [name, list] of fields) {
    const limit = maxItemsOf(schema, name);
    if (!Array.isArray(list) || typeof limit !== 'number' || list.length <= limit) continue;
    throw tooMany(`${name} must have at most ${limit} items`);
  }
}

function maxItemsOf(schema: TSchema, name: string): unknown {
  const properties: unknown = Reflect.get(schema, 'properties');
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) ? property.maxItems : undefined;
}

const tooMany = (sentence: string): AppError => new AppError('invalid_request', sentence, { title: sentence });

interface Description {
  title: string;
  sentence: string;
  fields?: Record<string, string> | undefined;
}

type KnownProblem = NonNullable<Endpoint['problems']>[string];

function toKnown(problem: KnownProblem | undefined): { title?: string; fields?: Record<string, string> } {
  if (problem === undefined) return {};
  return typeof problem === 'string' ? { title: problem } : problem;
}

/** A copy without the names that schemas have in the reference: one that stands in two places would be ambiguous. */
function withoutIds(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === '$id' ? undefined : value)));
}

/** Optimised code checks no faster and takes twice as long to make. */
const code = { optimize: false };
let body: Ajv | null = null;
let text: Ajv | null = null;

function bodyAjv(): Ajv {
  body ??= withFormats(
    new Ajv({ allErrors: true, verbose: true, useDefaults: true, strict: false, discriminator: true, code }),
  );
  return body;
}

/** Query and path values arrive as text, so numbers and booleans are read out of it. */
function textAjv(): Ajv {
  text ??= withFormats(
    new Ajv({ allErrors: true, verbose: true, useDefaults: true, strict: false, coerceTypes: true, code }),
  );
  return text;
}

/** The library's date-times include some that name no moment on our clock. */
const withFormats = (ajv: Ajv): Ajv => addFormats(ajv).addFormat('date-time', isDateTime);

function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, part);
  }
  return current;
}
