import type { JsonObject, WebhookDelivery } from '@parley/contract';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';

export interface OutboxEvent {
  /** The same for the same thing that happened, so that it is told once. Default: a new one. */
  id?: string;
  workspaceId: string;
  event: WebhookDelivery['event'];
  data: JsonObject;
}

export type OutboxRow = Selectable<Tables['outbox']>;

/**
 * Takes down what webhooks are to be told, in the transaction in which it happens: what is stored is told, also when the process is killed
 * in between, and what was taken back is not.
 */
export class Outbox {
  readonly #db: Db;
  readonly #clock: Clock;
  #onAdded: () => void = () => {};

  constructor(parts: { db: Db; clock: Clock }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
  }

  /** Called whenever something may be there to be told. */
  listen(onAdded: () => void): void {
    this.#onAdded = onAdded;
  }

  /** Stores nothing where the workspace has no webhook. */
  async add({ id, workspaceId, event, data }: OutboxEvent, within: Db | Transaction<Tables> = this.#db): Promise<void> {
    const row = [id ?? newId('out'), workspaceId, event, JSON.stringify(data), this.#clock.now()];
    const [columns, values] = [sql.raw('id, workspace_id, event, data, created_at'), sql.join(row)];
    await sql`insert into outbox (${columns}) select ${values} where exists
      (select 1 from webhooks where workspace_id = ${workspaceId} and is_active = 1)
      on conflict do nothing`.execute(within);
    this.#onAdded();
  }

  /** The oldest first. */
  waiting(limit: number): Promise<OutboxRow[]> {
    return this.#db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').limit(limit).execute();
  }

  async done(id: string): Promise<void> {
    await this.#db.deleteFrom('outbox').where('id', '=', id).execute();
  }

  /** Forgets what was to be told of one of the workspace's own users. How many events that were. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<number> {
    const rows = await this.#db
      .selectFrom('outbox')
      .select(['id', 'data'])
      .where('workspace_id', '=', workspaceId)
      .where('data', 'like', '%"user_id":%')
      .execute();
    const named = JSON.stringify({ user_id: userId }).slice(1, -1);
    const found = rows.filter(({ data }) => data.includes(named));
    for (const { id } of found) await this.done(id);
    return found.length;
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('outbox').where('workspace_id', '=', workspaceId).execute();
  }
}
