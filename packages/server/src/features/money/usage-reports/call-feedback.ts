import type { Feedback, FeedbackRequest } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';

export interface CallFeedbackParts {
  db: Db;
  clock: Clock;
  /** Brings what was acknowledged into the database. */
  flush: () => Promise<void>;
}

interface CallName {
  workspace_id: string;
  request_id: string;
}

/** What was said of the replies to calls: one opinion a call, the last one. */
export class CallFeedback {
  readonly #parts: CallFeedbackParts;

  constructor(parts: CallFeedbackParts) {
    this.#parts = parts;
  }

  /** Throws `not_found` for a call that the workspace has no record of. */
  async give(workspaceId: string, { request_id, score, comment }: FeedbackRequest): Promise<Feedback> {
    const { db, clock, flush } = this.#parts;
    await flush();
    const call = await db
      .selectFrom('usage_records')
      .select('id')
      .where('request_id', '=', request_id)
      .where('workspace_id', '=', workspaceId)
      .limit(1)
      .executeTakeFirst();
    if (!call) throw new AppError('not_found', `request_id: there is no call ${request_id}`, { param: 'request_id' });
    const row = { workspace_id: workspaceId, request_id, score, comment: comment ?? null, created_at: clock.now() };
    await db
      .insertInto('call_feedback')
      .values({ id: newId('feedback'), ...row })
      .onConflict((conflict) =>
        conflict.columns(['request_id', 'workspace_id']).doUpdateSet(({ ref }) => ({
          score: ref('excluded.score'),
          comment: ref('excluded.comment'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .execute();
    return toFeedback(row);
  }

  /** What was said of these calls. */
  async of(calls: readonly CallName[]): Promise<(call: CallName) => Feedback | null> {
    if (calls.length === 0) return () => null;
    const rows = await this.#parts.db
      .selectFrom('call_feedback')
      .selectAll()
      .where('request_id', 'in', [...new Set(calls.map((call) => call.request_id))])
      .execute();
    const known = new Map(rows.map((row) => [nameOf(row), toFeedback(row)]));
    return (call) => known.get(nameOf(call)) ?? null;
  }

  /** Forgets what was said of the calls of one of the workspace's own users. How many opinions that were. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<number> {
    const { db, flush } = this.#parts;
    await flush();
    const own = db
      .selectFrom('usage_records')
      .select('request_id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId);
    const { numDeletedRows } = await db
      .deleteFrom('call_feedback')
      .where('workspace_id', '=', workspaceId)
      .where('request_id', 'in', own)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#parts.db.deleteFrom('call_feedback').where('workspace_id', '=', workspaceId).execute();
  }
}

const nameOf = ({ workspace_id, request_id }: CallName): string => `${workspace_id} ${request_id}`;

const toFeedback = (row: Omit<Selectable<Tables['call_feedback']>, 'id'>): Feedback => ({
  request_id: row.request_id,
  score: row.score,
  comment: row.comment,
  created_at: new Date(row.created_at).toISOString(),
});
