import { type Endpoint, type Role, roles } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';

/* The matrix of `reach.test.ts` for people: every endpoint with the session of every role, and of another workspace. */

const clock = new FakeClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ replacements: { clock } });
  await claim(service, adminKey);
});
afterAll(() => service.close());

const unknownId = '7d3f1c1e-0000-4000-8000-000000000000';

/** Everybody who may sign in: in the whole installation, and in one workspace. */
async function people(workspaceId: string): Promise<{ role: Role; isOfInstallation: boolean; browser: Browser }[]> {
  const places = [null, workspaceId].flatMap((place) => roles.map((role) => ({ role, place })));
  const joined = [];
  for (const { role, place } of places) {
    const email = `${role}${place === null ? '-everywhere' : '-here'}@example.com`;
    const browser = await join(service, { email, role, workspaceId: place });
    joined.push({ role, isOfInstallation: place === null, browser });
  }
  return joined;
}

/** What `endpoint.ts` and the description of roles say. */
function isAllowed({ auth, method, workspaceRole }: Endpoint, role: Role, isOfInstallation: boolean): boolean {
  if (auth === 'session') return true;
  if (auth !== 'admin') return role !== 'viewer' || method === 'GET';
  if (isOfInstallation && (role === 'owner' || role === 'admin')) return true;
  return workspaceRole !== undefined && roles.indexOf(role) <= roles.indexOf(workspaceRole);
}

const filled = (path: string, id: string = unknownId) =>
  path
    .replace('{version}', '1')
    .replace('{label}', 'production')
    .replaceAll(/\{\w+\}/g, id);

it('lets sessions of each role do what the contract says of the role, on every endpoint', async () => {
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Here' })).json;
  const callers = await people(workspace.id);
  // `/mcp` has rules of its own on pages that call it.
  const endpoints = service.service.endpoints.filter(
    ({ auth, id, path }) => auth !== 'none' && id !== 'deleteSession' && path !== '/mcp',
  );
  expect(endpoints.length).toBeGreaterThan(80);
  let refused = 0;
  for (const endpoint of endpoints) {
    for (const { role, isOfInstallation, browser } of callers) {
      // Whoever is let in is stopped by the body, so that nothing is made and nothing costs.
      const body = endpoint.body || endpoint.otherBodies ? '{' : undefined;
      const { status } = await browser.call(endpoint.method, filled(endpoint.path), body);
      const who = `${endpoint.id} ${role} ${isOfInstallation ? 'everywhere' : 'here'}`;
      const allowed = isAllowed(endpoint, role, isOfInstallation);
      expect([who, status === 403, status === 401]).toEqual([who, !allowed, false]);
      if (!allowed) refused++;
    }
    clock.advance(5000);
  }
  expect(refused).toBeGreaterThan(50);
}, 240_000);

it('shows an admin of one workspace nothing of another one', async () => {
  const [here, there] = await Promise.all(
    ['Here', 'There'].map(async (name) => (await service.admin('POST', '/v1/admin/workspaces', { name })).json.id),
  );
  const admin = await join(service, { email: 'local@example.com', role: 'owner', workspaceId: here });
  await join(service, { email: 'remote@example.com', role: 'member', workspaceId: there });
  const invitation = { email: 'next@example.com', role: 'viewer', workspace_id: there };
  const list = async (path: string) => (await service.admin('GET', `${path}?workspace_id=${there}`)).json.data[0].id;
  const theirs = (await service.admin('POST', '/v1/admin/keys', { name: 'Theirs', workspace_id: there })).json;
  const used = await service.call('GET', '/v1/files', undefined, { authorization: `Bearer ${theirs.key}` });
  const background = { model: 'small-1', input: 'Hello', background: true };
  const theirJob = await service.call('POST', '/v1/responses', background, { authorization: `Bearer ${theirs.key}` });
  const hook = { url: 'https://example.com/hook', workspace_id: there };
  const alert = { name: 'Theirs', measure: 'requests', threshold: 1, workspace_id: there };
  const words = { type: 'words', words: ['theirs'] };
  const guard = { name: 'theirs', stage: 'input', action: 'warn', check: words, workspace_id: there };
  const prompt = { name: 'theirs', system: 'Theirs.', workspace_id: there };
  const budget = { scope: 'tag', target: 'theirs', amount_usd: 5, period: 'week', workspace_id: there };
  const erasure = { workspace_id: there, user_id: 'ann' };
  const hold = { workspace_id: there, reason: 'Theirs' };
  const things: Record<string, string> = {
    '/v1/admin/budgets': (await service.admin('POST', '/v1/admin/budgets', budget)).json.id,
    '/v1/admin/erasures': (await service.admin('POST', '/v1/admin/erasures', erasure)).json.id,
    '/v1/admin/holds': (await service.admin('POST', '/v1/admin/holds', hold)).json.id,
    '/v1/admin/guards': (await service.admin('POST', '/v1/admin/guards', guard)).json.id,
    '/v1/prompts': (await service.admin('POST', '/v1/prompts', prompt)).json.id,
    '/v1/admin/jobs': theirJob.json.id,
    '/v1/admin/webhooks': (await service.admin('POST', '/v1/admin/webhooks', hook)).json.id,
    '/v1/admin/alerts': (await service.admin('POST', '/v1/admin/alerts', alert)).json.id,
    '/v1/admin/calls': used.headers.get('x-request-id') ?? '',
    '/v1/admin/workspaces': there,
    '/v1/admin/keys': theirs.id,
    '/v1/admin/members': await list('/v1/admin/members'),
    '/v1/admin/invitations': (await service.admin('POST', '/v1/admin/invitations', invitation)).json.id,
  };
  const managed = service.service.endpoints.filter(({ workspaceRole }) => workspaceRole !== undefined);
  for (const endpoint of managed) {
    const [base = ''] = endpoint.path.split('/{');
    if (endpoint.path.includes('{')) {
      // Each list of things has one of the other workspace here; a new one is added with its endpoints.
      expect([endpoint.path, things[base] !== undefined]).toEqual([endpoint.path, true]);
      const body = endpoint.body && (endpoint.example ?? minimal(endpoint));
      const reply = await admin.call(endpoint.method, filled(endpoint.path, things[base]), body);
      expect([endpoint.id, reply.status]).toEqual([endpoint.id, 404]);
    } else if (endpoint.method === 'GET') {
      const all = await admin.call('GET', endpoint.path);
      expect([endpoint.id, all.status]).toEqual([endpoint.id, 200]);
      for (const id of Object.values(things))
        expect([endpoint.id, all.text.includes(id)]).toEqual([endpoint.id, false]);
      const named = await admin.call('GET', `${endpoint.path}?workspace_id=${there}`);
      // Refused, or, where there is no workspace to choose, about the caller's own.
      const told = named.status >= 400 ? [] : Object.values(things).filter((id) => named.text.includes(id));
      expect([endpoint.id, told]).toEqual([endpoint.id, []]);
    }
  }
});

const minimal = ({ id }: Endpoint): object =>
  id === 'updateMember' ? { role: 'viewer' } : id === 'updateWebhook' ? { active: false } : { name: 'x' };
