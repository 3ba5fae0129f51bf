import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { type Database, openDatabase } from '../../../db/open-database.ts';
import { hashApiKey } from './api-key.ts';
import { Authenticator } from './authenticator.ts';
import { KeyRepository } from './key-repository.ts';
import { KeyService } from './key-service.ts';

const environmentKey = 'environment-key-01';
const admin = { kind: 'admin' } as const;
const owner = { kind: 'key', workspaceId: 'ws_1' } as const;
let database: Database;
let clock: FakeClock;
let authenticator: Authenticator;
let keys: KeyService;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  for (const id of ['ws_1', 'ws_2']) {
    const workspace = { id, name: id, budget_nanos: null, created_at: 0 };
    await database.db.insertInto('workspaces').values(workspace).execute();
  }
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('api_keys').execute();
  clock = new FakeClock();
  const repository = new KeyRepository({
    db: database.db,
    defaultLimits: { requestsPerMinute: 60, tokensPerMinute: 1000, openStreams: 5, groundingTokens: 10 },
    environmentHashes: new Set([hashApiKey(environmentKey)]),
  });
  authenticator = new Authenticator({ keys: repository, counters: new MemoryCounters({ clock }), clock });
  keys = new KeyService({ keys: repository, authenticator, clock });
});

const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
const opens = async (key: string) =>
  (async () => authenticator.authenticate({ apiKey: key }, '192.0.2.1'))().then(
    () => true,
    () => false,
  );
const conflict = { code: 'conflict' };
const refused = { code: 'invalid_request' };

describe('a key', () => {
  it('is made with what is asked for, and with what is usual where nothing is', async () => {
    const plain = await keys.create({}, owner);
    expect(plain).toMatchObject({
      kind: 'workspace',
      source: 'made',
      workspace_id: 'ws_1',
      name: 'Unnamed',
      active: true,
    });
    expect(plain).toMatchObject({ expires_at: null, budget_usd: null, created_at: inMs(0), last_used_at: null });
    expect(plain.scopes.length).toBeGreaterThan(5);
    expect(plain.key.startsWith(`${plain.prefix}_`)).toBe(true);
    const settings = {
      name: 'Thrifty',
      scopes: ['text' as const],
      limits: { open_streams: 2 },
      budget_usd: 0.000000001,
      budget_period: 'day' as const,
      confirm_changes: 'never' as const,
      expires_at: inMs(1),
    };
    const { limits, ...rest } = settings;
    const made = await keys.create(settings, owner);
    expect(made).toMatchObject(rest);
    expect(made.limits).toEqual({
      requests_per_minute: 60,
      tokens_per_minute: 1000,
      ...limits,
      grounding_tokens: 10,
      max_call_usd: null,
      cache_seconds: null,
      cache_by: null,
    });
    expect(await keys.get(made.id)).toEqual({ ...made, key: undefined });
  });

  it('that is not there is not found', async () => {
    for (const act of [keys.get('none'), keys.update('none', {}), keys.revoke('none'), keys.roll('none')]) {
      await expect(act).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await keys.isUsable('none')).toBe(false);
  });

  it('changes in what a change names, and in nothing else', async () => {
    const limits = { requests_per_minute: 7, open_streams: 3 };
    const before = await keys.create(
      { name: 'A', budget_usd: 2, budget_period: 'total', limits, scopes: ['text'] },
      owner,
    );
    const { key: _, ...shown } = before;
    expect(await keys.update(before.id, {})).toEqual(shown);
    const changed = await keys.update(before.id, { limits: { open_streams: null }, expires_at: inMs(1000) });
    expect(changed).toEqual({ ...shown, limits: { ...shown.limits, open_streams: null }, expires_at: inMs(1000) });
    const more = {
      name: 'B',
      scopes: ['files' as const],
      budget_period: 'day' as const,
      confirm_changes: 'always' as const,
    };
    expect(await keys.update(before.id, more)).toEqual({ ...changed, ...more });
    expect(await keys.update(before.id, { budget_period: null, expires_at: null })).toMatchObject({
      budget_usd: 2,
      budget_period: 'month',
      expires_at: null,
    });
    expect(await keys.update(before.id, { budget_usd: null })).toMatchObject({ budget_usd: null, budget_period: null });
  });

  it('opens nothing while it is not active, and at once again when it is', async () => {
    const { id, key } = await keys.create({}, owner);
    expect(await opens(key)).toBe(true);
    await keys.update(id, { active: false });
    expect([await opens(key), await keys.isUsable(id)]).toEqual([false, false]);
    await keys.update(id, { active: true });
    expect([await opens(key), await keys.isUsable(id)]).toEqual([true, true]);
  });

  it('is revoked at once and for good, and the first moment of it stays', async () => {
    const { id, key } = await keys.create({}, owner);
    expect(await opens(key)).toBe(true);
    const revokedAt = inMs(0);
    expect(await keys.revoke(id)).toMatchObject({ active: false, revoked_at: revokedAt });
    expect(await opens(key)).toBe(false);
    clock.advance(5000);
    expect((await keys.revoke(id)).revoked_at).toBe(revokedAt);
    await expect(keys.update(id, { active: true })).rejects.toMatchObject(conflict);
    await expect(keys.roll(id)).rejects.toMatchObject(conflict);
  });

  it('names what is no time to expire at', async () => {
    const named = { code: 'invalid_request', message: expect.stringContaining('expires_at') };
    await expect(keys.create({ expires_at: 'tomorrow' }, owner)).rejects.toMatchObject(named);
    const { id } = await keys.create({}, owner);
    await expect(keys.update(id, { expires_at: 'tomorrow' })).rejects.toMatchObject(named);
  });

  it('expires in the future only', async () => {
    for (const expires_at of [inMs(0), inMs(-1)]) {
      await expect(keys.create({ expires_at }, owner)).rejects.toMatchObject(refused);
    }
    const { id } = await keys.create({ expires_at: inMs(1) }, owner);
    await expect(keys.update(id, { expires_at: inMs(0) })).rejects.toMatchObject({
      ...refused,
      title: 'expires_at is in the past',
    });
    expect(await keys.isUsable(id)).toBe(true);
    clock.advance(1);
    expect(await keys.isUsable(id)).toBe(false);
  });
});

describe('what a key is limited to', () => {
  const settings = {
    web: false,
    strict: true,
    store: false,
    tags: ['a', 'b'],
    models: ['openai/*'],
    addresses: ['10.0.0.0/8'],
  };

  it('is what was asked for, stays where a change does not name it, and goes when it is taken back', async () => {
    const { id } = await keys.create(settings, owner);
    expect(await keys.get(id)).toMatchObject(settings);
    expect(await keys.update(id, { name: 'B' })).toMatchObject({ ...settings, name: 'B' });
    expect(await keys.update(id, { models: null })).toMatchObject({ ...settings, models: null });
    const open = { web: true, strict: false, store: true, addresses: null };
    expect(await keys.update(id, { ...open, tags: [] })).toMatchObject({ ...open, tags: [] });
    await keys.update(id, { tags: ['c'] });
    expect(await keys.update(id, { tags: null })).toMatchObject({ ...open, tags: [] });
  });

  it('is told before it is stored, for a new key and for a changed one', async () => {
    const wanted = await keys.wouldBe({ budget_usd: 1, models: ['a/*'] }, null);
    expect(wanted).toMatchObject({ kind: 'key', budgetNanos: 1e9, restrictions: { models: ['a/*'], origins: null } });
    const { id } = await keys.create(settings, owner);
    const changed = await keys.wouldBe({ limits: { open_streams: 1 }, models: null }, id);
    expect(changed).toMatchObject({
      id,
      web: false,
      givenLimits: { open_streams: 1 },
      restrictions: { models: null, addresses: ['10.0.0.0/8'] },
    });
    expect(await keys.get(id)).toMatchObject(settings);
    expect((await keys.list({})).data).toHaveLength(1);
  });
});

it('keeps the key of the dashboard, which nobody has: it is neither revoked nor rolled', async () => {
  expect(await keys.ofDashboard('none')).toBeNull();
  const record = await keys.ofDashboard('ws_1');
  expect(record).toMatchObject({ source: 'dashboard', workspaceId: 'ws_1' });
  const id = record?.id ?? '';
  await expect(keys.revoke(id)).rejects.toMatchObject(conflict);
  await expect(keys.roll(id)).rejects.toMatchObject(conflict);
  expect(await keys.isUsable(id)).toBe(true);
});

describe('an admin key', () => {
  it.each(['workspace_id', 'scopes', 'limits', 'budget_usd', 'budget_period', 'confirm_changes', 'strict'])(
    'takes no %s, which would mean nothing for it',
    async (name) => {
      const value = { scopes: [], limits: {}, budget_usd: 1 }[name] ?? 'x';
      const made = keys.create({ [name]: value }, admin);
      await expect(made).rejects.toMatchObject({ ...refused, title: `${name} is not valid` });
      const { id } = await keys.create({ [name]: null }, admin);
      await expect(keys.update(id, { [name]: value })).rejects.toMatchObject(refused);
      expect(await keys.update(id, { name: 'x' })).toMatchObject({ kind: 'admin', name: 'x', workspace_id: null });
    },
  );

  it('of the first start is made once, unless none is left that works', async () => {
    const first = await keys.createFirstAdmin();
    expect(await opens(first ?? '')).toBe(true);
    expect(await keys.createFirstAdmin()).toBeNull();
    const [made] = (await keys.list({})).data;
    expect(made).toMatchObject({ kind: 'admin', name: 'Admin' });
    await keys.revoke(made!.id);
    expect(await keys.createFirstAdmin()).toEqual(expect.any(String));
  });
});

it('makes the first key of a workspace once, revoked or not', async () => {
  expect(await opens((await keys.createFirst('ws_1')) ?? '')).toBe(true);
  const [made] = (await keys.list({})).data;
  expect(made).toMatchObject({ kind: 'workspace', name: 'Default', workspace_id: 'ws_1' });
  await keys.revoke(made!.id);
  expect(await keys.createFirst('ws_1')).toBeNull();
});

describe('a key of the environment', () => {
  it('has one row, under which it is known and which does not tell it', async () => {
    expect(await keys.ensure(environmentKey, owner)).toBe(true);
    expect(await keys.ensure(environmentKey, owner)).toBe(true);
    const { data } = await keys.list({});
    expect(data).toMatchObject([
      { source: 'environment', prefix: 'envi…', name: 'From the environment', active: true },
    ]);
    expect(await opens(environmentKey)).toBe(true);
  });

  it('is named after the command that made it, where nobody set it', async () => {
    await keys.ensure('parley-AbCdEfGhIjKlMnOpQrStUvWxYz012345', owner);
    expect((await keys.list({})).data).toMatchObject([{ source: 'environment', name: 'Made by parley serve' }]);
    await keys.ensure('my-parley-AbCdEfGhIjKlMnOpQrStUvWxYz012345', owner);
    await keys.ensure('parley-AbCdEfGhIjKlMnOpQrStUvWxYz0123456', owner);
    const names = (await keys.list({})).data.map(({ name }) => name).sort();
    expect(names).toEqual(['From the environment', 'From the environment', 'Made by parley serve']);
  });

  it('cannot be an API key and the admin key', async () => {
    await keys.ensure(environmentKey, owner);
    await expect(keys.ensure(environmentKey, admin)).rejects.toThrow(/both/);
  });

  it('stays revoked, and is rolled where it is named', async () => {
    await keys.ensure(environmentKey, owner);
    await keys.ensure('environment-admin-key', admin);
    const [adminKey, key] = (await keys.list({})).data.sort((a, b) => (a.kind < b.kind ? -1 : 1));
    await expect(keys.roll(key!.id)).rejects.toThrow(/PARLEY_API_KEY/);
    await expect(keys.roll(adminKey!.id)).rejects.toThrow(/PARLEY_ADMIN_KEY/);
    await keys.revoke(key!.id);
    expect(await keys.ensure(environmentKey, owner)).toBe(false);
  });
});

describe('a rolled key', () => {
  it('works beside its successor for an hour, or for as long as is said', async () => {
    const first = await keys.create({ name: 'A', scopes: ['text'] }, owner);
    const next = await keys.roll(first.id);
    expect(next).toMatchObject({ name: 'A', scopes: ['text'], source: 'made', workspace_id: 'ws_1' });
    expect(next.id).not.toBe(first.id);
    expect((await keys.get(first.id)).expires_at).toBe(inMs(3_600_000));
    expect([await opens(first.key), await opens(next.key)]).toEqual([true, true]);
    await keys.roll(next.id, 5);
    clock.advance(5_000);
    expect([await opens(first.key), await opens(next.key)]).toEqual([true, false]);
  });

  it('is of whoever asked for the successor, or else of who made the first', async () => {
    const first = await keys.create({}, owner, { id: 'usr_1', sharesBudgetOf: null });
    expect((await keys.roll(first.id)).created_by).toBe('usr_1');
    expect((await keys.roll(first.id, 60, 'usr_2')).created_by).toBe('usr_2');
  });

  it('ends at once without an overlap', async () => {
    const first = await keys.create({}, owner);
    expect(await opens(first.key)).toBe(true);
    const next = await keys.roll(first.id, 0);
    expect([await opens(first.key), await opens(next.key)]).toEqual([false, true]);
    expect(await keys.get(first.id)).toMatchObject({ active: false, revoked_at: inMs(0), expires_at: null });
  });

  it('lives no longer than it would have, and has no successor once it has expired', async () => {
    const first = await keys.create({ expires_at: inMs(1_000) }, owner);
    const next = await keys.roll(first.id, 60);
    expect([(await keys.get(first.id)).expires_at, next.expires_at]).toEqual([inMs(1_000), inMs(1_000)]);
    clock.advance(1_000);
    await expect(keys.roll(next.id)).rejects.toMatchObject(conflict);
  });
});

it('lists keys newest first, page by page, by workspace and kind', async () => {
  const ids: string[] = [];
  for (const place of [owner, admin, { kind: 'key', workspaceId: 'ws_2' } as const, owner]) {
    ids.unshift((await keys.create({}, place)).id);
    clock.advance(1);
  }
  const idsOf = async (query: Parameters<KeyService['list']>[0]) => (await keys.list(query)).data.map(({ id }) => id);
  const first = await keys.list({ limit: 3 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 3), true]);
  expect(await keys.list({ limit: 3, after: first.next! })).toMatchObject({ data: [{ id: ids[3] }], has_more: false });
  expect(await idsOf({})).toEqual(ids);
  expect(await idsOf({ kind: 'admin' })).toEqual([ids[2]]);
  expect(await idsOf({ kind: 'workspace' })).toEqual([ids[0], ids[1], ids[3]]);
  expect(await idsOf({ workspace_id: 'ws_2' })).toEqual([ids[1]]);
  for (let more = 0; more < 17; more++) await keys.create({}, owner);
  const usual = await keys.list({});
  expect([usual.data.length, usual.has_more]).toEqual([20, true]);
});

it('lets nothing into a workspace that is being deleted, before anything is removed and after', async () => {
  const own = await keys.create({}, owner);
  const other = await keys.create({}, { kind: 'key', workspaceId: 'ws_2' });
  const both = async () => [await opens(own.key), await opens(other.key)];
  expect(await both()).toEqual([true, true]);
  let during: boolean[] = [];
  await keys.forgetWorkspace('ws_1', async () => {
    during = await both();
    await database.db.deleteFrom('api_keys').where('workspace_id', '=', 'ws_1').execute();
  });
  expect([during, await both()]).toEqual([
    [false, true],
    [false, true],
  ]);
});
