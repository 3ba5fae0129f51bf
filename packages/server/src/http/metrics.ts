import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withinLimit } from '../lib/within-limit.ts';
import type { Siblings } from '../ports/siblings.ts';

/** A figure that cannot be had is no number: the others are shown all the same. */
const known = (figure: Promise<number>): Promise<number> => withinLimit(figure, collectMs).catch(() => Number.NaN);

const collectMs = 2000;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What `/metrics` shows, in Prometheus' text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'endpoint' | 'status'>;
  readonly #durations: Histogram<'endpoint'>;
  readonly #stalls: Counter;
  /** By endpoint and status: as many as there can be of both, found without sorting and hashing labels. */
  readonly #series = new Map<string, { count: Counter.Internal; time: Histogram.Internal<'endpoint'> }>();

  readonly #engines: Registry | undefined;
  readonly #siblings: Siblings | undefined;

  constructor(gauges: {
    /** The other processes that listen on this port. Default: there are none. */
    siblings?: Siblings | undefined;
    /** What is counted of engines. */
    engines?: Registry;
    queueDepth(): Promise<number>;
    /** Of this process. */
    callsInFlight(): number;
    areCountersShared(): boolean;
    /** Where the service writes. */
    freeBytes(): Promise<number>;
    /** When the newest backup was made, 0 for never; absent where none are made by schedule. */
    newestBackupMs?(): number;
    /** Absent where the ledger is not exported. */
    ledgerExport?: LedgerExportFigures;
    /** Absent where nothing is spent. */
    money?: MoneyFigures;
  }) {
    this.#engines = gauges.engines;
    this.#siblings = gauges.siblings;
    gauges.siblings?.tell(() => this.#all.getMetricsAsJSON());
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'parley_requests_total',
      help: 'Requests by endpoint and status.',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'parley_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['endpoint'],
      buckets: durationBuckets,
      registers,
    });
    this.#stalls = new Counter({
      name: 'parley_event_loop_stalls_total',
      help: 'How often the event loop stood still for more than 200 ms.',
      registers,
    });
    new Gauge({
      name: 'parley_counters_shared',
      help: '0 while limits are counted by this process alone because Redis cannot be reached.',
      registers,
      aggregator: 'min',
      collect() {
        this.set(gauges.areCountersShared() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'parley_calls_in_flight',
      help: 'Calls that were begun and have not ended, streams among them.',
      registers,
      collect() {
        this.set(gauges.callsInFlight());
      },
    });
    new Gauge({
      name: 'parley_queue_depth',
      help: 'Jobs waiting or running.',
      registers,
      aggregator: 'max',
      async collect() {
        this.set(await known(gauges.queueDepth()));
      },
    });
    new Gauge({
      name: 'parley_disk_free_bytes',
      help: 'What may still be written under DATA_DIR.',
      registers,
      aggregator: 'min',
      async collect() {
        this.set(await known(gauges.freeBytes()));
      },
    });
    const { ledgerExport, money } = gauges;
    if (money) showMoney(this.#registry, money);
    if (ledgerExport) showLedgerExport(this.#registry, ledgerExport);
    const { newestBackupMs } = gauges;
    if (newestBackupMs === undefined) return;
    new Gauge({
      name: 'parley_backup_timestamp_seconds',
      help: 'When the newest backup was made, in seconds since 1970; 0 for never.',
      registers,
      aggregator: 'max',
      collect() {
        this.set(newestBackupMs() / 1000);
      },
    });
  }

  request(endpoint: string, status: number, seconds: number): void {
    const name = `${endpoint} ${status}`;
    let series = this.#series.get(name);
    if (series === undefined) {
      series = { count: this.#requests.labels(endpoint, String(status)), time: this.#durations.labels(endpoint) };
      this.#series.set(name, series);
    }
    series.count.inc();
    series.time.observe(seconds);
  }

  /** The event loop stood still for a while. */
  stall(): void {
    this.#stalls.inc();
  }

  get #all(): Registry {
    return this.#engines ? Registry.merge([this.#registry, this.#engines]) : this.#registry;
  }

  /** Of all processes on the port: whichever of them is asked, the figures are those of the service. */
  async text(): Promise<string> {
    const all = this.#all;
    if (!this.#siblings) return all.metrics();
    const others = await this.#siblings.ask();
    return AggregatorRegistry.aggregate([await all.getMetricsAsJSON(), ...others] as object[]).metrics();
  }
}

interface MoneyFigures {
  /** What was looked for in the cache of replies. */
  cache: { hits: number; misses: number; savedUsd: number };
  budgets: { refused: number };
}

function showMoney(registry: Registry, { cache, budgets }: MoneyFigures): void {
  const registers = [registry];
  new Counter({
    name: 'parley_reply_cache_lookups_total',
    help: 'Replies that were looked for in the cache, by whether they were there.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, cache.hits);
      this.inc({ result: 'miss' }, cache.misses);
    },
  });
  new Counter({
    name: 'parley_reply_cache_saved_usd_total',
    help: 'What replies from the cache had cost when they were made, in US dollars.',
    registers,
    collect() {
      this.reset();
      this.inc(cache.savedUsd);
    },
  });
  new Counter({
    name: 'parley_budget_refusals_total',
    help: 'Calls that a budget did not allow.',
    registers,
    collect() {
      this.reset();
      this.inc(budgets.refused);
    },
  });
}

interface LedgerExportFigures {
  counts: { records: number; failures: number };
  lagSeconds(): Promise<number>;
}

function showLedgerExport(registry: Registry, figures: LedgerExportFigures): void {
  const { counts } = figures;
  const registers = [registry];
  new Gauge({
    name: 'parley_ledger_export_lag_seconds',
    help: 'Age of the oldest record of the ledger that is not exported yet; 0 when all are.',
    registers,
    aggregator: 'max',
    async collect() {
      this.set(await known(figures.lagSeconds()));
    },
  });
  new Counter({
    name: 'parley_ledger_exported_records_total',
    help: 'Records of the ledger that the other side has said it keeps.',
    registers,
    collect() {
      this.reset();
      this.inc(counts.records);
    },
  });
  new Counter({
    name: 'parley_ledger_export_failures_total',
    help: 'Batches of the ledger that could not be exported; each is tried again.',
    registers,
    collect() {
      this.reset();
      this.inc(counts.failures);
    },
  });
}
