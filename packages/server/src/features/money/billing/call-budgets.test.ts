import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { BudgetBook } from './budget-book.ts';
import { BudgetGuard } from './budget-guard.ts';
import type { StoredBudget } from './budget-repository.ts';
import { CallMeter, type MeteredCall } from './call-meter.ts';
import { CounterHolds } from './counter-holds.ts';
import type { UsageRow } from './usage-row.ts';

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5 };
const consumption = { model: 'small-2', usage, costUsd: 0.5, upstreamCostUsd: 0.5 };
const done = { status: 200, isStreamed: false };
const ofKey = { id: 'key_1', workspaceId: 'ws_1', label: 'key', budgetNanos: 1e9, period: 'total' } as const;

/** A budget of $1 in all. */
const budget = (
  scope: StoredBudget['scope'],
  target: string | null,
  more: Partial<StoredBudget> = {},
): StoredBudget => ({
  id: `bud_${scope}`,
  workspaceId: 'ws_1',
  name: '',
  scope,
  target,
  amountNanos: 1e9,
  period: 'total',
  action: 'stop',
  warnAt: [],
  emails: [],
  ...more,
});

function setup(stored: StoredBudget[], more: Partial<MeteredCall> = {}) {
  const clock = new FakeClock();
  const counters = new MemoryCounters({ clock });
  const rows: UsageRow[] = [];
  const counted: string[][] = [];
  const call = {
    requestId: 'req_1',
    endpoint: 'createAnswer',
    workspaceId: 'ws_1',
    keyId: 'key_1',
    tokensPerMinute: null,
    sharesWith: null,
    maxUsd: null,
    budgets: [],
    budgetsVersion: stored.length,
    ...more,
  };
  const parts = {
    budgets: new BudgetGuard({
      ledger: { spent: async (places) => places.map(() => 0n) },
      holds: new CounterHolds({ counters }),
      clock,
    }),
    book: new BudgetBook({ repository: { active: async () => stored } }),
    onCounted: (owners: readonly { id: string }[]) => void counted.push(owners.map(({ id }) => id)),
    counters,
    writer: { write: async (row: UsageRow) => void rows.push(row) },
    clock,
    onError: (error: unknown) => expect.fail(String(error)),
  };
  return { open: () => new CallMeter(call, parts), rows, counted, clock };
}

const labels = { user_id: 'u_1', tags: ['t_1'], metadata: {} };

it.each<[string, StoredBudget, Partial<MeteredCall>, typeof labels | null]>([
  ['key', budget('key', 'key_1'), {}, null],
  ['key, whose tags count as well', budget('tag', 't_0'), { tags: ['t_0'] }, null],
  ['key, whose tags count beside those of the call', budget('tag', 't_0'), { tags: ['t_0'] }, labels],
  ['user', budget('user', 'u_1'), {}, labels],
  ['tag', budget('tag', 't_1'), {}, labels],
  ['model', budget('model', 'small-*'), {}, labels],
])(
  'holds a call to the budget of its %s, and counts it there once it is recorded',
  async (_whose, one, call, ownLabels) => {
    const { open, rows, counted } = setup([one], call);
    const meter = open();
    if (ownLabels) meter.label(ownLabels);
    await expect(meter.reserve({ costUsd: 1.1, tokens: 0, model: 'small-2' })).rejects.toMatchObject({
      code: 'budget_exceeded',
    });
    await meter.reserve({ costUsd: 0.8, tokens: 0, model: 'small-2' });
    expect(await meter.leftUsd?.('small-2')).toBeCloseTo(0.2, 9);
    meter.add(consumption);
    await meter.settle(done);
    expect(rows).toMatchObject([{ counts: [[one.id, 'total', 500_000_000]] }]);
    expect(counted).toEqual([[one.id]]);
  },
);

it.each<[string, StoredBudget, typeof labels | null]>([
  ['user', budget('user', 'u_2'), labels],
  ['tag', budget('tag', 't_2'), labels],
  ['key', budget('key', 'key_2'), labels],
  ['model', budget('model', 'large-*'), labels],
  ['user, where it names none', budget('user', 'u_1'), null],
])('does not hold a call to the budget of another %s', async (_whose, one, ownLabels) => {
  const { open, rows, counted } = setup([one]);
  const meter = open();
  if (ownLabels) meter.label(ownLabels);
  await meter.reserve({ costUsd: 5, tokens: 0, model: 'small-2' });
  meter.add(consumption);
  await meter.settle(done);
  expect([rows.length, counted]).toEqual([1, []]);
  expect(rows[0]).not.toHaveProperty('counts');
});

it('counts for the budget of a model what that one cost, and not what others of the same call did', async () => {
  const { open, rows } = setup([budget('model', 'small-*')]);
  const meter = open();
  meter.add(consumption);
  meter.add({ ...consumption, model: 'large-2', costUsd: 4 });
  meter.add({ ...consumption, costUsd: 0.25 });
  await meter.settle(done);
  expect(rows).toMatchObject([{ cost_nanos: 4_750_000_000, counts: [['bud_model', 'total', 750_000_000]] }]);
});

it('counts nothing for work that goes on under another meter', async () => {
  const { open, rows, counted } = setup([budget('key', 'key_1')]);
  const meter = open();
  meter.add(consumption);
  meter.handOver();
  await meter.settle(done);
  expect([rows, counted]).toEqual([[], []]);
});

it('gives back what a call held once it has ended, however often it ends', async () => {
  const { open } = setup([], { budgets: [ofKey] });
  const meter = open();
  expect(await meter.leftUsd?.()).toBe(1);
  await meter.reserve({ costUsd: 0.6, tokens: 0 });
  await meter.reserve({ costUsd: 0.4, tokens: 0 });
  expect(await meter.leftUsd?.()).toBe(0);
  await expect(open().reserve({ costUsd: 0.1, tokens: 0 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  await meter.settle({ status: 499, isStreamed: true });
  await meter.settle(done);
  await expect(open().reserve({ costUsd: 1, tokens: 0 })).resolves.toBeUndefined();
});

it('tells the caller what the tightest budget has left, by what the call cost once it has ended', async () => {
  const day = { ...ofKey, id: 'ws_1', label: 'workspace', budgetNanos: 3e9, period: 'day' } as const;
  const { open, clock } = setup([budget('tag', 't_1', { name: 'Trial', amountNanos: 1e8, action: 'warn' })], {
    budgets: [ofKey, day],
    tags: ['t_1'],
  });
  const meter = open();
  expect(meter.budgetNotice).toBeUndefined();
  await meter.reserve({ costUsd: 0.8, tokens: 0 });
  const warnings = ['the budget Trial (0.1 USD) is used up'];
  expect(meter.budgetNotice).toEqual({ id: 'key', leftUsd: expect.closeTo(0.2, 9), resetsAfterMs: null, warnings });
  meter.add(consumption);
  await meter.settle(done);
  expect(meter.budgetNotice).toMatchObject({ id: 'key', leftUsd: expect.closeTo(0.5, 9) });
  const daily = setup([], { budgets: [day] }).open();
  await daily.reserve({ costUsd: 2, tokens: 0 });
  const untilMidnight = 86_400_000 - (clock.now() % 86_400_000);
  expect(daily.budgetNotice).toEqual({ id: 'workspace', leftUsd: 1, resetsAfterMs: untilMidnight, warnings: [] });
});
