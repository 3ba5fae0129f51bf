import {
  type CreatedKey,
  type CreateKeyRequest,
  type Key,
  type KeyLimits,
  scopes,
  type UpdateKeyRequest,
} from '@parley/contract';
import type { Updateable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import type { Clock } from '../../ports/clock.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';
import type { Authenticator } from './authenticator.ts';
import { type KeyRecord, toKey } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';

export class KeyService {
  readonly #keys: KeyRepository;
  readonly #authenticator: Authenticator;
  readonly #clock: Clock;

  constructor(parts: { keys: KeyRepository; authenticator: Authenticator; clock: Clock }) {
    this.#keys = parts.keys;
    this.#authenticator = parts.authenticator;
    this.#clock = parts.clock;
  }

  async create(request: CreateKeyRequest & { workspace_id: string }): Promise<CreatedKey> {
    const { key, prefix } = generateApiKey();
    const record = await this.#store(key, prefix, request);
    return { ...toKey(record), key };
  }

  /** Makes sure that an operator's own key exists in the workspace (or as the admin key). */
  async ensure(key: string, owner: { kind: 'key'; workspaceId: string } | { kind: 'admin' }): Promise<void> {
    const known = await this.#keys.findByHash(hashApiKey(key));
    if (known) {
      if (known.kind !== owner.kind) throw new Error('the same text cannot be both an API key and the admin key');
      return;
    }
    await this.#store(key, `${key.slice(0, 4)}…`, {
      name: 'From the environment',
      ...(owner.kind === 'key' && { workspace_id: owner.workspaceId }),
    });
  }

  /** A new admin key, or null when there is one already. */
  async createFirstAdmin(): Promise<string | null> {
    if (await this.#keys.hasKind('admin')) return null;
    const { key, prefix } = generateApiKey();
    await this.#store(key, prefix, { name: 'Admin' });
    return key;
  }

  /** A new key in the workspace, or null when any workspace has one already. */
  async createFirst(workspaceId: string): Promise<string | null> {
    if (await this.#keys.hasKind('key')) return null;
    return (await this.create({ workspace_id: workspaceId, name: 'Default' })).key;
  }

  async list(query: { limit?: number; after?: string; workspace_id?: string }): Promise<Page<Key>> {
    const limit = query.limit ?? 20;
    const records = await this.#keys.list({
      workspaceId: query.workspace_id,
      limit: limit + 1,
      after: parseCursor(query.after),
    });
    return toPage(records, limit, toKey, (record) => cursorOf(record.createdAt, record.id));
  }

  async get(id: string): Promise<Key> {
    return toKey(await this.#find(id));
  }

  async update(id: string, changes: UpdateKeyRequest): Promise<Key> {
    const record = await this.#find(id);
    await this.#keys.update(id, toRow(changes, record.givenLimits));
    await this.#forget(id);
    return this.get(id);
  }

  async revoke(id: string): Promise<Key> {
    const record = await this.#find(id);
    if (record.revokedAt === null) {
      await this.#keys.update(id, { revoked_at: this.#clock.now(), is_active: 0 });
      await this.#forget(id);
    }
    return this.get(id);
  }

  /** Runs what deletes a workspace, then makes every process forget its keys. */
  async forgetWorkspace(workspaceId: string, remove: () => Promise<void>): Promise<void> {
    const hashes = await this.#keys.hashesOfWorkspace(workspaceId);
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

  async #store(key: string, prefix: string, settings: CreateKeyRequest): Promise<KeyRecord> {
    const hash = hashApiKey(key);
    await this.#keys.insert({
      id: newId('key'),
      workspace_id: settings.workspace_id ?? null,
      kind: settings.workspace_id === undefined ? 'admin' : 'key',
      name: 'Unnamed',
      prefix,
      hash,
      scopes: JSON.stringify(scopes),
      limits: '{}',
      budget_nanos: null,
      budget_period: 'month',
      is_active: 1,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      created_at: this.#clock.now(),
      ...definedOnly(toRow(settings, {})),
    });
    await this.#authenticator.forget(hash);
    const record = await this.#keys.findByHash(hash);
    if (!record) throw new Error('the key that was just stored is gone');
    return record;
  }
}

/** The columns that a request sets; what it does not name stays as it is. */
function toRow(settings: UpdateKeyRequest, limits: KeyLimits): Updateable<Tables['api_keys']> {
  const { name, scopes: given, expires_at, active, budget_usd, budget_period } = settings;
  return {
    ...(name !== undefined && { name }),
    ...(given !== undefined && { scopes: JSON.stringify(given) }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : Date.parse(expires_at) }),
    ...(active !== undefined && { is_active: active ? 1 : 0 }),
    ...(settings.limits !== undefined && { limits: JSON.stringify({ ...limits, ...settings.limits }) }),
    ...(budget_usd !== undefined && { budget_nanos: budget_usd === null ? null : Math.round(budget_usd * 1e9) }),
    ...(budget_period !== undefined && { budget_period }),
  };
}

function definedOnly<Row extends object>(row: Row): { [Name in keyof Row]: Exclude<Row[Name], undefined> } {
  return row as { [Name in keyof Row]: Exclude<Row[Name], undefined> };
}
