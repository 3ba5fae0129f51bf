import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { MemoryCounters } from '../../adapters/memory/memory-counters.ts';
import { BudgetGuard } from './budget-guard.ts';
import { CallMeter, type MeterParts } from './call-meter.ts';
import type { UsageRow } from './usage-row.ts';

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5 };
const consumption = { model: 'm', usage, costUsd: 0.5, upstreamCostUsd: 0.5 };
const call = {
  requestId: 'req_1',
  endpoint: 'createAnswer',
  workspaceId: 'ws_1',
  keyId: 'key_1',
  tokensPerMinute: 1000,
  budgets: [{ id: 'key_1', label: 'key', budgetNanos: 1e9, period: 'total' } as const],
};

function setup(fail: (step: string) => void) {
  const clock = new FakeClock();
  const rows: UsageRow[] = [];
  const errors: unknown[] = [];
  class BlinkingCounters extends MemoryCounters {
    override take(...step: Parameters<MemoryCounters['take']>) {
      fail('take');
      return super.take(...step);
    }
    override release(key: string, id: string) {
      fail('release');
      super.release(key, id);
    }
  }
  const counters = new BlinkingCounters({ clock });
  const write = async (row: UsageRow) => {
    fail('write');
    rows.push(row);
  };
  const parts: MeterParts = {
    budgets: new BudgetGuard({ ledger: { spent: async () => 0 }, counters, clock }),
    counters,
    writer: { write },
    clock,
    onError: (error) => void errors.push(error),
  };
  return { meter: new CallMeter(call, parts), rows, errors };
}

it.each(['take', 'release', 'write'])('settles a paid call although %s fails after it', async (broken) => {
  let isDone = false;
  const { meter, rows, errors } = setup((step) => {
    if (isDone && step === broken) throw new Error(`${step} is away`);
  });
  await meter.reserve({ costUsd: 0.5, tokens: 10 });
  meter.add(consumption);
  isDone = true;
  await meter.settle({ status: 200, isStreamed: false });
  expect(errors).toHaveLength(1);
  expect(rows).toHaveLength(broken === 'write' ? 0 : 1);
});

it('writes no record for work that went on under another meter, and holds nothing for it', async () => {
  const { meter, rows } = setup(() => {});
  await meter.reserve({ costUsd: 1, tokens: 0 });
  meter.handOver();
  await meter.settle({ status: 202, isStreamed: false });
  expect(rows).toEqual([]);
});
