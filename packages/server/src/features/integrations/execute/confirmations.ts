import { createHash } from 'node:crypto';
import type { Confirmation, JsonObject } from '@parley/contract';
import type { Db } from '../../../db/open-database.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ManifestFeature } from '../definitions/manifest.ts';
import { hashDefinition } from '../mcp-tool-list.ts';

/** A call, ready to be done. */
export interface ConfirmableCall {
  workspaceId: string;
  userId: string;
  integrationId: string;
  /** Its whole definition counts: what it does may not change between the question and the answer. */
  feature: ManifestFeature;
  inputs: JsonObject;
}

const validMs = 10 * 60_000;

/** Calls that were held back until whoever they are done for has agreed to them. */
export class Confirmations {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** A token for exactly this call, good once and for 10 minutes, with what would be done. */
  async ask(call: ConfirmableCall): Promise<Confirmation & { inputs: JsonObject }> {
    const confirm = newId('confirm');
    const expiresAt = this.#clock.now() + validMs;
    await this.#db
      .insertInto('integration_confirmations')
      .values({ id: idOf(confirm), workspace_id: call.workspaceId, digest: digestOf(call), expires_at: expiresAt })
      .execute();
    return {
      confirm,
      integration_id: call.integrationId,
      feature_name: call.feature.name,
      user_id: call.userId,
      inputs: call.inputs,
      expires_at: new Date(expiresAt).toISOString(),
    };
  }

  /** Whether the token is for this call. It is gone then; for another call it stays. */
  async take(confirm: string, call: ConfirmableCall): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('integration_confirmations')
      .where('id', '=', idOf(confirm))
      .where('workspace_id', '=', call.workspaceId)
      .where('digest', '=', digestOf(call))
      .where('expires_at', '>', this.#clock.now())
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async sweep(now: number): Promise<void> {
    await this.#db.deleteFrom('integration_confirmations').where('expires_at', '<=', now).execute();
  }
}

const idOf = (confirm: string): string => createHash('sha256').update(confirm).digest('hex');

const digestOf = (call: ConfirmableCall): string => hashDefinition(call);
