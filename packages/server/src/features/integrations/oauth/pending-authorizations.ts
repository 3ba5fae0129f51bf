import { createHash, randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ConnectionOwner } from '../connections/connection.ts';
import { readStored } from '../connections/read-stored.ts';
import type { Vault } from '../connections/vault.ts';
import type { AuthorizationRow, AuthorizationsRepository } from './authorizations-repository.ts';

const lifetimeMs = 10 * 60_000;

const Payload = Type.Object({
  verifier: Type.String(),
  redirectUri: Type.String(),
  callbackUrl: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.String()),
  fields: Type.Record(Type.String(), Type.String()),
  /** Key under which the authorization was begun, for the audit log. */
  keyId: Type.String(),
  /**
   * The browser that has to come back: SHA-256 of what its cookie holds, `''` while none has begun. Absent where any may.
   */
  browser: Type.Optional(Type.String()),
});
/** What an authorization needs to be finished. */
export type AuthorizationPayload = Static<typeof Payload>;

export interface PendingAuthorization {
  owner: ConnectionOwner;
  payload: AuthorizationPayload;
}

/** Authorizations under way, sealed, known by their state. Each can be taken once, within ten minutes. */
export class PendingAuthorizations {
  readonly #rows: AuthorizationsRepository;
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor({ rows, vault, clock }: { rows: AuthorizationsRepository; vault: Vault; clock: Clock }) {
    this.#rows = rows;
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Returns the state. */
  async add(owner: ConnectionOwner, payload: AuthorizationPayload): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    const id = hash(state);
    const now = this.#clock.now();
    await this.#rows.sweep(now);
    await this.#rows.insert({
      id,
      workspace_id: owner.workspaceId,
      integration_id: owner.integrationId,
      user_id: owner.userId,
      payload: await this.#seal(id, owner, payload),
      expires_at: now + lifetimeMs,
    });
    return state;
  }

  /** Reads without using it up. Null when there is none, or not any more. */
  async find(state: string): Promise<PendingAuthorization | null> {
    return this.#open(await this.#rows.find(hash(state)));
  }

  /** Reads and removes in one step, so that a state works once. */
  async take(state: string): Promise<PendingAuthorization | null> {
    return this.#open(await this.#rows.take(hash(state)));
  }

  /** Says which browser has to come back, once: false when another one was first. */
  async bind(state: string, browser: string): Promise<boolean> {
    const row = await this.#rows.find(hash(state));
    const found = await this.#open(row);
    if (!row || found?.payload.browser !== '') return false;
    const payload = await this.#seal(row.id, found.owner, { ...found.payload, browser: hash(browser) });
    return this.#rows.replace(row, payload);
  }

  #seal(id: string, owner: ConnectionOwner, payload: AuthorizationPayload): Promise<string> {
    return this.#vault.seal(JSON.stringify(payload), context(id, owner));
  }

  async #open(row: AuthorizationRow | undefined): Promise<PendingAuthorization | null> {
    if (!row || row.expires_at < this.#clock.now()) return null;
    const owner = { workspaceId: row.workspace_id, integrationId: row.integration_id, userId: row.user_id };
    const payload = readStored(Payload, await this.#vault.open(row.payload, context(row.id, owner)));
    if (!payload) throw new AppError('internal_error', 'A stored authorization has an unknown form.');
    return { owner, payload };
  }
}

/** SHA-256, hexadecimal: what the database knows a state or a browser by. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function context(id: string, owner: ConnectionOwner): string[] {
  return ['integration_authorizations', id, owner.workspaceId, owner.integrationId, owner.userId];
}
