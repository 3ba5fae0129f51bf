import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { type Endpoint, isAtLeast, type Role, strongestRole } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgresServer, openForService, type ServiceDatabase } from '../database.ts';
import { FakeClock } from '../fake-clock.ts';
import { adminKey, startTestService, type TestReply, type TestService } from '../test-service.ts';
import { type Browser, claim, join, password, tokenIn } from './browser.ts';

/*
 * Role × credential × operation × whose thing: everybody calls every operation of the contract that manages something, with bodies that
 * ask for as much as there is, about things of their own, of colleagues, of another workspace and of the installation. Nobody ends with
 * more than they had, and nothing of another workspace has changed. What each role may call at all is in `reach-of-sessions.test.ts`.
 */

const clock = new FakeClock();
let dataDir: string;
let service: TestService;
let database: ServiceDatabase;
let here: string;
let there: string;
let founder: Browser;
async function start(kind: 'SQLite' | 'PostgreSQL'): Promise<void> {
  dataDir = mkdtempSync(joinPath(tmpdir(), 'parley-powers-'));
  database = await openForService(kind, dataDir);
  service = await startTestService({ env: { ...database.env, TRUST_PROXY: '1' }, replacements: { clock } });
  founder = await claim(service, adminKey);
  [here = '', there = ''] = await Promise.all(
    ['Here', 'There'].map(async (name) => (await service.admin('POST', '/v1/admin/workspaces', { name })).json.id),
  );
}

type Row = Record<string, string | number | null>;
const rows = (text: string): Promise<Row[]> => database.rows(text);

/** Who may do what, as it stands in the database. */
async function powers() {
  return {
    members: await rows('select * from members'),
    keys: await rows("select * from api_keys where source != 'dashboard'"),
    invitations: await rows('select * from invitations'),
    workspaces: await rows('select * from workspaces'),
    users: await rows('select id, email, password_hash, oidc_subject, verified_at from users'),
    sessions: await rows('select id, user_id from sessions'),
    passwordLinks: await rows('select * from password_links'),
    webhooks: await rows('select * from webhooks'),
    alerts: await rows('select * from alerts'),
  };
}
type Powers = Awaited<ReturnType<typeof powers>>;

interface Actor {
  name: string;
  /** What the actor has at the most: in the whole installation, and here. Null for nothing. */
  instance: Role | null;
  local: Role | null;
  userId: string | null;
  call(method: string, path: string, body?: unknown): Promise<TestReply>;
}

/** An address of its own for every call: the limit on failed keys counts by address. */
let calls = 0;
const from = () => ({ 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls++ & 255}` });
const withSession =
  (browser: Browser): Actor['call'] =>
  (method, path, body) =>
    browser.call(method, path, body, from());
const withKey =
  (key: string): Actor['call'] =>
  (method, path, body) =>
    service.call(method, path, body, { authorization: `Bearer ${key}`, ...from() });

const keyOf = async (by: Browser, settings: object = {}): Promise<string> => {
  const made = await by.call('POST', '/v1/admin/keys', { name: 'k', ...settings });
  if (made.status !== 200) throw new Error(made.text);
  return made.json.key;
};
const userIdOf = async (browser: Browser): Promise<string> => (await browser.call('GET', '/v1/session')).json.user.id;
const membershipOf = async (userId: string) =>
  (await rows('select * from members')).find(({ user_id: id }) => id === userId)?.id;

let people = 0;
const someone = (role: Role, workspaceId: string | null) =>
  join(service, { email: `p${++people}@example.com`, role, workspaceId });

/** Every role with every credential that it can have. */
async function everybody(): Promise<Actor[]> {
  const nothing = { instance: null, local: null };
  const actors: Actor[] = [];
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const browser = await someone(role, here);
    const userId = await userIdOf(browser);
    actors.push({ name: `${role}, session`, ...nothing, local: role, userId, call: withSession(browser) });
    if (role === 'viewer') continue;
    actors.push({ name: `${role}, key`, ...nothing, userId, call: withKey(await keyOf(browser)) });
  }
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const browser = await someone(role, null);
    const userId = await userIdOf(browser);
    actors.push({ name: `${role} of all, session`, instance: role, local: role, userId, call: withSession(browser) });
  }
  const removed = await someone('owner', null);
  const [kept, local] = [await keyOf(removed, { kind: 'admin' }), await keyOf(removed, { workspace_id: here })];
  const invited = await removed.call('POST', '/v1/admin/invitations', { email: 'back@example.com', role: 'owner' });
  await founder.call('DELETE', `/v1/admin/members/${await membershipOf(await userIdOf(removed))}`);
  const gone = { ...nothing, userId: null };
  actors.push({ name: 'removed, session', ...gone, call: withSession(removed) });
  actors.push({ name: 'removed, key', ...gone, call: withKey(local) });
  actors.push({ name: 'removed, admin key', ...gone, call: withKey(kept) });
  actors.push({ name: 'removed, invitation link', ...gone, call: withKey(tokenIn(invited.json.link)) });
  const squatter = await someone('viewer', here);
  const { email } = (await squatter.call('GET', '/v1/session')).json.user;
  await founder.call('POST', '/v1/admin/members', { email, role: 'owner' });
  const unverified = { instance: null, local: 'viewer', userId: await userIdOf(squatter) } as const;
  actors.push({ name: 'unverified with an offer, session', ...unverified, call: withSession(squatter) });
  const held = await service.admin('POST', '/v1/admin/invitations', {
    email: 'held@example.com',
    role: 'viewer',
    workspace_id: here,
  });
  actors.push({ name: 'nobody, invitation link', ...gone, call: withKey(tokenIn(held.json.link)) });
  return actors;
}

/** The PostgreSQL that npm brings is slow: there those go through everything whose borders the queries draw; on a server all do. */
const fewOnPostgres = ['member, key', 'admin, session', 'admin of all, session', 'unverified with an offer, session'];

/** Fresh things of each kind, made one after the other: of the actor, of a colleague, of the other workspace, and of the whole installation. */
async function things(actor: Actor): Promise<Record<string, string[]>> {
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await service.admin('POST', path, body);
    if (reply.status !== 200) throw new Error(`${path} ${reply.text}`);
    return reply.json.id;
  };
  const inBoth = async (path: string, body: object) => [
    await made(path, { ...body, workspace_id: here }),
    await made(path, { ...body, workspace_id: there }),
  ];
  const members: unknown[] = [];
  for (const place of [here, there, null]) {
    for (const role of ['viewer', 'owner'] as const) {
      members.push(await membershipOf(await userIdOf(await someone(role, place))));
    }
  }
  const email = `i${++people}@example.com`;
  return {
    '/v1/admin/workspaces': [there],
    '/v1/admin/keys': [
      ...(await inBoth('/v1/admin/keys', { name: 'x' })),
      await made('/v1/admin/keys', { name: 'x', kind: 'admin' }),
    ],
    '/v1/admin/members': [...members, ...(actor.userId === null ? [] : [await membershipOf(actor.userId)])].map(String),
    '/v1/admin/invitations': [
      ...(await inBoth('/v1/admin/invitations', { email, role: 'viewer' })),
      await made('/v1/admin/invitations', { email, role: 'owner' }),
    ],
    // The unverified one's own stands among them.
    '/v1/account/offers': (
      await rows(
        `select id from invitations where email in (select email from users where id = '${actor.userId}') or id in (select id from invitations order by created_at desc limit 2)`,
      )
    ).map(({ id }) => String(id)),
    '/v1/sessions': (
      await rows("select id from sessions where user_id in (select user_id from members where role = 'owner')")
    ).map(({ id }) => String(id)),
    '/v1/admin/webhooks': await inBoth('/v1/admin/webhooks', { url: 'https://example.com/hook' }),
    '/v1/admin/alerts': await inBoth('/v1/admin/alerts', { name: 'x', measure: 'requests', threshold: 1 }),
  };
}

const roleBodies = (email: string) =>
  [{}, { workspace_id: here }, { workspace_id: there }, { workspace_id: null }].flatMap((place) =>
    (['owner', 'admin'] as const).map((role) => ({ email, role, ...place })),
  );
const boundless = { limits: { requests_per_minute: null, tokens_per_minute: null, open_streams: null } };

/** Bodies that ask for as much as there is; operations without one of their own get the example of the contract. */
const greedy: Record<string, () => object[]> = {
  createKey: () => [
    { kind: 'admin' },
    ...[{}, { workspace_id: here }, { workspace_id: there }].flatMap((place) => [place, { ...place, ...boundless }]),
    { confirm_changes: 'never' },
  ],
  updateKey: () => [
    { ...boundless, active: true, budget_usd: null },
    { confirm_changes: 'never' },
    { expires_at: null },
  ],
  rollKey: () => [{}],
  addMember: () => roleBodies(`a${++people}@example.com`),
  createInvitation: () => roleBodies(`a${++people}@example.com`),
  updateMember: () => [{ role: 'owner' }],
  createPasswordLink: () => [{}, { drop_second_factor: true }],
  updateWorkspace: () => [{ budget_usd: null, limits: { storage_bytes: null } }],
  changePassword: () => [{ current_password: 'wrong', new_password: 'a pass phrase of a thief' }],
  createSession: () => [{ email: 'owner@example.com', password: 'wrong' }],
  claimInstance: () => [{ token: 'x', email: 'thief@example.com', name: 'T', password }],
  previewInvitation: () => [{ token: 'x' }],
  acceptInvitation: () => [{ token: 'x', name: 'T', password }],
  requestPasswordLink: () => [{ email: 'owner@example.com' }],
  resetPassword: () => [{ token: 'x', new_password: 'a pass phrase of a thief' }],
};

/** What grants nothing and would end the world of the next ones, or leave the machine. */
const leftOut = new Set([
  'deleteSession',
  'deleteWorkspace',
  'addIntegration',
  'downloadLocalModel',
  'deleteLocalModel',
]);
const isManagement = ({ auth, path }: Endpoint) =>
  auth === 'admin' || auth === 'session' || path.startsWith('/v1/session');

/** Each operation with each thing that it can be about. */
function requestsTo(endpoint: Endpoint, known: Record<string, string[]>): { path: string; body: unknown }[] {
  const base = endpoint.path.split('/{')[0] ?? '';
  const ids = endpoint.path.includes('{') ? (known[base] ?? ['unknown']) : [''];
  const bodies = greedy[endpoint.id]?.() ?? [endpoint.body ? (endpoint.example ?? {}) : undefined];
  return ids.flatMap((id) => bodies.map((body) => ({ path: endpoint.path.replaceAll(/\{\w+\}/g, id), body })));
}

const roleAt = ({ instance, local }: Actor, place: unknown): Role | null =>
  place === null ? instance : place === here ? strongestRole(instance, local) : instance;

/** Owners give every role, admins all but that of an owner. */
const mayGive = (actor: Actor, { workspace_id: place, role }: Row): boolean =>
  isAtLeast(roleAt(actor, place), role === 'owner' ? 'owner' : 'admin');

const asText = (row: Row) => JSON.stringify(row);
const changedIn = (before: Row[], after: Row[], ignored: readonly string[] = []): Row[] => {
  const shown = (row: Row) => asText({ ...row, ...Object.fromEntries(ignored.map((name) => [name, null])) });
  const known = new Set(before.map(shown));
  return after.filter((row) => !known.has(shown(row)));
};

/** What the service writes by itself, such as what an alert measured when a minute was over. */
const ofTheService = ['last_used_at', 'checked_at', 'value'];

/** What an actor must not have brought about; empty when all is well. */
function excess(actor: Actor, before: Powers, after: Powers): string[] {
  const found: string[] = [];
  const blame = (what: string, list: Row[]) => found.push(...list.map((row) => `${what}: ${asText(row)}`));
  const own = (row: Row) => row.user_id === actor.userId || row.id === actor.userId;
  const joined = changedIn(before.members, after.members);
  blame(
    'a role that the actor could not give',
    joined.filter((row) => !mayGive(actor, row)),
  );
  const rank = (row: Row | undefined) => strongestRole((row?.role as Role | undefined) ?? null);
  blame(
    'a stronger role for the actor',
    joined.filter(
      (row) => own(row) && !isAtLeast(rank(before.members.find(({ id }) => id === row.id)), row.role as Role),
    ),
  );
  const invited = changedIn(before.invitations, after.invitations);
  blame(
    'an invitation that the actor could not make',
    invited.filter((row) => !mayGive(actor, row)),
  );
  for (const key of changedIn(before.keys, after.keys, ['last_used_at'])) {
    const role = key.kind === 'admin' ? actor.instance : roleAt(actor, key.workspace_id);
    const isRight = key.kind === 'admin' ? role === 'owner' : isAtLeast(role, 'member');
    if (!isRight) blame('a key that the actor could not make', [key]);
    if (isAtLeast(role, 'admin')) continue;
    const isMade = !before.keys.some(({ id }) => id === key.id);
    if (
      isMade &&
      (key.shares_budget_of === null || String(key.limits).includes('null') || key.confirm_changes === 'never')
    )
      blame('a key that is stronger than its maker', [key]);
  }
  // Who has the link has the account.
  for (const link of changedIn(before.passwordLinks, after.passwordLinks)) {
    const roles = before.members.filter(({ user_id: id }) => id === link.user_id);
    const beyond = roles.filter((row) => !isAtLeast(roleAt(actor, row.workspace_id), row.role as Role));
    blame('a link to an account that may do more', beyond);
  }
  const others = (list: Row[]) => list.filter((row) => !own(row) && before.users.some(({ id }) => id === row.id));
  blame('the account of somebody else', others(changedIn(before.users, after.users)));
  const ended = changedIn(after.sessions, before.sessions).filter((row) => !own(row));
  const removed = (row: Row) => !after.users.some(({ id }) => id === row.user_id);
  blame(
    'a session of somebody else that ended',
    ended.filter((row) => !removed(row)),
  );
  if (actor.instance !== null) return found;
  for (const table of ['members', 'keys', 'invitations', 'webhooks', 'alerts', 'workspaces'] as const) {
    const elsewhere = (list: Row[]) => list.filter((row) => row.workspace_id !== here && row.id !== here);
    const [was, is] = [elsewhere(before[table]), elsewhere(after[table])];
    const changed = [...changedIn(was, is, ofTheService), ...changedIn(is, was, ofTheService)];
    blame(`${table} elsewhere`, changed);
  }
  const money = (list: Row[]) =>
    list.map(({ id, budget_nanos, storage_bytes }) => ({ id, budget_nanos, storage_bytes }) as Row);
  blame('what a workspace may cost', changedIn(money(before.workspaces), money(after.workspaces)));
  return found;
}

const everyName = [
  'viewer, session',
  'member, session',
  'member, key',
  'admin, session',
  'admin, key',
  'owner, session',
  'owner, key',
  'viewer of all, session',
  'member of all, session',
  'admin of all, session',
  'removed, session',
  'removed, key',
  'removed, admin key',
  'removed, invitation link',
  'unverified with an offer, session',
  'nobody, invitation link',
];

describe.each(['SQLite', 'PostgreSQL'] as const)('whoever asks whatever of whose things, on %s', (kind) => {
  const isSlow = kind === 'PostgreSQL' && !hasPostgresServer;
  const answered = { let: 0, refused: 0 };
  let actors: Actor[];
  beforeAll(async () => {
    await start(kind);
    // So that "no limit" would show.
    for (const id of [here, there]) await service.admin('PATCH', `/v1/admin/workspaces/${id}`, { budget_usd: 100 });
    actors = await everybody();
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  // Each in a test of their own, so that a busy machine has the time for one of them and not for all together.
  it.each(isSlow ? fewOnPostgres : everyName)('leaves no more than they had to: %s', async (name) => {
    const operations = service.service.endpoints
      .filter((one) => isManagement(one) && !leftOut.has(one.id))
      // Last what ends something: whoever removes themselves can do nothing more.
      .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));
    expect(operations.length).toBeGreaterThan(50);
    const actor = actors.find((one) => one.name === name)!;
    const known = await things(actor);
    const before = await powers();
    for (const endpoint of operations) {
      for (const { path, body } of requestsTo(endpoint, known)) {
        const { status } = await actor.call(endpoint.method, path, body);
        expect([endpoint.id, status]).not.toEqual([endpoint.id, 500]);
        answered[status < 400 ? 'let' : 'refused']++;
      }
      clock.advance(2000);
    }
    expect(excess(actor, before, await powers())).toEqual([]);
  });

  it('has looked at everybody, let some and refused most', () => {
    expect(actors.map(({ name }) => name).sort()).toEqual(everyName.toSorted());
    expect(answered.let).toBeGreaterThan(100);
    expect(answered.refused).toBeGreaterThan(isSlow ? 250 : 1000);
  });
});
