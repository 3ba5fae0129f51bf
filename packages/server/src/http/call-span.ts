import type { Endpoint } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withinSpan } from '../lib/spans.ts';
import type { Tracer } from '../ports/tracer.ts';
import { keepsNothing } from './keeps-nothing.ts';
import { oneHeader } from './request-headers.ts';
import type { RequestState } from './request-pipeline.ts';

/** Asked every few seconds, day and night. */
const probes = new Set(['getHealth', 'getReadiness', 'getMetrics']);
const clientLeft = 499;

interface TracedCall {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  state: RequestState;
}

/** Does the work of a call within a span that ends with its answer. Says whose call it was and how it went, nothing of what it says. */
export function withinCallSpan<T>(tracer: Tracer, { endpoint, request, reply, state }: TracedCall, work: () => T): T {
  if (probes.has(endpoint.id)) return work();
  const { call } = state;
  const span = tracer.begin(`${endpoint.method} ${endpoint.path}`, 'server', {
    traceparent: oneHeader(request, 'traceparent'),
    isSilent: keepsNothing(request, call),
    keyId: call.keyId,
    facts: {
      'http.request.method': endpoint.method,
      'http.route': endpoint.path,
      'parley.request_id': request.id,
      'parley.endpoint': endpoint.id,
      'parley.workspace_id': call.workspaceId === '' ? undefined : call.workspaceId,
      'parley.key_id': call.keyId === '' ? undefined : call.keyId,
    },
  });
  reply.raw.once('close', () => {
    const { engine, attempts, firstTokenMs } = call.meter.trace;
    const status = reply.raw.writableFinished ? (state.outcome ?? reply.raw.statusCode) : clientLeft;
    span.set({
      'http.response.status_code': status,
      'parley.engine': engine ?? undefined,
      'parley.attempts': attempts > 0 ? attempts : undefined,
      'parley.first_token_ms': firstTokenMs ?? undefined,
    });
    if (status >= 500 || status === clientLeft) span.fail(String(status));
    span.end();
  });
  return withinSpan(span, work);
}
