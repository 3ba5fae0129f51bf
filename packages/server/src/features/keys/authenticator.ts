import { type ReachingPath, type Scope, usedPaths } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import { hashApiKey, looksLikeApiKey } from './api-key.ts';
import type { KeyRecord } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';

/** A key found is believed for so long; revocation must take effect within a second even without a shared channel. */
const cacheMs = 900;
const cacheSize = 10_000;
const failuresPerMinute = 30;
const lastUsedStepMs = 60_000;
/** A key that worked from an address is looked up for it in spite of failures, for so long after its last use. */
const trustMs = 60 * 60_000;
const changedChannel = 'keys-changed';

const invalidKey = () => new AppError('invalid_api_key', 'The provided API key is invalid, inactive, or expired');

/** The one place where a key becomes a caller. */
export class Authenticator {
  readonly #keys: KeyRepository;
  readonly #counters: Counters;
  readonly #clock: Clock;
  readonly #trusted = new LRUCache<string, number>({ max: cacheSize });
  readonly #cache = new LRUCache<string, { record: KeyRecord | null; until: number }>({ max: cacheSize });

  constructor(parts: { keys: KeyRepository; counters: Counters; clock: Clock }) {
    this.#keys = parts.keys;
    this.#counters = parts.counters;
    this.#clock = parts.clock;
  }

  async start(): Promise<void> {
    await this.#counters.subscribe(changedChannel, (hash) => this.#cache.delete(hash));
  }

  /** Makes every process look the key up again. */
  async forget(hash: string): Promise<void> {
    this.#cache.delete(hash);
    await this.#counters.publish(changedChannel, hash);
  }

  /**
   * The key of a request, from either header form. Throws `authentication_required` without one and `invalid_api_key`
   * for one that is unknown, inactive, revoked or expired. Addresses with many failures get `rate_limit_exceeded` for
   * every key that did not work from there before, right or wrong.
   */
  async authenticate(
    headers: { authorization?: string | undefined; apiKey?: string | undefined },
    address: string,
  ): Promise<KeyRecord> {
    const key = keyOf(headers);
    if (key === null) {
      throw new AppError(
        'authentication_required',
        "API key must be provided in Authorization header as 'Bearer <API_KEY>'",
      );
    }
    const hash = hashApiKey(key);
    const now = this.#clock.now();
    const pair = `${address} ${hash}`;
    // Guessing must end even when a guess is right, so the limit comes before the look-up.
    if ((this.#trusted.get(pair) ?? 0) <= now) await this.#refuseGuesser(address);
    const record = looksLikeApiKey(key) ? await this.#find(hash) : null;
    const isUsable =
      record?.isActive && record.revokedAt === null && (record.expiresAt === null || record.expiresAt > now);
    if (!isUsable) throw await this.#failure(address);
    this.#trusted.set(pair, now + trustMs);
    this.#touch(record, now);
    return record;
  }

  async #find(hash: string): Promise<KeyRecord | null> {
    const now = this.#clock.now();
    const known = this.#cache.get(hash);
    if (known && known.until > now) return known.record;
    const record = await this.#keys.findByHash(hash);
    this.#cache.set(hash, { record, until: now + cacheMs });
    return record;
  }

  async #failure(address: string): Promise<AppError> {
    const taken = await this.#counters.take(failuresOf(address), 1, failuresPerMinute, 60_000);
    return taken.allowed ? invalidKey() : tooManyFailures(taken.retryAfterMs);
  }

  async #refuseGuesser(address: string): Promise<void> {
    const { remaining } = await this.#counters.take(failuresOf(address), 0, failuresPerMinute, 60_000);
    if (remaining === 0) throw tooManyFailures(60_000 / failuresPerMinute);
  }

  /** Last use is kept to the minute, so that it costs no write per request. */
  #touch(record: KeyRecord, now: number): void {
    if (record.lastUsedAt !== null && now - record.lastUsedAt < lastUsedStepMs) return;
    record.lastUsedAt = now;
    // A failed note of the last use must not turn a valid key away; the next minute writes it again.
    this.#keys.update(record.id, { last_used_at: now }).catch(() => {
      record.lastUsedAt = null;
    });
  }
}

const failuresOf = (address: string): string => `auth-failures:${address}`;

const tooManyFailures = (retryAfterMs: number): AppError =>
  new AppError('rate_limit_exceeded', 'Too many requests with invalid API keys came from this address', {
    retryAfterMs,
  });

/** Throws `forbidden` when the key may not do this. */
export function requireAccess(record: KeyRecord, access: 'key' | 'admin' | Scope): void {
  if (access === 'admin') {
    if (record.kind === 'admin') return;
    throw new AppError('forbidden', 'This call needs the admin key');
  }
  if (record.kind === 'admin') {
    throw new AppError('forbidden', 'The admin key manages keys and workspaces; use a workspace key for this call');
  }
  if (access !== 'key' && !record.scopes.includes(access)) {
    throw new AppError('forbidden', `This key has no access to ${access}; it needs the scope "${access}"`);
  }
}

/** Throws `forbidden` when a field of the body reaches a capability that the key has no scope for. */
export function requireReach(record: KeyRecord | null, paths: readonly ReachingPath[], body: unknown): void {
  for (const { path, scope } of usedPaths(paths, body)) {
    if (record?.scopes.includes(scope)) continue;
    const field = path.join('.').replaceAll('.*', '[]');
    throw new AppError('forbidden', `This key has no access to ${scope}; ${field} needs the scope "${scope}"`);
  }
}

function keyOf(headers: { authorization?: string | undefined; apiKey?: string | undefined }): string | null {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer) return bearer;
  return headers.apiKey?.trim() || null;
}
