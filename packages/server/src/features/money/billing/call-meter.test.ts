import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { BudgetGuard } from './budget-guard.ts';
import { CallMeter, type MeteredCall, type MeterParts } from './call-meter.ts';
import { CounterHolds } from './counter-holds.ts';
import type { UsageRow } from './usage-row.ts';

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5 };
const consumption = { model: 'm', usage, costUsd: 0.5, upstreamCostUsd: 0.5 };
const call = {
  requestId: 'req_1',
  endpoint: 'createAnswer',
  workspaceId: 'ws_1',
  keyId: 'key_1',
  tokensPerMinute: 1000,
  sharesWith: null,
  maxUsd: null,
  budgets: [{ id: 'key_1', workspaceId: 'ws_1', label: 'key', budgetNanos: 1e9, period: 'total' } as const],
};

function setup(fail: (step: string) => void = () => {}, more: Partial<MeteredCall> = {}) {
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
    budgets: new BudgetGuard({
      ledger: { spent: async (places) => places.map(() => 0n) },
      holds: new CounterHolds({ counters }),
      clock,
    }),
    counters,
    writer: { write },
    clock,
    isUnpriced: (engine) => engine === 'hosted/m',
    onError: (error) => void errors.push(error),
  };
  const open = () => new CallMeter({ ...call, ...more }, parts);
  return { meter: open(), open, clock, counters, rows, errors };
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
  const { meter, open, rows } = setup();
  await meter.reserve({ costUsd: 1, tokens: 0 });
  await expect(open().reserve({ costUsd: 0.01, tokens: 0 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  meter.handOver();
  await meter.settle({ status: 202, isStreamed: false });
  expect(rows).toEqual([]);
  await open().reserve({ costUsd: 1, tokens: 0 });
});

describe('a record', () => {
  it('sums all that was used, by kind, and says when and how long', async () => {
    const { meter, clock, rows } = setup();
    const startedAt = clock.now();
    const used = { inputTokens: 10, cachedTokens: 3, cacheWriteTokens: 2, outputTokens: 5 };
    meter.add({ model: 'first', usage: used, costUsd: 0.5, upstreamCostUsd: 0.25 });
    const { cacheWriteTokens: _, ...more } = used;
    meter.add({ model: 'second', usage: more, costUsd: 1e-9, upstreamCostUsd: 1e-9 });
    meter.trace.attempt();
    clock.advance(34.4);
    meter.trace.attempt();
    meter.trace.answeredBy('openai/first');
    clock.advance(1_200);
    meter.trace.answeredBy('openai/second');
    await meter.settle({ status: 200, isStreamed: true });
    await meter.settle({ status: 500, isStreamed: false });
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^use_/),
        request_id: 'req_1',
        workspace_id: 'ws_1',
        key_id: 'key_1',
        endpoint: 'createAnswer',
        model: 'second',
        input_tokens: 20,
        cached_tokens: 6,
        cache_write_tokens: 2,
        output_tokens: 10,
        cost_nanos: 500_000_001,
        upstream_cost_nanos: 250_000_001,
        user_id: null,
        tags: null,
        metadata: null,
        saved_nanos: 0,
        is_unpriced: 0,
        error_code: null,
        explanation: null,
        guards: null,
        prompt: null,
        status: 200,
        is_streamed: 1,
        duration_ms: 1_234,
        created_at: startedAt + 1_234.4,
        engine: 'openai/second',
        attempts: 2,
        rounds: null,
        first_token_ms: 34,
      },
    ]);
  });

  it('has a line for each call to an engine where there were several, or one that failed, up to a hundred', async () => {
    const usage = { inputTokens: 3, cachedTokens: 1, outputTokens: 2 };
    const round = (engine: string, error: string | null = null) => ({
      engine,
      usage,
      upstreamCostUsd: 0.1 + 0.2,
      error,
      times: { startedAt: 0, durationMs: 12.4, firstTokenMs: null },
    });
    const told = async (rounds: ReturnType<typeof round>[]) => {
      const { meter, rows } = setup();
      meter.add({ model: 'm', usage, costUsd: 0, upstreamCostUsd: 0, rounds });
      await meter.settle({ status: 200, isStreamed: false });
      const { rounds: stored } = rows[0]!;
      return typeof stored === 'string' ? JSON.parse(stored) : null;
    };
    const counts = {
      input_tokens: 3,
      cached_tokens: 1,
      cache_write_tokens: 0,
      output_tokens: 2,
      upstream_cost_usd: 0.3,
      started_ms: 0,
      duration_ms: 12,
      first_token_ms: null,
    };
    expect(await told([round('openai/a')])).toBeNull();
    expect(await told([round('openai/a', 'upstream_timeout')])).toEqual([
      { engine: 'openai/a', ...counts, error: 'upstream_timeout' },
    ]);
    expect(await told([round('openai/a', 'upstream_overloaded'), round('google/b')])).toEqual([
      { engine: 'openai/a', ...counts, error: 'upstream_overloaded' },
      { engine: 'google/b', ...counts, error: null },
    ]);
    expect(await told(Array.from({ length: 130 }, () => round('openai/a')))).toHaveLength(100);
  });

  it('of a call that used nothing has no model, no cost, and no negative time when the clock is set back', async () => {
    const { meter, clock, rows } = setup(undefined, { recordId: 'use_run_1' });
    clock.advance(-5_000);
    await meter.settle({ status: 400, isStreamed: false });
    const nothing = {
      model: null,
      input_tokens: 0,
      output_tokens: 0,
      cost_nanos: 0,
      duration_ms: 0,
      is_streamed: 0,
      engine: null,
      attempts: 0,
      first_token_ms: null,
    };
    expect(rows).toMatchObject([{ id: 'use_run_1', status: 400, ...nothing }]);
  });
});

describe('the tokens of a minute', () => {
  const minute = (more: Partial<MeteredCall> = {}) => {
    const parts = setup(undefined, { budgets: [], ...more });
    const left = () => parts.counters.take({ key: 'tokens:key_1', cost: 0, limit: 1000, windowMs: 60_000 }).remaining;
    return { ...parts, left };
  };

  it('are those that were used, once a call has ended', async () => {
    const { meter, left } = minute();
    await meter.reserve({ costUsd: 0, tokens: 300 });
    await meter.reserve({ costUsd: 0, tokens: 100 });
    expect(left()).toBe(600);
    meter.add(consumption);
    await meter.settle({ status: 200, isStreamed: false });
    expect(left()).toBe(985);
  });

  it('are taken although there are too few left, when more was used than estimated', async () => {
    const { meter, left } = minute();
    await meter.reserve({ costUsd: 0, tokens: 900 });
    meter.add({ ...consumption, usage: { ...usage, outputTokens: 1_500 } });
    await meter.settle({ status: 200, isStreamed: false });
    expect(left()).toBe(0);
  });

  it('refuse a call that they do not suffice for, and say when to come again', async () => {
    const { meter, open } = minute();
    await meter.reserve({ costUsd: 0, tokens: 700 });
    const refused = open().reserve({ costUsd: 0, tokens: 600 });
    // 300 tokens are missing, 1,000 come in a minute.
    await expect(refused).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 18_000 });
  });

  it('let a call that is larger than the limit run when nothing else did', async () => {
    const { meter, open, left } = minute();
    await meter.reserve({ costUsd: 0, tokens: 5_000 });
    expect(left()).toBe(0);
    await expect(open().reserve({ costUsd: 0, tokens: 1 })).rejects.toThrow(/1000 tokens a minute/);
  });

  it('bound nothing where there is no limit, and work without tokens', async () => {
    const { meter, rows, errors, left } = minute({ tokensPerMinute: null });
    await meter.reserve({ costUsd: 0, tokens: 5_000 });
    meter.add(consumption);
    await meter.settle({ status: 200, isStreamed: false });
    expect([rows.length, errors, left()]).toEqual([1, [], 1000]);
    const limited = minute();
    await limited.meter.reserve({ costUsd: 0, tokens: 1_000 });
    await limited.open().reserve({ costUsd: 0, tokens: 0 });
    expect(limited.left()).toBe(0);
  });
});

it('refuses what would bring a call above the most that it may cost, whatever the budgets have left', async () => {
  const { meter } = setup(undefined, { budgets: [], maxUsd: 1 });
  expect(await meter.leftUsd?.()).toBe(1);
  await meter.reserve({ costUsd: 0.8, tokens: 0 });
  expect(await meter.leftUsd?.()).toBeCloseTo(0.2, 9);
  await expect(meter.reserve({ costUsd: 0.3, tokens: 0 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  // What a round of a tool loop was counted at stands in place of what was held for it.
  meter.add({ ...consumption, costUsd: 0.5 });
  expect(await meter.leftUsd?.()).toBeCloseTo(0.5, 9);
  await meter.reserve({ costUsd: 0.5, tokens: 0 });
  await expect(meter.reserve({ costUsd: 0.000001, tokens: 0 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  const both = setup(undefined, { maxUsd: 5 });
  expect(await both.meter.leftUsd?.()).toBe(1);
  expect(setup(undefined, { budgets: [] }).meter.leftUsd).toBeUndefined();
});

it.each([
  ['of an engine without a price', 'hosted/m', { ...consumption, costUsd: 0, upstreamCostUsd: 0 }, 200, 1],
  ['that failed and used nothing', 'hosted/m', null, 502, 0],
  ['that its vendor gave the cost of', 'hosted/m', { ...consumption, costUsd: 0 }, 200, 0],
  ['of an engine that costs nothing', 'reader', { ...consumption, costUsd: 0, upstreamCostUsd: 0 }, 200, 0],
])('marks a call %s as unpriced or not', async (_name, engine, used, status, isUnpriced) => {
  const { meter, rows } = setup();
  meter.trace.asks(engine, 'words');
  if (used) meter.add(used);
  await meter.settle({ status, isStreamed: false });
  expect(rows[0]).toMatchObject({ engine, is_unpriced: isUnpriced });
});
