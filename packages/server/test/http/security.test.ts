import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';

const clock = new FakeClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ replacements: { clock } });
});
afterAll(() => service.close());

const newKey = async (settings: object) => (await service.admin('POST', '/v1/admin/keys', settings)).json;
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const answer = (headers: Record<string, string>) =>
  service.call('POST', '/v1/answer', { query: 'What is 2+2?' }, headers);

describe('every endpoint that needs a key', () => {
  const path = (endpoint: { path: string }) => endpoint.path.replaceAll(/\{\w+\}/g, 'x');

  it('answers 401 without one and refuses a wrong one in either header form', async () => {
    const keyed = service.service.endpoints.filter((endpoint) => endpoint.auth !== 'none');
    expect(keyed.length).toBeGreaterThan(20);
    for (const endpoint of keyed) {
      const isOurs = (endpoint.errorShape ?? 'parley') === 'parley';
      const without = await service.call(endpoint.method, path(endpoint), undefined, {});
      expect([endpoint.id, without.status]).toEqual([endpoint.id, 401]);
      for (const headers of [{ authorization: 'Bearer wrong-wrong-wrong' }, { 'x-api-key': 'wrong-wrong-wrong' }]) {
        clock.advance(60_000);
        const wrong = await service.call(endpoint.method, path(endpoint), undefined, headers);
        expect([endpoint.id, wrong.status]).toEqual([endpoint.id, isOurs ? 503 : 401]);
        expect(wrong.headers.get('retry-after')).toBeNull();
      }
    }
  });

  it('lets the admin key manage and the workspace key work, never the other way round', async () => {
    const { key } = await newKey({ scopes: ['media'] });
    for (const endpoint of service.service.endpoints) {
      if (endpoint.auth === 'none') continue;
      const mismatched = endpoint.auth === 'admin' ? apiKey : adminKey;
      const reply = await service.call(endpoint.method, path(endpoint), undefined, withKey(mismatched));
      expect([endpoint.id, reply.status]).toEqual([endpoint.id, 403]);
      if (endpoint.auth === 'media' || endpoint.auth === 'key' || endpoint.auth === 'admin') continue;
      const narrow = await service.call(endpoint.method, path(endpoint), undefined, withKey(key));
      expect([endpoint.id, narrow.status]).toEqual([endpoint.id, 403]);
    }
  });
});

describe('keys', () => {
  it('answers with the exact bodies of the specification', async () => {
    const missing = await answer({});
    expect(missing.json).toMatchObject({
      success: false,
      error: 'Authentication required',
      message: "API key must be provided in Authorization header as 'Bearer <API_KEY>'",
      code: 'authentication_required',
    });
    const wrong = await answer(withKey('parley_abcdefgh_nope'));
    expect(wrong.json).toMatchObject({
      success: false,
      error: 'Invalid API key',
      message: 'The provided API key is invalid, inactive, or expired',
      code: 'invalid_api_key',
    });
    expect(wrong.json.request_id).toBe(wrong.headers.get('x-request-id'));
  });

  it('has the published form, is shown once, and works in both header forms', async () => {
    const created = await newKey({ name: 'Form' });
    expect(created.key).toMatch(/^parley_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect((await service.admin('GET', `/v1/admin/keys/${created.id}`)).text).not.toContain(created.key);
    expect((await answer(withKey(created.key))).status).toBe(200);
    expect((await answer({ 'x-api-key': created.key })).status).toBe(200);
    expect((await answer({ authorization: `bearer ${created.key}` })).status).toBe(200);
  });

  it('stops at revocation, inactivity and expiry', async () => {
    const revoked = await newKey({});
    expect((await answer(withKey(revoked.key))).status).toBe(200);
    expect((await service.admin('DELETE', `/v1/admin/keys/${revoked.id}`)).json.revoked_at).not.toBeNull();
    expect((await answer(withKey(revoked.key))).status).toBe(503);

    const paused = await newKey({});
    await service.admin('PATCH', `/v1/admin/keys/${paused.id}`, { active: false });
    expect((await answer(withKey(paused.key))).status).toBe(503);
    await service.admin('PATCH', `/v1/admin/keys/${paused.id}`, { active: true });
    expect((await answer(withKey(paused.key))).status).toBe(200);

    const brief = await newKey({ expires_at: new Date(clock.now() + 5000).toISOString() });
    expect((await answer(withKey(brief.key))).status).toBe(200);
    clock.advance(5000);
    expect((await answer(withKey(brief.key))).status).toBe(503);
  });

  it('limits failed attempts by address and still takes valid keys from it', async () => {
    clock.advance(60_000);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt++)
      statuses.push((await answer(withKey(`guess-guess-guess-${attempt}`))).status);
    expect(statuses.slice(0, 30).every((status) => status === 503)).toBe(true);
    expect(statuses.slice(30)).toContain(429);
    expect((await answer(withKey(apiKey))).status).toBe(200);
    clock.advance(60_000);
  });

  it('belongs to one workspace: deleting the workspace ends it', async () => {
    const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Short-lived' })).json;
    const { key } = await newKey({ workspace_id: workspace.id });
    expect((await answer(withKey(key))).status).toBe(200);
    expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspace.id}`)).json).toEqual({
      id: workspace.id,
      deleted: true,
      erasure_id: expect.stringMatching(/^era_/),
    });
    expect((await answer(withKey(key))).status).toBe(503);
    expect((await service.admin('GET', `/v1/admin/workspaces/${workspace.id}`)).status).toBe(404);
  });

  it('writes management calls to the audit log without secrets', async () => {
    clock.advance(1);
    const created = await newKey({ name: 'Audited' });
    const { text, json } = await service.admin('GET', '/v1/admin/audit?action=key.create');
    expect(json.data[0]).toMatchObject({ action: 'key.create', target: created.id, details: { name: 'Audited' } });
    expect(text).not.toContain(created.key);
  });
});

it('turns the 503 into a 401 where the operator wants it', async () => {
  const strict = await startTestService({ env: { AUTH_STRICT_STATUS: 'true' } });
  expect((await strict.call('GET', '/v1/admin/keys', undefined, withKey('wrong-wrong-wrong'))).status).toBe(401);
  await strict.close();
});
