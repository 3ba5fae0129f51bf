import type { Budget } from '@parley/contract';

export interface BudgetTables {
  budgets: {
    id: string;
    workspace_id: string;
    name: string;
    scope: Budget['scope'];
    /** Null: each key, user, tag or model has one of its own. */
    target: string | null;
    amount_nanos: number;
    period: Budget['period'];
    action: Budget['action'];
    /** JSON array of shares. */
    warn_at: string;
    /** JSON array of addresses. */
    emails: string;
    is_active: number;
    created_at: number;
  };
  /** Shares that somebody was told of. */
  budget_warnings: {
    workspace_id: string;
    /** As in `spend`. */
    owner_id: string;
    period: string;
    share: number;
    created_at: number;
  };
  /** What is held for calls under way, where processes share a database and no Redis. */
  budget_holds: {
    /** Owner and period. */
    place: string;
    id: string;
    nanos: number;
    holder_id: string;
  };
  /** Processes that hold; what others still held is no more counted. */
  budget_holders: { id: string; expires_at: number };
}
