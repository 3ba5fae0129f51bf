import type { Key } from '@parley/sdk';
import { expect, it } from 'vitest';
import { draftOf, emptyDraft, stateOf, toKeyRequest } from './key-draft.ts';

const now = new Date('2026-11-22T10:00:00Z');
const key = {
  id: 'key_1',
  kind: 'workspace',
  name: 'Website',
  scopes: ['text'],
  active: true,
  expires_at: null,
  revoked_at: null,
  limits: { requests_per_minute: 60 },
  budget_usd: 12.5,
  budget_period: 'day',
  confirm_changes: null,
  web: false,
  strict: true,
  models: null,
  addresses: ['10.0.0.0/8'],
} as unknown as Key;

it('asks for what the form holds, and leaves empty limits to their defaults', () => {
  const draft = {
    ...emptyDraft,
    name: ' Website ',
    expiry: 'week' as const,
    budget: '2,50',
    only: { ...emptyDraft.only, models: 'small-2, openai/*,' },
    limits: { ...emptyDraft.limits, open_streams: '3' },
  };
  expect(toKeyRequest(draft, now)).toEqual({
    kind: 'workspace',
    name: 'Website',
    scopes: emptyDraft.scopes,
    expires_at: '2026-11-29T10:00:00.000Z',
    limits: { open_streams: 3 },
    budget_usd: 2.5,
    budget_period: 'month',
    confirm_changes: 'agents',
    models: ['small-2', 'openai/*'],
    endpoints: null,
    addresses: null,
    origins: null,
    collections: null,
    web: true,
    strict: false,
  });
});

it('asks for nothing of a workspace with an admin key', () => {
  expect(toKeyRequest({ ...emptyDraft, kind: 'admin', name: 'Deploy', budget: '5' }, now)).toEqual({
    kind: 'admin',
    name: 'Deploy',
    expires_at: null,
  });
});

it('shows a key in the form as it is', () => {
  const draft = draftOf({ ...key, expires_at: new Date('2026-12-31T23:59:59').toISOString() });
  expect(draft).toMatchObject({
    budget: '12.5',
    period: 'day',
    expiry: 'date',
    expiryDate: '2026-12-31',
    confirmChanges: 'agents',
    only: { models: '', endpoints: '', addresses: '10.0.0.0/8', origins: '', collections: '' },
    web: false,
    strict: true,
  });
  expect(toKeyRequest(draft, now)).toMatchObject({ web: false, strict: true });
  expect(draft.limits).toEqual({
    requests_per_minute: '60',
    tokens_per_minute: '',
    open_streams: '',
    max_call_usd: '',
  });
  expect(toKeyRequest(draft, now).expires_at).toBe(new Date('2026-12-31T23:59:59').toISOString());
});

it('names the state of a key by what ends it first', () => {
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  expect(stateOf(key, now)).toBe('active');
  expect(stateOf({ ...key, active: false }, now)).toBe('paused');
  expect(stateOf({ ...key, expires_at: at(1) }, now)).toBe('ending');
  expect(stateOf({ ...key, expires_at: at(25) }, now)).toBe('active');
  expect(stateOf({ ...key, active: false, expires_at: at(-1) }, now)).toBe('expired');
  expect(stateOf({ ...key, expires_at: at(-1), revoked_at: at(-2) }, now)).toBe('revoked');
});
