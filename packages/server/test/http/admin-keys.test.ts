import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const keysPath = '/v1/admin/keys';

describe('keys of the environment', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-environment-'));
  let service: TestService;
  afterEach(() => service.close());
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = async (env: Record<string, string>) => {
    service = await startTestService({ env: { DATA_DIR: dataDir, ...env } });
  };
  const manages = async (key: string) => (await service.call('GET', keysPath, undefined, bearer(key))).status;
  const answers = async (key: string) =>
    (await service.call('POST', '/v1/answer', { query: 'What is 2+2?' }, bearer(key))).status;

  it('are listed with their source', async () => {
    await start({});
    const { json } = await service.admin('GET', keysPath);
    expect(json.data.map((key: { kind: string; source: string }) => `${key.kind} ${key.source}`).sort()).toEqual([
      'admin environment',
      'workspace environment',
    ]);
    expect(json.data.find((key: { kind: string }) => key.kind === 'admin').workspace_id).toBeNull();
  });

  it('stop with the variable that named them, and come back with it', async () => {
    const next = { PARLEY_ADMIN_KEY: 'another-admin-key-01', PARLEY_API_KEY: 'another-api-key-0001' };
    await start(next);
    expect([await manages(adminKey), await answers(apiKey)]).toEqual([503, 503]);
    expect([await manages(next.PARLEY_ADMIN_KEY), await answers(next.PARLEY_API_KEY)]).toEqual([200, 200]);
    const { json } = await service.call('GET', keysPath, undefined, bearer(next.PARLEY_ADMIN_KEY));
    const active = json.data.filter((key: { active: boolean }) => key.active);
    expect([json.data.length, active.length]).toEqual([4, 2]);
    await service.close();
    await start({});
    expect([await manages(adminKey), await answers(apiKey)]).toEqual([200, 200]);
    expect([await manages(next.PARLEY_ADMIN_KEY), await answers(next.PARLEY_API_KEY)]).toEqual([503, 503]);
  });

  it('make room for generated ones when the variable is gone', async () => {
    await start({ PARLEY_ADMIN_KEY: '', PARLEY_API_KEY: '' });
    const made = service.service.createdKeys;
    expect([await manages(adminKey), await answers(apiKey)]).toEqual([503, 503]);
    expect([await manages(made.adminKey ?? ''), await answers(made.apiKey ?? '')]).toEqual([200, 200]);
  });

  it('can be revoked at once, but are rolled where they are named', async () => {
    await start({ PARLEY_API_KEY: 'leaked-key-0123456789' });
    const { json } = await service.admin('GET', keysPath);
    const leaked = json.data.find((key: { active: boolean; kind: string }) => key.active && key.kind === 'workspace');
    const rolled = await service.admin('POST', `${keysPath}/${leaked.id}/roll`, {});
    expect([rolled.status, rolled.json.message]).toEqual([409, expect.stringContaining('PARLEY_API_KEY')]);
    expect((await service.admin('DELETE', `${keysPath}/${leaked.id}`)).status).toBe(200);
    expect(await answers('leaked-key-0123456789')).toBe(503);
    await service.close();
    await start({ PARLEY_API_KEY: 'leaked-key-0123456789' });
    expect(await answers('leaked-key-0123456789')).toBe(503);
  });
});

describe('made keys', () => {
  const clock = new FakeClock();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ replacements: { clock } });
  });
  afterAll(() => service.close());
  const make = async (settings: object) => (await service.admin('POST', keysPath, settings)).json;
  const manages = async (key: string) => (await service.call('GET', keysPath, undefined, bearer(key))).status;
  const answer = (key: string) => service.call('POST', '/v1/answer', { query: 'What is 2+2?' }, bearer(key));

  it('for management are made, listed, rolled with overlap and revoked', async () => {
    const made = await make({ kind: 'admin', name: 'Deploy' });
    expect(made).toMatchObject({ kind: 'admin', source: 'made', workspace_id: null, scopes: [] });
    expect(await manages(made.key)).toBe(200);
    expect((await service.admin('GET', `${keysPath}?kind=admin`)).text).toContain(made.id);
    const rolled = await service.admin('POST', `${keysPath}/${made.id}/roll`, { overlap_seconds: 60 });
    expect(rolled.json).toMatchObject({ kind: 'admin', name: 'Deploy' });
    expect([await manages(made.key), await manages(rolled.json.key)]).toEqual([200, 200]);
    clock.advance(60_000);
    expect([await manages(made.key), await manages(rolled.json.key)]).toEqual([503, 200]);
    expect((await service.admin('DELETE', `${keysPath}/${rolled.json.id}`)).status).toBe(200);
    expect(await manages(rolled.json.key)).toBe(503);
    expect((await make({ kind: 'admin', scopes: ['text'] })).message).toContain('scopes');
  });

  it('roll into successors with the same settings, expiry and what is spent', async () => {
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const first = await make({ scopes: ['text'], expires_at: expiresAt, budget_usd: 5, budget_period: 'total' });
    const next = (await service.admin('POST', `${keysPath}/${first.id}/roll`, { overlap_seconds: 0 })).json;
    expect(next).toMatchObject({ scopes: ['text'], expires_at: expiresAt, budget_usd: 5, budget_period: 'total' });
    expect([(await answer(first.key)).status, (await answer(next.key)).status]).toEqual([503, 200]);
    expect((await service.admin('POST', `${keysPath}/${first.id}/roll`, {})).status).toBe(409);
  });

  it('are limited to models, endpoints and addresses, also after a roll', async () => {
    const settings = {
      models: ['small-2', 'open*'],
      endpoints: ['POST /v1/answer', '/v1/responses*', '/v1/embeddings'],
      addresses: ['127.0.0.0/8', '::1'],
    };
    const made = await make(settings);
    expect(made).toMatchObject(settings);
    const { key } = (await service.admin('POST', `${keysPath}/${made.id}/roll`, { overlap_seconds: 0 })).json;
    const ask = async (path: string, body: object) => {
      const { status, json } = await service.call('POST', path, body, bearer(key));
      return [status, json.message ?? json.error?.message];
    };
    const query = 'What is 2+2?';
    expect((await ask('/v1/answer', { query }))[0]).toBe(200);
    const refusedModel = [403, expect.stringContaining('small-1; it is limited to small-2, open*')];
    expect(await ask('/v1/answer', { query, model: 'small-1' })).toEqual(refusedModel);
    for (const background of [false, true]) {
      expect(await ask('/v1/responses', { input: query, model: 'small-1', background })).toEqual(refusedModel);
    }
    expect((await ask('/v1/embeddings', { input: query, model: 'lexical' }))[0]).toBe(403);
    expect(await ask('/v1/conversation', { messages: [] })).toEqual([
      403,
      expect.stringContaining('POST /v1/conversation'),
    ]);
    const moved = await service.admin('PATCH', `${keysPath}/${made.id}`, { models: null });
    expect(moved.status).toBe(409);
  });

  it('answer from their addresses alone, and lose single limits with null', async () => {
    const { id, key } = await make({ addresses: ['10.1.0.0/16'], models: ['small-2'] });
    const refused = await answer(key);
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('127.0.0.1')]);
    const { json } = await service.admin('PATCH', `${keysPath}/${id}`, { addresses: null });
    expect(json).toMatchObject({ addresses: null, models: ['small-2'], endpoints: null });
    expect((await answer(key)).status).toBe(200);
  });

  it.each([{ addresses: ['10.0.0.0/33'] }, { addresses: ['home'] }, { endpoints: ['answer'] }, { models: [] }])(
    'refuse %j as a limit',
    async (settings) => {
      const { status, json } = await service.admin('POST', keysPath, settings);
      expect([status, json.message]).toEqual([400, expect.stringContaining(Object.keys(settings)[0] ?? '')]);
    },
  );

  it('stay as they are after a change that names nothing', async () => {
    const { key, ...made } = await make({ name: 'Same', budget_usd: 2 });
    const { status, json } = await service.admin('PATCH', `${keysPath}/${made.id}`, {});
    expect([status, json]).toEqual([200, made]);
    expect((await answer(key)).status).toBe(200);
  });

  it('refuse a change and a roll once revoked', async () => {
    const { id } = await make({});
    await service.admin('DELETE', `${keysPath}/${id}`);
    expect((await service.admin('PATCH', `${keysPath}/${id}`, { active: true })).status).toBe(409);
    expect((await service.admin('POST', `${keysPath}/${id}/roll`, {})).status).toBe(409);
  });

  it.each(['2027-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '2027-01-01T00:00:00', '2001-01-01T00:00:00Z'])(
    'refuse to expire at %s, and keep the expiry they have',
    async (expiresAt) => {
      const refused = await service.admin('POST', keysPath, { expires_at: expiresAt });
      expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('expires_at')]);
      const soon = new Date(clock.now() + 60_000).toISOString();
      const { id } = await make({ expires_at: soon });
      expect((await service.admin('PATCH', `${keysPath}/${id}`, { expires_at: expiresAt })).status).toBe(400);
      expect((await service.admin('GET', `${keysPath}/${id}`)).json.expires_at).toBe(soon);
    },
  );

  it('count a raised limit at once', async () => {
    const { id, key } = await make({ limits: { requests_per_minute: 2 } });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await answer(key)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await service.admin('PATCH', `${keysPath}/${id}`, { limits: { requests_per_minute: 10 } });
    const after = await answer(key);
    expect([after.status, after.headers.get('ratelimit-remaining')]).toEqual([200, '7']);
  });

  it('take null for what is not limited and say so in the same way', async () => {
    const unlimited = {
      expires_at: null,
      budget_usd: null,
      budget_period: null,
      limits: { requests_per_minute: null, tokens_per_minute: null, open_streams: null },
    };
    const made = await make({ ...unlimited, limits: { ...unlimited.limits, requests_per_minute: 1 } });
    expect(made).toMatchObject({ ...unlimited, limits: { ...unlimited.limits, requests_per_minute: 1 } });
    expect([(await answer(made.key)).status, (await answer(made.key)).status]).toEqual([200, 429]);
    const changed = await service.admin('PATCH', `${keysPath}/${made.id}`, unlimited);
    expect(changed.json).toMatchObject(unlimited);
    const reply = await answer(made.key);
    expect([reply.status, reply.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });

  it('work for an address whose guesses are refused, used before or not', async () => {
    const known = await make({});
    const unknown = await make({});
    expect((await answer(known.key)).status).toBe(200);
    for (let attempt = 0; attempt < 31; attempt++) await answer(`guess-guess-guess-${attempt}`);
    expect((await answer('guess-guess-guess-31')).status).toBe(429);
    expect([(await answer(known.key)).status, (await answer(unknown.key)).status]).toEqual([200, 200]);
  });
});
