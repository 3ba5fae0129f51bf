import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, tokenIn } from './browser.ts';

/** Priced, so that budgets have something to count. */
const env = { CHARGE: 'listed' };
const keysPath = '/v1/admin/keys';
let service: TestService;
let owner: Browser;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService({ env });
  owner = await claim(service, adminKey);
});
afterAll(() => service.close());
beforeEach(async () => {
  workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
});

let count = 0;
const someone = (role: string, place: string | null = workspaceId) =>
  join(service, { email: `q${++count}@example.com`, role, workspaceId: place });
const memberOf = async (place: string | null) => {
  const list = (await service.admin('GET', '/v1/admin/members?limit=100')).json.data;
  return list.find((member: { workspace_id: string | null }) => member.workspace_id === place);
};
/** The key under which people who are signed in to the workspace act. */
const dashboardKey = async () =>
  (await service.admin('GET', `${keysPath}?workspace_id=${workspaceId}`)).json.data.find(
    ({ source }: { source: string }) => source === 'dashboard',
  );
const withKey = (key: string, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { 'x-api-key': key });
const opens = async (key: string) => (await withKey(key, 'GET', '/v1/files')).status === 200;

describe('admin keys', () => {
  it('are made, changed, rolled and revoked by owners, and not by admins of the installation', async () => {
    const admin = await someone('admin', null);
    const made = await admin.call('POST', keysPath, { name: 'Mine', kind: 'admin' });
    expect([made.status, made.json.error]).toEqual([403, 'kind is not valid']);
    const owned = await owner.call('POST', keysPath, { name: 'Ours', kind: 'admin' });
    expect(owned.status).toBe(200);
    const path = `${keysPath}/${owned.json.id}`;
    for (const [method, at, body] of [
      ['POST', `${path}/roll`, {}],
      ['PATCH', path, { name: 'Mine now' }],
      ['DELETE', path, undefined],
    ] as const) {
      expect([method, (await admin.call(method, at, body)).status]).toEqual([method, 403]);
    }
    const rolled = await owner.call('POST', `${path}/roll`, { overlap_seconds: 0 });
    expect(rolled.status).toBe(200);
    expect((await owner.call('DELETE', `${keysPath}/${rolled.json.id}`)).status).toBe(200);
    expect((await admin.call('POST', keysPath, { name: 'Plain', workspace_id: workspaceId })).status).toBe(200);
  });
});

describe('keys that members make', () => {
  it('are held to what their makers may do by what they come to, defaults included', async () => {
    const member = await someone('member');
    await member.call('GET', '/v1/files');
    const { id } = await dashboardKey();
    const bound = (settings: object) => service.admin('PATCH', `${keysPath}/${id}`, settings);
    const made = async (settings: object) => {
      const { status, json } = await member.call('POST', keysPath, { name: 'x', ...settings });
      return [status, json.error];
    };
    await bound({ scopes: ['text', 'files'] });
    expect(await made({})).toEqual([403, 'scopes is not valid']);
    expect(await made({ scopes: ['text', 'ocr'] })).toEqual([403, 'scopes is not valid']);
    const own = await member.call('POST', keysPath, { name: 'x', scopes: ['text'] });
    expect(own.status).toBe(200);
    const widened = await member.call('PATCH', `${keysPath}/${own.json.id}`, { scopes: ['text', 'media'] });
    expect([widened.status, widened.json.error]).toEqual([403, 'scopes is not valid']);
    const scopes = ['text'];
    await bound({ limits: { requests_per_minute: 50 } });
    expect(await made({ scopes })).toEqual([403, 'limits.requests_per_minute is not valid']);
    const within = { scopes, limits: { requests_per_minute: 50 } };
    expect((await made(within))[0]).toBe(200);
    await bound({ confirm_changes: 'always' });
    expect(await made(within)).toEqual([403, 'confirm_changes is not valid']);
    const confirmed = { ...within, confirm_changes: 'always' };
    expect((await made(confirmed))[0]).toBe(200);
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    await bound({ expires_at: ends });
    expect(await made(confirmed)).toEqual([403, 'expires_at is not valid']);
    expect((await made({ ...confirmed, expires_at: ends }))[0]).toBe(200);
    await bound({ active: false });
    expect(await made({ ...confirmed, expires_at: ends })).toEqual([403, 'active is not valid']);
    const path = `${keysPath}/${own.json.id}`;
    expect((await member.call('PATCH', path, { active: false })).status).toBe(200);
    expect((await member.call('PATCH', path, { active: true })).json.error).toBe('active is not valid');
    expect((await member.call('DELETE', path)).status).toBe(200);
  });

  it('are not rolled once they are stronger than their makers', async () => {
    const member = await someone('member');
    const { json: key } = await member.call('POST', keysPath, { name: 'x' });
    await member.call('GET', '/v1/files');
    await service.admin('PATCH', `${keysPath}/${(await dashboardKey()).id}`, { limits: { open_streams: 2 } });
    const rolled = await member.call('POST', `${keysPath}/${key.id}/roll`, {});
    expect([rolled.status, rolled.json.error]).toEqual([403, 'limits.open_streams is not valid']);
  });

  it('share with their makers what these may spend, also after they were rolled', async () => {
    const member = await someone('member');
    await member.call('GET', '/v1/files');
    const { id } = await dashboardKey();
    await service.admin('PATCH', `${keysPath}/${id}`, { budget_usd: 1000, budget_period: 'total' });
    const budget = { budget_usd: 1000, budget_period: 'total' };
    const keys: string[] = [];
    for (let made = 0; made < 2; made++) {
      keys.push((await member.call('POST', keysPath, { name: 'x', ...budget })).json.key);
    }
    const ask = (key: string) =>
      withKey(key, 'POST', '/v1/answer', { query: 'Who did it?', context: 'Ann did it.', max_tokens: 20 });
    const first = await ask(keys[0] ?? '');
    expect(first.status).toBe(200);
    const spent = (await service.admin('GET', `/v1/admin/usage?workspace_id=${workspaceId}&group_by=key`)).json.total;
    expect(spent.cost_usd).toBeGreaterThan(0);
    // All that the maker may spend is spent now, by another key.
    await service.admin('PATCH', `${keysPath}/${id}`, { budget_usd: spent.cost_usd });
    const [record] = (await service.admin('GET', `${keysPath}?workspace_id=${workspaceId}`)).json.data;
    const rolled = await service.admin('POST', `${keysPath}/${record.id}/roll`, {});
    for (const key of [keys[1] ?? '', rolled.json.key]) {
      const second = await ask(key);
      expect([second.status, second.json.code]).toEqual([402, 'budget_exceeded']);
    }
    const session = await member.call('POST', '/v1/answer', { query: 'Who did it?', context: 'Ann did it.' });
    expect(session.status).toBe(402);
  });
});

describe('what somebody made', () => {
  it('ends with the role that made it: keys, keys made with these, and invitations', async () => {
    const admin = await someone('admin');
    const { json: key } = await admin.call('POST', keysPath, { name: 'x' });
    const { json: kept } = await owner.call('POST', keysPath, { name: 'x', workspace_id: workspaceId });
    const { json: invited } = await admin.call('POST', '/v1/admin/invitations', {
      email: 'friend@example.com',
      role: 'admin',
    });
    expect([await opens(key.key), await opens(kept.key)]).toEqual([true, true]);
    const { id } = await memberOf(workspaceId);
    expect((await owner.call('DELETE', `/v1/admin/members/${id}`)).status).toBe(200);
    expect([await opens(key.key), await opens(kept.key)]).toEqual([false, true]);
    const accepted = await new Browser(service).call('POST', '/v1/session/accept-invitation', {
      token: tokenIn(invited.link),
      name: 'Friend',
      password: 'a long enough pass phrase',
    });
    expect(accepted.status).toBe(404);
  });

  it('ends for an owner with the admin keys, and with what was made with them', async () => {
    const second = await someone('owner', null);
    const { json: key } = await second.call('POST', keysPath, { name: 'x', kind: 'admin' });
    const { json: grandchild } = await withKey(key.key, 'POST', keysPath, { name: 'y', kind: 'admin' });
    const { json: invited } = await withKey(grandchild.key, 'POST', '/v1/admin/invitations', {
      email: 'back@example.com',
      role: 'owner',
    });
    const { json: plain } = await second.call('POST', keysPath, { name: 'z', workspace_id: workspaceId });
    const { id } = await memberOf(null);
    await owner.call('PATCH', `/v1/admin/members/${id}`, { role: 'admin' });
    for (const ended of [key.key, grandchild.key]) {
      expect((await withKey(ended, 'GET', '/v1/admin/members')).status).toBe(503);
    }
    const token = tokenIn(invited.link);
    expect((await new Browser(service).call('POST', '/v1/session/invitation', { token })).status).toBe(404);
    // An admin could have made it.
    expect(await opens(plain.key)).toBe(true);
  });

  it('ends for a member who becomes a viewer, and says so', async () => {
    const member = await someone('member');
    const { json: key } = await member.call('POST', keysPath, { name: 'x' });
    const { id } = await memberOf(workspaceId);
    const changed = await owner.call('PATCH', `/v1/admin/members/${id}`, { role: 'viewer' });
    expect(changed.json).toMatchObject({ role: 'viewer', ended: { keys: 1, invitations: 0 } });
    expect(await opens(key.key)).toBe(false);
    const [event] = (await service.admin('GET', `/v1/admin/audit?workspace_id=${workspaceId}`)).json.data;
    expect(event).toMatchObject({ action: 'member.update', details: { keys_ended: 1, invitations_ended: 0 } });
  });

  it('stays where another role still stands behind it', async () => {
    const both = await someone('admin');
    const { json: me } = await both.call('GET', '/v1/session');
    const { json: key } = await both.call('POST', keysPath, { name: 'x' });
    const invited = await service.admin('POST', '/v1/admin/invitations', { email: me.user.email, role: 'admin' });
    await both.call('POST', '/v1/session/accept-invitation', {
      token: tokenIn(invited.json.link),
      password: 'a long enough pass phrase',
    });
    const { id } = await memberOf(workspaceId);
    await owner.call('DELETE', `/v1/admin/members/${id}`);
    expect(await opens(key.key)).toBe(true);
  });
});
