import type { Insertable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { latenciesToJson } from './latency-steps.ts';
import type { CallFilter, ReportRepository, SingleFilter, TimeRange } from './report-repository.ts';
import { type HourRow, type MeasuredRecord, UsageTotals } from './usage-totals.ts';

export const hourMs = 60 * 60_000;
/** Records of one step: a few milliseconds of work. */
const step = 1000;
/** Calls that end late, and clocks of processes that differ. */
const graceMs = 2 * 60_000;
/** What a killed process had not stored comes in at a start: these hours are summed anew. */
const uncertainMs = 48 * hourMs;

/** One record, or the sum of an hour. */
export type Measured =
  | {
      kind: 'record';
      at: number;
      row: MeasuredRecord & Group & Labels & { engine: string | null; first_token_ms: number | null };
    }
  | { kind: 'hour'; at: number; row: HourRow };

interface Labels {
  user_id: string | null;
  tags: string | null;
}

interface Group {
  workspace_id: string;
  key_id: string;
  endpoint: string;
  model: string | null;
}

/**
 * Reads the ledger for sums over time: whole hours of the past from sums that are made once, the rest from the records. Ends the
 * turn of the event loop between steps.
 */
export class UsageReader {
  readonly #repository: ReportRepository;
  readonly #flush: () => Promise<void>;
  readonly #clock: Clock;
  #rolling: Promise<number> | null = null;
  #isCertain = false;

  constructor(parts: { repository: ReportRepository; flush: () => Promise<void>; clock: Clock }) {
    this.#repository = parts.repository;
    this.#flush = parts.flush;
    this.#clock = parts.clock;
  }

  /** Tells `visit` of everything in the range. */
  async visit(range: TimeRange, filter: CallFilter, visit: (measured: Measured) => void): Promise<void> {
    await this.#flush();
    const rolledUntil = await this.keepUp();
    const from = Math.ceil(range.from / hourMs) * hourMs;
    const to = Math.min(Math.floor(range.to / hourMs) * hourMs, rolledUntil);
    if (to <= from) {
      await this.#records(range, filter, visit);
      return;
    }
    await this.#records({ from: range.from, to: from }, filter, visit);
    await this.#hours({ from, to }, filter, visit);
    await this.#records({ from: to, to: range.to }, filter, visit);
  }

  /** Sums the hours that are over, so that whoever asks first need not wait for it. Until when they are summed. */
  keepUp(): Promise<number> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = null;
    });
    return this.#rolling;
  }

  async total(range: TimeRange, filter: CallFilter): Promise<UsageTotals> {
    const total = new UsageTotals();
    await this.visit(range, filter, (measured) => addTo(total, measured));
    return total;
  }

  /** The records themselves, for ranges of a few hours. */
  async records(range: TimeRange, filter: SingleFilter, visit: (measured: Measured) => void): Promise<void> {
    await this.#flush();
    await this.#records(range, filter, visit);
  }

  async #records(range: TimeRange, filter: SingleFilter, visit: (measured: Measured) => void): Promise<void> {
    if (range.to <= range.from) return;
    let after: Cursor | null = null;
    for (;;) {
      const rows = await this.#repository.records(range, filter, after, step);
      for (const row of rows) visit({ kind: 'record', at: row.created_at, row });
      const last = rows.at(-1);
      if (!last || rows.length < step) return;
      after = { createdAt: last.created_at, id: last.id };
      await new Promise(setImmediate);
    }
  }

  /** With thousands of keys the hours of two days are hundreds of thousands of rows. */
  async #hours(range: TimeRange, filter: CallFilter, visit: (measured: Measured) => void): Promise<void> {
    let after: HourRow | null = null;
    for (;;) {
      const rows: HourRow[] = await this.#repository.hours(range, filter, after, step);
      for (const row of rows) visit({ kind: 'hour', at: row.hour, row });
      after = rows.at(-1) ?? null;
      if (rows.length < step) return;
      await new Promise(setImmediate);
    }
  }

  async #roll(): Promise<number> {
    const end = Math.floor((this.#clock.now() - graceMs) / hourMs) * hourMs;
    let rolled = (await this.#repository.rolledUntil()) ?? 0;
    if (!this.#isCertain) rolled = Math.min(rolled, end - uncertainMs);
    for (;;) {
      const next = await this.#repository.firstAt(rolled);
      const hour = next === null ? end : Math.floor(next / hourMs) * hourMs;
      if (hour >= end) break;
      await this.#rollHour(hour);
      rolled = hour + hourMs;
    }
    this.#isCertain = true;
    if (rolled < end) await this.#repository.setRolledUntil(end);
    return end;
  }

  async #rollHour(hour: number): Promise<void> {
    const sums = new Map<string, { group: Group; totals: UsageTotals }>();
    await this.#records({ from: hour, to: hour + hourMs }, {}, (measured) => {
      const { workspace_id, key_id, endpoint, model } = measured.row;
      const id = JSON.stringify([workspace_id, key_id, endpoint, model]);
      const sum = sums.get(id) ?? { group: { workspace_id, key_id, endpoint, model }, totals: new UsageTotals() };
      sums.set(id, sum);
      addTo(sum.totals, measured);
    });
    const rows = [...sums.values()].map(({ group, totals }) => toHourRow(hour, group, totals));
    await this.#repository.storeHour(hour, rows, hour + hourMs);
  }
}

export function addTo(totals: UsageTotals, measured: Measured): void {
  if (measured.kind === 'hour') totals.addHour(measured.row);
  else totals.addRecord(measured.row);
}

function toHourRow(hour: number, group: Group, totals: UsageTotals): Insertable<Tables['usage_hours']> {
  return {
    hour,
    ...group,
    model: group.model ?? '',
    requests: totals.requests,
    errors: totals.errors,
    input_tokens: totals.inputTokens,
    cached_tokens: totals.cachedTokens,
    output_tokens: totals.outputTokens,
    cost_nanos: totals.costNanos,
    upstream_cost_nanos: totals.upstreamCostNanos,
    saved_nanos: totals.savedNanos,
    unpriced: totals.unpriced,
    latencies: latenciesToJson(totals.latencies),
  };
}
