import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { LocalJobQueue } from '../../../adapters/local-queue/local-job-queue.ts';
import type { Database } from '../../../db/open-database.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Consumption, Meter } from '../../../ports/meter.ts';
import { Outbox } from '../webhooks/outbox.ts';
import { RunRepository } from './run-repository.ts';
import type { Run, RunContext, RunKind, RunRequest, RunTypes } from './run-types.ts';
import { Runs } from './runs.ts';

interface Types extends RunTypes {
  request: RunRequest & { word: string };
  progress: { step: number };
  result: { said: string };
}

const use = (costUsd: number): Consumption => ({
  model: 'm',
  usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1 },
  costUsd,
  upstreamCostUsd: 0,
});

let database: Database;
let jobs: LocalJobQueue;
let clock: FakeClock;
/** What the ledger holds: a record counts once however often it comes. */
let ledger: Map<string, { status: number; costUsd: number }>;
let forgotten: string[];
let sent: { url: string; body: string }[];
let work: (run: Run<Types>, context: RunContext<Types>) => Promise<Types['result']>;

const openMeter = async (run: Pick<Run, 'id'>): Promise<Meter> => {
  let costUsd = 0;
  let isHandedOver = false;
  let isSettled = false;
  return {
    trace: { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, asks: () => {}, answeredBy: () => {} },
    reserve: async () => {},
    add: (one) => {
      costUsd += one.costUsd;
    },
    handOver: () => {
      isHandedOver = true;
    },
    settle: async ({ status }) => {
      if (!isSettled && !isHandedOver && !ledger.has(run.id)) ledger.set(run.id, { status, costUsd });
      isSettled = true;
    },
  };
};

function kind(): RunKind<Types> {
  return {
    name: 'saying',
    job: 'say',
    endpoint: 'say',
    concurrency: 1,
    maxAttempts: 9,
    backoffMs: 1,
    deadlineMs: 60_000,
    keptMs: 1000,
    progressMs: 0,
    failure: { message: 'It could not be said.', code: 'internal_error' },
    missing: (id) => new AppError('not_found', id),
    retry: { isLater: (error) => error instanceof Error && error.message === 'busy', mostFailures: 2 },
    awaited: { longestMs: 100, lost: new AppError('internal_error', 'Its process was killed.') },
    work: (run, context) => work(run, context),
    told: ({ id, result }) => ({ id, ...result }),
    forget: async ({ id }) => void forgotten.push(id),
  };
}

const open = (given: RunKind<Types> = kind()) => {
  const fetcher = {
    check: () => {},
    fetch: async (url: string, { body }: { body?: unknown }) => {
      sent.push({ url, body: String(body) });
      return { status: 200 };
    },
  };
  const outbox = new Outbox({ db: database.db, clock });
  const parts = { db: database.db, jobs, outbox, clock, secrets: ['a secret of the installation'], openMeter };
  // Only the status of an answer is looked at.
  return new Runs<Types>({ ...parts, fetcher: fetcher as never }, given);
};

beforeEach(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  jobs = new LocalJobQueue({ db: database.db });
  clock = new FakeClock();
  ledger = new Map();
  [forgotten, sent] = [[], []];
  work = async ({ request }) => ({ said: request.word });
});
afterEach(async () => {
  await jobs.close(10);
  await database.close();
});

const request = { requestId: 'req_1', word: 'ho' };
const meter = () => openMeter({ id: 'call' });
const begin = async (runs: Runs<Types>, id = 'r1', more: Partial<Types['request']> = {}) => {
  const call = { workspaceId: 'w1', keyId: 'k1', meter: await meter() };
  const run = await runs.start({ id, request: { ...request, ...more }, progress: { step: 0 } }, call);
  // Its end leaves no record: the run has one.
  await call.meter.settle({ status: 202, isStreamed: false });
  return run;
};
const ended = async (runs: Runs<Types>, id = 'r1'): Promise<Run<Types>> => {
  await vi.waitUntil(async () => (await runs.get('w1', id)).settledAt !== null, { timeout: 20_000 });
  return runs.get('w1', id);
};

it('works a run off, charges what it used, tells the end, and deletes it when its time is over', async () => {
  const runs = open();
  work = async (run, { call, tell }) => {
    expect(call).toMatchObject({ workspaceId: 'w1', keyId: 'k1', endpoint: 'say', requestId: 'req_1' });
    await tell({ step: 1 });
    expect((await runs.get('w1', run.id)).progress).toEqual({ step: 1 });
    call.meter.add(use(0.5));
    call.meter.add(use(0.25));
    return { said: run.request.word };
  };
  expect(await begin(runs, 'r1', { webhookUrl: 'https://example.org/hook' })).toMatchObject({ status: 'queued' });
  await jobs.start();
  const run = await ended(runs);
  expect(run).toMatchObject({ status: 'completed', result: { said: 'ho' }, progress: { step: 1 } });
  expect(ledger).toEqual(new Map([['r1', { status: 200, costUsd: 0.75 }]]));
  await vi.waitUntil(() => sent.length > 0, { timeout: 20_000 });
  expect(sent[0]?.url).toBe('https://example.org/hook');
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ type: 'saying.completed', data: { id: 'r1', said: 'ho' } });
  // A job that comes once more finds nothing left to do.
  await jobs.enqueue('say', { workspaceId: 'w1', runId: 'r1' }, { id: 'r1' });
  await vi.waitUntil(async () => (await jobs.depth()) === 0, { timeout: 20_000 });
  expect(sent).toHaveLength(1);
  await runs.sweep();
  expect(await runs.find('w1', 'r1')).not.toBeNull();
  clock.advance(1000);
  await runs.sweep();
  expect([await runs.find('w1', 'r1'), forgotten]).toEqual([null, ['r1']]);
  const steps = await database.db.selectFrom('run_steps').selectAll().execute();
  expect(steps).toEqual([]);
});

it('tries again what another attempt may mend, and charges every attempt under one record', async () => {
  const runs = open();
  let tried = 0;
  work = async (_run, { call, steps }) => {
    call.meter.add(use(0.5));
    await steps.once('brief', null, async () => ({ output: null, consumption: [use(1)] }));
    if (++tried < 2) throw new Error('busy');
    return { said: 'at last' };
  };
  await begin(runs);
  await jobs.start();
  expect(await ended(runs)).toMatchObject({ status: 'completed', result: { said: 'at last' } });
  expect(ledger.get('r1')).toEqual({ status: 200, costUsd: 2 });
});

it('fails what no attempt can mend, or what failed too often, in words that are for the caller', async () => {
  const runs = open();
  let tried = 0;
  work = async (run) => {
    tried++;
    throw run.id === 'r1' ? new AppError('upstream_overloaded', 'Not now.') : new Error('busy');
  };
  await begin(runs);
  await begin(runs, 'r2');
  await jobs.start();
  // The queue would try this again; the kind says that it is of no use.
  expect(await ended(runs)).toMatchObject({
    status: 'failed',
    error: { code: 'upstream_overloaded', message: 'Not now.' },
  });
  expect(await ended(runs, 'r2')).toMatchObject({ status: 'failed', error: { message: 'It could not be said.' } });
  expect([tried, ledger.get('r1')?.status, ledger.get('r2')?.status]).toEqual([3, 503, 500]);
});

it('leaves it to the queue to try again where the kind says nothing, and the job fails with the run', async () => {
  const { retry: _, ...rest } = kind();
  const runs = open({ ...rest, maxAttempts: 2 });
  let tried = 0;
  work = async (run) => {
    tried++;
    throw run.id === 'r1' ? new AppError('prompt_rejected', 'Not this.') : new Error('busy');
  };
  await begin(runs);
  await begin(runs, 'r2');
  await jobs.start();
  expect(await ended(runs)).toMatchObject({ status: 'failed', error: { code: 'prompt_rejected' } });
  expect(await ended(runs, 'r2')).toMatchObject({ status: 'failed', error: { message: 'It could not be said.' } });
  await expect.poll(async () => (await jobs.find('r2'))?.state).toBe('failed');
  expect([tried, ledger.get('r1')?.status, (await jobs.find('r1'))?.state]).toEqual([3, 400, 'failed']);
});

it('charges a run that is cancelled while it waits at once, and one at work by its worker', async () => {
  const runs = open();
  await begin(runs, 'waiting');
  expect(await runs.cancel('w1', 'waiting')).toMatchObject({ status: 'cancelled', settledAt: clock.now() });
  expect(ledger.get('waiting')).toEqual({ status: 409, costUsd: 0 });
  const { promise, resolve: isBegun } = Promise.withResolvers<void>();
  work = async (_run, { call }) => {
    isBegun();
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
    // What an engine had used when it was cut.
    call.meter.add(use(0.5));
    throw call.signal.reason;
  };
  await begin(runs, 'working');
  await jobs.start();
  await promise;
  expect(await runs.cancel('w1', 'working')).toMatchObject({ status: 'cancelled', settledAt: null });
  expect(await ended(runs, 'working')).toMatchObject({ status: 'cancelled', result: null });
  expect(ledger.get('working')).toEqual({ status: 409, costUsd: 0.5 });
  expect(await runs.cancel('w1', 'working')).toMatchObject({ status: 'cancelled' });
});

it('goes on after a kill at any moment: before the queue, in the work, and after the end', async () => {
  const runs = open();
  const repository = new RunRepository<Types>({ db: database.db, kind: 'saying' });
  const times = { createdAt: clock.now(), startedAt: null, finishedAt: null, settledAt: null, expiresAt: null };
  const rest = { workspaceId: 'w1', keyId: 'k1', request, progress: { step: 0 }, result: null, ...times };
  await repository.create({ ...rest, id: 'r1', status: 'queued' });
  await repository.create({ ...rest, id: 'r2', status: 'running', startedAt: 3 });
  await repository.create({ ...rest, id: 'r3', status: 'cancelled', finishedAt: clock.now() });
  await repository.create({ ...rest, id: 'r4', status: 'failed', finishedAt: clock.now() });
  await jobs.enqueue('say', { workspaceId: 'w1', runId: 'r4' }, { id: 'r4' });
  await runs.recover();
  await jobs.start();
  expect(await ended(runs, 'r1')).toMatchObject({ status: 'completed' });
  expect(await ended(runs, 'r2')).toMatchObject({ status: 'completed', startedAt: 3 });
  // Its job is still there, and makes up for what is missing.
  expect(await ended(runs, 'r4')).toMatchObject({ status: 'failed' });
  expect(ledger.get('r4')?.status).toBe(500);
  clock.advance(1);
  await runs.sweep();
  // A worker may still be at it.
  expect(ledger.get('r3')).toBeUndefined();
  clock.advance(5 * 60_000 + 1);
  await runs.sweep();
  expect(ledger.get('r3')).toEqual({ status: 409, costUsd: 0 });
});

it('leaves a run whose caller waits to the caller, and ends it when the caller must be gone', async () => {
  const runs = open();
  const call = { workspaceId: 'w1', keyId: 'k1' };
  const one = { request, progress: { step: 0 } };
  await runs.put({ ...one, id: 'r1' }, call);
  await runs.put({ ...one, id: 'r2' }, call);
  await runs.put({ ...one, id: 'r3', ending: 'completed', result: { said: 'done' } }, call);
  expect(await runs.end({ workspaceId: 'w1', id: 'r1' }, 'completed', { result: { said: 'ho' } })).toBe(true);
  await jobs.start();
  await runs.recover();
  expect((await runs.get('w1', 'r2')).status).toBe('running');
  clock.advance(101);
  await runs.recover();
  expect(await runs.get('w1', 'r2')).toMatchObject({ status: 'failed', error: { message: 'Its process was killed.' } });
  expect([(await runs.get('w1', 'r1')).result, (await runs.get('w1', 'r3')).result]).toEqual([
    { said: 'ho' },
    { said: 'done' },
  ]);
  expect(ledger.size).toBe(0);
});

it('removes what a run kept when its workspace was deleted meanwhile, and charges nothing', async () => {
  const runs = open();
  work = async (run) => {
    await runs.delete(run.workspaceId, run.id);
    forgotten.length = 0;
    return { said: 'to nobody' };
  };
  await begin(runs);
  await jobs.start();
  await vi.waitUntil(() => forgotten.length > 0, { timeout: 20_000 });
  expect([forgotten, ledger.size]).toEqual([['r1'], 0]);
  await expect(runs.get('w1', 'r1')).rejects.toMatchObject({ code: 'not_found' });
});
