import type { UsageQuery, UsageRecord, UsageRecordsQuery, UsageSum } from '@parley/contract';
import { dateTimeOf } from '../../../lib/date-time.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { KeyRecord } from '../../people/keys/key-record.ts';
import type { BudgetOwner } from './budget-guard.ts';
import { CallMeter, type MeterParts } from './call-meter.ts';
import { usdOf } from './cost.ts';
import { tagsOf } from './stored-labels.ts';
import { toUsageRecord } from './usage-record.ts';
import type { UsageRepository } from './usage-repository.ts';
import type { UsageTotals } from './usage-sums.ts';
import type { UsageWriter } from './usage-writer.ts';

export interface UsageServiceParts extends MeterParts {
  repository: UsageRepository;
  writer: UsageWriter;
  /** Takes an end user out of what budgets counted for each user. */
  forgetBudgets(owner: { workspaceId: string; userId: string }): Promise<void>;
}

/** Opens meters and answers questions about what was used. */
export class UsageService {
  readonly #repository: UsageRepository;
  readonly #writer: UsageWriter;
  readonly #meterParts: MeterParts;
  readonly #forgetBudgets: UsageServiceParts['forgetBudgets'];

  constructor(parts: UsageServiceParts) {
    this.#forgetBudgets = parts.forgetBudgets;
    this.#writer = parts.writer;
    this.#repository = parts.repository;
    this.#meterParts = parts;
  }

  /** A meter for one call of a workspace's key. */
  open(
    key: KeyRecord & { workspaceId: string },
    call: { requestId: string; endpoint: string; recordId?: string; isLook?: boolean },
  ): CallMeter {
    const { workspaceId } = key;
    const budgets: BudgetOwner[] = [];
    if (key.budgetNanos !== null) {
      budgets.push({ id: key.id, workspaceId, label: 'key', budgetNanos: key.budgetNanos, period: key.budgetPeriod });
    }
    const { sharedBudget: shared } = key;
    if (shared?.budgetNanos != null) {
      budgets.push({
        id: shared.ownerId,
        workspaceId,
        label: 'maker',
        budgetNanos: shared.budgetNanos,
        period: shared.period,
      });
    }
    if (key.workspaceBudgetNanos !== null) {
      budgets.push({
        id: workspaceId,
        workspaceId,
        label: 'workspace',
        budgetNanos: key.workspaceBudgetNanos,
        period: 'month',
      });
    }
    return new CallMeter(
      {
        ...call,
        workspaceId,
        keyId: key.id,
        sharesWith: shared?.ownerId ?? null,
        tokensPerMinute: key.limits.tokensPerMinute,
        budgets,
        budgetsVersion: key.budgetsVersion,
        tags: key.tags,
        maxUsd: key.limits.maxCallUsd,
      },
      this.#meterParts,
    );
  }

  /** A meter for work of a key that is no longer there: it has no limits, and its cost is recorded. */
  openUnlimited(
    owner: { keyId: string; workspaceId: string },
    call: { requestId: string; endpoint: string; recordId?: string },
  ): CallMeter {
    return new CallMeter(
      { ...call, ...owner, sharesWith: null, tokensPerMinute: null, budgets: [], maxUsd: null },
      this.#meterParts,
    );
  }

  async sums(query: UsageQuery) {
    await this.#writer.flush();
    const groupBy = query.group_by ?? 'day';
    const groups = await this.#repository.sum(
      {
        from: timeOf(query.from, 'from'),
        to: timeOf(query.to, 'to'),
        workspaceId: query.workspace_id,
        tag: query.tag,
        userId: query.user_id,
      },
      groupBy,
    );
    const none: UsageTotals = {
      group: 'total',
      requests: 0,
      input_tokens: 0,
      cached_tokens: 0,
      cache_write_tokens: 0,
      output_tokens: 0,
      cost_nanos: 0n,
      upstream_cost_nanos: 0n,
    };
    const total = groups.reduce(added, none);
    return { group_by: groupBy, total: toSum(total), data: (groupBy === 'tag' ? byTag(groups) : groups).map(toSum) };
  }

  /** Takes an end user out of the records of what was done for them. */
  async forgetUser(owner: { workspaceId: string; userId: string }): Promise<void> {
    await this.#writer.flush();
    await this.#repository.forgetUser(owner);
    await this.#forgetBudgets(owner);
  }

  async records(query: UsageRecordsQuery): Promise<Page<UsageRecord>> {
    await this.#writer.flush();
    const limit = query.limit ?? 20;
    const rows = await this.#repository.list({
      from: timeOf(query.from, 'from'),
      to: timeOf(query.to, 'to'),
      workspaceId: query.workspace_id,
      tag: query.tag,
      userId: query.user_id,
      requestId: query.request_id,
      keyId: query.key_id,
      after: parseCursor(query.after),
      limit: limit + 1,
    });
    return toPage(rows, limit, toUsageRecord, (row) => cursorOf(row.created_at, row.id));
  }
}

/** Lists of tags as they stand in records, each counted for all that it holds. */
function byTag(lists: readonly UsageTotals[]): UsageTotals[] {
  const sums = new Map<string | null, UsageTotals>();
  for (const list of lists) {
    for (const tag of list.group === null ? [null] : tagsOf(list.group)) {
      const before = sums.get(tag);
      sums.set(tag, before ? added(before, list) : { ...list, group: tag });
    }
  }
  return [...sums.values()].sort((one, other) => String(one.group).localeCompare(String(other.group)));
}

const added = (sum: UsageTotals, more: UsageTotals): UsageTotals => ({
  group: sum.group,
  requests: sum.requests + more.requests,
  input_tokens: sum.input_tokens + more.input_tokens,
  cached_tokens: sum.cached_tokens + more.cached_tokens,
  cache_write_tokens: sum.cache_write_tokens + more.cache_write_tokens,
  output_tokens: sum.output_tokens + more.output_tokens,
  cost_nanos: sum.cost_nanos + more.cost_nanos,
  upstream_cost_nanos: sum.upstream_cost_nanos + more.upstream_cost_nanos,
});

const timeOf = (iso: string | undefined, field: string): number | undefined =>
  iso === undefined ? undefined : dateTimeOf(iso, field);

function toSum({ cost_nanos, upstream_cost_nanos, ...rest }: UsageTotals): UsageSum {
  return { ...rest, cost_usd: usdOf(cost_nanos), upstream_cost_usd: usdOf(upstream_cost_nanos) };
}
