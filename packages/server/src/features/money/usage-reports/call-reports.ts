import type {
  CallDetail,
  CallSummary,
  CallsQuery,
  ExplainedCall,
  Feedback,
  SeriesGroup,
  SeriesQuery,
  UsageSeries,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { dateTimeOf } from '../../../lib/date-time.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { tagsOf } from '../billing/stored-labels.ts';
import { toExplainedRecord, toUsageRecord } from '../billing/usage-record.ts';
import type { CallContentsStore } from './call-contents.ts';
import type { CallFeedback } from './call-feedback.ts';
import type { ReportRepository } from './report-repository.ts';
import { addTo, hourMs, type Measured, type UsageReader } from './usage-reader.ts';
import { UsageTotals } from './usage-totals.ts';

export interface CallReportsParts {
  repository: ReportRepository;
  reader: UsageReader;
  /** Brings what was acknowledged into the database. */
  flush: () => Promise<void>;
  clock: Clock;
  contents: Pick<CallContentsStore, 'isOn' | 'find'>;
  feedback: Pick<CallFeedback, 'of'>;
}

const dayMs = 24 * hourMs;
const minuteMs = 60_000;
const lengths = { minute: minuteMs, hour: hourMs, day: dayMs };
const maxPoints = 1000;
const longestOfMinutes = 6 * hourMs;
const maxGroups = 20;
const statuses = {
  ok: { from: 100, to: 400 },
  error: { from: 400, to: 600 },
  refused: { from: 400, to: 500 },
  failed: { from: 500, to: 600 },
  left: { from: 499, to: 500 },
};

/** The ledger for people: single calls, and what happened over time. */
export class CallReports {
  readonly #parts: CallReportsParts;

  constructor(parts: CallReportsParts) {
    this.#parts = parts;
  }

  async list(query: CallsQuery): Promise<Page<CallSummary>> {
    await this.#parts.flush();
    const limit = query.limit ?? 20;
    const rows = await this.#parts.repository.listCalls({
      workspaceId: query.workspace_id,
      keyId: query.key_id,
      model: query.model,
      tag: query.tag,
      userId: query.user_id,
      endpoint: query.endpoint,
      source: query.source,
      engine: query.engine,
      requestId: query.request_id,
      slowerThanMs: query.slower_than_ms,
      statuses: query.status && statuses[query.status],
      from: query.from === undefined ? undefined : dateTimeOf(query.from, 'from'),
      to: query.to === undefined ? undefined : dateTimeOf(query.to, 'to'),
      after: parseCursor(query.after),
      limit: limit + 1,
    });
    const feedback = await this.#parts.feedback.of(rows);
    return toPage(
      rows,
      limit,
      (row) => toSummary(row, feedback(row)),
      (row) => cursorOf(row.created_at, row.id),
    );
  }

  /** Throws `not_found`. `workspaceId` undefined: of any. Contents only for those who may see them. */
  async get(requestId: string, workspaceId: string | undefined, maySeeContents: boolean): Promise<CallDetail> {
    const { contents, feedback, flush } = this.#parts;
    await flush();
    const rows = await this.#parts.repository.listCalls({ requestId, workspaceId, limit: 20 });
    if (rows.length === 0) throw new AppError('not_found', `There is no call ${requestId}`);
    const kept = maySeeContents ? await contents.find(requestId, workspaceId) : null;
    const said = await feedback.of(rows);
    const calls = rows.map((row) => toExplained(row, said(row), maySeeContents));
    return { request_id: requestId, calls, contents: kept, contents_kept: contents.isOn };
  }

  async series(query: SeriesQuery): Promise<UsageSeries> {
    const { repository, reader, clock } = this.#parts;
    const now = clock.now();
    const to = query.to === undefined ? now : dateTimeOf(query.to, 'to');
    const from = query.from === undefined ? to - dayMs : dateTimeOf(query.from, 'from');
    const interval = query.interval ?? usualInterval(to - from);
    const length = lengths[interval];
    const range = { from: Math.floor(from / length) * length, to: Math.ceil(to / length) * length };
    const points = (range.to - range.from) / length;
    refuseRange(points, interval, range.to - range.from);
    const groups = new Map<string | null, Grouped>();
    const total = new UsageTotals();
    const take = (measured: Measured) => {
      addTo(total, measured);
      const index = Math.floor((measured.at - range.from) / length);
      for (const group of groupsOf(measured, query.group_by)) {
        const grouped = groups.get(group) ?? { total: new UsageTotals(), points: [] };
        groups.set(group, grouped);
        addTo(grouped.total, measured);
        grouped.points[index] ??= new UsageTotals();
        addTo(grouped.points[index], measured);
      }
    };
    const filter = {
      workspaceId: query.workspace_id,
      keyId: query.key_id,
      model: query.model,
      endpoint: query.endpoint,
      source: query.source,
      tag: query.tag,
      userId: query.user_id,
      slowerThanMs: query.slower_than_ms,
      statuses: query.status && statuses[query.status],
    };
    await (interval === 'minute' || needsRecords(query)
      ? reader.records(range, filter, take)
      : reader.visit(range, filter, take));
    const shown = largest(groups);
    const ids = shown.flatMap(([group]) => (group === null ? [] : [group]));
    const table = { key: 'api_keys', workspace: 'workspaces' } as const;
    const { group_by: by } = query;
    const names = by === 'key' || by === 'workspace' ? await repository.names(table[by], ids) : new Map();
    const toGroup = ([group, grouped]: [string | null, Grouped]): SeriesGroup => ({
      group,
      label: names.get(group ?? '') ?? group ?? (by === undefined ? 'all' : 'none'),
      total: grouped.total.toJson(),
      points: Array.from({ length: points }, (_, index) => ({
        start: new Date(range.from + index * length).toISOString(),
        ...(grouped.points[index] ?? new UsageTotals()).toJson(),
      })),
    });
    return {
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      interval,
      group_by: by ?? null,
      total: total.toJson(),
      groups: shown.map(toGroup),
    };
  }
}

interface Grouped {
  total: UsageTotals;
  /** By index of the interval; holes where nothing happened. */
  points: UsageTotals[];
}

const usualInterval = (ms: number): keyof typeof lengths =>
  ms <= 2 * hourMs ? 'minute' : ms <= 7 * dayMs ? 'hour' : 'day';

function refuseRange(points: number, interval: string, ms: number): void {
  const problem =
    points < 1
      ? 'from must be before to'
      : points > maxPoints
        ? `from to to has ${points} intervals, at most ${maxPoints} are shown; choose a longer interval or a shorter time`
        : interval === 'minute' && ms > longestOfMinutes
          ? 'interval minute shows at most 6 hours; choose hour, or a shorter time'
          : null;
  if (problem !== null) throw new AppError('invalid_request', problem, { title: 'from and to are not valid' });
}

/** The sums of hours know nothing of single calls. */
const needsRecords = ({ group_by: by, tag, user_id: user, status, slower_than_ms: slower }: SeriesQuery): boolean =>
  by === 'user' || by === 'tag' || [tag, user, status, slower].some((wanted) => wanted !== undefined);

function groupsOf({ row }: Measured, by: SeriesQuery['group_by']): (string | null)[] {
  switch (by) {
    case 'key':
      return [row.key_id];
    case 'workspace':
      return [row.workspace_id];
    case 'endpoint':
      return [row.endpoint];
    case 'model':
      return [row.model || null];
    case 'user':
      return ['user_id' in row ? row.user_id : null];
    case 'tag': {
      const tags = tagsOf('tags' in row ? row.tags : null);
      return tags.length === 0 ? [null] : tags;
    }
    case undefined:
      return [null];
  }
}

/** The groups with most requests; the rest is one. */
function largest(groups: Map<string | null, Grouped>): [string | null, Grouped][] {
  const sorted = [...groups].sort(([, a], [, b]) => b.total.requests - a.total.requests);
  if (sorted.length <= maxGroups) return sorted;
  const rest: Grouped = { total: new UsageTotals(), points: [] };
  for (const [, { total, points }] of sorted.slice(maxGroups - 1)) {
    rest.total.add(total);
    points.forEach((point, index) => {
      rest.points[index] ??= new UsageTotals();
      rest.points[index].add(point);
    });
  }
  return [...sorted.slice(0, maxGroups - 1), ['…', rest]];
}

const toExplained = (row: CallRow, feedback: Feedback | null, isAdmin: boolean): ExplainedCall => ({
  ...toSummary(row, feedback),
  ...toExplainedRecord(row, isAdmin),
});

type CallRow = Awaited<ReturnType<ReportRepository['listCalls']>>[number];

function toSummary(row: CallRow, feedback: Feedback | null): CallSummary {
  return {
    ...toUsageRecord(row),
    id: row.id,
    key_name: row.key_name,
    source: row.endpoint === 'evaluation' ? 'evaluation' : row.key_source === 'dashboard' ? 'dashboard' : 'key',
    feedback,
  };
}
