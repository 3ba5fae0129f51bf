import type { CallSummary } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { waterfallOf } from './waterfall.ts';

type Round = CallSummary['rounds'][number];

const round = (startedMs?: number, durationMs?: number): Round => ({
  engine: 'openai/a',
  input_tokens: 1,
  cached_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 1,
  upstream_cost_usd: 0,
  error: null,
  ...(startedMs !== undefined && { started_ms: startedMs }),
  ...(durationMs !== undefined && { duration_ms: durationMs }),
});

describe('the waterfall of a call', () => {
  it('places each call to an engine within the time of the whole', () => {
    const rounds = [round(0, 250), round(250, 750)];
    expect(waterfallOf({ duration_ms: 1000, rounds })).toEqual([
      { left: 0, width: 25 },
      { left: 25, width: 75 },
    ]);
  });

  it('holds bars within the whole and keeps the shortest to be seen', () => {
    expect(waterfallOf({ duration_ms: 1000, rounds: [round(900, 1100), round(1000, 0)] })).toEqual([
      { left: 45, width: 55 },
      { left: 50, width: 1 },
    ]);
    expect(waterfallOf({ duration_ms: 0, rounds: [round(0, 0)] })).toEqual([{ left: 0, width: 1 }]);
    expect(waterfallOf({ duration_ms: 500, rounds: [round(500, 0)] })).toEqual([{ left: 99, width: 1 }]);
  });

  it('has no bar where no times were kept', () => {
    expect(waterfallOf({ duration_ms: 1000, rounds: [round(), round(10)] })).toEqual([null, null]);
  });
});
