import type { AuditEvent, JsonObject } from '@parley/contract';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import { dateTimeOf } from '../../../lib/date-time.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { namesOf } from './names-of.ts';

export interface AuditEntry {
  /** Null for what concerns no workspace. */
  workspaceId: string | null;
  /** Id of the key that acted, or `system`. */
  actor: string;
  /** `noun.verb`, such as `key.create`. */
  action: string;
  /** Id of what was acted on. */
  target: string;
  address?: string | null;
  /** Never a secret. */
  details?: JsonObject;
}

interface AuditFilter {
  limit?: number;
  after?: string;
  from?: string;
  to?: string;
  workspace_id?: string;
  action?: string;
}

const forgetBatch = 500;

/** Who did what to what, when, from where. Entries are only ever added. */
export class AuditLog {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(parts: { db: Db; clock: Clock }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
  }

  async record(entry: AuditEntry): Promise<void> {
    await this.#db
      .insertInto('audit_events')
      .values({
        id: newId('aud'),
        workspace_id: entry.workspaceId,
        actor: entry.actor,
        action: entry.action,
        target: entry.target,
        address: entry.address ?? null,
        details: JSON.stringify(entry.details ?? {}),
        created_at: this.#clock.now(),
      })
      .execute();
  }

  /** Blanks what entries of a workspace say in words; who did what, and when, stays. */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db
      .updateTable('audit_events')
      .set({ details: '{}', address: null })
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  /** Takes the id of a workspace's own user out of its entries. How many named it. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable('audit_events')
      .set({ target: 'user' })
      .where('workspace_id', '=', workspaceId)
      .where('target', '=', userId)
      .where('action', '=', 'workspace.export')
      .executeTakeFirst();
    let count = Number(numUpdatedRows);
    const named = JSON.stringify({ user_id: userId }).slice(1, -1);
    let after = '';
    for (;;) {
      const rows = await this.#db
        .selectFrom('audit_events')
        .select(['id', 'details'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '>', after)
        .where('details', 'like', '%"user_id":%')
        .orderBy('id')
        .limit(forgetBatch)
        .execute();
      for (const { id, details } of rows.filter((row) => row.details.includes(named))) {
        count += 1;
        const blanked = details.replaceAll(named, '"user_id":null');
        await this.#db.updateTable('audit_events').set({ details: blanked }).where('id', '=', id).execute();
      }
      after = rows.at(-1)?.id ?? '';
      if (rows.length < forgetBatch) return count;
    }
  }

  /** Newest first. */
  async list(filter: AuditFilter): Promise<Page<AuditEvent>> {
    const limit = filter.limit ?? 20;
    const after = parseCursor(filter.after);
    let query = this.#db.selectFrom('audit_events').selectAll();
    if (filter.workspace_id !== undefined) query = query.where('workspace_id', '=', filter.workspace_id);
    if (filter.action !== undefined) query = query.where('action', '=', filter.action);
    if (filter.from !== undefined) query = query.where('created_at', '>=', dateTimeOf(filter.from, 'from'));
    if (filter.to !== undefined) query = query.where('created_at', '<', dateTimeOf(filter.to, 'to'));
    if (after) {
      query = query.where(olderThan(after));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const names = await namesOf(this.#db, [...new Set(rows.flatMap(({ actor, target }) => [actor, target]))]);
    return toPage(
      rows,
      limit,
      (row) => ({
        ...row,
        actor_name: names.get(row.actor) ?? null,
        target_name: names.get(row.target) ?? null,
        details: JSON.parse(row.details),
        created_at: new Date(row.created_at).toISOString(),
      }),
      (row) => cursorOf(row.created_at, row.id),
    );
  }
}
