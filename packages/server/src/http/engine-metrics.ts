import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EngineFigures } from '../features/money/billing/engine-figures.ts';

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** Callers may name models of a vendor: what comes after so many has one name together. */
const mostEngines = 200;

interface EngineSeries {
  input: Counter.Internal;
  cached: Counter.Internal;
  output: Counter.Internal;
  cost: Counter.Internal;
  time: Histogram.Internal<'engine'>;
  first: Histogram.Internal<'engine'>;
  result(name: string): Counter.Internal;
}

/** What `/metrics` says of engines: calls, failures, tokens, costs and times of each. */
export class EngineMetrics implements EngineFigures {
  readonly registry = new Registry();
  readonly #names = new Set<string>();
  readonly #series = new Map<string, EngineSeries>();
  readonly #calls: Counter<'engine' | 'result'>;
  readonly #tokens: Counter<'engine' | 'type'>;
  readonly #cost: Counter<'engine'>;
  readonly #times: Histogram<'engine'>;
  readonly #first: Histogram<'engine'>;

  constructor() {
    const registers = [this.registry];
    this.#calls = new Counter({
      name: 'parley_engine_calls_total',
      help: 'Calls to engines by result: ok, or the code of the error.',
      labelNames: ['engine', 'result'],
      registers,
    });
    this.#tokens = new Counter({
      name: 'parley_engine_tokens_total',
      help: 'Tokens by type: input (cached ones included), cached, output.',
      labelNames: ['engine', 'type'],
      registers,
    });
    this.#cost = new Counter({
      name: 'parley_engine_cost_usd_total',
      help: "What vendors ask, in US dollars: not the ledger's figure, which is exact.",
      labelNames: ['engine'],
      registers,
    });
    this.#times = new Histogram({
      name: 'parley_engine_seconds',
      help: 'Time of a call to an engine, from the question to the end of its reply.',
      labelNames: ['engine'],
      buckets,
      registers,
    });
    this.#first = new Histogram({
      name: 'parley_engine_first_token_seconds',
      help: 'Time from the question to the first piece of the reply.',
      labelNames: ['engine'],
      buckets,
      registers,
    });
  }

  /** Shows which engines are left alone for a while after failures. */
  watch(upstreams: () => { name: string; state: string }[]): void {
    const nameOf = (engine: string) => this.#nameOf(engine);
    new Gauge({
      name: 'parley_engine_left_alone',
      help: '1 while an engine or back end is left alone because it failed.',
      labelNames: ['engine'],
      registers: [this.registry],
      aggregator: 'max',
      collect() {
        this.reset();
        for (const { name, state } of upstreams()) this.set({ engine: nameOf(name) }, state === 'open' ? 1 : 0);
      },
    });
  }

  round({ engine, usage, upstreamCostUsd, error, times, savedUsd }: Parameters<EngineFigures['round']>[0]): void {
    if (engine === '') return;
    const series = this.#seriesOf(engine);
    series.result(savedUsd === undefined ? (error ?? 'ok') : 'cached').inc();
    if (savedUsd !== undefined) return;
    series.input.inc(usage.inputTokens);
    series.cached.inc(usage.cachedTokens);
    series.output.inc(usage.outputTokens);
    series.cost.inc(upstreamCostUsd);
    if (!times) return;
    series.time.observe(times.durationMs / 1000);
    if (times.firstTokenMs !== null) series.first.observe(times.firstTokenMs / 1000);
  }

  /** Found without sorting and hashing labels: every call comes by here. */
  #seriesOf(given: string): EngineSeries {
    const known = this.#series.get(given);
    if (known) return known;
    const engine = this.#nameOf(given);
    const results = new Map<string, Counter.Internal>();
    const made: EngineSeries = {
      input: this.#tokens.labels(engine, 'input'),
      cached: this.#tokens.labels(engine, 'cached'),
      output: this.#tokens.labels(engine, 'output'),
      cost: this.#cost.labels(engine),
      time: this.#times.labels(engine),
      first: this.#first.labels(engine),
      result: (name) => {
        const count = results.get(name) ?? this.#calls.labels(engine, name);
        results.set(name, count);
        return count;
      },
    };
    if (engine === given) this.#series.set(given, made);
    return made;
  }

  #nameOf(engine: string): string {
    if (this.#names.has(engine)) return engine;
    if (this.#names.size >= mostEngines) return 'other';
    this.#names.add(engine);
    return engine;
  }
}
