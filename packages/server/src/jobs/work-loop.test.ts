import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { type Claim, type ClaimStore, type WorkKind, WorkLoop } from './work-loop.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await turns();
};
const ended = async (loop: WorkLoop<Claim>) => {
  const closed = loop.close(0);
  await pass(0);
  await closed;
};
const job = (id: string, more: Partial<Claim> = {}): Claim => ({
  id,
  kind: 'work',
  payload: { id },
  attempt: 1,
  deadlineAt: Date.now() + 3_600_000,
  isReport: false,
  error: null,
  ...more,
});

/** A store that hands out what lies in `due` and notes what it is told. */
function setup(kind: Partial<WorkKind> = {}) {
  const notes: unknown[] = [];
  const state = { due: [] as Claim[], nextAt: null as number | null, lost: [] as Claim[], isAway: false, looks: 0 };
  const free: Record<string, number>[] = [];
  const store: ClaimStore<Claim> = {
    async claim(places) {
      state.looks++;
      free.push(Object.fromEntries(places));
      if (state.isAway) throw new Error('no database');
      const claims = state.due.splice(0, places.get('work') ?? 0);
      return { claims, nextAt: state.nextAt };
    },
    complete: async ({ id }) => {
      if (state.isAway) throw new Error('no database');
      notes.push(`completed ${id}`);
    },
    reschedule: async ({ id }, options) => void notes.push([`again ${id}`, options]),
    fail: async ({ id }, error) => void notes.push([`failed ${id}`, error instanceof Error ? error.message : error]),
    reported: async ({ id }) => void notes.push(`reported ${id}`),
    async renew(claims) {
      notes.push(`renewed ${claims.map(({ id }) => id).join()}`);
      if (state.isAway) throw new Error('no database');
      return state.lost;
    },
  };
  const work: WorkKind = {
    concurrency: 2,
    maxAttempts: 3,
    backoffMs: 1_000,
    run: async ({ id }) => void notes.push(`ran ${id}`),
    onFailed: async ({ id }, error) => void notes.push([`told ${id}`, error]),
    ...kind,
  };
  const loop = new WorkLoop(store, new Map([['work', work]]), { pollMs: 10_000, renewMs: 5_000 });
  const start = async (...due: Claim[]) => {
    state.due.push(...due);
    loop.start();
    await turns();
  };
  return { loop, start, notes, state, free };
}

/** Work that goes on until its signal ends it, and notes why. */
const untilAborted =
  (notes: unknown[]): WorkKind['run'] =>
  ({ id, signal }) =>
    new Promise((_resolve, reject) => {
      notes.push(`began ${id}`);
      signal.addEventListener('abort', () => {
        notes.push(`${id} ${signal.reason.message}`);
        reject(signal.reason);
      });
    });

describe('a loop', () => {
  it('does nothing before it starts, starts once, and looks again after every job', async () => {
    const { loop, start, notes, state, free } = setup();
    loop.wake();
    await turns();
    expect(state.looks).toBe(0);
    await start(job('a'), job('b'), job('c'));
    loop.start();
    await turns();
    expect(notes).toEqual(['ran a', 'ran b', 'completed a', 'completed b', 'ran c', 'completed c']);
    expect(free[0]).toEqual({ work: 2 });
    await ended(loop);
  });

  it('asks for as many jobs as there are free places', async () => {
    const { loop, start, notes, free } = setup();
    const run = vi.fn(untilAborted(notes));
    const busy = setup({ run });
    await busy.start(job('a'));
    busy.loop.wake();
    await turns();
    expect(busy.free).toEqual([{ work: 2 }, { work: 1 }]);
    await ended(busy.loop);
    await start();
    await ended(loop);
    expect(free).toEqual([{ work: 2 }]);
  });

  it('looks every ten seconds, or when the next job is due', async () => {
    const { loop, start, state } = setup();
    await start();
    expect(state.looks).toBe(1);
    await pass(9_999);
    expect(state.looks).toBe(1);
    state.nextAt = Date.now() + 3_001;
    await pass(1);
    expect(state.looks).toBe(2);
    await pass(2_999);
    expect(state.looks).toBe(2);
    state.nextAt = Date.now() - 5_000;
    await pass(1);
    expect(state.looks).toBe(3);
    state.nextAt = null;
    await pass(1);
    expect(state.looks).toBe(4);
    await pass(9_998);
    expect(state.looks).toBe(4);
    await ended(loop);
  });

  it('goes on when its store was away', async () => {
    const { loop, start, state, notes } = setup();
    state.isAway = true;
    await start(job('a'));
    expect(notes).toEqual([]);
    state.isAway = false;
    await pass(10_000);
    expect(notes).toEqual(['ran a', 'completed a']);
    await ended(loop);
  });

  it('goes on when its store could not be told of an end', async () => {
    const gate = Promise.withResolvers<void>();
    const { loop, start, state, notes } = setup({ run: () => gate.promise });
    await start(job('a'));
    state.isAway = true;
    gate.resolve();
    await turns();
    state.isAway = false;
    state.due.push(job('b'));
    await pass(10_000);
    expect(notes).toEqual(['completed b']);
    await ended(loop);
  });

  it('looks once more when it was woken while it looked', async () => {
    const { loop, start, state } = setup();
    loop.start();
    loop.wake();
    loop.wake();
    await turns();
    expect(state.looks).toBe(2);
    await start();
    expect(state.looks).toBe(2);
    await ended(loop);
    await pass(60_000);
    expect([state.looks, vi.getTimerCount()]).toEqual([2, 0]);
  });
});

describe('a job that fails', () => {
  const failing = (error: unknown) => setup({ run: () => Promise.reject(error) });

  it.each([
    [1, 1_000],
    [2, 2_000],
  ])('at attempt %i is tried again after %i ms', async (attempt, delayMs) => {
    const { loop, start, notes } = failing(new Error('broken'));
    await start(job('a', { attempt }));
    expect(notes).toEqual([['again a', { delayMs, countsAsAttempt: true }]]);
    await ended(loop);
  });

  it('for want of room waits for it, at any attempt, until its deadline', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const { loop, start, notes } = failing(full);
    await start(job('a', { attempt: 3 }));
    expect(notes).toEqual([['again a', { delayMs: 15_000, countsAsAttempt: false }]]);
    await ended(loop);
  });

  it('at its last attempt has failed for good', async () => {
    const { loop, start, notes } = failing(new Error('broken'));
    await start(job('a', { attempt: 3 }));
    expect(notes).toEqual([['failed a', 'broken']]);
    await ended(loop);
  });

  it('is not tried again when that cannot help, or would come after its deadline', async () => {
    for (const [error, toDeadline] of [
      [new AppError('invalid_pdf', 'no'), 60_000],
      [new Error('x'), 1_000],
    ] as const) {
      const { loop, start, notes } = failing(error);
      await start(job('a', { deadlineAt: Date.now() + toDeadline }));
      expect(notes).toEqual([['failed a', error.message]]);
      await ended(loop);
    }
    const { loop, start, notes } = failing(new AppError('upstream_overloaded', 'busy'));
    await start(job('a', { deadlineAt: Date.now() + 1_001 }));
    expect(notes).toEqual([['again a', { delayMs: 1_000, countsAsAttempt: true }]]);
    await ended(loop);
  });

  it('is told to its kind, again until that works', async () => {
    let isBroken = true;
    const notes: unknown[] = [];
    const onFailed: WorkKind['onFailed'] = async ({ id, payload }, error) => {
      if (isBroken) throw new Error('database away');
      notes.push([id, payload, error]);
    };
    const parts = setup({ onFailed });
    const report = job('a', { isReport: true, error: 'why' });
    await parts.start(report);
    expect(parts.notes).toEqual([['again a', { delayMs: 1_000, countsAsAttempt: false }]]);
    isBroken = false;
    parts.state.due.push(report);
    parts.loop.wake();
    await turns();
    expect([notes, parts.notes[1]]).toEqual([[['a', { id: 'a' }, 'why']], 'reported a']);
    await ended(parts.loop);
  });

  it('of a kind that nobody knows is left to its lease', async () => {
    const { loop, start, notes } = setup();
    await start(job('a', { kind: 'other' }), job('b', { kind: 'other', isReport: true }));
    expect(notes).toEqual([]);
    await ended(loop);
  });
});

describe('a deadline', () => {
  it('ends a job that runs, and one that comes too late is not begun', async () => {
    const notes: unknown[] = [];
    const parts = setup({ run: untilAborted(notes) });
    await parts.start(job('late', { deadlineAt: Date.now() }), job('slow', { deadlineAt: Date.now() + 2_000 }));
    expect(notes).toEqual(['began slow']);
    await pass(1_999);
    expect(notes).toHaveLength(1);
    await pass(1);
    expect(notes[1]).toBe('slow the job ended early: deadline');
    const over = 'the deadline of the job has passed';
    expect(parts.notes).toEqual([
      ['failed late', over],
      ['failed slow', over],
    ]);
    await ended(parts.loop);
  });

  it('that is further away than a timer can count does not come at once', async () => {
    const notes: unknown[] = [];
    const parts = setup({ run: untilAborted(notes) });
    await parts.start(job('a', { deadlineAt: Date.now() + 2 ** 40 }));
    await pass(10);
    expect(notes).toEqual(['began a']);
    await ended(parts.loop);
  });

  it('leaves a job behind that goes on for five seconds after it', async () => {
    const parts = setup({ run: () => new Promise(() => {}) });
    await parts.start(job('deaf', { deadlineAt: Date.now() + 100 }));
    await pass(100 + 4_999);
    expect(parts.notes).toEqual(['renewed deaf']);
    await pass(1);
    expect(parts.notes[1]).toEqual(['failed deaf', 'the deadline of the job has passed']);
    await ended(parts.loop);
  });
});

it('ends a cancelled job without a word to the store, and no report of it', async () => {
  const notes: unknown[] = [];
  const parts = setup({ run: untilAborted(notes), onFailed: () => new Promise((resolve) => setTimeout(resolve, 10)) });
  await parts.start(job('a'), job('b', { isReport: true }));
  for (const id of ['a', 'b', 'unknown']) parts.loop.abortCancelled(id);
  await turns();
  expect(notes).toEqual(['began a', 'a the job ended early: cancelled']);
  await pass(10);
  expect(parts.notes).toEqual(['reported b']);
  await ended(parts.loop);
});

describe('leases', () => {
  it('are renewed every five seconds, and a job whose lease is lost ends without a word', async () => {
    const notes: unknown[] = [];
    const parts = setup({ run: untilAborted(notes) });
    const [a, b] = [job('a'), job('b')];
    await parts.start(a, b);
    await pass(4_999);
    expect(parts.notes).toEqual([]);
    parts.state.lost = [b];
    await pass(1);
    expect(parts.notes).toEqual(['renewed a,b']);
    expect(notes.slice(2)).toEqual(['b the job ended early: lost']);
    parts.state.lost = [];
    await pass(5_000);
    expect(parts.notes).toEqual(['renewed a,b', 'renewed a']);
    await ended(parts.loop);
  });

  it('outlive a store that is away, and are not asked for when nothing runs', async () => {
    const notes: unknown[] = [];
    const idle = setup();
    await idle.start();
    await pass(5_000);
    expect(idle.notes).toEqual([]);
    await ended(idle.loop);
    const parts = setup({ run: untilAborted(notes) });
    await parts.start(job('a'));
    parts.state.isAway = true;
    await pass(5_000);
    expect([parts.notes, notes]).toEqual([['renewed a'], ['began a']]);
    await ended(parts.loop);
  });
});

describe('the end', () => {
  it('waits for what runs, and begins nothing more', async () => {
    const gate = Promise.withResolvers<void>();
    const parts = setup({ run: () => gate.promise });
    await parts.start(job('a'));
    const closed = parts.loop.close(1_000);
    parts.state.due.push(job('b'));
    parts.loop.wake();
    gate.resolve();
    await closed;
    await pass(60_000);
    expect(parts.notes).toEqual(['completed a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('hands back what does not end in time, without counting the attempt', async () => {
    const notes: unknown[] = [];
    const parts = setup({ run: untilAborted(notes) });
    await parts.start(job('a'));
    const closed = parts.loop.close(1_000);
    await pass(999);
    expect(notes).toEqual(['began a']);
    await pass(1);
    await closed;
    expect(notes[1]).toBe('a the job ended early: shutdown');
    expect(parts.notes).toEqual([['again a', { delayMs: 0, countsAsAttempt: false }]]);
  });

  it('of a killed process says nothing to the store', async () => {
    const notes: unknown[] = [];
    const parts = setup({ run: untilAborted(notes) });
    await parts.start(job('a'));
    parts.loop.abandon();
    await pass(60_000);
    expect([parts.notes, parts.state.looks, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });
});
