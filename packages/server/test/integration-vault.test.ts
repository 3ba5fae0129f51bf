import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandSecrets } from '../src/adapters/system/command-secrets.ts';
import { moveTo } from '../src/features/integrations/connections/connection.ts';
import { Vault } from '../src/features/integrations/connections/vault.ts';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import { toMimeMessage } from '../src/features/integrations/definitions/mime-message.ts';
import { normalise } from '../src/features/integrations/oauth/token-fetch.ts';
import { signWebhook } from '../src/outbound/guard/send-webhook.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeVendor } from './fake-vendor.ts';
import { addWorkspace, integrationParts } from './integration-parts.ts';

const vaultOf = (...secrets: string[]) => new Vault(async () => secrets);

describe('vault', () => {
  const old = 'an old secret 0123456789';
  const row = ['integration_connections', 'con_1', 'w1', 'slack', 'ada'];

  it('opens what it sealed, in the same row only', async () => {
    const vault = vaultOf(old);
    const envelope = await vault.seal('token', row);
    expect(await vault.open(envelope, row)).toBe('token');
    expect(await vault.seal('token', row)).not.toBe(envelope);
    for (const [index, other] of ['x', 'con_2', 'w2', 'gmail', 'bob'].entries()) {
      await expect(vault.open(envelope, row.with(index, other))).rejects.toMatchObject({ reason: 'altered' });
    }
    // No two contexts are the same text.
    await expect(vault.open(envelope, ['integration_connections', 'con_1', 'w1', 'slackada'])).rejects.toThrow();
  });

  it('notices every altered byte', async () => {
    const vault = vaultOf(old);
    const envelope = await vault.seal('token', row);
    const start = envelope.split('.').slice(0, 2).join('.').length + 1;
    for (let at = start; at < envelope.length; at += 7) {
      if (envelope[at] === '.') continue;
      const altered = `${envelope.slice(0, at)}${envelope[at] === 'A' ? 'B' : 'A'}${envelope.slice(at + 1)}`;
      await expect(vault.open(altered, row)).rejects.toThrow();
    }
  });

  it('rotates by a new secret in front, and refuses what it has no secret for', async () => {
    const envelope = await vaultOf(old).seal('token', row);
    const rotated = vaultOf('a new secret 0123456789', old);
    expect(await rotated.open(envelope, row)).toBe('token');
    expect((await rotated.seal('token', row)).split('.')[1]).toBe(await rotated.keyId());
    await expect(vaultOf('a new secret 0123456789').open(envelope, row)).rejects.toMatchObject({
      reason: 'unknown_key',
    });
  });

  it('takes its secret from a command, and never shows what the command said', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-command-'));
    writeFileSync(join(directory, 'key'), 'a secret from elsewhere\nan older one 0123456789\n');
    const secrets = await new CommandSecrets(`cat ${join(directory, 'key')}`).load();
    expect(secrets).toEqual(['a secret from elsewhere', 'an older one 0123456789']);
    const failing = new CommandSecrets('echo leaked-secret-value >&2; exit 3');
    await expect(failing.load()).rejects.toThrow(/^INTEGRATIONS_KEY_COMMAND failed \(3\)$/);
    await rm(directory, { recursive: true });
  });
});

const shop: Manifest = {
  id: 'shop',
  name: 'Shop',
  description: 'A shop.',
  base_url: 'https://shop.example/api',
  auth: { method: 'NONE' },
  features: [],
};

onBothDatabases('rotation of the secret', (open) => {
  it('seals every row anew, so that the old secret can go', async () => {
    const database = await open();
    await addWorkspace(database.db);
    const vendor = await new FakeVendor().start();
    const common = { db: database.db, clock: new FakeClock(), fetcher: vendor.fetcher, manifests: [] };
    const before = integrationParts({ ...common, secrets: ['first secret 0123456789'] });
    const owner = (userId: string) => ({ workspaceId: 'w1', integrationId: 'shop', userId });
    for (let user = 0; user < 60; user++) {
      const credentials = { method: 'API_KEY' as const, apiKey: `key-${user}` };
      await before.store.create(owner(`u${user}`), shop, { credentials, fields: {}, scopes: [] });
    }
    const during = integrationParts({ ...common, secrets: ['second secret 0123456789', 'first secret 0123456789'] });
    expect(await during.keeper.resealAll()).toBe(60);
    const after = integrationParts({ ...common, secrets: ['second secret 0123456789'] });
    const row = await after.rows.find(owner('u7'));
    expect((await after.store.open(row!, shop)).credentials).toEqual({ method: 'API_KEY', apiKey: 'key-7' });
    await expect(before.store.open(row!, shop)).rejects.toMatchObject({ code: 'needs_reconnect' });
    await vendor.close();
    await database.close();
  });
});

onBothDatabases('a lost secret', (open) => {
  it('is told by every connection that it had sealed, until it comes back', async () => {
    const database = await open();
    await addWorkspace(database.db);
    const vendor = await new FakeVendor().start();
    const common = { db: database.db, clock: new FakeClock(), fetcher: vendor.fetcher, manifests: [] };
    const owner = (userId: string) => ({ workspaceId: 'w1', integrationId: 'shop', userId });
    const connection = { credentials: { method: 'API_KEY' as const, apiKey: 'key' }, fields: {}, scopes: [] };
    const before = integrationParts({ ...common, secrets: ['first secret 0123456789'] });
    await before.store.create(owner('ada'), shop, connection);
    const lost = integrationParts({ ...common, secrets: ['second secret 0123456789'] });
    await lost.store.create(owner('bob'), shop, connection);
    for (let round = 0; round < 2; round++) expect(await lost.keeper.resealAll()).toBe(0);
    const state = async (userId: string) => {
      const row = await before.rows.find(owner(userId));
      return [row?.state, row?.reason];
    };
    expect([await state('ada'), await state('bob')]).toEqual([
      ['needs_reconnect', 'The secret that sealed the credentials is gone.'],
      ['connected', null],
    ]);
    expect(lost.events).toMatchObject([{ type: 'connection.state_changed', user_id: 'ada', state: 'needs_reconnect' }]);
    const back = integrationParts({ ...common, secrets: ['first secret 0123456789', 'second secret 0123456789'] });
    await back.keeper.resealAll();
    expect([await state('ada'), await state('bob')]).toEqual([
      ['connected', null],
      ['connected', null],
    ]);
    expect((await back.store.open((await back.rows.find(owner('ada')))!, shop)).credentials).toEqual(
      connection.credentials,
    );
    await vendor.close();
    await database.close();
  });
});

onBothDatabases('credentials', (open) => {
  it('are not opened for an integration that speaks with another host than they were given for', async () => {
    const database = await open();
    await addWorkspace(database.db);
    const vendor = await new FakeVendor().start();
    const parts = { db: database.db, clock: new FakeClock(), fetcher: vendor.fetcher, manifests: [] };
    const { store, rows } = integrationParts({ ...parts, secrets: ['first secret 0123456789'] });
    const owner = { workspaceId: 'w1', integrationId: 'shop', userId: 'ada' };
    const credentials = { method: 'API_KEY' as const, apiKey: 'ada-key' };
    await store.create(owner, shop, { credentials, fields: {}, scopes: [] });
    const row = (await rows.find(owner))!;
    const elsewhere = { ...shop, base_url: 'https://elsewhere.example/api' };
    await expect(store.open(row, elsewhere)).rejects.toMatchObject({ code: 'needs_reconnect' });
    const samePlace = { ...shop, base_url: 'https://shop.example/api/v2' };
    expect((await store.open(row, samePlace)).credentials).toEqual(credentials);
    await vendor.close();
    await database.close();
  });
});

describe('token answers', () => {
  it.each([
    [
      'Slack calls the type bot',
      200,
      { ok: true, access_token: 'a', token_type: 'bot', expires_in: 43200 },
      { access_token: 'a', token_type: 'bearer', expires_in: 43200 },
    ],
    [
      'Slack puts a user token inside',
      200,
      { ok: true, authed_user: { access_token: 'u', refresh_token: 'r' } },
      { access_token: 'u', refresh_token: 'r', token_type: 'bearer' },
    ],
    [
      'no type, numbers as text, nulls',
      201,
      { access_token: 'a', expires_in: '3600', refresh_token: null, scope: null },
      { access_token: 'a', token_type: 'bearer', expires_in: 3600 },
    ],
    [
      '0 means never',
      200,
      { access_token: 'a', expires_in: 0, scope: ['x', 'y'], id_token: 'not.for.us' },
      { access_token: 'a', token_type: 'bearer', scope: 'x y' },
    ],
  ])('%s', (_, status, body, expected) => {
    const { status: normal, value } = normalise(status, body);
    expect(normal).toBe(200);
    expect(value).toMatchObject(expected);
    for (const name of ['id_token', ...('refresh_token' in expected ? [] : ['refresh_token'])])
      expect(value).not.toHaveProperty(name);
  });

  it.each([
    [
      'errors with 200',
      200,
      { error: 'bad_refresh_token', error_description: 'gone "for good"' },
      ['bad_refresh_token'],
      400,
      'invalid_grant',
    ],
    ['Slack', 200, { ok: false, error: 'token_revoked' }, ['token_revoked'], 400, 'invalid_grant'],
    ['HubSpot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing' }, ['BAD_REFRESH_TOKEN'], 400, 'invalid_grant'],
    [
      'an object',
      401,
      { error: { type: 'AUTHENTICATION_REQUIRED', message: 'x' } },
      [],
      401,
      'AUTHENTICATION_REQUIRED',
    ],
    ['nothing known', 500, { oops: 1 }, [], 500, 'invalid_request'],
  ])('%s', (_, status, body, codes, expectedStatus, error) => {
    expect(normalise(status, body, codes)).toMatchObject({ status: expectedStatus, value: { error } });
  });
});

describe('small parts', () => {
  it('lets states move along the table only', () => {
    expect(moveTo('connected', 'expiring')).toBe('expiring');
    expect(moveTo('needs_reconnect', 'connected')).toBe('connected');
    expect(() => moveTo('needs_reconnect', 'expiring')).toThrow('cannot go');
  });

  it('lets no e-mail field add a header', () => {
    const raw = toMimeMessage({
      to: ['a@example.com\r\nBcc: evil@example.com'],
      subject: 'x\nBcc: evil@example.com',
      body: 'b',
    });
    const head = Buffer.from(raw, 'base64url').toString().split('\r\n\r\n')[0]!;
    expect(head.split('\r\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
  });

  it('signs webhooks as the published scheme does', () => {
    // The example of the Standard Webhooks specification.
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
    expect(signWebhook(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'), message)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});
