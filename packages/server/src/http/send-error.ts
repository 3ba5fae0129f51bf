import type { Endpoint } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { clientShape } from './client-shape.ts';
import { closeGently } from './close-gently.ts';
import { toAppError, toErrorReply } from './error-reply.ts';
import type { ReplyCheck } from './reply-check.ts';
import { originOf } from './request-headers.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestState } from './request-pipeline.ts';
import { settle } from './settle-call.ts';

export interface ErrorParts {
  log: Pick<RequestLog, 'failure'>;
  strictStatus: boolean;
  /** Base of addresses in answers; undefined: the address of each request. */
  publicUrl?: string | undefined;
}

export interface FailedExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Left out where the address or the request was not understood. */
  endpoint?: Endpoint | undefined;
  /** Of the answer, where there is no endpoint that says it. */
  shape?: Endpoint['errorShape'];
  state?: RequestState | undefined;
  check?: ReplyCheck | null;
}

/**
 * Answers with an error in the shape of the endpoint, after its meter has ended. Where that fails itself the caller gets an
 * internal error: Fastify would send the message of whatever was thrown.
 */
export async function sendError(thrown: unknown, exchange: FailedExchange, parts: ErrorParts): Promise<void> {
  try {
    await answer(thrown, exchange, parts);
  } catch (cause) {
    const { request, reply, endpoint } = exchange;
    const error = new AppError('internal_error', 'Something went wrong on our side.', { cause });
    await answer(error, { request, reply, endpoint }, parts);
  }
}

export function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  for (const [name, value] of Object.entries(request.ownHeaders)) reply.raw.setHeader(name, value);
  return reply;
}

async function answer(thrown: unknown, exchange: FailedExchange, parts: ErrorParts): Promise<void> {
  const { request, reply, endpoint, state, check } = exchange;
  const error = toAppError(thrown);
  parts.log.failure(request, error);
  const shape = exchange.shape ?? clientShape(endpoint, request.headers);
  const { status, headers, body } = toErrorReply(error, {
    requestId: request.id,
    shape,
    strictStatus: parts.strictStatus,
    origin: parts.publicUrl ?? originOf(request),
  });
  if (shape === 'parley') check?.error(body);
  if (state) await settle(state, status, error);
  if (reply.sent || reply.raw.headersSent) return;
  // A body that was refused unread would otherwise be read to its end, however slowly it comes.
  if (!request.raw.complete) {
    reply.header('connection', 'close');
    closeGently(reply.raw);
  }
  withOwnHeaders(request, reply);
  await reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
