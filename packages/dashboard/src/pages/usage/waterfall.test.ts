import type { ExplainedCall } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { waterfallOf } from './waterfall.ts';

type Round = ExplainedCall['rounds'][number];

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

const bars = (durationMs: number, rounds: Round[]) =>
  waterfallOf({ duration_ms: durationMs, rounds, steps: [] }).map(({ bar }) => bar);

describe('the waterfall of a call', () => {
  it('places each call to an engine within the time of the whole', () => {
    const rounds = [round(0, 250), round(250, 750)];
    expect(bars(1000, rounds)).toEqual([
      { left: 0, width: 25 },
      { left: 25, width: 75 },
    ]);
  });

  it('holds bars within the whole and keeps the shortest to be seen', () => {
    expect(bars(1000, [round(900, 1100), round(1000, 0)])).toEqual([
      { left: 45, width: 55 },
      { left: 50, width: 1 },
    ]);
    expect(bars(0, [round(0, 0)])).toEqual([{ left: 0, width: 1 }]);
    expect(bars(500, [round(500, 0)])).toEqual([{ left: 99, width: 1 }]);
  });

  it('has no bar where no times were kept', () => {
    expect(bars(1000, [round(), round(10)])).toEqual([null, null]);
  });

  it('stands the other work of the call among its rounds, in the order in which they began', () => {
    const step = { kind: 'retrieval', name: 'files', started_ms: 10, duration_ms: 40, error: null } as const;
    const schema = { kind: 'schema', name: 'strict', started_ms: 50, duration_ms: 900, error: null } as const;
    const lines = waterfallOf({ duration_ms: 1000, rounds: [round(50, 850)], steps: [step, schema] });
    expect(lines.map((line) => ('step' in line ? line.step.kind : 'round'))).toEqual(['retrieval', 'schema', 'round']);
    expect(lines[0]?.bar).toEqual({ left: 1, width: 4 });
  });
});
