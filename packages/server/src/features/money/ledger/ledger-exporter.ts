import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ExportedRecord, LedgerSink } from '../../../ports/ledger-sink.ts';
import { tagsOf } from '../billing/stored-labels.ts';
import type { LedgerExportRepository, LedgerRecord } from './ledger-export-repository.ts';

export interface LedgerExporterParts {
  repository: LedgerExportRepository;
  sink: LedgerSink;
  clock: Clock;
  /** 0 up to 1. */
  random?: () => number;
  onError(error: unknown): void;
}

/** Half a megabyte of lines: a few milliseconds of the event loop. */
const batchRecords = 1_000;
const pauseMs = 5_000;
const leaseMs = 120_000;
const longestPauseMs = 5 * 60_000;
/** Batches of one turn, between which the lease is renewed. */
const batchesATurn = 20;

/**
 * Copies the ledger elsewhere, beside the calls and never before them: a record is queued with its row and leaves the queue when the other side has
 * said that it keeps it. Every record comes at least once; one that comes again takes the place of the one before.
 */
export class LedgerExporter {
  readonly #parts: LedgerExporterParts;
  readonly #holder = newId('exporter');
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #failures = 0;
  /** Since the start of this process. */
  readonly counts = { records: 0, failures: 0 };

  constructor(parts: LedgerExporterParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#plan(pauseMs);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    await this.#parts.repository.release(this.#holder).catch(this.#parts.onError);
    await this.#parts.sink.close();
  }

  /** How many seconds ago the oldest record was made that is not there yet; 0 when all are. */
  async lagSeconds(): Promise<number> {
    const oldest = await this.#parts.repository.oldestWaiting();
    return oldest === null ? 0 : Math.max(0, (this.#parts.clock.now() - oldest) / 1000);
  }

  /** One turn. True when there is more to do at once. */
  async turn(): Promise<boolean> {
    const { clock, repository } = this.#parts;
    const now = clock.now();
    if (!(await repository.claim(this.#holder, { now, until: now + leaseMs }))) return false;
    for (let batch = 0; batch < batchesATurn; batch++) {
      if (this.#stopping.signal.aborted) return false;
      if (!(await this.#send()) && !(await repository.queueHistory(batchRecords, clock.now()))) return false;
    }
    return true;
  }

  /** False when nothing waits. */
  async #send(): Promise<boolean> {
    const { repository, sink, clock } = this.#parts;
    const queued = await repository.batch(batchRecords);
    if (queued.length === 0) return false;
    const records = queued.flatMap(({ record }) => (record === null ? [] : [toExported(record, clock.now())]));
    if (records.length > 0) await sink.write(records, this.#stopping.signal);
    await repository.done(queued.map(({ id }) => id));
    this.counts.records += records.length;
    return true;
  }

  #plan(afterMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, afterMs).unref();
  }

  async #run(): Promise<void> {
    try {
      const hasMore = await this.turn();
      this.#failures = 0;
      this.#plan(hasMore ? 0 : pauseMs);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failures++;
      this.counts.failures++;
      this.#parts.onError(error);
      this.#plan(pauseAfter(this.#failures, this.#parts.random ?? Math.random));
    }
  }
}

/** Twice as long after each failure, and never the same for all. */
export function pauseAfter(failures: number, random: () => number): number {
  const longest = Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures, 20));
  return longest / 2 + (random() * longest) / 2;
}

/** What of a record has no number is empty; money stays in whole billionths of a dollar. */
function toExported(row: LedgerRecord, now: number): ExportedRecord {
  return {
    id: row.id,
    created_at_ms: row.created_at,
    exported_at_ms: now,
    request_id: row.request_id,
    workspace_id: row.workspace_id,
    key_id: row.key_id,
    endpoint: row.endpoint,
    model: row.model ?? '',
    engine: row.engine ?? '',
    prompt: row.prompt ?? '',
    user_id: row.user_id ?? '',
    tags: tagsOf(row.tags),
    metadata: row.metadata ?? '',
    status: row.status,
    error_code: row.error_code ?? '',
    is_streamed: row.is_streamed,
    attempts: row.attempts,
    input_tokens: row.input_tokens,
    cached_tokens: row.cached_tokens,
    cache_write_tokens: row.cache_write_tokens,
    output_tokens: row.output_tokens,
    cost_nanos: row.cost_nanos,
    upstream_cost_nanos: row.upstream_cost_nanos,
    saved_nanos: row.saved_nanos,
    is_unpriced: row.is_unpriced,
    first_token_ms: row.first_token_ms,
    duration_ms: row.duration_ms,
  };
}
