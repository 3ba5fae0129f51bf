import { hash } from 'node:crypto';
import type { Db } from '../../../db/open-database.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';

const keepMs = 24 * 60 * 60_000;
/** A running twin is believed for longer than the longest call (a research run has 70 minutes), in case its process died. */
const runningMs = 90 * 60_000;
export const maxKeptBytes = 16 * 1024 * 1024;

export interface KeptReply {
  status: number;
  contentType: string;
  body: string;
}

export interface IdempotentRequest {
  keyId: string;
  /** Empty for management calls, which belong to no workspace. */
  workspaceId: string;
  /** The caller's own user whom the request names. */
  userId: string | null;
  idempotencyKey: string;
  /** Method, concrete path and query: together with the body what the request is. */
  target: string;
  /** A hash of the body. Null when it has not been read; then `readBody` reads it where it must be known at once. */
  body: string | null;
  readBody(): Promise<string>;
}

/** Remembers the first answer to a request that its sender marked, so that sending it again costs and creates nothing. */
export class IdempotencyService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  /** `onError` gets the error when an answer could not be kept. The answer is paid for, so it goes out nevertheless. */
  constructor(parts: { db: Db; clock: Clock; onError: (error: unknown) => void }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  /**
   * Claims the key for a request. Returns the first answer when there is one, else the claim to finish or drop.
   * Throws `idempotency_mismatch` for any other request and `idempotency_in_progress` while a twin runs.
   */
  async begin(request: IdempotentRequest): Promise<KeptReply | Claim> {
    const { keyId, workspaceId, userId, idempotencyKey, target, body } = request;
    if (idempotencyKey.length < 1 || idempotencyKey.length > 255) {
      throw new AppError('invalid_request', 'Idempotency-Key must have 1 to 255 characters', {
        title: 'Idempotency-Key is not valid',
      });
    }
    const id = hash('sha256', JSON.stringify([keyId, idempotencyKey]));
    const targetHash = hash('sha256', target);
    const now = this.#clock.now();
    await this.#db.deleteFrom('idempotency_records').where('id', '=', id).where('expires_at', '<=', now).execute();
    const inserted = await this.#db
      .insertInto('idempotency_records')
      .values({
        id,
        workspace_id: workspaceId || null,
        user_id: userId,
        body_hash: identity(targetHash, body),
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
    if (inserted) return this.#claim(id, targetHash);
    return this.#existing(id, targetHash, request);
  }

  /** Forgets what is too old. Claims of a process that died expire; on one process none can be alive at start. */
  async sweep(options: { dropRunning: boolean }): Promise<void> {
    await this.#db.deleteFrom('idempotency_records').where('expires_at', '<=', this.#clock.now()).execute();
    if (options.dropRunning) await this.#db.deleteFrom('idempotency_records').where('state', '=', 'running').execute();
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('idempotency_records').where('workspace_id', '=', workspaceId).execute();
  }

  /** Forgets the answers that concern one of the workspace's own users. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_records')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }

  async #existing(id: string, targetHash: string, request: IdempotentRequest): Promise<KeptReply> {
    const row = await this.#db.selectFrom('idempotency_records').selectAll().where('id', '=', id).executeTakeFirst();
    if (row && !row.body_hash.startsWith(targetHash)) throw mismatch();
    const isRunning = !row || row.state === 'running';
    // The body of a twin that runs is not known before it has been read; then the two cannot be compared.
    if (isRunning && (row === undefined || request.body === null || row.body_hash === identity(targetHash, null))) {
      throw inProgress();
    }
    const body = request.body ?? (await request.readBody());
    if (row.body_hash !== identity(targetHash, body)) throw mismatch();
    if (isRunning) throw inProgress();
    return { status: row.status, contentType: row.content_type, body: row.body };
  }

  #claim(id: string, targetHash: string): Claim {
    return {
      finish: ({ status, contentType, body }, bodyHash) =>
        this.#attempt(
          this.#db
            .updateTable('idempotency_records')
            .set({
              state: 'done',
              body_hash: identity(targetHash, bodyHash),
              status,
              content_type: contentType,
              body,
              expires_at: this.#clock.now() + keepMs,
            })
            .where('id', '=', id),
        ),
      drop: () => this.#attempt(this.#db.deleteFrom('idempotency_records').where('id', '=', id)),
    };
  }

  async #attempt(change: { execute(): Promise<unknown> }): Promise<void> {
    try {
      await change.execute();
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** The one request that works under a key. Neither of the two throws. */
export interface Claim {
  finish(reply: KeptReply, bodyHash: string): Promise<void>;
  /** Nothing is kept: the request may be sent again under the same key. */
  drop(): Promise<void>;
}

const identity = (targetHash: string, bodyHash: string | null): string => `${targetHash} ${bodyHash ?? ''}`;

const mismatch = (): AppError =>
  new AppError(
    'idempotency_mismatch',
    'This Idempotency-Key was used with another request (method, path, query and body count); use a new key',
  );

const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'The first request with this Idempotency-Key has not ended yet', {
    retryAfterMs: 1000,
  });
