import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usageRow } from '../../../../test/usage-row.ts';
import type { UsageRow } from './usage-row.ts';
import { UsageWriter, type UsageWriterParts } from './usage-writer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets all that waits for no timer go on. */
const turns = async () => {
  for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate);
};

const cost = 1_000_000_007;
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => usageRow(`${from + index}`));

/** A writer over a database and a journal that can be away. */
function setup(more: Partial<UsageWriterParts> = {}) {
  const state = {
    isAway: false,
    isFull: false,
    gate: null as Promise<void> | null,
    /** Between the moment when others see a record and the one in which its writer hears of it. */
    ack: null as Promise<void> | null,
    afterSum: async () => {},
    onInsert: () => {},
    stored: [] as UsageRow[],
    batches: [] as number[],
    journal: [] as string[],
  };
  const errors: string[] = [];
  const repository = {
    insert: async (rows: UsageRow[]) => {
      await state.gate;
      state.onInsert();
      if (state.isAway) throw new Error('no database');
      state.batches.push(rows.length);
      state.stored.push(...rows);
      await state.ack;
    },
    spent: async () => {
      const sum = state.stored.length * cost;
      await state.afterSum();
      return [BigInt(sum)];
    },
  };
  const journal: NonNullable<UsageWriterParts['journal']> = {
    append: (rows) => {
      if (state.isFull) throw new Error('the journal is full');
      state.journal.push(`append ${rows.length}`);
    },
    turn: () => void state.journal.push('turn'),
    forget: () => void state.journal.push('forget'),
    takeOver: async () => {},
    close: () => void state.journal.push('close'),
  };
  const onError = (error: unknown) => void errors.push(String(error));
  const writer = new UsageWriter({ repository, journal, safeIn: 'journal', onError, ...more });
  const write = (rows: UsageRow[]) => Promise.all(rows.map((row) => writer.write(row)));
  const spent = async () => Number((await writer.spent([{ ownerId: 'k', period: 'total' }]))[0] ?? 0n) / cost;
  return { writer, write, spent, state, errors, journal };
}

describe('the memory of the ledger', () => {
  it('holds 10,000 records that nothing takes, and says how many are lost beyond', async () => {
    const { write, spent, state, errors, writer } = setup({ journal: null, safeIn: 'database' });
    state.isAway = true;
    await write(many(9_999));
    expect([await spent(), errors.filter((error) => error.includes('lost'))]).toEqual([9_999, []]);
    await write(many(4, 10_000));
    expect(errors.filter((error) => error.includes('lost'))).toEqual([
      'Error: 3 usage records are lost: nothing takes them',
    ]);
    await write(many(300, 20_000));
    expect([await spent(), errors.at(-1)]).toEqual([10_000, 'Error: 300 usage records are lost: nothing takes them']);
    state.isAway = false;
    await writer.flush();
    expect(new Set(state.stored.map(({ id }) => id)).size).toBe(10_000);
    expect([await spent(), state.stored.length]).toEqual([10_000, 10_000]);
  });

  it('has room again for what comes after the database is back', async () => {
    const { write, state, errors, writer, spent } = setup({ journal: null, safeIn: 'database' });
    state.isAway = true;
    await write(many(10_000));
    state.isAway = false;
    await writer.flush();
    state.isAway = true;
    await write(many(10_000, 10_000));
    expect(errors.filter((error) => error.includes('lost'))).toEqual([]);
    expect(await spent()).toBe(20_000);
  });

  it('holds what neither a full journal nor the database takes, whatever counts as safe', async () => {
    for (const safeIn of ['journal', 'database'] as const) {
      const { write, spent, state, errors, writer } = setup({ safeIn });
      state.isAway = true;
      state.isFull = true;
      await write(many(3));
      expect([await spent(), state.journal]).toEqual([3, []]);
      // Each is asked once, and each refusal is reported once.
      expect(errors.toSorted()).toEqual(['Error: no database', 'Error: the journal is full']);
      state.isAway = false;
      await writer.flush();
      expect(state.stored).toHaveLength(3);
    }
  });
});

describe('what memory holds', () => {
  it('is brought in by itself a second after the database refused it', async () => {
    const { write, state, spent, errors } = setup({ journal: null, safeIn: 'database' });
    state.isAway = true;
    await write(many(3));
    expect(errors).toEqual(['Error: no database']);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(999);
    expect(state.stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await turns();
    expect([state.stored.length, await spent(), vi.getTimerCount()]).toEqual([3, 3, 0]);
  });

  it('is tried again together with what the journal holds, until both are in', async () => {
    const { write, state, spent } = setup({ safeIn: 'database' });
    state.isAway = true;
    await write(many(2));
    state.isFull = true;
    await write(many(2, 10));
    await vi.advanceTimersByTimeAsync(250);
    await turns();
    expect([state.stored, await spent()]).toEqual([[], 4]);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    await turns();
    expect([state.stored.map(({ id }) => id), await spent()]).toEqual([['0', '1', '10', '11'], 4]);
  });
});

describe('a record is safe', () => {
  it('in the journal with one append for all that came in one turn, and in the database a quarter of a second later', async () => {
    const { write, spent, state, errors } = setup();
    await write(many(700));
    expect([state.journal, state.stored]).toEqual([['append 500', 'append 200'], []]);
    await vi.advanceTimersByTimeAsync(249);
    expect([state.stored, await spent()]).toEqual([[], 700]);
    await vi.advanceTimersByTimeAsync(1);
    await turns();
    expect(state.journal.slice(2)).toEqual(['turn', 'forget']);
    expect([state.stored.length, await spent(), errors]).toEqual([700, 700, []]);
  });

  it('in the database before it is acknowledged where several processes share one', async () => {
    const { write, state, writer } = setup({ safeIn: 'database' });
    await write(many(700));
    expect([state.journal, state.batches]).toEqual([[], [500, 200]]);
    await writer.flush();
    expect(state.journal).toEqual([]);
  });

  it('in the journal when that database is away, and loaded from there', async () => {
    const { write, state, writer, spent, errors } = setup({ safeIn: 'database' });
    state.isAway = true;
    await write(many(3));
    expect([state.journal, await spent(), errors]).toEqual([['append 3'], 3, ['Error: no database']]);
    state.isAway = false;
    await writer.flush();
    expect([state.stored.length, await spent()]).toEqual([3, 3]);
  });

  it('in the database when there is no journal to write to', async () => {
    const { write, state, writer, errors } = setup({ journal: null });
    await write(many(3));
    expect([state.stored.length, errors]).toEqual([3, []]);
    await writer.close();
  });
});

describe('a load', () => {
  it('begins at once when 2,000 records wait', async () => {
    const { write, state } = setup();
    await write(many(1_999));
    await vi.advanceTimersByTimeAsync(0);
    expect(state.stored).toEqual([]);
    await write(many(1, 2_000));
    await vi.advanceTimersByTimeAsync(0);
    await turns();
    expect(state.stored).toHaveLength(2_000);
  });

  it('is one for all that waits, and none comes after it when nothing does', async () => {
    const { write, state } = setup();
    await write(many(1));
    await write(many(2_000, 1));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(0);
    await turns();
    expect([state.stored.length, vi.getTimerCount()]).toEqual([2_001, 0]);
    const seen = state.journal.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state.journal.slice(seen)).toEqual([]);
  });

  it('goes in small steps with a turn of the loop after each, and in larger ones the more there is', async () => {
    const { write, state, writer } = setup();
    await write(many(700));
    let turn = 0;
    const load = writer.flush();
    for (; turn < 100 && state.stored.length < 700; turn++) await new Promise(setImmediate);
    await load;
    expect([Math.max(...state.batches), state.batches.length, turn >= 10]).toEqual([64, 11, true]);
    state.batches = [];
    await write(many(20_000, 1_000));
    await writer.flush();
    expect([Math.max(...state.batches), state.batches.length]).toEqual([625, 32]);
  });

  it('that the database refuses half way keeps the rest, and brings in no record twice', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(200));
    state.onInsert = () => {
      if (state.stored.length === 128) state.isAway = true;
    };
    await expect(writer.flush()).rejects.toThrow('no database');
    expect([state.stored.length, await spent(), state.journal]).toEqual([128, 200, ['append 200', 'turn']]);
    state.isAway = false;
    state.onInsert = () => {};
    await writer.flush();
    expect([state.stored.length, new Set(state.stored.map(({ id }) => id)).size, await spent()]).toEqual([
      200, 200, 200,
    ]);
    expect(state.journal.slice(2)).toEqual(['forget']);
  });

  it('lets a sum be read between two steps', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(640));
    const load = writer.flush();
    expect([await spent(), state.stored.length < 640]).toEqual([640, true]);
    await load;
  });

  it('is tried again a second after the database refused it, and nothing is forgotten before', async () => {
    const { write, state, spent, errors } = setup();
    state.isAway = true;
    await write(many(2));
    await vi.advanceTimersByTimeAsync(250);
    await turns();
    expect(errors).toEqual(['Error: no database']);
    await write(many(1, 10));
    expect([state.journal, await spent()]).toEqual([['append 2', 'turn', 'append 1'], 3]);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(999);
    expect(state.stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    // What was refused comes first; what came meanwhile lies in the other file, which is turned to only then.
    await turns();
    expect(state.stored).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    await turns();
    expect(state.stored).toHaveLength(3);
    expect(state.journal.slice(3)).toEqual(['forget', 'turn', 'forget']);
    expect([await spent(), errors.length]).toEqual([3, 1]);
  });

  it('throws to whom it flushes for, when the database refuses', async () => {
    const { write, state, writer } = setup();
    await write(many(1));
    state.isAway = true;
    await expect(writer.flush()).rejects.toThrow('no database');
    state.isAway = false;
    await writer.flush();
    expect(state.stored).toHaveLength(1);
  });

  it('is waited for by a sum, so that what is on its way counts once', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(2));
    let open = () => {};
    state.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const load = writer.flush();
    const sum = spent();
    await turns();
    open();
    await load;
    expect(await sum).toBe(2);
  });

  it('that began and ended while the database was summing makes the sum be read again', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(2));
    state.afterSum = async () => {
      state.afterSum = async () => {};
      await writer.flush();
    };
    expect(await spent()).toBe(2);
  });

  it('that was running when the database began to sum, and ended before it had, makes the sum be read again', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(2));
    let open = () => {};
    state.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const load = writer.flush();
    await turns();
    state.afterSum = async () => {
      state.afterSum = async () => {};
      open();
      await load;
    };
    expect(await spent()).toBe(2);
  });

  it('whose records others see before it hears so is waited for by a sum, so that they count once', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(2));
    const { promise, resolve: hear } = Promise.withResolvers<void>();
    state.ack = promise;
    const load = writer.flush();
    await turns();
    expect(state.stored).toHaveLength(2);
    const sum = spent();
    await turns();
    hear();
    await load;
    expect(await sum).toBe(2);
  });

  it('that fails while a sum waits for it spoils no sum', async () => {
    const { write, state, writer, spent } = setup();
    await write(many(2));
    state.isAway = true;
    const load = writer.flush().catch(() => 'failed');
    expect([await spent(), await load]).toEqual([2, 'failed']);
  });
});

describe('the end', () => {
  it('waits for what is being written and empties the journal', async () => {
    const { writer, state } = setup();
    const written = writer.write(usageRow('last'));
    await writer.close();
    await written;
    expect([state.stored.length, state.journal]).toEqual([1, ['append 1', 'turn', 'forget', 'close']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes the journal with what the database did not take, without a word to its caller', async () => {
    const { writer, write, state, errors } = setup();
    await write(many(1));
    state.isAway = true;
    await writer.close();
    expect([state.journal, errors]).toEqual([['append 1', 'turn', 'close'], ['Error: no database']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of an earlier process: what it left is brought in at the next start', async () => {
    const { writer, state, errors, journal } = setup();
    journal.takeOver = async (take) => {
      await take(many(2));
      await take(many(1, 2));
    };
    await writer.recover();
    expect([state.stored.map(({ id }) => id), errors]).toEqual([['0', '1', '2'], []]);
  });

  it('of an earlier process that kept no journal left nothing to bring in', async () => {
    const { writer, state, errors } = setup({ journal: null });
    await writer.recover();
    expect([state.stored, errors]).toEqual([[], []]);
  });

  it('of an earlier process: trouble with what it left fails no start', async () => {
    const { writer, errors, journal } = setup();
    journal.takeOver = () => Promise.reject(new Error('no database'));
    await writer.recover();
    expect(errors).toEqual(['Error: no database']);
  });
});
