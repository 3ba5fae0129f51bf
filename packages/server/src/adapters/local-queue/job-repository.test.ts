import { errorCatalogue } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../db/open-database.ts';
import { AppError } from '../../lib/app-error.ts';
import { type JobClaim, JobRepository } from './job-repository.ts';

const startAt = Date.UTC(2026, 0, 1);
const leaseMs = 30_000;
let database: Database;
let jobs: JobRepository;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  jobs = new JobRepository({ db: database.db, maxLosses: () => 2 });
});
afterAll(() => database.close());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: startAt });
  await database.db.deleteFrom('jobs').execute();
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const add = (id: string, more: { kind?: string; runAt?: number; deadlineAt?: number } = {}) =>
  jobs.add({ id, kind: 'work', payload: { of: id }, runAt: Date.now(), deadlineAt: startAt + 3_600_000, ...more });
const claim = async (count = 10, kind = 'work') => (await jobs.claim(new Map([[kind, count]]))).claims;
const one = async () => {
  const [first, ...others] = await claim();
  if (!first || others.length > 0) throw new Error('not exactly one job was there');
  return first;
};
const nextAt = async (count = 10) => (await jobs.claim(new Map([['work', count]]))).nextAt;
const rowOf = (id: string) => database.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const counted = { delayMs: 0, countsAsAttempt: true };

describe('a waiting job', () => {
  it('is given out once, in the order in which jobs are due, as many as are asked for', async () => {
    await add('second', { runAt: startAt - 1 });
    await add('first', { runAt: startAt - 2 });
    await add('third');
    const claims = await claim(2);
    expect(claims.map(({ id }) => id).sort()).toEqual(['first', 'second']);
    expect(claims[0]).toMatchObject({ kind: 'work', attempt: 1, deadlineAt: startAt + 3_600_000, isReport: false });
    expect(claims.find(({ id }) => id === 'first')?.payload).toEqual({ of: 'first' });
    expect((await claim()).map(({ id }) => id)).toEqual(['third']);
    expect(await claim()).toEqual([]);
  });

  it('is given to its kind alone, and not where there is no room', async () => {
    await add('a', { kind: 'other' });
    expect([await claim(), await claim(0, 'other')]).toEqual([[], []]);
    expect(await claim(1, 'other')).toHaveLength(1);
  });

  it('waits for its time, which is told as far as there is room', async () => {
    await add('a', { runAt: startAt + 500 });
    await add('b', { runAt: startAt + 900 });
    expect(await nextAt()).toBe(startAt + 500);
    expect(await nextAt(0)).toBeNull();
    pass(499);
    expect(await claim()).toEqual([]);
    pass(1);
    expect((await one()).id).toBe('a');
    expect(await nextAt()).toBe(startAt + 900);
  });

  it('is added once, unless it has ended', async () => {
    await add('a');
    await jobs.add({ id: 'a', kind: 'work', payload: { of: 'other' }, runAt: startAt, deadlineAt: startAt + 9 });
    const claimed = await one();
    expect(claimed.payload).toEqual({ of: 'a' });
    await add('a');
    await jobs.complete(claimed);
    expect(await rowOf('a')).toMatchObject({ state: 'completed', payload: '{}', ended_at: startAt });
    await add('a');
    expect(await one()).toMatchObject({ id: 'a', attempt: 1, payload: { of: 'a' } });
    expect((await rowOf('a')).ended_at).toBeNull();
  });
});

describe('a claim', () => {
  it('may come again later, and an attempt that does not count is taken back', async () => {
    await add('a');
    await jobs.reschedule(await one(), { delayMs: 1_000, countsAsAttempt: false });
    expect(await claim()).toEqual([]);
    pass(1_000);
    const second = await one();
    expect(second.attempt).toBe(1);
    await jobs.reschedule(second, counted);
    expect((await one()).attempt).toBe(2);
  });

  it('that failed comes back as a report with its error, until that was delivered', async () => {
    await add('a');
    await jobs.fail(await one(), new AppError('invalid_pdf', 'no PDF', { details: 'no trailer' }));
    const report = await one();
    expect(report).toMatchObject({ id: 'a', isReport: true, attempt: 1, payload: { of: 'a' } });
    expect(report.error).toMatchObject({ code: 'invalid_pdf', message: 'no PDF', details: 'no trailer' });
    await jobs.reschedule(report, { delayMs: 50, countsAsAttempt: false });
    expect(await nextAt()).toBe(startAt + 50);
    pass(50);
    const again = await one();
    expect([again.isReport, again.attempt]).toEqual([true, 1]);
    await jobs.reported(again);
    expect(await rowOf('a')).toMatchObject({ state: 'failed', payload: '{}', ended_at: startAt + 50 });
    expect(JSON.parse((await rowOf('a')).error ?? '')).toEqual({
      code: 'invalid_pdf',
      message: errorCatalogue.invalid_pdf.title,
    });
    expect(await jobs.depth()).toBe(0);
  });

  it('that is not held any more changes nothing', async () => {
    await add('a');
    const stale = await one();
    pass(leaseMs);
    const current = await one();
    expect(current.attempt).toBe(1);
    await jobs.complete(stale);
    await jobs.fail(stale, new Error('late'));
    await jobs.reschedule(stale, counted);
    await jobs.reported(current);
    expect(await rowOf('a')).toMatchObject({ state: 'running', lease: current.lease });
    expect(await jobs.renew([stale, current])).toEqual([stale]);
  });
});

describe('a lease', () => {
  it('holds for 30 s and as long as it is renewed', async () => {
    await add('a');
    const claimed = await one();
    pass(leaseMs - 1);
    expect([await claim(), await jobs.renew([claimed])]).toEqual([[], []]);
    pass(leaseMs - 1);
    expect(await claim()).toEqual([]);
    pass(1);
    expect(await one()).toMatchObject({ id: 'a', attempt: 1 });
  });

  it('that ran out is no attempt, and ends the job with a report when it did too often', async () => {
    await add('a');
    for (let kill = 0; kill < 3; kill++) {
      expect(await one()).toMatchObject({ isReport: false, attempt: 1 });
      pass(leaseMs);
    }
    const report = await one();
    expect(report).toMatchObject({ isReport: true, attempt: 1 });
    expect(String(report.error)).toContain('ended, or stopped answering, each time');
  });

  it('is lost to whoever cancels', async () => {
    await add('a');
    await add('b');
    const claims = await claim();
    expect([await jobs.cancel('a'), await jobs.cancel('a'), await jobs.cancel('none')]).toEqual([true, false, false]);
    expect((await jobs.renew(claims)).map(({ id }) => id)).toEqual(['a']);
    expect(await rowOf('a')).toMatchObject({ state: 'cancelled', payload: '{}', lease: null, ended_at: startAt });
    await jobs.fail(claims.find(({ id }) => id === 'b')!, new Error('x'));
    // What has failed is told, not cancelled.
    expect(await jobs.cancel('b')).toBe(false);
  });
});

describe('a job that an operator looks after', () => {
  it('is due at once when it is hurried while it waits', async () => {
    await add('a', { runAt: startAt + 60_000 });
    await add('b', { runAt: startAt + 60_000 });
    expect(await jobs.hurry('a')).toBe(true);
    const claimed = await one();
    expect(claimed).toMatchObject({ id: 'a', attempt: 1, isReport: false });
    // What runs, failed or is not there cannot be hurried.
    expect([await jobs.hurry('a'), await jobs.hurry('none')]).toEqual([false, false]);
    await jobs.fail(claimed, new Error('x'));
    expect(await jobs.hurry('a')).toBe(false);
    expect((await rowOf('b')).run_at).toBe(startAt + 60_000);
  });

  it('is told as failed with the reason when it is ended, whether it waits or runs', async () => {
    await add('running');
    const running = await one();
    await add('waiting', { runAt: startAt + 60_000 });
    await add('other', { runAt: startAt + 60_000 });
    const reason = new AppError('research_failed', 'ended by an operator');
    expect([await jobs.end('running', reason), await jobs.end('waiting', reason)]).toEqual([true, true]);
    expect(await jobs.renew([running])).toEqual([running]);
    const reports = await claim();
    expect(reports.map(({ id }) => id).sort()).toEqual(['running', 'waiting']);
    for (const report of reports)
      expect(report).toMatchObject({
        isReport: true,
        error: { code: 'research_failed', message: 'ended by an operator' },
      });
    // It ends once.
    expect([await jobs.end('running', reason), await jobs.end('none', reason)]).toEqual([false, false]);
    expect((await rowOf('other')).state).toBe('waiting');
  });
});

describe('a deadline', () => {
  it('that passes while a job waits makes it fail, told as such', async () => {
    await add('a', { deadlineAt: startAt + 100, runAt: startAt + 100 });
    pass(99);
    expect(await claim()).toEqual([]);
    pass(1);
    const report = await one();
    expect([report.isReport, String(report.error)]).toEqual([true, expect.stringContaining('deadline')]);
  });

  it('that has passed when a lease runs out ends the job whatever its attempts', async () => {
    await add('a', { deadlineAt: startAt + leaseMs });
    await one();
    pass(leaseMs);
    expect((await one()).isReport).toBe(true);
  });
});

it('counts what waits, runs and is to be told', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id);
  const claims = new Map((await claim(4)).map((each): [string, JobClaim] => [each.id, each]));
  const [first, second, third] = [...claims.values()];
  await jobs.complete(first!);
  await jobs.fail(second!, new Error('x'));
  await jobs.cancel(third!.id);
  expect(await jobs.depth()).toBe(3);
  await jobs.check();
});

describe('a start', () => {
  it('takes back what a dead process held, at once', async () => {
    await add('a');
    await one();
    await jobs.takeBack();
    expect(await one()).toMatchObject({ id: 'a', attempt: 1 });
  });

  it('forgets what ended more than seven days ago', async () => {
    for (const id of ['completed', 'cancelled', 'open']) await add(id);
    for (const each of await claim()) if (each.id === 'completed') await jobs.complete(each);
    await jobs.cancel('cancelled');
    const ids = async () =>
      (await database.db.selectFrom('jobs').select('id').orderBy('id').execute()).map(({ id }) => id);
    pass(7 * 24 * 3_600_000);
    await jobs.takeBack();
    expect(await ids()).toEqual(['cancelled', 'completed', 'open']);
    pass(1);
    await jobs.takeBack();
    expect(await ids()).toEqual(['open']);
  });
});
