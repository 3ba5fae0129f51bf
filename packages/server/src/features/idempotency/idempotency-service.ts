import { hash } from 'node:crypto';
import type { Db } from '../../db/open-database.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';

const keepMs = 24 * 60 * 60_000;
/** A running twin is believed for longer than the longest call, in case its process died. */
const runningMs = 45 * 60_000;
export const maxKeptBytes = 16 * 1024 * 1024;

export interface KeptReply {
  status: number;
  contentType: string;
  body: string;
}

/** Remembers the first answer to a request that its sender marked, so that sending it again costs and creates nothing. */
export class IdempotencyService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(parts: { db: Db; clock: Clock }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
  }

  /**
   * Claims the key for a request. Returns the first answer when there is one, else the claim to finish or drop.
   * Throws `idempotency_mismatch` for another body and `idempotency_in_progress` while a twin runs.
   */
  async begin(request: {
    keyId: string;
    endpoint: string;
    idempotencyKey: string;
    body: unknown;
  }): Promise<KeptReply | Claim> {
    const { keyId, endpoint, idempotencyKey, body } = request;
    if (idempotencyKey.length < 1 || idempotencyKey.length > 255) {
      throw new AppError('invalid_request', 'Idempotency-Key must have 1 to 255 characters', {
        title: 'Idempotency-Key is not valid',
      });
    }
    const id = hash('sha256', JSON.stringify([keyId, endpoint, idempotencyKey]));
    const bodyHash = hash('sha256', JSON.stringify(body ?? null));
    const now = this.#clock.now();
    await this.#db.deleteFrom('idempotency_records').where('id', '=', id).where('expires_at', '<=', now).execute();
    const inserted = await this.#db
      .insertInto('idempotency_records')
      .values({
        id,
        body_hash: bodyHash,
        state: 'running',
        status: 0,
        content_type: '',
        body: '',
        created_at: now,
        expires_at: now + runningMs,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return this.#claim(id);
    return this.#existing(id, bodyHash);
  }

  /** Forgets what is too old. Claims of a process that died expire; on one process none can be alive at start. */
  async sweep(options: { dropRunning: boolean }): Promise<void> {
    await this.#db.deleteFrom('idempotency_records').where('expires_at', '<=', this.#clock.now()).execute();
    if (options.dropRunning) await this.#db.deleteFrom('idempotency_records').where('state', '=', 'running').execute();
  }

  async #existing(id: string, bodyHash: string): Promise<KeptReply> {
    const row = await this.#db.selectFrom('idempotency_records').selectAll().where('id', '=', id).executeTakeFirst();
    if (row && row.body_hash !== bodyHash) {
      throw new AppError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another request body; use a new key',
      );
    }
    if (!row || row.state === 'running') {
      throw new AppError('idempotency_in_progress', 'The first request with this Idempotency-Key has not ended yet', {
        retryAfterMs: 1000,
      });
    }
    return { status: row.status, contentType: row.content_type, body: row.body };
  }

  #claim(id: string): Claim {
    return {
      finish: async ({ status, contentType, body }) => {
        await this.#db
          .updateTable('idempotency_records')
          .set({ state: 'done', status, content_type: contentType, body, expires_at: this.#clock.now() + keepMs })
          .where('id', '=', id)
          .execute();
      },
      drop: async () => {
        await this.#db.deleteFrom('idempotency_records').where('id', '=', id).execute();
      },
    };
  }
}

export interface Claim {
  finish(reply: KeptReply): Promise<void>;
  /** Nothing is kept: the request may be sent again under the same key. */
  drop(): Promise<void>;
}
