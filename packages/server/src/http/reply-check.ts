import { type Endpoint, ErrorBody } from '@parley/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from 'typebox';

// The package is CommonJS: its function sits on `default` under Node's interoperation.
const addFormats = addFormatsModule.default;
const maxReported = 5;

/** Thrown where the service would have broken its own contract. */
export class ReplyMismatch extends Error {}

/**
 * Holds replies to the contract: every body, event and status that leaves must be one that the endpoint documents, without
 * fields that it does not name. For development and tests; production leaves it out and pays nothing.
 */
export class ReplyCheck {
  readonly #endpoint: Endpoint;
  readonly #compiled = new Map<TSchema, ValidateFunction>();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Checks a JSON body. Throws `ReplyMismatch`. */
  body(status: number, value: unknown): void {
    const { responses, id, contentType } = this.#endpoint;
    if (!(status in responses)) throw new ReplyMismatch(`${id} answered ${status}, which its contract does not name`);
    const schema = responses[status];
    if (schema && !contentType) this.#hold(schema, value, `the ${status} answer of ${id}`);
  }

  /** Checks the status of a body that is not JSON. */
  status(status: number): void {
    const { responses, id } = this.#endpoint;
    if (!(status in responses)) throw new ReplyMismatch(`${id} answered ${status}, which its contract does not name`);
  }

  event(value: unknown): void {
    const { event, id } = this.#endpoint;
    if (!event) throw new ReplyMismatch(`${id} streams, but its contract names no event`);
    this.#hold(event, value, `an event of ${id}`);
  }

  error(value: unknown): void {
    if ((this.#endpoint.errorShape ?? 'parley') === 'parley') {
      this.#hold(ErrorBody, value, `an error of ${this.#endpoint.id}`);
    }
  }

  #hold(schema: TSchema, value: unknown, what: string): void {
    const validate = this.#compiled.get(schema) ?? ajv().compile(closed(schema));
    this.#compiled.set(schema, validate);
    // As it leaves: without what is undefined, dates as text.
    const sent: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
    if (validate(sent)) return;
    const errors = (validate.errors ?? []).slice(0, maxReported);
    const reasons = errors.map(
      (error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`,
    );
    throw new ReplyMismatch(`${what} breaks the contract: ${reasons.join('; ')}`);
  }
}

let shared: Ajv | null = null;

function ajv(): Ajv {
  shared ??= addFormats(new Ajv({ allErrors: true, strict: false }));
  return shared;
}

/** The schema without names of its own, in which objects hold only what they list unless they say otherwise. */
function closed(schema: unknown): Record<string, unknown> {
  const { $id, ...copy } = Object.fromEntries(
    Object.entries(schema ?? {}).map(([name, value]) => [name, closedPart(name, value)]),
  );
  const isOpen = 'additionalProperties' in copy || 'patternProperties' in copy || 'allOf' in copy;
  return copy.properties === undefined || isOpen ? copy : { ...copy, additionalProperties: false };
}

const schemaLists = new Set(['anyOf', 'oneOf', 'allOf']);
const schemaMaps = new Set(['properties', 'patternProperties', '$defs']);

function closedPart(name: string, value: unknown): unknown {
  if (schemaLists.has(name) && Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'items' || name === 'additionalProperties') return closed(value);
  if (!schemaMaps.has(name)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
}
