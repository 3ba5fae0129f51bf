import type { CallLabels, GuardDecision } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import type { CacheOutcome, ModelRound } from '../../../ports/meter.ts';
import { BudgetGuard } from './budget-guard.ts';
import { CallMeter, type MeteredCall, type MeterParts } from './call-meter.ts';
import { CounterHolds } from './counter-holds.ts';
import { EngineSightings } from './engine-sightings.ts';
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

function setup(
  fail: (step: string) => void = () => {},
  more: Partial<MeteredCall> = {},
  otherParts: Partial<MeterParts> = {},
) {
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
    ...otherParts,
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
  ['that the workspace paid for by a price of the list', 'hosted/m', { ...consumption, upstreamCostUsd: 0 }, 200, 0],
  ['that was answered without tokens', 'hosted/m', null, 200, 1],
  ['that was refused', 'hosted/m', null, 400, 0],
  [
    'that failed after something was used',
    'hosted/m',
    { ...consumption, usage: { ...usage, outputTokens: 10 }, costUsd: 0, upstreamCostUsd: 0 },
    502,
    1,
  ],
  ['of an engine that costs nothing', 'reader', { ...consumption, costUsd: 0, upstreamCostUsd: 0 }, 200, 0],
])('marks a call %s as unpriced or not', async (_name, engine, used, status, isUnpriced) => {
  const { meter, rows } = setup();
  meter.trace.asks(engine, 'words');
  if (used) meter.add(used);
  await meter.settle({ status, isStreamed: false });
  expect(rows[0]).toMatchObject({ engine, is_unpriced: isUnpriced });
});

it.each<[string, string | null, CacheOutcome, Partial<MeterParts>]>([
  ['that a kept reply answered', 'hosted/m', 'hit', {}],
  ['that asked no engine', null, 'miss', { isUnpriced: () => true }],
  ['where nobody knows which engines have a price', 'hosted/m', 'miss', { isUnpriced: undefined as never }],
])('does not mark a call as unpriced %s', async (_which, engine, looked, parts) => {
  const { meter, rows, errors } = setup(undefined, {}, parts);
  if (engine !== null) meter.trace.asks(engine, 'words');
  meter.trace.looked(looked);
  meter.add({ ...consumption, costUsd: 0, upstreamCostUsd: 0 });
  await meter.settle({ status: 200, isStreamed: false });
  expect([rows.map((row) => row.is_unpriced), errors]).toEqual([[0], []]);
});

describe('the record of a call says', () => {
  const recorded = async (work: (meter: CallMeter) => void, more: Partial<MeteredCall> = {}) => {
    const { meter, rows } = setup(undefined, more);
    work(meter);
    await meter.settle({ status: 200, isStreamed: false });
    return rows[0]!;
  };
  const decision = (guard: string): GuardDecision => ({
    guard,
    stage: 'input',
    action: 'warn',
    findings: { word: 1 },
    ms: 1,
  });
  const round = (savedUsd?: number): ModelRound => ({
    engine: 'openai/a',
    usage,
    upstreamCostUsd: 0,
    error: null,
    times: { startedAt: 0, durationMs: 1, firstTokenMs: null },
    ...(savedUsd !== undefined && { savedUsd }),
  });

  it('what kept replies saved, in sum', async () => {
    const rounds = [round(0.25), round(), round(0.5)];
    expect((await recorded((meter) => meter.add({ ...consumption, rounds }))).saved_nanos).toBe(750_000_000);
  });

  it('the first hundred calls to engines, however they were added', async () => {
    const rounds = Array.from({ length: 60 }, () => round());
    const row = await recorded((meter) => {
      for (let time = 0; time < 3; time++) meter.add({ ...consumption, rounds });
    });
    expect(JSON.parse(String(row.rounds))).toHaveLength(100);
  });

  it('what guards found, the first hundred', async () => {
    const few = [decision('a'), decision('b')];
    expect(JSON.parse(String((await recorded((meter) => meter.guarded(few))).guards))).toEqual(few);
    const many = Array.from({ length: 60 }, () => decision('c'));
    const row = await recorded((meter) => {
      for (let time = 0; time < 3; time++) meter.guarded(many);
    });
    expect(JSON.parse(String(row.guards))).toHaveLength(100);
  });

  it('the kept prompt that it began with, and whose budget it shares', async () => {
    const row = await recorded((meter) => meter.prompted('p_1@2'), { sharesWith: 'key_0' });
    expect([row.prompt, row.shares_with]).toEqual(['p_1@2', 'key_0']);
    expect(await recorded(() => {})).not.toHaveProperty('shares_with');
    expect(await recorded(() => {})).not.toHaveProperty('counts');
  });

  it.each<[string, string[], CallLabels | null, object]>([
    ['nothing, where neither has any', [], null, { user_id: null, tags: null, metadata: null }],
    ['the tags of its key', ['a', 'b'], null, { user_id: null, tags: ',a,b,', metadata: null }],
    [
      'its own',
      [],
      { user_id: 'u', tags: ['c', 'd'], metadata: { x: 'y' } },
      { user_id: 'u', tags: ',c,d,', metadata: '{"x":"y"}' },
    ],
    [
      'both, each once',
      ['a', 'c'],
      { user_id: 'u', tags: ['c', 'd'], metadata: {} },
      { user_id: 'u', tags: ',a,c,d,', metadata: null },
    ],
  ])('of labels %s', async (_which, tags, labels, stored) => {
    const { meter, rows } = setup(undefined, tags.length > 0 ? { tags } : {});
    if (labels) meter.label(labels);
    expect(meter.labels === null).toBe(tags.length === 0 && labels === null);
    await meter.settle({ status: 200, isStreamed: false });
    expect(rows).toMatchObject([stored]);
  });
});

describe('somebody who looks in the dashboard', () => {
  it.each<[string, number, (meter: CallMeter) => void, boolean]>([
    ['leaves no record of having used nothing', 0, () => {}, true],
    ['leaves one of what a model did', 1, (meter) => meter.add(consumption), true],
    ['leaves one of having asked an engine in vain', 1, (meter) => meter.trace.attempt(), true],
    ['leaves one as any other caller does', 1, () => {}, false],
  ])('%s', async (_what, records, work, isLook) => {
    const { meter, rows } = setup(undefined, { isLook });
    work(meter);
    await meter.settle({ status: 200, isStreamed: false });
    expect(rows).toHaveLength(records);
  });
});

it('tells whoever watches engines how each was seen, and what each call to one used', async () => {
  const told: unknown[] = [];
  const sightings = new EngineSightings();
  const { meter, clock } = setup(undefined, {}, { sightings, figures: { round: (round) => void told.push(round) } });
  const round: ModelRound = {
    engine: 'openai/a',
    usage,
    upstreamCostUsd: 0.25,
    error: 'upstream_timeout',
    times: { startedAt: 0, durationMs: 1, firstTokenMs: null },
  };
  meter.add({ ...consumption, rounds: [round, { ...round, error: null }] });
  meter.add({ ...consumption, model: 'reader', rounds: [] });
  expect(told).toEqual([
    round,
    { ...round, error: null },
    { engine: 'reader', usage, upstreamCostUsd: 0.5, error: null },
  ]);
  meter.trace.answeredBy('openai/a');
  await meter.settle({ status: 503, isStreamed: false });
  expect(sightings.of('openai/a')).toEqual({ at: clock.now(), hasFailed: true, status: 503 });
});

it('counts the tokens of a minute with counters that must be waited for, and settles when they fail afterwards', async () => {
  const { errors, rows, meter } = setup(
    undefined,
    {},
    {
      counters: Object.assign(Object.create(null), {
        take: async ({ force }: { force?: boolean }) => {
          if (force) throw new Error('The counters are away.');
          return { allowed: true, remaining: 0, resetMs: 0, retryAfterMs: 0 };
        },
      }),
    },
  );
  await meter.reserve({ costUsd: 0.5, tokens: 10 });
  meter.add(consumption);
  await meter.settle({ status: 200, isStreamed: false });
  expect([rows.length, errors]).toEqual([1, [new Error('The counters are away.')]]);
});

it.each<[string, Partial<MeteredCall>, number, number]>([
  ['of a key without a limit', { tokensPerMinute: null }, 10, 0],
  ['that used as much as was estimated', {}, 15, 1],
  ['that used more than was estimated', {}, 10, 2],
])('asks the counters of a minute no oftener than it must, for a call %s', async (_which, more, tokens, taken) => {
  let takes = 0;
  const { meter } = setup((step) => void (step === 'take' && takes++), { budgets: [], ...more });
  await meter.reserve({ costUsd: 0, tokens });
  meter.add(consumption);
  await meter.settle({ status: 200, isStreamed: false });
  expect(takes).toBe(taken);
});

it('lets work without tokens run although more was used than the minute allows', async () => {
  const { meter, open } = setup();
  meter.add({ ...consumption, usage: { ...usage, outputTokens: 5_000 } });
  await meter.settle({ status: 200, isStreamed: false });
  await expect(open().reserve({ costUsd: 0, tokens: 1 })).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  await expect(open().reserve({ costUsd: 0, tokens: 0 })).resolves.toBeUndefined();
});

it('lets work that costs nothing run although a call cost more than it may, and says why other work does not', async () => {
  const { meter } = setup(undefined, { budgets: [], maxUsd: 1 });
  meter.add({ ...consumption, costUsd: 2 });
  await expect(meter.reserve({ costUsd: 0, tokens: 0 })).resolves.toBeUndefined();
  await expect(meter.reserve({ costUsd: 0.1, tokens: 0 })).rejects.toMatchObject({
    title: 'This call would cost too much',
    message: expect.stringContaining('at most $1: $2 of it is spent or held already'),
  });
});
