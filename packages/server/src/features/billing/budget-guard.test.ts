import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { MemoryCounters } from '../../adapters/memory/memory-counters.ts';
import { BudgetGuard, type BudgetOwner } from './budget-guard.ts';

const owner: BudgetOwner = { id: 'key_1', label: 'key', budgetNanos: 100, period: 'total' };

function setup() {
  const clock = new FakeClock();
  const ledger = { nanos: 0, onRead: async () => {}, spent: async () => 0 };
  ledger.spent = async () => {
    const read = ledger.nanos;
    await ledger.onRead();
    return read;
  };
  return { ledger, guard: new BudgetGuard({ ledger, counters: new MemoryCounters({ clock }), clock }) };
}

it('lets nothing pass that another call spends while it looks', async () => {
  const { guard, ledger } = setup();
  const release = await guard.reserve([owner], 60);
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
  const release = await guard.reserve([owner], 60);
  ledger.nanos = 50;
  ledger.onRead = async () => {
    ledger.onRead = async () => {};
    await release();
  };
  await expect(guard.reserve([owner], 40)).resolves.toBeTypeOf('function');
});

it('gives back what it holds with the others when one owner refuses', async () => {
  const { guard } = setup();
  const poor: BudgetOwner = { id: 'ws_1', label: 'workspace', budgetNanos: 10, period: 'month' };
  await expect(guard.reserve([owner, poor], 60)).rejects.toThrow(/workspace/);
  await expect(guard.reserve([owner], 100)).resolves.toBeTypeOf('function');
});
