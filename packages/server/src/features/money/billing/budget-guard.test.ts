import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { BudgetGuard, type BudgetOwner } from './budget-guard.ts';
import { CounterHolds } from './counter-holds.ts';

const owner: BudgetOwner = { id: 'key_1', workspaceId: 'ws_1', label: 'key', budgetNanos: 100, period: 'total' };

function setup() {
  const clock = new FakeClock();
  const ledger = {
    nanos: 0,
    onRead: async () => {},
    spent: async (places: readonly unknown[]) => places.map(() => 0n),
  };
  ledger.spent = async (places) => {
    const read = ledger.nanos;
    await ledger.onRead();
    return places.map(() => BigInt(read));
  };
  const releases: string[] = [];
  class Holds extends CounterHolds {
    override async release(places: readonly string[], id: string): Promise<void> {
      releases.push(id);
      await super.release(places, id);
    }
  }
  const holds = new Holds({ counters: new MemoryCounters({ clock }) });
  return { clock, ledger, releases, guard: new BudgetGuard({ ledger, holds, clock }) };
}

const warning: BudgetOwner = {
  ...owner,
  id: 'bud_1:ann',
  label: 'user',
  made: { id: 'bud_1', name: 'Shop', subject: 'ann', warnAt: [], emails: [], isWarning: true },
};

it('lets nothing pass that another call spends while it looks', async () => {
  const { guard, ledger } = setup();
  const { release } = await guard.reserve([owner], 60);
  // The other call ends just after the ledger was read: its record is written, then its hold is given back.
  ledger.onRead = async () => {
    ledger.onRead = async () => {};
    ledger.nanos = 60;
    await release();
  };
  await expect(guard.reserve([owner], 60)).rejects.toMatchObject({ code: 'budget_exceeded' });
});

it('refuses nothing only because a call that ended was seen both as spent and as held', async () => {
  const { guard, ledger } = setup();
  const { release } = await guard.reserve([owner], 60);
  ledger.nanos = 50;
  ledger.onRead = async () => {
    ledger.onRead = async () => {};
    await release();
  };
  await expect(guard.reserve([owner], 40)).resolves.toHaveProperty('release');
});

it('gives back what it holds with the others when one owner refuses', async () => {
  const { guard } = setup();
  const poor: BudgetOwner = { id: 'ws_1', workspaceId: 'ws_1', label: 'workspace', budgetNanos: 10, period: 'month' };
  await expect(guard.reserve([owner, poor], 60)).rejects.toThrow(/workspace/);
  await expect(guard.reserve([owner], 100)).resolves.toHaveProperty('release');
});

describe('a refusal', () => {
  const refusal = async (
    owner: BudgetOwner,
    { spent, held = 0, needed }: { spent: number; held?: number; needed: number },
  ) => {
    const { guard, ledger } = setup();
    if (held > 0) await guard.reserve([owner], held);
    ledger.nanos = spent;
    return guard.reserve([owner], needed).then(
      () => 'let in',
      (error: Error) => error.message,
    );
  };

  it('says what the budget is, what is spent, what is held and what the call may need', async () => {
    const month: BudgetOwner = { ...owner, budgetNanos: 1500e9, period: 'month' };
    const amounts = { spent: 1_250e9, held: 200e9 + 4, needed: 75e9 };
    expect(await refusal(month, amounts)).toContain(
      'The budget of this key ($1500.00 per month) does not allow this call: $1250.00 is spent, ' +
        '$200.00 is held by calls that are running, and this call may need $75.00.',
    );
  });

  it('tells the smallest amounts from nothing', async () => {
    const message = await refusal({ ...owner, budgetNanos: 1e9 }, { spent: 999_999_999, needed: 2 });
    expect(message).toContain('($1.00 in all)');
    expect(message).toContain('$0.999999999 is spent, $0.00 is held');
    expect(message).toContain('may need $0.000000002.');
  });

  it.each([
    ['names the budget that somebody gave a name', 'Shop', 'The budget "Shop" of this user ($0.0000001 in all)'],
    ['names none that has no name', '', 'The budget of this user ($0.0000001 in all)'],
  ])('%s', async (_what, name, said) => {
    const made = { id: 'bud_1', name, subject: 'ann', warnAt: [], emails: [], isWarning: false };
    expect(await refusal({ ...owner, label: 'user', made }, { spent: 100, needed: 1 })).toContain(said);
  });

  it('comes when the budget is used up, even for a call that costs nothing', async () => {
    expect(await refusal(owner, { spent: 100, needed: 0 })).toContain('does not allow');
    expect(await refusal(owner, { spent: 99, needed: 0 })).toBe('let in');
    expect(await refusal(owner, { spent: 60, needed: 40 })).toBe('let in');
    expect(await refusal(owner, { spent: 60, needed: 41 })).toContain('does not allow');
  });
});

it('holds for each owner and each period apart', async () => {
  const { guard, clock } = setup();
  const day: BudgetOwner = { ...owner, period: 'day' };
  await guard.reserve([day], 100);
  await guard.reserve([{ ...day, id: 'key_2' }], 100);
  await expect(guard.reserve([day], 1)).rejects.toMatchObject({ code: 'budget_exceeded' });
  clock.advance(24 * 60 * 60_000);
  await guard.reserve([day], 100);
});

it('holds each budget to what was spent in its own period, of all that a call counts for', async () => {
  const clock = new FakeClock();
  const spent: Record<string, bigint> = {
    'key_1 2026-11-21': 10n,
    'key_1 2026-11-22': 20n,
    'key_2 2026-W47': 30n,
    'key_3 2026-11': 40n,
    'key_4 total': 50n,
  };
  const guard = new BudgetGuard({
    ledger: { spent: async (places) => places.map(({ ownerId, period }) => spent[`${ownerId} ${period}`] ?? 0n) },
    holds: new CounterHolds({ counters: new MemoryCounters({ clock }) }),
    clock,
  });
  const owners = (['day', 'week', 'month', 'total'] as const).map((period, index) => ({
    ...owner,
    id: `key_${index + 1}`,
    period,
  }));
  const { figures } = await guard.reserve(owners, 5);
  expect(figures.map(({ spentNanos, heldNanos, leftNanos }) => [spentNanos, heldNanos, leftNanos])).toEqual([
    [10n, 5, 85],
    [30n, 5, 65],
    [40n, 5, 55],
    [50n, 5, 45],
  ]);
  expect(figures.map(({ period, resetsAt }) => [period, resetsAt])).toEqual([
    ['2026-11-21', Date.UTC(2026, 10, 22)],
    ['2026-W47', Date.UTC(2026, 10, 23)],
    ['2026-11', Date.UTC(2026, 11, 1)],
    ['total', null],
  ]);
  // A call that began the day after counts there, whenever it is looked at.
  const [tomorrow] = await guard.look(owners, Date.UTC(2026, 10, 22));
  expect([tomorrow?.spentNanos, tomorrow?.heldNanos, tomorrow?.leftNanos]).toEqual([20n, 0, 80]);
});

describe('what is left', () => {
  it('is what was neither spent nor is held by running calls', async () => {
    const { guard, ledger } = setup();
    const { release } = await guard.reserve([owner], 30);
    ledger.nanos = 20;
    expect((await guard.look([owner])).map(({ heldNanos, leftNanos }) => [heldNanos, leftNanos])).toEqual([[30, 50]]);
    await release();
    expect((await guard.look([owner])).map(({ heldNanos, leftNanos }) => [heldNanos, leftNanos])).toEqual([[0, 80]]);
  });

  it('is that of the tightest of the budgets that refuse, and without end where none does', async () => {
    const { guard, ledger } = setup();
    ledger.nanos = 20;
    const wide = { ...owner, id: 'ws_1', budgetNanos: 500 };
    const small = { ...warning, budgetNanos: 1 };
    expect(await guard.left([wide, owner, small])).toBe(80);
    expect(await guard.left([small])).toBe(Number.POSITIVE_INFINITY);
    expect(await guard.left([])).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks the ledger nothing for a call that no budget counts', async () => {
    const { guard, ledger } = setup();
    ledger.onRead = () => Promise.reject(new Error('was asked'));
    expect(await guard.look([])).toEqual([]);
  });
});

describe('a budget that only warns', () => {
  it('lets calls in when it is used up, and shows how far it is overdrawn', async () => {
    const { guard, ledger } = setup();
    ledger.nanos = 130;
    const { figures } = await guard.reserve([warning], 20);
    expect(figures.map(({ leftNanos }) => leftNanos)).toEqual([-50]);
    expect(guard.refused).toBe(0);
  });

  it('takes nothing from one beside it that refuses', async () => {
    const { guard, ledger } = setup();
    ledger.nanos = 90;
    await expect(guard.reserve([warning, owner], 20)).rejects.toThrow('of this key');
    await expect(guard.reserve([warning, owner], 10)).resolves.toHaveProperty('release');
  });
});

describe('who watches', () => {
  it('hears of each refusal once, after the second look, with what is left with and without the call', async () => {
    const clock = new FakeClock();
    let reads = 0;
    const reached: number[] = [];
    const guard = new BudgetGuard({
      ledger: {
        spent: async (places) => {
          reads++;
          return places.map(() => 60n);
        },
      },
      holds: new CounterHolds({ counters: new MemoryCounters({ clock }) }),
      clock,
      onReached: ({ leftNanos }) => reached.push(leftNanos),
    });
    const refused: unknown[] = [];
    const wide = { ...owner, id: 'ws_1', budgetNanos: 500 };
    const onRefused = ({ owner, leftNanos }: { owner: BudgetOwner; leftNanos: number }) =>
      refused.push([owner.id, leftNanos]);
    await guard.reserve([wide, owner], 40, { onRefused });
    expect([guard.refused, reads, reached, refused]).toEqual([0, 1, [], []]);
    await expect(guard.reserve([wide, owner], 41, { onRefused })).rejects.toThrow(/budget/);
    expect([guard.refused, reads, reached, refused]).toEqual([1, 3, [-41], [['key_1', 0]]]);
    await expect(guard.reserve([wide, owner], 7)).rejects.toThrow(/budget/);
    expect([guard.refused, reached]).toEqual([2, [-41, -7]]);
  });
});

it('gives a hold back once, however often that is asked', async () => {
  const { guard, releases } = setup();
  const { release } = await guard.reserve([owner], 50);
  await guard.reserve([owner], 50);
  await release();
  await release();
  expect(releases).toHaveLength(1);
  await expect(guard.reserve([owner], 51)).rejects.toThrow(/budget/);
  await guard.reserve([owner], 50);
});
