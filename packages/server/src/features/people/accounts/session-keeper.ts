import { createHmac, hash, randomBytes } from 'node:crypto';
import type { SessionInfo } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionRepository, SessionRow, SessionWithUser } from './session-repository.ts';

const dayMs = 24 * 60 * 60_000;
/** A session that nobody uses ends after this; one that is used, after the other. */
const idleMs = 7 * dayMs;
const longestMs = 30 * dayMs;
const seenStepMs = 60_000;
const maxSessions = 50;
const maxUserAgent = 300;
const tokenBytes = 32;

/** What the browser is given, and what is kept of it. */
export interface OpenedSession {
  /** For the cookie, and nowhere else. */
  token: string;
  session: SessionRow;
}

/** Opens, finds and ends sessions. Only hashes of their tokens are stored. */
export class SessionKeeper {
  readonly #sessions: SessionRepository;
  readonly #clock: Clock;
  readonly #csrfKeys: readonly Buffer[];

  constructor(parts: { sessions: SessionRepository; clock: Clock; secrets: readonly string[] }) {
    this.#sessions = parts.sessions;
    this.#clock = parts.clock;
    this.#csrfKeys = parts.secrets.map((secret) => deriveKey(secret, 'session csrf'));
  }

  async open(
    userId: string,
    from: { address: string; userAgent: string | undefined },
    hasSecondFactor: boolean,
  ): Promise<OpenedSession> {
    const now = this.#clock.now();
    const token = randomBytes(tokenBytes).toString('base64url');
    const session = {
      id: newId('ses'),
      user_id: userId,
      hash: hashToken(token),
      address: from.address,
      second_factor: hasSecondFactor ? 1 : 0,
      user_agent: from.userAgent?.slice(0, maxUserAgent) ?? null,
      last_seen_at: now,
      expires_at: now + idleMs,
      created_at: now,
    };
    await this.#sessions.insert(session);
    await this.#sessions.deleteBeyond(userId, maxSessions);
    await this.#sessions.touch(session, now, session.expires_at);
    return { token, session };
  }

  /** The session of a token. It is asked for at every call: who was removed is out at once, in every process. */
  async find(token: string): Promise<SessionWithUser | null> {
    const session = await this.#sessions.findByHash(hashToken(token));
    const now = this.#clock.now();
    if (session === null || session.expires_at <= now) return null;
    if (now - session.last_seen_at >= seenStepMs) {
      const expiresAt = Math.min(now + idleMs, session.created_at + longestMs);
      await this.#sessions.touch(session, now, expiresAt);
      return { ...session, last_seen_at: now, expires_at: expiresAt };
    }
    return session;
  }

  /** What a page sends back with each call that changes something; another page cannot read it. */
  csrfToken(session: Pick<SessionRow, 'hash'>): string {
    return this.#csrfTokens(session)[0] ?? '';
  }

  isCsrfToken(session: Pick<SessionRow, 'hash'>, given: string): boolean {
    return this.#csrfTokens(session).some((token) => isSameSecret(given, token));
  }

  async list(userId: string, currentId: string, query: { limit?: number; after?: string }): Promise<Page<SessionInfo>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#sessions.list(userId, { now: this.#clock.now(), limit: limit + 1, after });
    const toInfo = (row: SessionRow): SessionInfo => ({
      id: row.id,
      created_at: new Date(row.created_at).toISOString(),
      last_seen_at: new Date(row.last_seen_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
      address: row.address,
      user_agent: row.user_agent,
      current: row.id === currentId,
    });
    return toPage(rows, limit, toInfo, (row) => cursorOf(row.created_at, row.id));
  }

  /** Throws `not_found` for one that is not this person's. */
  async end(userId: string, id: string): Promise<void> {
    if (await this.#sessions.delete(userId, id)) return;
    throw new AppError('not_found', `You have no session ${id}; GET /v1/sessions lists them`);
  }

  /** The session has shown a second factor, because it was switched on in it. */
  strengthen(id: string): Promise<void> {
    return this.#sessions.update(id, { second_factor: 1 });
  }

  endOthers(userId: string, keptId: string): Promise<number> {
    return this.#sessions.deleteOthers(userId, keptId);
  }

  /** Deletes what has expired. */
  sweep(): Promise<void> {
    return this.#sessions.deleteExpired(this.#clock.now());
  }

  #csrfTokens(session: Pick<SessionRow, 'hash'>): string[] {
    return this.#csrfKeys.map((key) => createHmac('sha256', key).update(session.hash).digest('base64url'));
  }
}

const hashToken = (token: string): string => hash('sha256', token);
