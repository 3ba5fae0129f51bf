import { type CreatedKey, type CreateKeyRequest, type Key, scopes, type UpdateKeyRequest } from '@parley/contract';
import type { Updateable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import { dateTimeOf } from '../../../lib/date-time.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';
import { type Authenticator, isUsable } from './authenticator.ts';
import { definedOnly, type KeyRecord, toKey } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';
import { changedRestrictions, restrictionNames, unrestricted } from './key-restrictions.ts';

// long because making, changing, rolling and ending a key follow the same rules, and are read beside each other.

export type KeyOwner = { kind: 'key'; workspaceId: string } | { kind: 'admin' };

interface ListKeysQuery {
  limit?: number;
  after?: string;
  workspace_id?: string;
  kind?: Key['kind'];
}

export class KeyService {
  readonly #keys: KeyRepository;
  readonly #authenticator: Authenticator;
  readonly #clock: Clock;
  readonly #flushUsage: () => Promise<void>;

  constructor(parts: {
    keys: KeyRepository;
    authenticator: Authenticator;
    clock: Clock;
    /** Brings what was spent into the database, where a successor goes on from it. Default: it is always there. */
    flushUsage?: () => Promise<void>;
  }) {
    this.#keys = parts.keys;
    this.#authenticator = parts.authenticator;
    this.#clock = parts.clock;
    this.#flushUsage = parts.flushUsage ?? (async () => {});
  }

  /** Throws `invalid_request` for an expiry in the past, and for settings that an admin key cannot have. */
  async create(request: CreateKeyRequest, owner: KeyOwner, maker: Maker = nobody): Promise<CreatedKey> {
    if (owner.kind === 'admin') refuseWorkspaceSettings(request);
    const { key, prefix } = generateApiKey();
    const record = await this.#store(key, { prefix, source: 'made', owner, settings: request, maker });
    return { ...toKey(record), key };
  }

  /**
   * Makes sure that a key of the environment has a row to be known by. The row alone opens nothing: the environment of the
   * process must name the key, too. False when it was revoked.
   */
  async ensure(key: string, owner: KeyOwner): Promise<boolean> {
    const known = await this.#keys.findByHash(hashApiKey(key));
    if (known) {
      if (known.kind !== owner.kind) throw new Error('the same text cannot be both an API key and the admin key');
      return known.revokedAt === null;
    }
    const prefix = `${key.slice(0, 4)}…`;
    await this.#store(key, { prefix, source: 'environment', owner, settings: { name: givenName(key) } });
    return true;
  }

  /** A new admin key, or null while one that was made works: whoever runs the service is never locked out for good. */
  async createFirstAdmin(): Promise<string | null> {
    if (await this.#keys.hasUsableMade('admin', this.#clock.now())) return null;
    return (await this.create({ name: 'Admin' }, { kind: 'admin' })).key;
  }

  /** A new key in the workspace, or null when one was ever made. */
  async createFirst(workspaceId: string): Promise<string | null> {
    if (await this.#keys.hasMade('key')) return null;
    return (await this.create({ name: 'Default' }, { kind: 'key', workspaceId })).key;
  }

  async list(query: ListKeysQuery): Promise<Page<Key>> {
    const limit = query.limit ?? 20;
    const records = await this.#keys.list({
      workspaceId: query.workspace_id,
      kind: query.kind === 'workspace' ? 'key' : query.kind,
      limit: limit + 1,
      after: parseCursor(query.after),
    });
    return toPage(records, limit, toKey, (record) => cursorOf(record.createdAt, record.id));
  }

  async get(id: string): Promise<Key> {
    return toKey(await this.#find(id));
  }

  /** What a key would be with these settings: a new one, or the one named after a change. */
  async wouldBe(settings: UpdateKeyRequest, id: string | null): Promise<KeyRecord> {
    if (id === null) return this.#keys.toRecord({ ...unstored, ...definedOnly(toRow(settings, asMade)) });
    return this.#keys.changed(id, toRow(settings, await this.#find(id)));
  }

  /** Throws `conflict` for a revoked key. */
  async update(id: string, changes: UpdateKeyRequest): Promise<Key> {
    const record = await this.#find(id);
    if (record.revokedAt !== null) throw isRevoked(id);
    if (record.kind === 'admin') refuseWorkspaceSettings(changes);
    refusePastExpiry(changes, this.#clock.now());
    await this.#keys.update(id, toRow(changes, record));
    await this.#forget(id);
    return this.get(id);
  }

  async revoke(id: string): Promise<Key> {
    const record = await this.#find(id);
    if (record.source === 'dashboard') {
      throw new AppError('conflict', `The key ${id} is that of the dashboard; set active to false to turn it off`);
    }
    if (record.revokedAt === null) {
      await this.#keys.update(id, { revoked_at: this.#clock.now(), is_active: 0 });
      await this.#forget(id);
    }
    return this.get(id);
  }

  /** Makes a successor, which is of whoever asks, because they hold it; the old key stays valid for the overlap. Throws `conflict` where there is nothing to roll. */
  async roll(id: string, overlapSeconds = defaultOverlapSeconds, by: string | null = null): Promise<CreatedKey> {
    const record = await this.#find(id);
    const now = this.#clock.now();
    const isExpired = record.expiresAt !== null && record.expiresAt <= now;
    if (record.revokedAt !== null) throw isRevoked(id);
    if (isExpired) throw new AppError('conflict', `The key ${id} has expired; make a new one`);
    if (record.source === 'dashboard') {
      throw new AppError(
        'conflict',
        `The key ${id} is that of the dashboard; nobody has it, so there is nothing to roll`,
      );
    }
    if (record.source === 'environment') {
      const variable = record.kind === 'admin' ? 'PARLEY_ADMIN_KEY' : 'PARLEY_API_KEY';
      throw new AppError('conflict', `The key ${id} is named by ${variable}; change the variable and start again`);
    }
    const { key, prefix } = generateApiKey();
    const until = now + overlapSeconds * 1000;
    const ending =
      overlapSeconds === 0
        ? { revoked_at: now, is_active: 0 }
        : { expires_at: Math.min(until, record.expiresAt ?? until) };
    await this.#flushUsage();
    await this.#keys.succeed(id, ending, {
      ...blankRow(now),
      prefix,
      hash: hashApiKey(key),
      created_by: by ?? record.createdBy,
    });
    await this.#forget(id);
    return { ...toKey(await this.#known(key)), key };
  }

  /** The key under which people act who are signed in. */
  ofDashboard(workspaceId: string): Promise<KeyRecord | null> {
    return this.#keys.ofDashboard(workspaceId);
  }

  /** Whether a key still works. */
  async isUsable(id: string): Promise<boolean> {
    const record = await this.#keys.find(id);
    return isUsable(record, this.#clock.now());
  }

  /** Revokes the keys of a workspace everywhere, so that nothing new comes in, then runs what deletes it. */
  async forgetWorkspace(workspaceId: string, remove: () => Promise<void>): Promise<void> {
    const hashes = await this.#keys.hashesOfWorkspace(workspaceId);
    await this.#keys.revokeWorkspace(workspaceId, this.#clock.now());
    for (const hash of hashes) await this.#authenticator.forget(hash);
    await remove();
    for (const hash of hashes) await this.#authenticator.forget(hash);
  }

  async #find(id: string): Promise<KeyRecord> {
    const record = await this.#keys.find(id);
    if (!record) throw new AppError('not_found', `There is no key ${id}`);
    return record;
  }

  async #forget(id: string): Promise<void> {
    const hash = await this.#keys.hashOf(id);
    if (hash) await this.#authenticator.forget(hash);
  }

  async #store(key: string, { prefix, source, owner, settings, maker = nobody }: NewKey): Promise<KeyRecord> {
    const now = this.#clock.now();
    refusePastExpiry(settings, now);
    await this.#keys.insert({
      ...blankRow(now),
      workspace_id: owner.kind === 'key' ? owner.workspaceId : null,
      kind: owner.kind,
      created_by: maker.id,
      shares_budget_of: maker.sharesBudgetOf,
      source,
      prefix,
      hash: hashApiKey(key),
      ...definedOnly(toRow(settings, asMade)),
    });
    return await this.#known(key);
  }

  async #known(key: string): Promise<KeyRecord> {
    const hash = hashApiKey(key);
    await this.#authenticator.forget(hash);
    const record = await this.#keys.findByHash(hash);
    if (!record) throw new Error('the key that was just stored is gone');
    return record;
  }
}

interface NewKey {
  prefix: string;
  source: KeyRecord['source'];
  owner: KeyOwner;
  settings: CreateKeyRequest;
  maker?: Maker;
}

/** Who makes a key. */
export interface Maker {
  /** A person or a key. */
  id: string | null;
  /** The key whose budget counts what the new one spends. */
  sharesBudgetOf: string | null;
}

const nobody: Maker = { id: null, sharesBudgetOf: null };

const defaultOverlapSeconds = 3600;

const isRevoked = (id: string): AppError =>
  new AppError('conflict', `The key ${id} is revoked and stays so; make a new one`);

function refusePastExpiry({ expires_at }: UpdateKeyRequest, now: number): void {
  if (typeof expires_at !== 'string' || dateTimeOf(expires_at, 'expires_at') > now) return;
  throw new AppError('invalid_request', 'expires_at must be in the future; revoke the key to end it now', {
    title: 'expires_at is in the past',
  });
}

/** Admin keys manage: what bounds the use of the service means nothing for them. */
function refuseWorkspaceSettings(settings: CreateKeyRequest): void {
  for (const name of [
    'workspace_id',
    'scopes',
    'limits',
    'budget_usd',
    'budget_period',
    'confirm_changes',
    'web',
    'models',
    'endpoints',
    'origins',
    'collections',
    'tags',
    'store',
    'strict',
  ] as const) {
    if (settings[name] === undefined || settings[name] === null) continue;
    throw new AppError('invalid_request', `${name} does not apply to an admin key; leave it out`, {
      title: `${name} is not valid`,
    });
  }
}

function blankRow(now: number) {
  return {
    id: newId('key'),
    workspace_id: null,
    kind: 'key',
    name: 'Unnamed',
    scopes: JSON.stringify(scopes),
    limits: '{}',
    budget_nanos: null,
    budget_period: 'month',
    confirm_changes: null,
    web: null,
    strict: null,
    restrictions: null,
    tags: null,
    store: null,
    is_active: 1,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    created_at: now,
  } as const;
}

/** A key as it is before anything is asked for. */
const unstored = {
  ...blankRow(0),
  prefix: '',
  hash: '',
  source: 'made',
  created_by: null,
  shares_budget_of: null,
} as const;

/** What a change of one part leaves of the others. */
type Changeable = Pick<KeyRecord, 'givenLimits' | 'restrictions'>;

const asMade: Changeable = { givenLimits: {}, restrictions: unrestricted };

/** The columns that a request sets; what it does not name stays as it is. */
function toRow(settings: UpdateKeyRequest, known: Changeable): Updateable<Tables['api_keys']> {
  const {
    name,
    scopes: given,
    expires_at,
    active,
    budget_usd,
    budget_period,
    confirm_changes,
    web,
    strict,
    tags,
  } = settings;
  return {
    ...(name !== undefined && { name }),
    ...(given !== undefined && { scopes: JSON.stringify(given) }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : dateTimeOf(expires_at, 'expires_at') }),
    ...(active !== undefined && { is_active: active ? 1 : 0 }),
    ...(settings.limits !== undefined && { limits: JSON.stringify({ ...known.givenLimits, ...settings.limits }) }),
    ...(budget_usd !== undefined && { budget_nanos: budget_usd === null ? null : Math.round(budget_usd * 1e9) }),
    ...(budget_period !== undefined && { budget_period: budget_period ?? 'month' }),
    ...(confirm_changes !== undefined && { confirm_changes }),
    ...(web !== undefined && { web: web === false ? 0 : null }),
    ...(strict !== undefined && { strict: strict ? 1 : null }),
    ...(settings.store !== undefined && { store: settings.store === false ? 0 : null }),
    ...(tags !== undefined && { tags: tags === null || tags.length === 0 ? null : JSON.stringify(tags) }),
    ...(restrictionNames.some((name) => settings[name] !== undefined) && {
      restrictions: changedRestrictions(settings, known.restrictions),
    }),
  };
}

/** `parley serve` makes keys and hands them over in the environment, so that whoever started it has set none. */
const givenName = (key: string): string =>
  /^parley-[\w-]{32}$/.test(key) ? 'Made by parley serve' : 'From the environment';
