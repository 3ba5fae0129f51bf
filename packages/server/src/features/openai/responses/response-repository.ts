import type { OpenAIResponse, OpenAIResponseRequest } from '@parley/contract';
import type { Db } from '../../../db/open-database.ts';

/** A response that is kept. */
export interface StoredResponse {
  id: string;
  workspaceId: string;
  keyId: string;
  /** As it was asked for. */
  request: OpenAIResponseRequest;
  /** Of the call, for work in the background. */
  call: { requestId: string; origin: string };
  response: OpenAIResponse;
  createdAt: number;
  expiresAt: number;
}

/** Responses that can be read and gone on from. */
export class ResponseRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async insert(stored: StoredResponse): Promise<void> {
    await this.#db
      .insertInto('responses')
      .values({
        id: stored.id,
        workspace_id: stored.workspaceId,
        key_id: stored.keyId,
        status: stored.response.status,
        request: JSON.stringify({ request: stored.request, call: stored.call }),
        response: JSON.stringify(stored.response),
        created_at: stored.createdAt,
        expires_at: stored.expiresAt,
      })
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<StoredResponse | null> {
    const row = await this.#db
      .selectFrom('responses')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      keyId: row.key_id,
      // Written by `insert` above, in this form.
      ...(JSON.parse(row.request) as Pick<StoredResponse, 'request' | 'call'>),
      response: JSON.parse(row.response) as OpenAIResponse,
      createdAt: Number(row.created_at),
      expiresAt: Number(row.expires_at),
    };
  }

  /** Changes a response that has not ended. False when it had, or is gone. */
  async update(workspaceId: string, response: OpenAIResponse): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('responses')
      .set({ status: response.status, response: JSON.stringify(response) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', response.id)
      .where('status', 'in', ['queued', 'in_progress'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('responses')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Those of all workspaces that wait or run, for a process that starts. */
  async listOpen(): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await this.#db
      .selectFrom('responses')
      .select(['id', 'workspace_id'])
      .where('status', 'in', ['queued', 'in_progress'])
      .execute();
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  async deleteExpired(now: number): Promise<void> {
    await this.#db.deleteFrom('responses').where('expires_at', '<=', now).execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('responses').where('workspace_id', '=', workspaceId).execute();
  }
}
