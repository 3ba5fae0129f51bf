import { type ConfirmChanges, type Key, type KeyLimits, type Role, type Scope, scopes } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { parseRestrictions, type Restrictions } from './key-restrictions.ts';

/**
 * What a model does is asked for, what the caller's own code does is not: a text that the model has read can have chosen the
 * call, but not the code.
 */
const defaultConfirmChanges: ConfirmChanges = 'agents';

interface DefaultLimits {
  requestsPerMinute: number;
  tokensPerMinute: number;
  openStreams: number;
  groundingTokens: number;
  /** In US dollars. Absent by default: no limit. */
  maxCallUsd?: number;
}

type KeyRow = Omit<Selectable<Tables['api_keys']>, 'succeeds'>;

/** A key as the service uses it. Times in milliseconds, money in billionths of a US dollar. */
export interface KeyRecord {
  id: string;
  /** Null for admin keys, which belong to no workspace. */
  workspaceId: string | null;
  kind: 'key' | 'admin';
  source: 'made' | 'environment' | 'dashboard';
  /** The person or key that made it. */
  createdBy: string | null;
  name: string;
  prefix: string;
  scopes: readonly Scope[];
  /** Null for none. */
  limits: { [Name in keyof Required<DefaultLimits>]: number | null };
  givenLimits: KeyLimits;
  budgetNanos: number | null;
  budgetPeriod: 'day' | 'month' | 'total';
  workspaceBudgetNanos: number | null;
  /** Of the budgets of its workspace that were made by themselves; 0 where there never was one. */
  budgetsVersion: number;
  /** What it shares with its maker and the maker's other keys; null where nobody shares with it. */
  sharedBudget: SharedBudget | null;
  confirmChanges: ConfirmChanges;
  /** Whether the key itself may ask the web. */
  web: boolean;
  /** Fields that an endpoint does not know are refused. */
  isStrict: boolean;
  /** The models, endpoints, addresses, origins and collections it is limited to. */
  restrictions: Restrictions;
  /** Every call of it carries them. */
  tags: readonly string[];
  /** Nothing of what its calls say is kept. */
  keepsNothing: boolean;
  /** Whether its workspace may. */
  workspaceWeb: boolean;
  /** False for keys that the environment no longer names, too. */
  isActive: boolean;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
}

/** A budget of another key, that of the dashboard, which counts what this one spends. */
interface SharedBudget {
  ownerId: string;
  /** Null for no limit. */
  budgetNanos: number | null;
  period: KeyRecord['budgetPeriod'];
}

/** Somebody who is signed in, in the workspace that the call acts in. */
export interface Person {
  userId: string;
  sessionId: string;
  /** In the workspace; null without one. */
  role: Role | null;
  /** In the whole installation; null for members of single workspaces. */
  instanceRole: Role | null;
  /** Whether a second factor is required that this session came without: all but setting one up is refused. */
  lacksSecondFactor: boolean;
}

/** A key as it calls: itself, or in its stead somebody who is signed in to the dashboard. */
export interface Principal extends KeyRecord {
  person?: Person;
}

/** What a row does not say itself. */
export interface KeyContext {
  defaultLimits: DefaultLimits;
  /** Hashes of the keys that this process was started with. Default: none. */
  environmentHashes?: ReadonlySet<string>;
}

/** What stands in other rows. */
interface JoinedColumns {
  workspace_web?: number | null;
  workspace_budget_nanos?: number | null;
  workspace_budgets_version?: number | null;
  shared_budget_nanos?: number | null;
  shared_budget_period?: KeyRecord['budgetPeriod'] | null;
}

/** The row as a record; limits that it does not set follow the defaults. */
export function toKeyRecord(row: KeyRow & JoinedColumns, context: KeyContext): KeyRecord {
  const { defaultLimits: defaults } = context;
  const givenLimits = parseLimits(row.limits);
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    source: row.source,
    createdBy: row.created_by,
    name: row.name,
    prefix: row.prefix,
    scopes: parseScopes(row.scopes),
    limits: {
      requestsPerMinute: given(givenLimits.requests_per_minute, defaults.requestsPerMinute),
      tokensPerMinute: given(givenLimits.tokens_per_minute, defaults.tokensPerMinute),
      openStreams: given(givenLimits.open_streams, defaults.openStreams),
      groundingTokens: given(givenLimits.grounding_tokens, defaults.groundingTokens),
      maxCallUsd: givenLimits.max_call_usd ?? null,
    },
    givenLimits,
    budgetNanos: row.budget_nanos,
    budgetPeriod: row.budget_period,
    workspaceBudgetNanos: row.workspace_budget_nanos ?? null,
    budgetsVersion: row.workspace_budgets_version ?? 0,
    sharedBudget:
      row.shares_budget_of === null
        ? null
        : {
            ownerId: row.shares_budget_of,
            budgetNanos: row.shared_budget_nanos ?? null,
            period: row.shared_budget_period ?? 'month',
          },
    confirmChanges: row.confirm_changes ?? defaultConfirmChanges,
    web: row.web !== 0,
    isStrict: row.strict === 1,
    restrictions: parseRestrictions(row.restrictions),
    tags: row.tags === null ? noTags : parseTags(row.tags),
    keepsNothing: row.store === 0,
    workspaceWeb: row.workspace_web !== 0,
    isActive:
      row.is_active === 1 && (row.source !== 'environment' || context.environmentHashes?.has(row.hash) === true),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

/** The key as management calls show it. */
export function toKey(record: KeyRecord): Key {
  return {
    id: record.id,
    kind: record.kind === 'admin' ? 'admin' : 'workspace',
    source: record.source,
    created_by: record.createdBy,
    workspace_id: record.workspaceId,
    name: record.name,
    prefix: record.prefix,
    scopes: record.kind === 'admin' ? [] : [...record.scopes],
    active: record.isActive && record.revokedAt === null,
    expires_at: isoTime(record.expiresAt),
    limits: {
      requests_per_minute: record.limits.requestsPerMinute,
      tokens_per_minute: record.limits.tokensPerMinute,
      open_streams: record.limits.openStreams,
      grounding_tokens: record.limits.groundingTokens,
      max_call_usd: record.limits.maxCallUsd,
      cache_seconds: record.givenLimits.cache_seconds ?? null,
      cache_by: record.givenLimits.cache_by ?? null,
    },
    budget_usd: record.budgetNanos === null ? null : record.budgetNanos / 1e9,
    budget_period: record.budgetNanos === null ? null : record.budgetPeriod,
    confirm_changes: record.kind === 'admin' ? null : record.confirmChanges,
    web: record.kind === 'admin' ? null : record.web,
    strict: record.kind === 'admin' ? null : record.isStrict,
    models: listed(record.restrictions.models),
    endpoints: listed(record.restrictions.endpoints),
    addresses: listed(record.restrictions.addresses),
    origins: listed(record.restrictions.origins),
    collections: listed(record.restrictions.collections),
    tags: [...record.tags],
    store: record.kind === 'admin' ? null : !record.keepsNothing,
    created_at: isoTime(record.createdAt),
    last_used_at: isoTime(record.lastUsedAt),
    revoked_at: isoTime(record.revokedAt),
  };
}

const listed = (list: readonly string[] | null): string[] | null => list && [...list];

/** Absent follows the default; null is no limit. */
const given = (limit: number | null | undefined, usual: number): number | null => (limit === undefined ? usual : limit);

const noTags: readonly string[] = [];

function parseTags(json: string): string[] {
  const given: unknown = JSON.parse(json);
  return Array.isArray(given) ? given.map(String) : [];
}

function parseScopes(json: string): Scope[] {
  const given: unknown = JSON.parse(json);
  return Array.isArray(given) ? scopes.filter((scope) => given.includes(scope)) : [];
}

function parseLimits(json: string): KeyLimits {
  const given: unknown = JSON.parse(json);
  const limits: KeyLimits = {};
  if (typeof given !== 'object' || given === null) return limits;
  for (const name of [
    'requests_per_minute',
    'tokens_per_minute',
    'open_streams',
    'grounding_tokens',
    'max_call_usd',
    'cache_seconds',
  ] as const) {
    const value = Reflect.get(given, name);
    if (typeof value === 'number' || value === null) limits[name] = value;
  }
  const by: unknown = Reflect.get(given, 'cache_by');
  if (by === 'exact' || by === 'meaning' || by === null) limits.cache_by = by;
  return limits;
}

/** For a row whose absent columns are left out and none is undefined. */
export function definedOnly<Row extends object>(row: Row): { [Name in keyof Row]: Exclude<Row[Name], undefined> } {
  return row as { [Name in keyof Row]: Exclude<Row[Name], undefined> };
}
