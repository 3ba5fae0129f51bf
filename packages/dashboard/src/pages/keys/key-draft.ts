import type { CreateKeyRequest, Key, ScopeName } from '@parley/sdk';

export const scopeNames = [
  'text',
  'files',
  'ocr',
  'research',
  'integrations',
  'media',
  'evaluation',
] as const satisfies ScopeName[];
export const expiries = ['never', 'week', 'month', 'quarter', 'year', 'date'] as const;
export const periods = ['month', 'day', 'total'] as const;
export const confirms = ['agents', 'always', 'never'] as const;
export const onlyNames = ['models', 'endpoints', 'addresses', 'origins', 'collections'] as const;
export const limitNames = ['requests_per_minute', 'tokens_per_minute', 'open_streams', 'max_call_usd'] as const;

/** A key as it stands in the form: texts as they were typed. */
export interface KeyDraft {
  kind: 'workspace' | 'admin';
  name: string;
  scopes: ScopeName[];
  expiry: (typeof expiries)[number];
  /** `2026-12-31`; with the expiry `date`. */
  expiryDate: string;
  budget: string;
  period: (typeof periods)[number];
  limits: Record<(typeof limitNames)[number], string>;
  confirmChanges: (typeof confirms)[number];
  /** The only ones it may use, with commas between them; empty for all. */
  only: Record<(typeof onlyNames)[number], string>;
  /** Whether its calls may ask the web. */
  web: boolean;
  /** Whether unknown fields are refused. */
  strict: boolean;
}

export const emptyDraft: KeyDraft = {
  kind: 'workspace',
  name: '',
  scopes: [...scopeNames],
  expiry: 'never',
  expiryDate: '',
  budget: '',
  period: 'month',
  limits: { requests_per_minute: '', tokens_per_minute: '', open_streams: '', max_call_usd: '' },
  confirmChanges: 'agents',
  only: { models: '', endpoints: '', addresses: '', origins: '', collections: '' },
  web: true,
  strict: false,
};

export type KeyState = 'active' | 'paused' | 'expired' | 'revoked' | 'ending';

/** `ending`: within a day. */
export function stateOf(key: Pick<Key, 'active' | 'expires_at' | 'revoked_at'>, now: Date): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  const leftMs = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now.getTime();
  if (leftMs <= 0) return 'expired';
  if (!key.active) return 'paused';
  return leftMs < dayMs ? 'ending' : 'active';
}

/** A key that is there, for changing it. */
export function draftOf(key: Key): KeyDraft {
  const textOf = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    kind: key.kind,
    name: key.name,
    scopes: key.scopes,
    expiry: key.expires_at === null ? 'never' : 'date',
    expiryDate: key.expires_at === null ? '' : localDay(new Date(key.expires_at)),
    budget: textOf(key.budget_usd),
    period: key.budget_period ?? 'month',
    limits: {
      requests_per_minute: textOf(key.limits.requests_per_minute),
      tokens_per_minute: textOf(key.limits.tokens_per_minute),
      open_streams: textOf(key.limits.open_streams),
      max_call_usd: textOf(key.limits.max_call_usd),
    },
    confirmChanges: key.confirm_changes ?? 'agents',
    only: {
      models: (key.models ?? []).join(', '),
      endpoints: (key.endpoints ?? []).join(', '),
      addresses: (key.addresses ?? []).join(', '),
      origins: (key.origins ?? []).join(', '),
      collections: (key.collections ?? []).join(', '),
    },
    web: key.web ?? true,
    strict: key.strict ?? false,
  };
}

/** What the service is asked for. Admin keys have a name and an expiry, and nothing of a workspace. */
export function toKeyRequest(draft: KeyDraft, now: Date): CreateKeyRequest {
  const base = { kind: draft.kind, name: draft.name.trim(), expires_at: expiresAt(draft, now) };
  if (draft.kind === 'admin') return base;
  const budget = numberOf(draft.budget);
  const limits = Object.fromEntries(
    limitNames.flatMap((name) => {
      const value = numberOf(draft.limits[name]);
      return value === null ? [] : [[name, value]];
    }),
  );
  return {
    ...base,
    scopes: draft.scopes,
    limits,
    budget_usd: budget,
    budget_period: budget === null ? null : draft.period,
    confirm_changes: draft.confirmChanges,
    models: listOf(draft.only.models),
    endpoints: listOf(draft.only.endpoints),
    addresses: listOf(draft.only.addresses),
    origins: listOf(draft.only.origins),
    collections: listOf(draft.only.collections),
    web: draft.web,
    strict: draft.strict,
  };
}

const dayMs = 86_400_000;
const days = { week: 7, month: 30, quarter: 90, year: 365 };

function expiresAt({ expiry, expiryDate }: KeyDraft, now: Date): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now.getTime() + days[expiry] * dayMs).toISOString();
  // The end of that day where the reader is.
  return expiryDate === '' ? null : new Date(`${expiryDate}T23:59:59`).toISOString();
}

/** Null for an empty field: no limit. */
function listOf(text: string): string[] | null {
  const items = text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length === 0 ? null : items;
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
