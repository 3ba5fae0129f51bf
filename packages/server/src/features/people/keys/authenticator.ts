import { hash } from 'node:crypto';
import { type ReachingPath, usedPaths } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Counters } from '../../../ports/counters.ts';
import { hashApiKey, looksGenerated } from './api-key.ts';
import { KeyLookup } from './key-lookup.ts';
import type { KeyRecord, Principal } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';
import { requireCollections } from './key-restrictions.ts';
import type { SessionAccess, SessionRequest } from './session-access.ts';

/** A key found is believed for so long; revocation must take effect within a second even without a shared channel. */
const cacheMs = 900;
const cacheSize = 10_000;
const failuresPerMinute = 30;
const lastUsedStepMs = 60_000;
const changedChannel = 'keys-changed';

/** What a request shows of who sends it. */
export interface Credentials {
  authorization?: string | undefined;
  apiKey?: string | undefined;
  session?: SessionRequest | undefined;
}

/** What a look-up gave, good until then. */
interface Found {
  record: KeyRecord | null;
  until: number;
}

const invalidKey = () =>
  new AppError('invalid_api_key', 'The provided API key is invalid, inactive, or expired', {
    details:
      'Check that it was copied whole and belongs to this service: parley keys show prints the keys of one on the same computer, ' +
      'the page Keys of the dashboard says which are active.',
  });

/** The one place where a key becomes a caller. */
export class Authenticator {
  readonly #keys: KeyRepository;
  readonly #counters: Counters;
  readonly #clock: Clock;
  readonly #lookup: KeyLookup;
  /** By hash. */
  readonly #cache = new LRUCache<string, Found>({ max: cacheSize });
  /** Of keys that there are not, apart: made-up ones push no right one out. */
  readonly #unknown = new LRUCache<string, Found>({ max: cacheSize });
  /** Keys that worked, by a digest of address and headers: a dump of the memory holds no table of keys. */
  readonly #callers = new LRUCache<string, Found>({ max: cacheSize });
  /** The operator's own, by hash, as they were found last. */
  readonly #ofOperator = new Map<string, KeyRecord>();
  readonly #sessions: Pick<SessionAccess, 'authenticate'> | null;

  constructor(parts: {
    keys: KeyRepository;
    counters: Counters;
    clock: Clock;
    /** Without it only keys let anybody in. */
    sessions?: Pick<SessionAccess, 'authenticate'>;
  }) {
    this.#sessions = parts.sessions ?? null;
    this.#keys = parts.keys;
    this.#lookup = new KeyLookup(parts.keys);
    this.#counters = parts.counters;
    this.#clock = parts.clock;
  }

  async start(): Promise<void> {
    await this.#counters.subscribe(changedChannel, (hash) => this.#drop(hash));
  }

  /** Has the operator's key known from the start on, for `operatorOf`. */
  async remember(key: string): Promise<void> {
    await this.#find(hashApiKey(key), key);
  }

  /** Whose admin key of the environment a request carries, by what was found last: for what must answer while the database is away. */
  operatorOf(headers: Credentials): KeyRecord | null {
    const key = keyOf(headers);
    const record = (key && this.#ofOperator.get(hashApiKey(key))) || null;
    return isUsable(record, this.#clock.now()) && record.kind === 'admin' ? record : null;
  }

  /** Makes every process look the key up again. */
  async forget(hash: string): Promise<void> {
    this.#drop(hash);
    await this.#counters.publish(changedChannel, hash);
  }

  /**
   * The key of a request, from either header form. Throws `authentication_required` without one and `invalid_api_key`
   * for one that is unknown, inactive, revoked or expired. Addresses with many failures get `rate_limit_exceeded` for
   * wrong keys; a right one is let in whatever others send from its address. A session stands in for a key where none was sent.
   */
  authenticate(headers: Credentials, address: string): Principal | Promise<Principal> {
    const { session } = headers;
    if (session && headers.authorization === undefined && headers.apiKey === undefined) return this.#enter(session);
    const caller = hash('sha256', `${address}\n${headers.authorization ?? ''}\n${headers.apiKey ?? ''}`);
    const known = this.#callers.get(caller);
    const now = this.#clock.now();
    // Once its short time is over, the long way looks the key up and trusts it anew.
    if (known === undefined || known.until <= now || !isUsable(known.record, now)) {
      return this.#lookUp(keyOf(headers), address, caller);
    }
    this.#touch(known.record, now);
    return known.record;
  }

  async #enter(session: SessionRequest): Promise<Principal> {
    const principal = await this.#sessions?.authenticate(session);
    if (!principal) throw new AppError('authentication_required', 'Your session is over; sign in again');
    const now = this.#clock.now();
    if (principal.workspaceId !== null && isUsable(principal, now)) this.#touch(principal, now);
    return principal;
  }

  async #lookUp(key: string | null, address: string, caller: string): Promise<KeyRecord> {
    if (key === null) {
      throw new AppError(
        'authentication_required',
        "API key must be provided in Authorization header as 'Bearer <API_KEY>'",
      );
    }
    const hash = hashApiKey(key);
    const now = this.#clock.now();
    const found = await this.#find(hash, key);
    if (found === null || !isUsable(found.record, now)) throw await this.#failure(address);
    this.#callers.set(caller, found);
    this.#touch(found.record, now);
    return found.record;
  }

  /** Asks the database only for what can be in it: keys with the right checksum, and the operator's own, which are known here. */
  async #find(hash: string, key: string): Promise<Found | null> {
    const now = this.#clock.now();
    const known = this.#cache.get(hash) ?? this.#unknown.get(hash);
    if (known && known.until > now) return known;
    if (!looksGenerated(key) && !this.#keys.isOfEnvironment(hash)) return null;
    const found: Found = { record: await this.#lookup.find(hash), until: now + cacheMs };
    const [into, outOf] = found.record === null ? [this.#unknown, this.#cache] : [this.#cache, this.#unknown];
    into.set(hash, found);
    if (found.record !== null && this.#keys.isOfEnvironment(hash)) this.#ofOperator.set(hash, found.record);
    outOf.delete(hash);
    return found;
  }

  /** Also for those who hold on to what was found. */
  #drop(hash: string): void {
    const found = this.#cache.get(hash);
    if (found) found.until = 0;
    this.#cache.delete(hash);
    this.#unknown.delete(hash);
  }

  async #failure(address: string): Promise<AppError> {
    const taken = await this.#counters.take({
      key: failuresOf(address),
      cost: 1,
      limit: failuresPerMinute,
      windowMs: 60_000,
    });
    return taken.allowed ? invalidKey() : tooManyFailures(taken.retryAfterMs);
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

export function isUsable(record: KeyRecord | null, now: number): record is KeyRecord {
  return (
    record?.isActive === true && record.revokedAt === null && (record.expiresAt === null || record.expiresAt > now)
  );
}

const failuresOf = (address: string): string => `auth-failures:${address}`;

const tooManyFailures = (retryAfterMs: number): AppError =>
  new AppError('rate_limit_exceeded', 'Too many requests with invalid API keys came from this address', {
    retryAfterMs,
  });

/** Throws `forbidden` when a field of the body reaches a capability that the key has no scope for, or a collection it may not ask. */
export function requireReach(record: KeyRecord | null, paths: readonly ReachingPath[], body: unknown): void {
  const used = usedPaths(paths, body);
  for (const { path, scope } of used) {
    if (record?.scopes.includes(scope)) continue;
    const field = path.join('.').replaceAll('.*', '[]');
    throw new AppError('forbidden', `This key has no access to ${scope}; ${field} needs the scope "${scope}"`);
  }
  if (record) requireCollections(record.restrictions, used, body);
}

function keyOf(headers: { authorization?: string | undefined; apiKey?: string | undefined }): string | null {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer) return bearer;
  return headers.apiKey?.trim() || null;
}
