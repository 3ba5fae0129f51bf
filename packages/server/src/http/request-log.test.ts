import { createAnswer, operatingEndpoints } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { Metrics } from './metrics.ts';
import { RequestLog } from './request-log.ts';

const trace = {
  engine: null,
  attempts: 0,
  firstTokenMs: null,
  attempt: () => {},
  asks: () => {},
  answeredBy: () => {},
};
const call = { workspaceId: 'ws_1', keyId: 'key_1', meter: { trace } };

function setup(options: { withAddresses?: boolean } = {}) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = new Metrics({
    queueDepth: async () => 0,
    callsInFlight: () => 0,
    areCountersShared: () => true,
    freeBytes: async () => 1,
  });
  // As much of a request and a reply as is looked at.
  const request = { id: 'req_1', ip: '192.0.2.7' } as FastifyRequest;
  const replyOf = (statusCode: number) => ({ statusCode, elapsedTime: 1234.56 }) as FastifyReply;
  const counted = async () =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('parley_requests_total{'));
  return { log: new RequestLog({ logger, metrics, ...options }), lines, request, replyOf, counted };
}
const info = 30;
const error = 50;
const line = {
  request_id: 'req_1',
  endpoint: 'createAnswer',
  duration_ms: 1234.6,
  workspace_id: 'ws_1',
  key_id: 'key_1',
};

it('has one line and one measurement of a call whose client left, whatever its status would have been', async () => {
  const { log, lines, request, replyOf, counted } = setup();
  log.left({ request, reply: replyOf(200), endpoint: createAnswer, state: { call, outcome: 200 } });
  expect(lines).toEqual([{ level: info, ...line, status: 499, msg: 'request' }]);
  expect(await counted()).toEqual(['parley_requests_total{endpoint="createAnswer",status="499"} 1']);
});

describe('an answer', () => {
  it('is one line and one measurement, with the outcome of its stream rather than the status of its head', async () => {
    const { log, lines, request, replyOf, counted } = setup();
    log.response({ request, reply: replyOf(200), endpoint: createAnswer, state: { call, outcome: null } });
    log.response({ request, reply: replyOf(200), endpoint: createAnswer, state: { call, outcome: 502 } });
    expect(lines).toEqual([
      { level: info, ...line, status: 200, msg: 'request' },
      { level: error, ...line, status: 502, msg: 'request failed' },
    ]);
    expect(await counted()).toHaveLength(2);
  });

  it('of an engine names it, how often one was asked, and when its first word came', () => {
    const { log, lines, request, replyOf } = setup();
    const asked = { ...trace, engine: 'openai/gpt-5', attempts: 2, firstTokenMs: 81 };
    log.response({
      request,
      reply: replyOf(200),
      endpoint: createAnswer,
      state: { call: { ...call, meter: { trace: asked } }, outcome: null },
    });
    expect(lines).toMatchObject([{ engine: 'openai/gpt-5', attempts: 2, first_token_ms: 81 }]);
  });

  it('of nobody known names no workspace', () => {
    const { log, lines, request, replyOf } = setup();
    log.response({ request, reply: replyOf(404), endpoint: createAnswer });
    log.response({
      request,
      reply: replyOf(200),
      endpoint: createAnswer,
      state: { call: { ...call, workspaceId: '', keyId: '' }, outcome: null },
    });
    for (const written of lines) expect(written).not.toHaveProperty('workspace_id');
    expect(lines.map(({ status }) => status)).toEqual([404, 200]);
  });
});

describe('a failure', () => {
  const failed = (code: 'upstream_error' | 'invalid_request' | 'invalid_api_key', status: number, cause?: unknown) => {
    const { log, lines, request, replyOf } = setup();
    log.failure(request, new AppError(code, 'no', { cause }));
    log.response({ request, reply: replyOf(status), endpoint: createAnswer, state: { call, outcome: null } });
    return lines[0]!;
  };

  it('of ours tells its chain of causes, as far as four', () => {
    const chain = ['five', 'four', 'three', 'two', 'one'].reduce<unknown>(
      (cause, text) => new Error(text, { cause }),
      null,
    );
    const written = failed('upstream_error', 502, chain);
    expect(written).toMatchObject({ level: error, code: 'upstream_error' });
    expect(written.cause).toMatch(/^Error: one\n.*at .* ← two ← three ← four$/s);
    expect(failed('upstream_error', 502).cause).toBe('');
    expect(String(failed('upstream_error', 502, new Error('x'.repeat(5_000))).cause)).toHaveLength(2_000);
  });

  it('of the caller tells its code, and nothing of the inside', () => {
    const written = failed('invalid_request', 400, new Error('inside'));
    expect(written).toMatchObject({ level: info, code: 'invalid_request', status: 400 });
    expect(written).not.toHaveProperty('cause');
  });

  it('to know a key is no failure of the service, although its status is 503', () => {
    expect(failed('invalid_api_key', 503)).toMatchObject({ level: info, msg: 'request' });
  });
});

it('has the address of the caller where the operator wants it', () => {
  const { log, lines, request, replyOf } = setup({ withAddresses: true });
  log.response({ request, reply: replyOf(200), endpoint: createAnswer, state: { call, outcome: null } });
  expect(lines).toEqual([{ level: info, ...line, address: '192.0.2.7', status: 200, msg: 'request' }]);
});

it('is silent of health checks that went well, and counts them', async () => {
  const { log, lines, request, replyOf, counted } = setup();
  const { getHealth, getReadiness, getMetrics } = operatingEndpoints;
  for (const endpoint of [getHealth, getReadiness, getMetrics])
    log.response({ request, reply: replyOf(200), endpoint });
  expect([lines, (await counted()).length]).toEqual([[], 3]);
  log.response({ request, reply: replyOf(503), endpoint: getReadiness });
  expect(lines).toMatchObject([{ level: error, endpoint: 'getReadiness', status: 503 }]);
});
