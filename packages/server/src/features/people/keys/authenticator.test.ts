import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { MemoryCounters } from '../../../adapters/memory/memory-counters.ts';
import { type Database, openDatabase } from '../../../db/open-database.ts';
import { newId } from '../../../lib/ids.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';
import { Authenticator, isUsable, requireReach } from './authenticator.ts';
import type { KeyRecord } from './key-record.ts';
import { KeyRepository } from './key-repository.ts';
import { unrestricted } from './key-restrictions.ts';
import { KeyService } from './key-service.ts';
import { requireAccess } from './require-access.ts';

const address = '192.0.2.1';
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
});
afterAll(() => database.close());

function setup() {
  const clock = new FakeClock();
  const counters = new MemoryCounters({ clock });
  const defaultLimits = { requestsPerMinute: 60, tokensPerMinute: 1000, openStreams: 5, groundingTokens: 10 };
  const environmentKey = `own ${newId('key')}`;
  const environmentHashes = new Set([hashApiKey(environmentKey)]);
  const keys = new KeyRepository({ db: database.db, defaultLimits, environmentHashes });
  const authenticator = new Authenticator({ keys, counters, clock });
  const service = new KeyService({ keys, authenticator, clock });
  const make = () => service.create({ name: 'x' }, { kind: 'admin' });
  const lookUps = vi.spyOn(keys, 'findByHash');
  const touches = vi.spyOn(keys, 'update');
  const enter = async (key: string, from = address) => authenticator.authenticate({ apiKey: key }, from);
  const guess = async (times: number, from = address) => {
    for (let attempt = 0; attempt < times; attempt++) await enter(generateApiKey().key, from).catch(() => {});
  };
  /** Made-up keys with the right checksum, all at once; null for each that is refused. */
  const guessing = (times: number) =>
    Array.from({ length: times }, () => enter(generateApiKey().key).catch((): null => null));
  return {
    clock,
    counters,
    keys,
    authenticator,
    service,
    make,
    lookUps,
    touches,
    enter,
    guess,
    guessing,
    environmentKey,
  };
}

const invalid = { code: 'invalid_api_key' };
const limited = { code: 'rate_limit_exceeded' };

describe('a caller', () => {
  it('is known by either header, in any case and with spaces around', async () => {
    const { make, authenticator } = setup();
    const { key, id } = await make();
    const headers = [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key} ` },
      { apiKey: ` ${key} ` },
      { authorization: 'Basic x', apiKey: key },
    ];
    for (const given of headers) expect((await authenticator.authenticate(given, address)).id).toBe(id);
  });

  it.each([
    {},
    { authorization: '' },
    { apiKey: ' ' },
    { authorization: 'Bearer ' },
    { authorization: 'Basic abcdef' },
  ])('without a key is asked for one: %o', async (headers) => {
    const { authenticator } = setup();
    const entering = async () => authenticator.authenticate(headers, address);
    await expect(entering()).rejects.toMatchObject({ code: 'authentication_required' });
  });

  it('is told from others at the same address, whichever header carries the key', async () => {
    const { make, authenticator } = setup();
    const made = [await make(), await make()];
    for (let round = 0; round < 2; round++)
      for (const { key, id } of made)
        for (const headers of [{ authorization: `Bearer ${key}` }, { apiKey: key }])
          expect(await authenticator.authenticate(headers, address)).toMatchObject({ id });
  });

  it('with a wrong key is told where the right ones are shown', async () => {
    const { enter } = setup();
    const details = expect.stringMatching(/copied whole.*parley keys show.*page Keys/);
    await expect(enter(generateApiKey().key)).rejects.toMatchObject({ ...invalid, details });
  });

  it('who is known is let in without a wait', async () => {
    const { make, authenticator } = setup();
    const { key, id } = await make();
    const enter = () => authenticator.authenticate({ apiKey: key }, address);
    expect(enter()).toBeInstanceOf(Promise);
    await enter();
    expect(enter()).toMatchObject({ id });
  });

  it('is not who holds another token on the same line', async () => {
    const { make, authenticator } = setup();
    const { key } = await make();
    for (const authorization of [`xBearer ${key}`, `Bearer ${key} more`, `Bearer x ${key}`]) {
      await expect((async () => authenticator.authenticate({ authorization }, address))()).rejects.toThrow();
    }
  });

  it('with a mistyped key is refused without a look-up', async () => {
    const { enter, lookUps } = setup();
    const { key } = generateApiKey();
    await expect(enter(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).rejects.toMatchObject(invalid);
    expect(lookUps).not.toHaveBeenCalled();
    await expect(enter(key)).rejects.toMatchObject(invalid);
    expect(lookUps).toHaveBeenCalledTimes(1);
  });
});

describe('what a look-up gave', () => {
  it('is believed for 900 ms, also that there is no such key', async () => {
    const { make, enter, lookUps, clock } = setup();
    const { key } = await make();
    lookUps.mockClear();
    const unknown = generateApiKey().key;
    for (let call = 0; call < 3; call++) {
      await enter(key);
      await expect(enter(unknown)).rejects.toMatchObject(invalid);
    }
    expect(lookUps).toHaveBeenCalledTimes(2);
    clock.advance(899);
    await enter(key);
    expect(lookUps).toHaveBeenCalledTimes(2);
    clock.advance(1);
    await enter(key);
    await enter(unknown).catch(() => {});
    expect(lookUps).toHaveBeenCalledTimes(4);
  });

  it('is shared by all addresses, but each caller has to show the key', async () => {
    const { make, enter, lookUps } = setup();
    const { key } = await make();
    await enter(key);
    lookUps.mockClear();
    await enter(key, '192.0.2.2');
    expect(lookUps).not.toHaveBeenCalled();
    await expect(enter(`${key}x`)).rejects.toMatchObject(invalid);
  });

  it('is forgotten by every process at once when the key changes', async () => {
    const { make, enter, authenticator, keys, clock, counters, lookUps } = setup();
    const other = new Authenticator({ keys, counters, clock });
    await other.start();
    const { key } = await make();
    await enter(key);
    await other.authenticate({ apiKey: key }, address);
    lookUps.mockClear();
    await authenticator.forget(hashApiKey(key));
    await enter(key);
    await other.authenticate({ apiKey: key }, address);
    expect(lookUps).toHaveBeenCalledTimes(2);
  });

  it('is believed again when a key is gone, and when one comes that was not there', async () => {
    const { make, enter, authenticator, lookUps, clock } = setup();
    const { id, key } = await make();
    await enter(key);
    await database.db.deleteFrom('api_keys').where('id', '=', id).execute();
    clock.advance(900);
    lookUps.mockClear();
    for (let call = 0; call < 3; call++) await expect(enter(key)).rejects.toMatchObject(invalid);
    expect(lookUps).toHaveBeenCalledTimes(1);
    await authenticator.forget(hashApiKey(key));
    await expect(enter(key)).rejects.toMatchObject(invalid);
    expect(lookUps).toHaveBeenCalledTimes(2);
  });

  it('does not outlive the moment at which the key expires', async () => {
    const { service, enter, clock } = setup();
    const expires_at = new Date(clock.now() + 500).toISOString();
    const { key } = await service.create({ expires_at }, { kind: 'admin' });
    clock.advance(499);
    await enter(key);
    clock.advance(1);
    await expect(enter(key)).rejects.toMatchObject(invalid);
  });
});

describe('an address that guesses', () => {
  it('is refused its wrong keys after 30 of them, until it has waited', async () => {
    const { enter, guess, clock } = setup();
    await guess(29);
    await expect(enter(generateApiKey().key)).rejects.toMatchObject(invalid);
    await expect(enter(generateApiKey().key)).rejects.toMatchObject({ ...limited, retryAfterMs: 2_000 });
    await expect(enter('guess-guess-guess-x')).rejects.toMatchObject(limited);
    await expect(enter('guess-guess-guess-x', '192.0.2.2')).rejects.toMatchObject(invalid);
    clock.advance(2_000);
    await expect(enter('guess-guess-guess-x')).rejects.toMatchObject(invalid);
  });

  it('is let in with every right key, also one that was never seen', async () => {
    const { make, enter, guess, guessing } = setup();
    await guess(100);
    const { key, id } = await make();
    const right = await Promise.all([...guessing(500), enter(key), ...guessing(500)]);
    expect(right.filter((one) => one !== null)).toMatchObject([{ id }]);
  });

  it('is refused keys that no longer work like those that never did', async () => {
    const { make, enter, guess, service } = setup();
    const { key, id } = await make();
    await enter(key);
    await guess(30);
    await service.revoke(id);
    await expect(enter(key)).rejects.toMatchObject(limited);
  });

  it('pushes no right key out of memory', async () => {
    const { make, enter, guessing, lookUps } = setup();
    const { key } = await make();
    await enter(key);
    await Promise.all(guessing(10_001));
    lookUps.mockClear();
    await enter(key, '192.0.2.2');
    expect(lookUps).not.toHaveBeenCalled();
  });
});

describe('a key of the environment', () => {
  it('opens whatever its form, and no other text is looked up', async () => {
    const { service, enter, lookUps, environmentKey, guess } = setup();
    await service.ensure(environmentKey, { kind: 'admin' });
    await guess(40);
    lookUps.mockClear();
    await expect(enter(`${environmentKey}x`)).rejects.toMatchObject(limited);
    expect(lookUps).not.toHaveBeenCalled();
    expect(await enter(environmentKey)).toMatchObject({ source: 'environment' });
  });
});

describe('the operator', () => {
  it('is known by the admin key of the environment while the database is away', async () => {
    const { service, authenticator, lookUps, environmentKey, clock, make, enter } = setup();
    const { id } = await service.create({}, { kind: 'admin' });
    expect(authenticator.operatorOf({ apiKey: environmentKey })).toBeNull();
    await service.ensure(environmentKey, { kind: 'admin' });
    await authenticator.remember(environmentKey);
    lookUps.mockRejectedValue(new Error('no database'));
    clock.advance(1000);
    const operator = authenticator.operatorOf({ apiKey: environmentKey });
    expect(operator).toMatchObject({ kind: 'admin', source: 'environment' });
    expect(operator?.id).not.toBe(id);
    expect([authenticator.operatorOf({}), authenticator.operatorOf({ apiKey: 'other' })]).toEqual([null, null]);
    lookUps.mockRestore();
    const { key } = await make();
    await enter(key);
    expect(authenticator.operatorOf({ apiKey: key })).toBeNull();
  });

  it('is nobody who has the API key of the environment, or an admin key that was revoked', async () => {
    const workspace = { id: 'ws_1', name: 'x', budget_nanos: null, created_at: 0 };
    await database.db.insertInto('workspaces').values(workspace).execute();
    for (const owner of [{ kind: 'key', workspaceId: 'ws_1' } as const, { kind: 'admin' } as const]) {
      const { service, authenticator, environmentKey, keys } = setup();
      await service.ensure(environmentKey, owner);
      const known = await keys.findByHash(hashApiKey(environmentKey));
      if (owner.kind === 'admin') await service.revoke(known!.id);
      else expect(known?.isActive).toBe(true);
      await authenticator.remember(environmentKey);
      expect(authenticator.operatorOf({ apiKey: environmentKey })).toBeNull();
    }
  });
});

describe('a session', () => {
  const session = { token: 't', workspaceId: undefined, proof: null };
  const signedIn = (principal: KeyRecord | null) => {
    const parts = setup();
    const { keys, counters, clock } = parts;
    const authenticator = new Authenticator({
      keys,
      counters,
      clock,
      sessions: { authenticate: async () => principal },
    });
    return { ...parts, authenticator };
  };

  it('stands in where no key was sent, and for none that is wrong', async () => {
    const { authenticator, touches } = signedIn(record({}));
    expect(await authenticator.authenticate({ session }, address)).toMatchObject({ id: 'key_1' });
    expect(touches.mock.calls).toEqual([['key_1', { last_used_at: expect.any(Number) }]]);
    for (const header of [{ apiKey: 'wrong' }, { authorization: 'Bearer wrong' }]) {
      const entering = async () => authenticator.authenticate({ session, ...header }, address);
      await expect(entering()).rejects.toMatchObject(invalid);
    }
  });

  it.each([{ workspaceId: null }, { isActive: false }])('notes no use of a key with %o', async (more) => {
    const { authenticator, touches } = signedIn(record(more));
    expect(await authenticator.authenticate({ session }, address)).toMatchObject(more);
    expect(touches).not.toHaveBeenCalled();
  });

  it('that is over, or that nobody knows about, asks to sign in', async () => {
    for (const { authenticator } of [signedIn(null), setup()]) {
      const entering = async () => authenticator.authenticate({ session }, address);
      await expect(entering()).rejects.toMatchObject({ code: 'authentication_required' });
    }
  });
});

describe('the last use of a key', () => {
  it('is written once a minute', async () => {
    const { make, enter, touches, clock, service } = setup();
    const { id, key } = await make();
    const startedAt = clock.now();
    await enter(key);
    clock.advance(500);
    await enter(key);
    clock.advance(59_499);
    await enter(key);
    expect(touches.mock.calls).toEqual([[id, { last_used_at: startedAt }]]);
    clock.advance(1);
    await enter(key);
    expect(touches).toHaveBeenCalledTimes(2);
    expect((await service.get(id)).last_used_at).toBe(new Date(startedAt + 60_000).toISOString());
  });

  it('turns no valid key away when it cannot be written, and is tried again', async () => {
    const { make, enter, touches } = setup();
    const { key } = await make();
    touches.mockRejectedValueOnce(new Error('no database'));
    await enter(key);
    await new Promise(setImmediate);
    await enter(key);
    await enter(key);
    expect(touches).toHaveBeenCalledTimes(2);
  });
});

const record = (more: Partial<KeyRecord>): KeyRecord => ({
  id: 'key_1',
  workspaceId: 'ws_1',
  kind: 'key',
  source: 'made',
  createdBy: null,
  budgetsVersion: 0,
  tags: [],
  keepsNothing: false,
  name: 'x',
  prefix: 'x',
  scopes: ['text'],
  limits: {
    requestsPerMinute: null,
    tokensPerMinute: null,
    openStreams: null,
    groundingTokens: null,
    maxCallUsd: null,
  },
  givenLimits: {},
  budgetNanos: null,
  budgetPeriod: 'month',
  workspaceBudgetNanos: null,
  sharedBudget: null,
  confirmChanges: 'agents',
  web: true,
  isStrict: false,
  restrictions: unrestricted,
  workspaceWeb: true,
  isActive: true,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: 0,
  ...more,
});

it('lets in keys that are active, not revoked and not expired', () => {
  const usable = [{}, { expiresAt: 11 }].map((more) => isUsable(record(more), 10));
  const unusable = [{ isActive: false }, { revokedAt: 5 }, { expiresAt: 10 }].map((more) => isUsable(record(more), 10));
  expect([usable, unusable, isUsable(null, 10)]).toEqual([[true, true], [false, false, false], false]);
});

it('gives access by kind and scope', () => {
  const [key, admin] = [record({}), record({ kind: 'admin', scopes: ['text'] })];
  requireAccess(admin, { auth: 'admin', method: 'POST', path: '/v1/x' });
  requireAccess(key, { auth: 'key', method: 'POST', path: '/v1/x' });
  requireAccess(key, { auth: 'text', method: 'POST', path: '/v1/x' });
  expect(() => requireAccess(key, { auth: 'admin', method: 'POST', path: '/v1/x' })).toThrow(/admin key/);
  expect(() => requireAccess(admin, { auth: 'key', method: 'POST', path: '/v1/x' })).toThrow(/workspace key/);
  expect(() => requireAccess(admin, { auth: 'text', method: 'POST', path: '/v1/x' })).toThrow(/workspace key/);
  expect(() => requireAccess(key, { auth: 'files', method: 'POST', path: '/v1/x' })).toThrow(/scope "files"/);
});

it('asks for the scope of what a field reaches, and names the field', () => {
  const paths = [
    { path: ['files'], scope: 'files' },
    { path: ['steps', '*', 'tool'], scope: 'integrations' },
  ] as const;
  requireReach(record({}), paths, { query: 'x', files: [], steps: [{}] });
  requireReach(record({ scopes: ['files', 'integrations'] }), paths, { files: ['f'], steps: [{ tool: 'x' }] });
  expect(() => requireReach(record({}), paths, { files: ['f'] })).toThrow(/files needs the scope "files"/);
  expect(() => requireReach(record({ scopes: ['files'] }), paths, { steps: [{ tool: 'x' }] })).toThrow(
    /steps\[\]\.tool needs the scope "integrations"/,
  );
  expect(() => requireReach(null, paths, { files: ['f'] })).toThrow(/needs the scope/);
});

it('asks no collection that the key is not limited to', () => {
  const paths = [{ path: ['collection_id'], scope: 'files' }] as const;
  const limitedTo = record({ scopes: ['files'], restrictions: { ...unrestricted, collections: ['col_1'] } });
  expect(() => requireReach(limitedTo, paths, { collection_id: 'col_1' })).not.toThrow();
  expect(() => requireReach(limitedTo, paths, { collection_id: 'col_2' })).toThrow(/limited to the collections col_1/);
  expect(() => requireReach(null, [], {})).not.toThrow();
});
