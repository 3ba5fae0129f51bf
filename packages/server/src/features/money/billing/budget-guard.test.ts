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
  return {
    clock,
    ledger,
    guard: new BudgetGuard({ ledger, holds: new CounterHolds({ counters: new MemoryCounters({ clock }) }), clock }),
  };
}

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

it('gives a hold back once, however often that is asked', async () => {
  const { guard } = setup();
  const { release } = await guard.reserve([owner], 50);
  await guard.reserve([owner], 50);
  await release();
  await release();
  await expect(guard.reserve([owner], 51)).rejects.toThrow(/budget/);
  await guard.reserve([owner], 50);
});
