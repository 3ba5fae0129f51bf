import { expect, it } from 'vitest';
import { EngineMetrics } from './engine-metrics.ts';

const usage = { inputTokens: 30, cachedTokens: 10, outputTokens: 4 };
const times = { startedAt: 0, durationMs: 700, firstTokenMs: 80 };

it('counts calls, failures, tokens, costs and times of each engine', async () => {
  const metrics = new EngineMetrics();
  metrics.watch(() => [
    { name: 'openai/a', state: 'open' },
    { name: 'google/b', state: 'half-open' },
  ]);
  for (const error of [null, 'upstream_timeout']) {
    metrics.round({ engine: 'openai/a', usage, upstreamCostUsd: 0.25, error, times });
  }
  metrics.round({ engine: 'tei/e', usage, upstreamCostUsd: 0, error: null });
  const text = await metrics.registry.metrics();
  for (const line of [
    'parley_engine_calls_total{engine="openai/a",result="ok"} 1',
    'parley_engine_calls_total{engine="openai/a",result="upstream_timeout"} 1',
    'parley_engine_tokens_total{engine="openai/a",type="input"} 60',
    'parley_engine_tokens_total{engine="openai/a",type="cached"} 20',
    'parley_engine_tokens_total{engine="openai/a",type="output"} 8',
    'parley_engine_cost_usd_total{engine="openai/a"} 0.5',
    'parley_engine_seconds_bucket{le="0.5",engine="openai/a"} 0',
    'parley_engine_seconds_bucket{le="1",engine="openai/a"} 2',
    'parley_engine_first_token_seconds_count{engine="openai/a"} 2',
    'parley_engine_left_alone{engine="openai/a"} 1',
    'parley_engine_left_alone{engine="google/b"} 0',
  ])
    expect(text.split('\n')).toContain(line);
});

it('has one name for all that callers name beyond what a collector can bear', async () => {
  const metrics = new EngineMetrics();
  for (let at = 0; at < 300; at++) {
    metrics.round({ engine: `openrouter/m${at}`, usage, upstreamCostUsd: 0, error: null, times });
  }
  const text = await metrics.registry.metrics();
  expect(text).toContain('parley_engine_calls_total{engine="other",result="ok"} 100');
  expect(text.match(/^parley_engine_calls_total\{/gm)).toHaveLength(201);
});
