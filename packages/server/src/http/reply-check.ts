import { type Endpoint, ErrorBody } from '@parley/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from 'typebox';
import { closedSchema } from './closed-schema.ts';

// The package is CommonJS: its function sits on `default` under Node's interoperation.
const addFormats = addFormatsModule.default;
const maxReported = 5;

/** Thrown where the service would have broken its own contract. */
class ReplyMismatch extends Error {}

/**
 * Holds replies to the contract: every body, event and status that leaves must be one that the endpoint documents, without
 * fields that it does not name. For development and tests; production leaves it out and pays nothing.
 */
export class ReplyCheck {
  readonly #endpoint: Endpoint;

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

  /** Checks the answer for a vendor's client libraries. */
  vendorAnswer(value: unknown): void {
    const { vendorAnswers, id } = this.#endpoint;
    if (!vendorAnswers)
      throw new ReplyMismatch(`${id} answers a vendor's clients, but its contract names no such answer`);
    this.#hold(vendorAnswers.openai, value, `the answer of ${id} for a vendor's clients`);
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
    const validate = compiled.get(schema) ?? ajv().compile(closedSchema(schema));
    compiled.set(schema, validate);
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
/** Of every service of this process: to compile a schema takes longer than most calls. */
const compiled = new WeakMap<TSchema, ValidateFunction>();

function ajv(): Ajv {
  shared ??= addFormats(new Ajv({ allErrors: true, strict: false }));
  return shared;
}
