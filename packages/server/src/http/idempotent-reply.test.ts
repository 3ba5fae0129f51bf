import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { IdempotencyService, maxKeptBytes } from '../features/runs/idempotency/idempotency-service.ts';
import { AppError } from '../lib/app-error.ts';
import { IdempotentReply, type MarkedRequest, sendKept } from './idempotent-reply.ts';

let database: Database;
let service: IdempotencyService;
const errors: unknown[] = [];
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  await database.db
    .insertInto('workspaces')
    .values({ id: 'ws_1', name: 'x', budget_nanos: null, created_at: 0 })
    .execute();
});
afterAll(() => database.close());
beforeEach(async () => {
  errors.length = 0;
  await database.db.deleteFrom('idempotency_records').execute();
  const onError = (error: unknown) => void errors.push(error);
  service = new IdempotencyService({ db: database.db, clock: new FakeClock(), onError });
});

type Caller = Partial<Pick<MarkedRequest['call'], 'actor' | 'person' | 'confinedTo' | 'workspaceId' | 'keepsNothing'>>;

/** Sends a request under the same idempotency key. */
function begin(
  more: Partial<Record<keyof FastifyRequest, unknown>> = {},
  caller: Caller = {},
): Promise<IdempotentReply> {
  const fields = {
    raw: Readable.from([]),
    headers: {},
    body: null,
    bodyText: '{}',
    method: 'POST',
    url: '/v1/x',
    ...more,
  };
  // As much of a request as is looked at.
  const request = Object.assign(Object.create(null), fields) as FastifyRequest;
  const trace = { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, answeredBy: () => {} };
  const meter = { trace, reserve: async () => {}, add: () => {}, handOver: () => {}, settle: async () => {} };
  const call = {
    requestId: 'req_1',
    endpoint: 'x',
    workspaceId: 'ws_1',
    actor: 'key_1',
    keyId: 'key_1',
    scopes: [],
    confirmChanges: 'never',
    mayAskWeb: true,
    person: null,
    confinedTo: '',
    signal: new AbortController().signal,
    address: '192.0.2.1',
    origin: 'http://localhost',
    meter,
    ...caller,
  } as const;
  return IdempotentReply.begin(service, { call, request, idempotencyKey: 'one', maxBytes: 100 });
}
const states = async () =>
  (await database.db.selectFrom('idempotency_records').select(['state', 'user_id']).execute()).map((row) => row);

describe('an answer is kept', () => {
  it('whole, with status and type', async () => {
    const first = await begin();
    expect(first.kept).toBeNull();
    await first.finish(201, 'text/plain', 'done');
    expect((await begin()).kept).toEqual({ status: 201, contentType: 'text/plain', body: 'done' });
  });

  it('for the method and the address that were asked', async () => {
    await (await begin()).finish(200, 'text/plain', 'done');
    await expect(begin({ url: '/v1/x?a=1' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(begin({ method: 'PUT' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(begin({ bodyText: '{ }' })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it.each([
    [{ user_id: ' ann ' }, 'ann'],
    [{ user_id: 7 }, null],
    [{}, null],
    ['text', null],
    [null, null],
  ])('for the user that %j names', async (body, user) => {
    await (await begin({ body })).finish(200, 'text/plain', 'done');
    expect(await states()).toEqual([{ state: 'done', user_id: user }]);
  });

  it('up to 16 MiB', async () => {
    await (await begin()).finish(200, 'text/plain', 'x'.repeat(maxKeptBytes + 1));
    expect(await states()).toEqual([]);
    await (await begin()).finish(200, 'text/plain', 'x'.repeat(maxKeptBytes));
    expect((await begin()).kept?.body).toHaveLength(maxKeptBytes);
  });

  it('not before its request was read to the end', async () => {
    const unread = { raw: Readable.from([Buffer.from('x')]), headers: { 'content-length': '1' }, bodyText: null };
    await (await begin(unread)).finish(200, 'text/plain', 'done');
    expect(await states()).toEqual([]);
  });
});

describe('a stream of events', () => {
  it('is kept block by block', async () => {
    const first = await begin();
    first.recordBlock('data: 1\n\n');
    first.recordBlock('data: 2\n\n');
    await first.streamed(200);
    const kept = { status: 200, contentType: 'text/event-stream', body: 'data: 1\n\ndata: 2\n\n' };
    expect((await begin()).kept).toEqual(kept);
  });

  it('that failed, or that is too long, is not kept', async () => {
    const failed = await begin();
    failed.recordBlock('data: 1\n\n');
    await failed.streamed(502);
    expect(await states()).toEqual([]);
    const long = await begin();
    long.recordBlock('x'.repeat(maxKeptBytes));
    long.recordBlock('y');
    await long.streamed(200);
    // What is left out is too much to keep, so nothing may pass for the whole.
    expect((await begin()).kept).toBeNull();
  });
});

describe('a body that is sent as it comes', () => {
  const sent = async (chunks: string[], end: (body: PassThrough) => void) => {
    const first = await begin();
    const body = new PassThrough();
    first.watch(200, 'application/json', body);
    for (const chunk of chunks) body.write(chunk);
    end(body);
    await vi.waitFor(async () => expect((await states())[0]?.state).not.toBe('running'), 60_000);
  };

  it('is kept once it has ended, without what kept the connection open', async () => {
    await sent(['\n', '\n', '{"a":', '1}'], (body) => body.end());
    expect((await begin()).kept).toEqual({ status: 200, contentType: 'application/json', body: '{"a":1}' });
  });

  it('is not kept when it breaks off, or is too long', async () => {
    await sent(['{"a":'], (body) => body.destroy());
    expect(await states()).toEqual([]);
    await sent(['x'.repeat(maxKeptBytes), 'y'], (body) => body.end());
    expect(await states()).toEqual([]);
  });
});

describe('an answer of which nothing may be kept', () => {
  const beginUnkept = (more: Parameters<typeof begin>[0] = {}) => begin(more, { keepsNothing: true });
  const texts = () => database.db.selectFrom('idempotency_records').select(['status', 'body']).execute();

  it('is known to have been given, with its status alone', async () => {
    await (await beginUnkept()).finish(201, 'text/plain', 'secret');
    expect(await texts()).toEqual([{ status: 201, body: '' }]);
    const again = beginUnkept();
    await expect(again).rejects.toMatchObject({ code: 'idempotency_not_kept' });
    await expect(again).rejects.toThrow('(201)');
  });

  it('is known so however long it or its stream was', async () => {
    await (await beginUnkept()).finish(200, 'text/plain', 'x'.repeat(maxKeptBytes + 1));
    await expect(beginUnkept()).rejects.toMatchObject({ code: 'idempotency_not_kept' });
    await database.db.deleteFrom('idempotency_records').execute();
    const long = await beginUnkept();
    for (const block of ['secret', 'x'.repeat(maxKeptBytes)]) long.recordBlock(block);
    await long.streamed(200);
    expect(await texts()).toEqual([{ status: 200, body: '' }]);
  });

  it('may be asked for again when its stream failed, or its request was not read to the end', async () => {
    await (await beginUnkept()).streamed(502);
    expect(await texts()).toEqual([]);
    const unread = { raw: Readable.from([Buffer.from('x')]), headers: { 'content-length': '1' }, bodyText: null };
    await (await beginUnkept(unread)).finish(200, 'text/plain', 'secret');
    expect(await texts()).toEqual([]);
  });
});

describe('the answer to a person', () => {
  const person = { userId: 'user_1' } as NonNullable<Caller['person']>;
  const answered = async (caller: Caller, first: Caller) => {
    await (await begin({}, first)).finish(200, 'text/plain', 'done');
    const { kept } = await begin({}, caller);
    return kept?.body ?? null;
  };

  it('is theirs in the workspace that was named, and confined alike', async () => {
    const first = { actor: 'user_1', person };
    expect(await answered(first, first)).toBe('done');
    for (const other of [{ workspaceId: '' }, { confinedTo: 'ws_1' }, { actor: 'user_2' }]) {
      expect((await begin({}, { ...first, ...other })).kept).toBeNull();
    }
  });

  it('belongs to a key wherever that acts', async () => {
    expect(await answered({ workspaceId: '', confinedTo: 'ws_1' }, {})).toBe('done');
  });
});

it('is sent again as it was, and says that it was kept', () => {
  const said: unknown[] = [];
  const note = (...what: unknown[]) => {
    said.push(what);
    return reply;
  };
  // As much of a reply as is used.
  const reply = { code: note, header: note, send: note } as unknown as FastifyReply;
  sendKept(reply, { status: 201, contentType: 'text/plain', body: 'done' });
  expect(said).toEqual([[201], ['idempotency-replayed', 'true'], ['content-type', 'text/plain'], ['done']]);
});

describe('a failure', () => {
  it('that sending again cannot mend is kept', async () => {
    await (await begin()).failed(new AppError('upstream_rejected', 'no'));
    const { kept } = await begin();
    expect([kept?.status, kept?.contentType]).toEqual([502, 'application/json; charset=utf-8']);
    expect(JSON.parse(kept?.body ?? '')).toMatchObject({ success: false, message: 'no', request_id: 'req_1' });
  });

  it('of a model that gave no object that fits is kept, since it was paid for', async () => {
    await (await begin()).failed(new AppError('schema_not_met', 'no'));
    expect((await begin()).kept?.status).toBe(422);
  });

  it.each(['invalid_request', 'upstream_overloaded', 'rate_limit_exceeded'] as const)(
    '%s is not kept',
    async (code) => {
      await (await begin()).failed(new AppError(code, 'no'));
      expect(await states()).toEqual([]);
    },
  );
});

it('drops a claim once, and keeps nothing after it', async () => {
  const first = await begin();
  await first.drop();
  const second = await begin();
  await first.drop();
  await first.finish(200, 'text/plain', 'late');
  expect(await states()).toMatchObject([{ state: 'running' }]);
  await second.finish(200, 'text/plain', 'done');
  expect((await begin()).kept?.body).toBe('done');
});

describe('a database that is away', () => {
  const rename = (from: string, to: string) => database.db.schema.alterTable(from).renameTo(to).execute();
  const leave = () => rename('idempotency_records', 'away');
  afterEach(() => rename('away', 'idempotency_records'));

  it('keeps no answer from going out', async () => {
    const first = await begin();
    await leave();
    await first.finish(200, 'text/plain', 'paid');
    await first.streamed(200);
    await first.failed(new AppError('invalid_request', 'no'));
    expect(errors.map(String)).toEqual(Array(3).fill(expect.stringContaining('no such table')));
  });

  it('ends no process when a body ends that was sent as it came', async () => {
    const first = await begin();
    const body = new PassThrough();
    first.watch(200, 'application/json', body);
    await leave();
    body.end('{}');
    await vi.waitFor(() => expect(errors).toHaveLength(1), 60_000);
  });
});
