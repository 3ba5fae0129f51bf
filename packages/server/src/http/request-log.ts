import type { Endpoint } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AppError } from '../lib/app-error.ts';
import type { Meter } from '../ports/meter.ts';
import type { Metrics } from './metrics.ts';

const clientLeft = 499;
/** Asked every few seconds by balancers and collectors, day and night. */
const probes = new Set(['getHealth', 'getReadiness', 'getMetrics']);

/** What a line says of the caller, and the outcome where it differs from the status that was sent. */
interface LoggedCall {
  call: { workspaceId: string; keyId: string; meter: Pick<Meter, 'trace'> };
  outcome: number | null;
}

export interface LoggedExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  endpoint: Endpoint;
  /** Left out where the request was not admitted. */
  state?: LoggedCall | undefined;
}

/** One line and one measurement per request, at the edge. Never a key, a prompt or a document. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  /** Whose addresses are personal data in many places: the operator says whether they are kept. */
  readonly #withAddresses: boolean;
  readonly #failures = new WeakMap<FastifyRequest, AppError>();

  constructor(parts: { logger: Logger; metrics: Metrics; withAddresses?: boolean }) {
    this.#logger = parts.logger;
    this.#withAddresses = parts.withAddresses ?? false;
    this.#metrics = parts.metrics;
  }

  failure(request: FastifyRequest, error: AppError): void {
    this.#failures.set(request, error);
  }

  /** An answer that was written to its end. */
  response(exchange: LoggedExchange): void {
    this.#write(exchange, exchange.state?.outcome ?? exchange.reply.statusCode);
  }

  /** A call whose client left before the end of the answer: Fastify says nothing of it. */
  left(exchange: LoggedExchange): void {
    this.#write(exchange, clientLeft);
  }

  #write({ request, reply, endpoint, state }: LoggedExchange, status: number): void {
    const durationMs = reply.elapsedTime;
    this.#metrics.request(endpoint.id, status, durationMs / 1000);
    const failure = this.#failures.get(request);
    const trace = state?.call.meter.trace;
    const line = {
      request_id: request.id,
      endpoint: endpoint.id,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(this.#withAddresses && { address: request.ip }),
      ...(state?.call.workspaceId && { workspace_id: state.call.workspaceId, key_id: state.call.keyId }),
      ...(trace &&
        trace.attempts > 0 && { engine: trace.engine, attempts: trace.attempts, first_token_ms: trace.firstTokenMs }),
      ...(failure && { code: failure.code, ...(status >= 500 && { cause: causeOf(failure) }) }),
    };
    if (status >= 500 && failure?.code !== 'invalid_api_key') this.#logger.error(line, 'request failed');
    else if (probes.has(endpoint.id) && status === 200) this.#logger.debug(line, 'request');
    else this.#logger.info(line, 'request');
  }
}

/** The chain of causes for the operator: messages and the place of the first, no request data. */
function causeOf(error: AppError): string {
  const messages: string[] = [];
  let current: unknown = error.cause;
  for (let depth = 0; current instanceof Error && depth < 4; depth++) {
    messages.push(depth === 0 ? (current.stack ?? current.message) : current.message);
    current = current.cause;
  }
  return messages.join(' ← ').slice(0, 2000);
}
