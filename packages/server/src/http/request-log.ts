import type { Endpoint } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AppError } from '../lib/app-error.ts';
import type { Metrics } from './metrics.ts';
import type { RequestState } from './request-pipeline.ts';

/** One line and one measurement per request, at the edge. Never a key, a prompt or a document. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  readonly #failures = new WeakMap<FastifyRequest, AppError>();

  constructor(parts: { logger: Logger; metrics: Metrics }) {
    this.#logger = parts.logger;
    this.#metrics = parts.metrics;
  }

  failure(request: FastifyRequest, error: AppError): void {
    this.#failures.set(request, error);
  }

  response(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, state: RequestState | undefined): void {
    const status = state?.outcome ?? (state?.abort.signal.aborted ? 499 : reply.statusCode);
    const durationMs = reply.elapsedTime;
    this.#metrics.request(endpoint.id, status, durationMs / 1000);
    const failure = this.#failures.get(request);
    const line = {
      request_id: request.id,
      endpoint: endpoint.id,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(state?.call.workspaceId && { workspace_id: state.call.workspaceId, key_id: state.call.keyId }),
      ...(failure && { code: failure.code, ...(status >= 500 && { cause: causeOf(failure) }) }),
    };
    if (status >= 500 && failure?.code !== 'invalid_api_key') this.#logger.error(line, 'request failed');
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
