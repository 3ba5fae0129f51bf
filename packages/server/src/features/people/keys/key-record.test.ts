import { expect, it } from 'vitest';
import { toKey, toKeyRecord } from './key-record.ts';

type Row = Parameters<typeof toKeyRecord>[0];

const row: Row = {
  id: 'key_1',
  workspace_id: 'ws_1',
  kind: 'key',
  source: 'made',
  created_by: null,
  shares_budget_of: null,
  name: 'Deploy',
  prefix: 'parley_abc',
  hash: 'h',
  scopes: '["text","files"]',
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
  created_at: Date.UTC(2026, 0, 2),
};
const defaultLimits = { requestsPerMinute: 60, tokensPerMinute: 1000, openStreams: 5, groundingTokens: 10 };
const record = (more: Partial<Row> = {}, environmentHashes?: Set<string>) =>
  toKeyRecord({ ...row, ...more }, { defaultLimits, ...(environmentHashes && { environmentHashes }) });

it('takes limits that a key does not set from the defaults; null stays no limit', () => {
  const usual = { ...defaultLimits, maxCallUsd: null };
  expect(record().limits).toEqual(usual);
  const limits = '{"requests_per_minute":7,"tokens_per_minute":null}';
  expect(record({ limits }).limits).toEqual({
    requestsPerMinute: 7,
    tokensPerMinute: null,
    openStreams: 5,
    groundingTokens: 10,
    maxCallUsd: null,
  });
  expect(record({ limits }).givenLimits).toEqual({ requests_per_minute: 7, tokens_per_minute: null });
  const odd = '{"requests_per_minute":"7","open_streams":2,"x":1}';
  expect(record({ limits: odd }).givenLimits).toEqual({ open_streams: 2 });
  expect([record({ limits: 'null' }).limits, record({ limits: '7' }).limits]).toEqual([usual, usual]);
});

it('gives no scope that is not known any more', () => {
  expect(record().scopes).toEqual(['text', 'files']);
  expect(record({ scopes: '["text","telepathy"]' }).scopes).toEqual(['text']);
  expect(record({ scopes: '"text"' }).scopes).toEqual([]);
});

it('is active by its row, and a key of the environment only while the environment names it', () => {
  expect([record().isActive, record({ is_active: 0 }).isActive]).toEqual([true, false]);
  const fromEnvironment = { source: 'environment' } as const;
  expect(record(fromEnvironment).isActive).toBe(false);
  expect(record(fromEnvironment, new Set(['other'])).isActive).toBe(false);
  expect(record(fromEnvironment, new Set(['h'])).isActive).toBe(true);
  expect(record({ ...fromEnvironment, is_active: 0 }, new Set(['h'])).isActive).toBe(false);
});

it('asks before changes of agents unless the key says otherwise', () => {
  expect([record().confirmChanges, record({ confirm_changes: 'never' }).confirmChanges]).toEqual(['agents', 'never']);
});

it('knows the budget of its workspace where it was read with it', () => {
  expect(record().workspaceBudgetNanos).toBeNull();
  expect(toKeyRecord({ ...row, workspace_budget_nanos: 5 }, { defaultLimits }).workspaceBudgetNanos).toBe(5);
});

it('is shown with times and money as the wire has them', () => {
  const at = (day: number) => Date.UTC(2026, 0, day);
  const dates = { expires_at: at(3), last_used_at: at(4), created_at: at(2) };
  expect(toKey(record({ ...dates, budget_nanos: 1_500_000_000, budget_period: 'day' }))).toEqual({
    tags: [],
    store: true,
    models: null,
    endpoints: null,
    addresses: null,
    origins: null,
    collections: null,
    id: 'key_1',
    kind: 'workspace',
    source: 'made',
    created_by: null,
    workspace_id: 'ws_1',
    name: 'Deploy',
    prefix: 'parley_abc',
    scopes: ['text', 'files'],
    active: true,
    expires_at: '2026-01-03T00:00:00.000Z',
    limits: {
      requests_per_minute: 60,
      tokens_per_minute: 1000,
      open_streams: 5,
      grounding_tokens: 10,
      max_call_usd: null,
      cache_seconds: null,
      cache_by: null,
    },
    budget_usd: 1.5,
    budget_period: 'day',
    confirm_changes: 'agents',
    web: true,
    strict: false,
    created_at: '2026-01-02T00:00:00.000Z',
    last_used_at: '2026-01-04T00:00:00.000Z',
    revoked_at: null,
  });
});

it('is shown without what it does not have', () => {
  const unset = { expires_at: null, budget_usd: null, budget_period: null, last_used_at: null, revoked_at: null };
  expect(toKey(record())).toMatchObject(unset);
  const revoked = toKey(record({ revoked_at: Date.UTC(2026, 0, 5) }));
  expect(revoked).toMatchObject({ active: false, revoked_at: '2026-01-05T00:00:00.000Z' });
  const admin = toKey(record({ kind: 'admin', workspace_id: null }));
  expect(admin).toMatchObject({ kind: 'admin', workspace_id: null, scopes: [], confirm_changes: null });
});

it('shares the budget of another key where it says so, by the month and without a limit unless that one has them', () => {
  expect(record().sharedBudget).toBeNull();
  const sharing = { ...row, shares_budget_of: 'key_0' };
  expect(toKeyRecord(sharing, { defaultLimits }).sharedBudget).toEqual({
    ownerId: 'key_0',
    budgetNanos: null,
    period: 'month',
  });
  const limited = { ...sharing, shared_budget_nanos: 5, shared_budget_period: 'day' as const };
  expect(toKeyRecord(limited, { defaultLimits }).sharedBudget).toEqual({
    ownerId: 'key_0',
    budgetNanos: 5,
    period: 'day',
  });
});

it('asks the web unless it may not or its workspace may not', () => {
  expect([record().web, record({ web: 0 }).web, record().workspaceWeb]).toEqual([true, false, true]);
  expect(toKeyRecord({ ...row, workspace_web: 0 }, { defaultLimits }).workspaceWeb).toBe(false);
});

it('knows how often the budgets of its workspace changed', () => {
  expect(record().budgetsVersion).toBe(0);
  expect(toKeyRecord({ ...row, workspace_budgets_version: 3 }, { defaultLimits }).budgetsVersion).toBe(3);
});

it('shows what was set for a workspace key, and nothing of it for an admin key', () => {
  const set: Partial<Row> = {
    web: 0,
    strict: 1,
    store: 0,
    tags: '["a","b"]',
    restrictions: '{"models":["openai/*"],"addresses":["10.0.0.0/8"]}',
  };
  expect(toKey(record(set))).toMatchObject({
    web: false,
    strict: true,
    store: false,
    tags: ['a', 'b'],
    models: ['openai/*'],
    addresses: ['10.0.0.0/8'],
    origins: null,
  });
  expect(toKey(record({ tags: '"a"' })).tags).toEqual([]);
  const admin = record({ ...set, kind: 'admin', workspace_id: null });
  expect(toKey(admin)).toMatchObject({ web: null, strict: null, store: null });
});

it.each([
  ['"exact"', 'exact'],
  ['"meaning"', 'meaning'],
  ['null', null],
  ['"guess"', undefined],
])('reads by what its answers are found again: %s', (given, cache_by) => {
  const { givenLimits } = record({ limits: `{"cache_by":${given}}` });
  expect(givenLimits).toStrictEqual(cache_by === undefined ? {} : { cache_by });
});
