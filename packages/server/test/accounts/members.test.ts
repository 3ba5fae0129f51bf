import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestService, type TestService } from '../test-service.ts';
import { Browser, claim, join, tokenIn } from './browser.ts';

let service: TestService;
let owner: Browser;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService();
  owner = await claim(service, adminKey);
});
afterAll(() => service.close());
beforeEach(async () => {
  workspaceId = (await service.admin('POST', '/v1/admin/workspaces', { name: 'W' })).json.id;
});

let count = 0;
const someone = (role: string, place: string | null = workspaceId) =>
  join(service, { email: `p${++count}@example.com`, role, workspaceId: place });
const membersOf = async (place: string) =>
  (await service.admin('GET', `/v1/admin/members?workspace_id=${place}`)).json.data;
const auditOf = async (place: string) =>
  (await service.admin('GET', `/v1/admin/audit?workspace_id=${place}`)).json.data;

describe('members', () => {
  it('get no answer of another workspace for the same idempotency key, and none that a browser keeps', async () => {
    const answer = { query: 'When was the bridge opened?', context: 'The bridge was opened on 4 May 1932.' };
    const headers = { 'idempotency-key': 'the-same' };
    const replayed: (string | null)[] = [];
    const second = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Second' })).json.id;
    for (const place of [workspaceId, second, workspaceId]) {
      const reply = await owner.call('POST', '/v1/answer', answer, { ...headers, 'x-parley-workspace': place });
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      replayed.push(reply.headers.get('idempotency-replayed'));
    }
    expect(replayed).toEqual([null, null, 'true']);
  });

  it('act as their role in their workspace and in no other one', async () => {
    const [member, viewer] = [await someone('member'), await someone('viewer')];
    const answer = { query: 'When was the bridge opened?', context: 'The bridge was opened on 4 May 1932.' };
    expect((await member.call('POST', '/v1/answer', answer)).status).toBe(200);
    const refused = await viewer.call('POST', '/v1/answer', answer);
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('viewer')]);
    expect((await viewer.call('GET', '/v1/files')).status).toBe(200);
    const usage = await viewer.call('GET', '/v1/admin/usage/records');
    expect(usage.json.data).toMatchObject([{ endpoint: 'createAnswer', workspace_id: workspaceId }]);
    const elsewhere = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Other' })).json.id;
    const away = await member.call('POST', '/v1/answer', answer, { 'x-parley-workspace': elsewhere });
    expect([away.status, away.json.error]).toEqual([403, 'x-parley-workspace is not valid']);
  });

  it('are metered under one key of the workspace, whose limits and switch hold for them', async () => {
    const member = await someone('member');
    await member.call('POST', '/v1/answer', { query: 'Who?', context: 'Ann did it.' });
    const [key] = (await service.admin('GET', `/v1/admin/keys?workspace_id=${workspaceId}`)).json.data;
    expect(key).toMatchObject({ source: 'dashboard', name: 'Dashboard' });
    const [record] = (await service.admin('GET', `/v1/admin/usage/records?key_id=${key.id}`)).json.data;
    expect(record.endpoint).toBe('createAnswer');
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/roll'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await service.admin(method, `/v1/admin/keys/${key.id}${path}`, body)).status).toBe(409);
    }
    await service.admin('PATCH', `/v1/admin/keys/${key.id}`, { active: false });
    const off = await member.call('POST', '/v1/answer', { query: 'Who?', context: 'Ann did it.' });
    expect([off.status, off.json.message]).toEqual([403, expect.stringContaining('turned off')]);
    expect((await member.call('GET', '/v1/session')).status).toBe(200);
  });

  it('make keys that are no stronger than themselves, and change only their own', async () => {
    const [member, other] = [await someone('member'), await someone('member')];
    const keys = '/v1/admin/keys';
    const made = await member.call('POST', keys, { name: 'Mine' });
    expect(made.json).toMatchObject({ workspace_id: workspaceId, created_by: expect.stringMatching(/^usr_/) });
    expect((await service.call('GET', '/v1/models', undefined, { 'x-api-key': made.json.key })).status).toBe(200);
    const tooMuch: [object, string][] = [
      [{ limits: { requests_per_minute: null } }, 'limits.requests_per_minute is not valid'],
      [{ limits: { tokens_per_minute: 3_000_000 } }, 'limits.tokens_per_minute is not valid'],
      [{ confirm_changes: 'never' }, 'confirm_changes is not valid'],
      [{ kind: 'admin' }, 'kind is not valid'],
      [
        { workspace_id: (await service.admin('GET', '/v1/admin/workspaces')).json.data.at(-1).id },
        'workspace_id is not valid',
      ],
    ];
    for (const [settings, error] of tooMuch) {
      const reply = await member.call('POST', keys, { name: 'x', ...settings });
      expect([settings, reply.status, reply.json.error]).toEqual([settings, 403, error]);
    }
    const change = await member.call('PATCH', `${keys}/${made.json.id}`, { limits: { open_streams: null } });
    expect(change.status).toBe(403);
    expect((await member.call('PATCH', `${keys}/${made.json.id}`, { name: 'Renamed' })).json.name).toBe('Renamed');
    expect((await other.call('DELETE', `${keys}/${made.json.id}`)).status).toBe(403);
    expect((await member.call('DELETE', `${keys}/${made.json.id}`)).status).toBe(200);
    const [dashboard] = (await service.admin('GET', `${keys}?workspace_id=${workspaceId}`)).json.data.filter(
      ({ source }: { source: string }) => source === 'dashboard',
    );
    await service.admin('PATCH', `${keys}/${dashboard.id}`, { budget_usd: 5 });
    const unbound = await member.call('POST', keys, { name: 'x' });
    expect([unbound.status, unbound.json.error]).toEqual([403, 'budget_usd is not valid']);
    expect((await member.call('POST', keys, { name: 'x', budget_usd: 4 })).status).toBe(200);
  });

  it('are out with their next call when they are removed, and erased where no membership is left', async () => {
    const member = await someone('member');
    const [{ id, user }] = await membersOf(workspaceId);
    expect((await member.call('GET', '/v1/session')).status).toBe(200);
    expect((await owner.call('DELETE', `/v1/admin/members/${id}`)).json.deleted).toBe(true);
    expect((await member.call('GET', '/v1/session')).status).toBe(401);
    expect((await member.call('POST', '/v1/answer', { query: 'Who?', context: 'Ann.' })).status).toBe(401);
    expect((await new Browser(service).signIn(user.email)).status).toBe(401);
    const [event] = await auditOf(workspaceId);
    expect(event).toMatchObject({ action: 'member.remove', target: user.id, details: { account_erased: true } });
    expect(event.actor).toMatch(/^usr_/);
  });

  it('lose a role with their next call', async () => {
    const admin = await someone('admin');
    expect((await admin.call('GET', '/v1/admin/audit')).status).toBe(200);
    const [{ id }] = await membersOf(workspaceId);
    expect((await owner.call('PATCH', `/v1/admin/members/${id}`, { role: 'viewer' })).json.role).toBe('viewer');
    expect((await admin.call('GET', '/v1/admin/audit')).status).toBe(403);
    const [event] = await auditOf(workspaceId);
    expect(event).toMatchObject({ action: 'member.update', details: { role: 'viewer', before: 'admin' } });
  });

  it('of one workspace are offered a role in another by their address, with the same reply as for nobody', async () => {
    await someone('member');
    const [{ user }] = await membersOf(workspaceId);
    const second = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Second' })).json.id;
    const admin = await someone('admin', second);
    const add = async (email: string) => {
      const { status, json } = await admin.call('POST', '/v1/admin/members', { email, role: 'viewer' });
      return [status, { ...json, id: '', email: '', created_at: '', expires_at: '' }];
    };
    const [known, unknown] = [await add(user.email.toUpperCase()), await add('nobody@example.com')];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject([200, { role: 'viewer', workspace_id: second }]);
    // The owner of the installation and the admin, nobody new.
    expect(await membersOf(second)).toHaveLength(2);
    const looks = await Promise.all(
      [user.email, 'nobody@example.com'].map(async (email) => {
        const { json } = await admin.call('POST', '/v1/admin/invitations', { email, role: 'viewer' });
        const look = await admin.call('POST', '/v1/session/invitation', { token: tokenIn(json.link) });
        return { ...look.json, email: '', expires_at: '' };
      }),
    );
    expect(looks[0]).toEqual(looks[1]);
  });
});

describe('the admins of a workspace', () => {
  it('manage it and nothing else', async () => {
    const admin = await someone('admin');
    const invite = (settings: object) => admin.call('POST', '/v1/admin/invitations', settings);
    const email = 'new@example.com';
    expect((await invite({ email, role: 'admin' })).json).toMatchObject({ workspace_id: workspaceId });
    const owned = await invite({ email, role: 'owner' });
    expect([owned.status, owned.json.error]).toEqual([403, 'role is not valid']);
    const elsewhere = await invite({ email, role: 'viewer', workspace_id: 'ws_other' });
    expect([elsewhere.status, elsewhere.json.error]).toEqual([403, 'workspace_id is not valid']);
    const budget = await admin.call('PATCH', `/v1/admin/workspaces/${workspaceId}`, { budget_usd: 1000 });
    expect([budget.status, budget.json.error]).toEqual([403, 'budget_usd is not valid']);
    expect((await admin.call('PATCH', `/v1/admin/workspaces/${workspaceId}`, { name: 'Ours' })).json.name).toBe('Ours');
    expect((await admin.call('GET', '/v1/admin/workspaces')).json.data.map(({ id }: { id: string }) => id)).toEqual([
      workspaceId,
    ]);
    for (const [method, path] of [
      ['POST', '/v1/admin/workspaces'],
      ['DELETE', `/v1/admin/workspaces/${workspaceId}`],
      ['GET', '/v1/admin/health'],
      ['GET', '/v1/admin/integrations'],
    ] as const) {
      const reply = await admin.call(method, path, method === 'POST' ? { name: 'x' } : undefined);
      expect([path, reply.status]).toEqual([path, 403]);
    }
    const events = (await admin.call('GET', '/v1/admin/audit?limit=100')).json.data;
    expect(events.length).toBeGreaterThan(1);
    expect(events.every((event: { workspace_id: string }) => event.workspace_id === workspaceId)).toBe(true);
  });

  it('neither make, change nor remove owners', async () => {
    const admin = await someone('admin');
    await someone('owner');
    const [{ id, role }] = await membersOf(workspaceId);
    expect(role).toBe('owner');
    expect((await admin.call('PATCH', `/v1/admin/members/${id}`, { role: 'viewer' })).status).toBe(403);
    expect((await admin.call('DELETE', `/v1/admin/members/${id}`)).status).toBe(403);
    const [, { id: own }] = await membersOf(workspaceId);
    expect((await admin.call('PATCH', `/v1/admin/members/${own}`, { role: 'owner' })).status).toBe(403);
  });
});

describe('the last owner of the installation', () => {
  it('stays, also when two owners remove each other at once', async () => {
    const ownersOf = async () =>
      (await service.admin('GET', '/v1/admin/members?limit=100')).json.data.filter(
        (member: { workspace_id: string | null; role: string }) =>
          member.workspace_id === null && member.role === 'owner',
      );
    const [only] = await ownersOf();
    const path = `/v1/admin/members/${only.id}`;
    const demoted = await owner.call('PATCH', path, { role: 'admin' });
    expect([demoted.status, demoted.json.error]).toEqual([409, 'The last owner stays']);
    expect((await service.admin('DELETE', path)).status).toBe(409);
    const second = await someone('owner', null);
    expect((await second.call('GET', '/v1/session')).json.instance_role).toBe('owner');
    const both = await ownersOf();
    const removed = await Promise.all(
      both.map(({ id }: { id: string }) => service.admin('DELETE', `/v1/admin/members/${id}`)),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ownersOf()).toHaveLength(1);
  });
});
