import { randomUUID } from 'node:crypto';
import { errorCatalogue, type JsonObject } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import type { Job, JobFilter, JobKind, JobQueue } from '../../src/ports/job-queue.ts';

type TestedQueue = JobQueue & { abandon(): void | Promise<void> };

/** What every job queue must do. `open` gives further queues on the same jobs, as other processes have. */
export function testJobQueue(
  name: string,
  start: () => Promise<{ open(): TestedQueue; close(): Promise<void> }>,
): void {
  describe(`${name} as JobQueue`, () => {
    let store: Awaited<ReturnType<typeof start>>;
    let queue: TestedQueue;
    let events: Events;
    beforeEach(async () => {
      store = await start();
      queue = store.open();
      events = new Events();
    });
    afterEach(async () => {
      await queue.close(0);
      await store.close();
    });

    const register = (run: JobKind['run'], options: Partial<JobKind> = {}, on: JobQueue = queue) =>
      on.register({
        name: 'work',
        concurrency: 2,
        maxAttempts: 3,
        backoffMs: 1,
        deadlineMs: 60_000,
        run,
        onFailed: async ({ id }, error) => events.add('failed', id, error),
        ...options,
      });

    it('runs each job with its payload, also those enqueued before the start', async () => {
      register(async (job) => events.add('ran', job.id, job.payload));
      await queue.enqueue('work', { number: 1, nested: { text: 'ä' } }, { id: 'a' });
      await queue.start();
      const id = await queue.enqueue('work', { number: 2 });
      await events.count('ran', 2);
      expect(events.of('ran', 'a')).toEqual([{ number: 1, nested: { text: 'ä' } }]);
      expect(events.of('ran', id)).toEqual([{ number: 2 }]);
      await emptied(queue);
      expect(await queue.cancel('a')).toBe(false);
    });

    it('keeps to the concurrency of the kind', async () => {
      let running = 0;
      let most = 0;
      register(async (job) => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        events.add('ran', job.id);
      });
      await Promise.all(Array.from({ length: 12 }, () => queue.enqueue('work', {})));
      await queue.start();
      await events.count('ran', 12);
      expect(most).toBe(2);
    });

    it('adds nothing while a job of the same id waits or runs, and lets an ended id be used again', async () => {
      const gate = Promise.withResolvers<void>();
      register(async (job) => {
        events.add('ran', job.id, job.payload.number);
        await gate.promise;
      });
      await queue.enqueue('work', { number: 1 }, { id: 'same' });
      await queue.enqueue('work', { number: 2 }, { id: 'same' });
      await queue.start();
      await events.count('ran', 1);
      await queue.enqueue('work', { number: 3 }, { id: 'same' });
      expect(await queue.depth()).toBe(1);
      gate.resolve();
      await emptied(queue);
      await queue.enqueue('work', { number: 4 }, { id: 'same' });
      await events.count('ran', 2);
      expect(events.of('ran', 'same')).toEqual([1, 4]);
    });

    it('waits for the delay', async () => {
      register(async (job) => events.add('ran', job.id, Date.now()));
      await queue.start();
      const asked = Date.now();
      await queue.enqueue('work', {}, { id: 'later', delayMs: 300 });
      await events.count('ran', 1);
      expect(Number(events.of('ran', 'later')[0]) - asked).toBeGreaterThanOrEqual(295);
    });

    it('tries again with growing waits until it works', async () => {
      const at: number[] = [];
      register(
        async (job) => {
          at.push(Date.now());
          expect(job.attempt).toBe(at.length);
          if (job.attempt < 3) throw new Error('not yet');
          events.add('ran', job.id);
        },
        { backoffMs: 100 },
      );
      await queue.start();
      await queue.enqueue('work', {});
      await events.count('ran', 1);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(95);
      expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(195);
      await emptied(queue);
      expect(events.of('failed')).toEqual([]);
    });

    it('fails once after the last attempt, and says why', async () => {
      register(async (job) => {
        events.add('ran', job.id, job.attempt);
        throw new Error(`attempt ${job.attempt} broke`);
      });
      await queue.start();
      await queue.enqueue('work', {}, { id: 'bad' });
      await events.count('failed', 1);
      await emptied(queue);
      expect(events.of('ran')).toEqual([1, 2, 3]);
      expect(events.of('failed')).toEqual([expect.objectContaining({ message: 'attempt 3 broke' })]);
      expect(await queue.cancel('bad')).toBe(false);
    });

    it('does not try again when that cannot help, and keeps the code of the error', async () => {
      register(async (job) => {
        events.add('ran', job.id);
        throw new AppError('invalid_pdf', 'This is no PDF.', { details: 'no trailer' });
      });
      await queue.start();
      await queue.enqueue('work', {});
      await events.count('failed', 1);
      expect(events.of('ran')).toHaveLength(1);
      expect(events.of('failed')).toEqual([
        expect.objectContaining({ code: 'invalid_pdf', message: 'This is no PDF.', details: 'no trailer' }),
      ]);
    });

    it('says of a job that has failed the kind of its error, in no words of what it worked on', async () => {
      register(
        async (job) => {
          if (job.id === 'coded') throw new AppError('invalid_pdf', 'canary.pdf is no PDF.', { details: 'canary' });
          throw new Error('canary at /srv/canary.ts:1');
        },
        { maxAttempts: 1 },
      );
      await queue.start();
      await queue.enqueue('work', {}, { id: 'coded' });
      await queue.enqueue('work', {}, { id: 'broken' });
      await events.count('failed', 2);
      await emptied(queue);
      const { title } = errorCatalogue.invalid_pdf;
      expect(await queue.find('coded')).toMatchObject({ state: 'failed', error_code: 'invalid_pdf', error: title });
      const broken = await queue.find('broken');
      expect(broken).toMatchObject({ state: 'failed', error_code: 'internal_error' });
      expect(JSON.stringify(broken)).not.toContain('canary');
    });

    it('tells of a failure again when telling failed', async () => {
      let told = 0;
      register(async () => Promise.reject(new Error('broken')), {
        maxAttempts: 1,
        onFailed: async ({ id }) => {
          if (++told === 1) throw new Error('database away');
          events.add('failed', id);
        },
      });
      await queue.start();
      await queue.enqueue('work', {});
      await events.count('failed', 1);
      expect(told).toBe(2);
    });

    it('ends a job at its deadline', async () => {
      register((job) => untilAborted(job, events), { deadlineMs: 200 });
      await queue.start();
      await queue.enqueue('work', {}, { id: 'slow' });
      await events.count('failed', 1);
      expect(events.of('aborted', 'slow')).toHaveLength(1);
      expect(events.of('failed', 'slow')).toEqual([
        expect.objectContaining({ message: expect.stringContaining('deadline') }),
      ]);
    });

    it('cancels waiting and running jobs, which neither retry nor fail', async () => {
      register((job) => untilAborted(job, events), { concurrency: 1 });
      await queue.start();
      await queue.enqueue('work', {}, { id: 'first' });
      await events.count('begun', 1);
      await queue.enqueue('work', {}, { id: 'second' });
      expect(await queue.cancel('second')).toBe(true);
      expect(await queue.cancel('first')).toBe(true);
      expect(await queue.cancel('first')).toBe(false);
      expect(await queue.cancel('unknown')).toBe(false);
      await events.count('aborted', 1);
      await emptied(queue);
      expect(events.of('begun')).toHaveLength(1);
      expect(events.of('failed')).toEqual([]);
    });

    it('ends waiting and running jobs as failed when somebody asks, and says why', async () => {
      register((job) => untilAborted(job, events), { concurrency: 1 });
      await queue.start();
      await queue.enqueue('work', {}, { id: 'first' });
      await events.count('begun', 1);
      await queue.enqueue('work', {}, { id: 'second' });
      const reason = new AppError('conflict', 'not wanted any more');
      expect(await queue.end('second', reason)).toBe(true);
      expect(await queue.end('first', reason)).toBe(true);
      await events.count('failed', 2);
      await events.count('aborted', 1);
      await emptied(queue);
      expect(await queue.end('first', reason)).toBe(false);
      expect(await queue.end('unknown', reason)).toBe(false);
      expect(events.of('begun')).toHaveLength(1);
      expect(events.of('failed', 'second')).toEqual([
        expect.objectContaining({ code: 'conflict', message: 'not wanted any more' }),
      ]);
      expect(await queue.find('first')).toMatchObject({
        state: 'failed',
        retryable: false,
        error: 'Conflict',
        error_code: 'conflict',
      });
    });

    it('lists jobs newest first, by state, kind and workspace, and runs a waiting one at once', async () => {
      register(async (job) => events.add('ran', job.id));
      for (const [index, payload] of [{ workspace_id: 'w1' }, { workspaceId: 'w2' }, {}].entries()) {
        await queue.enqueue('work', payload, { id: `job-${index}`, delayMs: 3_600_000 });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const all = await queue.list({ limit: 2 });
      expect(all.map(({ id }) => id)).toEqual(['job-2', 'job-1']);
      const rest = await queue.list({ limit: 2, after: all[1]?.cursor });
      expect(rest).toEqual([
        expect.objectContaining({ id: 'job-0', kind: 'work', state: 'waiting', attempt: 0, max_attempts: 3 }),
      ]);
      expect(Date.parse(rest[0]?.runs_at ?? '')).toBeGreaterThan(Date.now() + 3_000_000);
      const of = async (filter: JobFilter) => (await queue.list({ ...filter, limit: 9 })).map(({ id }) => id);
      expect(await of({ workspaceId: 'w1' })).toEqual(['job-0']);
      expect(await of({ workspaceId: 'w2', state: 'waiting', kind: 'work' })).toEqual(['job-1']);
      expect(await of({ state: 'running' })).toEqual([]);
      expect(await of({ kind: 'other' })).toEqual([]);
      expect(await queue.counts('w1')).toEqual({ waiting: 1, running: 0, failed: 0 });
      await queue.start();
      expect(await queue.hurry('job-1')).toBe(true);
      await events.count('ran', 1);
      // A queue may empty what it kept of the job a moment after its end.
      const ended = { state: 'completed', attempt: 1, workspace_id: null, retryable: false };
      await expect.poll(() => queue.find('job-1')).toMatchObject(ended);
      expect([await queue.hurry('job-1'), await queue.hurry('unknown')]).toEqual([false, false]);
      expect([await queue.find('unknown'), await queue.counts(undefined)]).toEqual([
        null,
        { waiting: 2, running: 0, failed: 0 },
      ]);
      expect(queue.kinds()).toEqual(['work']);
    });

    it('hands back what does not end in time at shutdown, without counting the attempt', async () => {
      register((job) => untilAborted(job, events), { maxAttempts: 1 });
      await queue.start();
      await queue.enqueue('work', {}, { id: 'long' });
      await events.count('begun', 1);
      await queue.close(10);
      expect(events.of('aborted', 'long')).toHaveLength(1);
      queue = store.open();
      register(async (job) => events.add('ran', job.id, job.attempt), { maxAttempts: 1 });
      await queue.start();
      await events.count('ran', 1);
      expect(events.of('ran', 'long')).toEqual([1]);
      expect(events.of('failed')).toEqual([]);
    });

    it('lets running jobs end in the grace of a shutdown', async () => {
      const gate = Promise.withResolvers<void>();
      register(async (job) => {
        events.add('begun', job.id);
        await gate.promise;
        events.add('ran', job.id);
      });
      await queue.start();
      await queue.enqueue('work', {});
      await events.count('begun', 1);
      const closed = queue.close(10_000);
      gate.resolve();
      await closed;
      expect(events.of('ran')).toHaveLength(1);
      queue = store.open();
      register(async (job) => events.add('again', job.id));
      await queue.start();
      expect(await queue.depth()).toBe(0);
    });

    it('takes up again what a killed process had in hand as often as its kind allows, and counts no attempt', async () => {
      const limits = { maxAttempts: 1, maxLosses: 1 };
      register((job) => untilAborted(job, events), limits);
      await queue.start();
      await queue.enqueue('work', {}, { id: 'orphan' });
      await events.count('begun', 1);
      await queue.abandon();
      queue = store.open();
      register((job) => untilAborted(job, events), limits);
      await queue.start();
      await events.count('begun', 2);
      expect(events.of('begun', 'orphan')).toEqual([1, 1]);
      await queue.abandon();
      queue = store.open();
      register((job) => untilAborted(job, events), limits);
      await queue.start();
      await events.count('failed', 1);
      await emptied(queue);
      expect(events.of('begun')).toEqual([1, 1]);
    }, 120_000);

    it('works off many jobs exactly once when nothing goes wrong', async () => {
      register(async (job) => events.add('ran', job.id), { concurrency: 8 });
      await queue.start();
      const ids = Array.from({ length: 200 }, () => randomUUID());
      await Promise.all(ids.map((id) => queue.enqueue('work', {}, { id })));
      await events.count('ran', 200);
      await emptied(queue);
      for (const id of ids) expect(events.of('ran', id)).toHaveLength(1);
    });
  });
}

function untilAborted(job: Job<JsonObject>, events: Events): Promise<void> {
  events.add('begun', job.id, job.attempt);
  return new Promise((_resolve, reject) => {
    job.signal.addEventListener('abort', () => {
      events.add('aborted', job.id);
      reject(job.signal.reason);
    });
  });
}

/** Resolves when nothing waits or runs any more. */
async function emptied(queue: JobQueue): Promise<void> {
  await expect.poll(() => queue.depth(), { timeout: 15_000 }).toBe(0);
}

/** What happened, and a way to wait for it. */
class Events {
  readonly #all: { what: string; id: string; value: unknown }[] = [];
  #waiting: (() => void)[] = [];

  add(what: string, id: string, value?: unknown): void {
    this.#all.push({ what, id, value });
    for (const look of this.#waiting) look();
  }

  of(what: string, id?: string): unknown[] {
    return this.#all
      .filter((event) => event.what === what && (id === undefined || event.id === id))
      .map(({ value }) => value);
  }

  async count(what: string, count: number): Promise<void> {
    if (this.of(what).length >= count) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(() => {
        if (this.of(what).length >= count) resolve();
      });
    });
  }
}
