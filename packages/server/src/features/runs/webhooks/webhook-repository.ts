import type { Insertable, Selectable, Updateable } from 'kysely';
import { notHeld } from '../../../db/not-held.ts';
import { olderThan } from '../../../db/older-than.ts';
import type { Db } from '../../../db/open-database.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Cursor } from '../../../lib/page.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

const lookedAtOnce = 500;

export class WebhookRepository {
  readonly #db: Db;

  constructor(parts: { db: Db }) {
    this.#db = parts.db;
  }

  async insert(row: Insertable<Tables['webhooks']>): Promise<void> {
    await this.#db.insertInto('webhooks').values(row).execute();
  }

  find(id: string): Promise<WebhookRow | undefined> {
    return this.#db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Newest first. */
  list(options: {
    workspaceId?: string | undefined;
    limit: number;
    after?: Cursor | undefined;
  }): Promise<WebhookRow[]> {
    let query = this.#db.selectFrom('webhooks').selectAll();
    if (options.workspaceId !== undefined) query = query.where('workspace_id', '=', options.workspaceId);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  async update(id: string, changes: Updateable<Tables['webhooks']>): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await this.#db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
    await this.#db.deleteFrom('webhooks').where('id', '=', id).execute();
  }

  /** Changes nothing where it is stored already. */
  async insertDelivery(row: Insertable<Tables['webhook_deliveries']>, kept: number): Promise<void> {
    await this.#db
      .insertInto('webhook_deliveries')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const newest = this.#db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', row.webhook_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(kept);
    await this.#db
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', row.webhook_id)
      // What is on its way is not forgotten, however much there is of it.
      .where('status', '!=', 'waiting')
      .where('id', 'not in', newest)
      .execute();
  }

  delivery(id: string): Promise<DeliveryRow | undefined> {
    return this.#db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async updateDelivery(id: string, changes: Updateable<Tables['webhook_deliveries']>): Promise<void> {
    await this.#db.updateTable('webhook_deliveries').set(changes).where('id', '=', id).execute();
  }

  /** Newest first. */
  deliveries(webhookId: string, options: { limit: number; after?: Cursor | undefined }): Promise<DeliveryRow[]> {
    let query = this.#db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
    if (options.after) query = query.where(olderThan(options.after));
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
  }

  async deleteDeliveriesBefore(time: number): Promise<void> {
    const free = this.#db.selectFrom('webhooks').select('id').where(notHeld('webhooks'));
    await this.#db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', time)
      .where('webhook_id', 'in', free)
      .execute();
  }

  /** Forgets what was sent of one of the workspace's own users. How many deliveries that were. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<number> {
    const own = this.#db.selectFrom('webhooks').select('id').where('workspace_id', '=', workspaceId);
    const named = JSON.stringify({ user_id: userId }).slice(1, -1);
    let after = '';
    let count = 0;
    for (;;) {
      // The body is sealed where the operator wants that, so that the database cannot look into it.
      const rows = await this.#db
        .selectFrom('webhook_deliveries')
        .select(['id', 'body'])
        .where('webhook_id', 'in', own)
        .where('id', '>', after)
        .orderBy('id')
        .limit(lookedAtOnce)
        .execute();
      const found = rows.filter(({ body }) => body.includes(named)).map(({ id }) => id);
      if (found.length > 0) await this.#db.deleteFrom('webhook_deliveries').where('id', 'in', found).execute();
      count += found.length;
      after = rows.at(-1)?.id ?? '';
      if (rows.length < lookedAtOnce) return count;
    }
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    const own = this.#db.selectFrom('webhooks').select('id').where('workspace_id', '=', workspaceId);
    await this.#db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', own).execute();
    await this.#db.deleteFrom('webhooks').where('workspace_id', '=', workspaceId).execute();
  }
}
