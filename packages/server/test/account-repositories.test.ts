import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Db } from '../src/db/open-database.ts';
import { AccountRepository } from '../src/features/people/accounts/account-repository.ts';
import { InvitationRepository } from '../src/features/people/accounts/invitation-repository.ts';
import { SessionRepository } from '../src/features/people/accounts/session-repository.ts';
import { onBothDatabases } from './database.ts';
import { idsOf, now, storedRows } from './stored-rows.ts';

const user = (id: string) => ({
  id,
  email: `${id}@example.com`,
  name: id,
  password_hash: null,
  oidc_subject: null,
  last_seen_at: null,
  created_at: now,
});

onBothDatabases('what is kept of people', (open) => {
  let database: Database;
  let db: Db;
  let accounts: AccountRepository;
  let sessions: SessionRepository;
  let invitations: InvitationRepository;
  beforeAll(async () => {
    database = await open();
    db = database.db;
    accounts = new AccountRepository(database);
    sessions = new SessionRepository({ db });
    invitations = new InvitationRepository({ db });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['users', 'workspaces', 'invitations', 'installation'] as const) {
      await db.deleteFrom(table).execute();
    }
    await storedRows.workspaces(db, 'w1', 'w2');
  });

  const session = (id: string, more: { user_id?: string; created_at?: number; expires_at?: number } = {}) => ({
    id,
    user_id: 'ada',
    hash: `hash of ${id}`,
    second_factor: null,
    address: null,
    user_agent: null,
    last_seen_at: now,
    expires_at: now + 100,
    created_at: now,
    ...more,
  });

  it('keeps sessions with their person, newest first, until they expire or end', async () => {
    await storedRows.users(db, 'ada', 'ben');
    await accounts.updateUser('ben', { password_hash: '$argon2id$' });
    await sessions.insert(session('s1'));
    await sessions.insert({ ...session('s2'), address: '::1', user_agent: 'Müller 1.0' });
    await sessions.insert(session('s3', { created_at: now + 1, expires_at: now + 50 }));
    await sessions.insert(session('s4', { user_id: 'ben' }));
    expect(await sessions.findByHash('hash of s2')).toEqual({
      ...session('s2'),
      address: '::1',
      user_agent: 'Müller 1.0',
      email: 'ada@example.com',
      name: 'Name of ada',
      has_password: false,
    });
    expect((await sessions.findByHash('hash of s4'))?.has_password).toBe(true);
    expect(await sessions.findByHash('s2')).toBeNull();
    const list = (at: number, after?: { createdAt: number; id: string }) =>
      sessions.list('ada', { now: at, limit: 9, after });
    expect(idsOf(await list(now))).toEqual(['s3', 's2', 's1']);
    expect(idsOf(await list(now, { createdAt: now, id: 's2' }))).toEqual(['s1']);
    expect(idsOf(await list(now + 50))).toEqual(['s2', 's1']);
    await sessions.touch({ id: 's1', user_id: 'ada' }, now + 60, now + 200);
    expect(await sessions.findByHash('hash of s1')).toMatchObject({ last_seen_at: now + 60, expires_at: now + 200 });
    expect((await accounts.user('ada'))?.last_seen_at).toBe(now + 60);
    await sessions.deleteExpired(now + 50);
    expect(await sessions.findByHash('hash of s3')).toBeNull();
    expect(await sessions.delete('ben', 's2')).toBe(false);
    expect(await sessions.delete('ada', 's2')).toBe(true);
    await sessions.insert(session('s5'));
    await sessions.insert(session('s6', { created_at: now + 1 }));
    await sessions.deleteBeyond('ada', 2);
    expect(idsOf(await list(now))).toEqual(['s6', 's5']);
    expect(await sessions.deleteOthers('ada', 's5')).toBe(1);
    expect(idsOf(await list(now))).toEqual(['s5']);
    expect((await sessions.findByHash('hash of s4'))?.id).toBe('s4');
  });

  it('keeps one invitation of an address to a place, lets it be taken once, and forgets those that expired', async () => {
    await storedRows.users(db, 'ada');
    const invitation = (id: string, workspace_id: string | null, more: object = {}) => ({
      id,
      email: 'new@example.com',
      role: 'member' as const,
      workspace_id,
      hash: `hash of ${id}`,
      invited_by: null,
      expires_at: now + 100,
      created_at: now,
      ...more,
    });
    await invitations.replace(invitation('i1', null));
    await invitations.replace(invitation('i2', null, { invited_by: 'ada' }));
    await invitations.replace(invitation('i3', 'w1'));
    await invitations.replace(invitation('i4', 'w2', { created_at: now + 1, expires_at: now + 50 }));
    await invitations.replace(invitation('i5', 'w1', { email: 'old@example.com' }));
    expect(await invitations.find('i1')).toBeUndefined();
    expect(await invitations.findByHash('hash of i2')).toEqual({
      ...invitation('i2', null),
      invited_by: 'ada',
      inviter_email: 'ada@example.com',
      inviter_name: 'Name of ada',
      invited_with: null,
    });
    expect(await invitations.find('i3')).toMatchObject({ workspace_id: 'w1', inviter_email: null, inviter_name: null });
    expect(idsOf(await invitations.ofEmail('new@example.com', now))).toEqual(['i4', 'i3', 'i2']);
    expect(idsOf(await invitations.ofEmail('new@example.com', now + 50))).toEqual(['i3', 'i2']);
    expect(idsOf(await invitations.list({ now, limit: 2 }))).toEqual(['i4', 'i5']);
    const after = { createdAt: now, id: 'i5' };
    expect(idsOf(await invitations.list({ now, limit: 9, after }))).toEqual(['i3', 'i2']);
    expect(idsOf(await invitations.list({ now, limit: 9, workspaceId: 'w1' }))).toEqual(['i5', 'i3']);
    const taken = await Promise.all([invitations.take('i3'), invitations.take('i3')]);
    expect(taken.sort()).toEqual([false, true]);
    await sessions.deleteExpired(now + 50);
    expect(idsOf(await invitations.list({ now: 0, limit: 9 }))).toEqual(['i5', 'i2']);
    await accounts.forgetWorkspace('w1');
    expect(idsOf(await invitations.list({ now: 0, limit: 9 }))).toEqual(['i2']);
  });

  it('makes the first owner once, and leaves the installation never without one', async () => {
    const member = (id: string, user_id: string, workspace_id: string | null, role: 'owner' | 'member' = 'owner') => ({
      id,
      user_id,
      workspace_id,
      role,
      created_at: now,
    });
    expect(await accounts.hasOwner()).toBe(false);
    const firsts = await Promise.all([
      accounts.insertFirstOwner(user('ada'), member('m1', 'ada', null)),
      accounts.insertFirstOwner(user('ben'), member('m2', 'ben', null)),
    ]);
    expect(firsts.sort()).toEqual([false, true]);
    expect(await accounts.hasOwner()).toBe(true);
    const [owner] = await accounts.listMembers({ limit: 9 });
    const first = owner?.id ?? '';
    const of = (id: string, user_id: string) => ({ id, user_id });
    const firstUser = owner?.user_id ?? '';
    expect(await accounts.changeMember(of(first, firstUser), 'member', now)).toBeNull();
    expect(await accounts.removeMember(of(first, firstUser), now)).toBeNull();
    expect((await accounts.member(first))?.role).toBe('owner');
    await accounts.insertUser(user('cay'), member('m3', 'cay', null));
    // In one workspace is not in the installation.
    await accounts.insertUser(user('dan'), member('m4', 'dan', 'w1'));
    const removed = await Promise.all([
      accounts.removeMember(of(first, firstUser), now),
      accounts.removeMember(of('m3', 'cay'), now),
    ]);
    expect(removed.filter((ended) => ended === null)).toHaveLength(1);
    expect(await accounts.hasOwner()).toBe(true);
    await expect(accounts.insertUser(user('eve'), member('m4', 'eve', 'w1'))).rejects.toThrow();
    expect(await accounts.user('eve')).toBeUndefined();
    await accounts.insertMember(member('m5', 'dan', null, 'member'));
    await expect(accounts.insertMember(member('m6', 'dan', null, 'member'))).rejects.toThrow();
  });

  it('ends with a role the keys and invitations that it had made, however far down', async () => {
    await storedRows.users(db, 'ada', 'ben');
    await accounts.insertMember({ id: 'm1', user_id: 'ada', workspace_id: null, role: 'owner', created_at: now });
    await accounts.insertMember({ id: 'm2', user_id: 'ben', workspace_id: null, role: 'owner', created_at: now });
    await accounts.insertMember({ id: 'm3', user_id: 'ben', workspace_id: 'w1', role: 'member', created_at: now });
    const admin = { kind: 'admin', workspace_id: null } as const;
    await storedRows.key(db, 'k1', { ...admin, created_by: 'ben' });
    await storedRows.key(db, 'k2', { ...admin, created_by: 'k1', is_active: 0, revoked_at: 5 });
    await storedRows.key(db, 'k3', { ...admin, created_by: 'k2' });
    await storedRows.key(db, 'as member', { workspace_id: 'w1', created_by: 'ben', shares_budget_of: 'd' });
    await storedRows.key(db, 'as admin', { workspace_id: 'w1', created_by: 'ben' });
    await storedRows.key(db, 'elsewhere', { workspace_id: 'w2', created_by: 'ben', shares_budget_of: 'd' });
    await storedRows.key(db, 'of ada', { ...admin, created_by: 'ada' });
    const invite = (id: string, by: { invited_by?: string; invited_with?: string }, workspace_id: string | null) =>
      invitations.replace({
        ...{ id, email: `${id}@example.com`, role: 'viewer', workspace_id, hash: id },
        ...{ invited_by: by.invited_by ?? null, invited_with: by.invited_with ?? null },
        ...{ expires_at: now + 100, created_at: now },
      });
    await invite('i1', { invited_by: 'ben' }, null);
    await invite('i2', { invited_with: 'k3' }, 'w1');
    await invite('i3', { invited_by: 'ada' }, null);
    const usable = async () =>
      idsOf(await db.selectFrom('api_keys').selectAll().where('revoked_at', 'is', null).execute()).sort();
    const ben = { id: 'm2', user_id: 'ben' };
    const demoted = await accounts.changeMember(ben, 'admin', now);
    expect([demoted?.keyHashes.length, demoted?.invitations]).toEqual([2, 1]);
    expect(await usable()).toEqual(['as admin', 'as member', 'elsewhere', 'of ada']);
    expect((await accounts.removeMember(ben, now))?.invitations).toBe(1);
    expect(await usable()).toEqual(['as member', 'of ada']);
    expect(idsOf(await invitations.list({ now, limit: 9 }))).toEqual(['i3']);
  });

  it('takes codes and links once, ends what stands open when an account is proved, and knows who asks for a second factor', async () => {
    await storedRows.users(db, 'ada', 'ben');
    await accounts.updateUser('ada', { totp_step: 5, recovery_hashes: '["a","b"]' });
    const steps = await Promise.all([accounts.takeStep('ada', 6), accounts.takeStep('ada', 6)]);
    expect(steps.sort()).toEqual([false, true]);
    expect([await accounts.takeStep('ada', 4), await accounts.takeStep('ben', 4)]).toEqual([false, false]);
    const takeRecovery = () => accounts.takeRecoveryCode('ada', '["a","b"]', '["b"]');
    expect((await Promise.all([takeRecovery(), takeRecovery()])).sort()).toEqual([false, true]);
    const link = { user_id: 'ada', hash: 'h1', drops_second_factor: 1, proves_address: 0, expires_at: now + 50 };
    await accounts.replacePasswordLink(link);
    await accounts.replacePasswordLink({ ...link, hash: 'h2' });
    expect([await accounts.passwordLink('h1'), await accounts.passwordLink('h2')]).toEqual([
      undefined,
      { ...link, hash: 'h2' },
    ]);
    expect((await Promise.all([accounts.takePasswordLink('h2'), accounts.takePasswordLink('h2')])).sort()).toEqual([
      false,
      true,
    ]);
    await accounts.replacePasswordLink(link);
    await sessions.insert(session('s1'));
    await sessions.insert(session('s2', { user_id: 'ben' }));
    await sessions.update('s2', { second_factor: 1 });
    await accounts.updateUser('ada', { verified_at: now }, { endsSessions: true });
    expect([await sessions.findByHash('hash of s1'), await accounts.passwordLink('h1')]).toEqual([null, undefined]);
    expect([
      (await accounts.user('ada'))?.verified_at,
      (await sessions.findByHash('hash of s2'))?.second_factor,
    ]).toEqual([now, 1]);
    await accounts.replacePasswordLink(link);
    await sessions.deleteExpired(now + 50);
    expect(await accounts.passwordLink('h1')).toBeUndefined();
    expect(await accounts.requiresSecondFactor(null)).toBe(false);
    await db.updateTable('workspaces').set({ require_second_factor: 1 }).where('id', '=', 'w1').execute();
    const required = await Promise.all([null, 'w1', 'w2'].map((place) => accounts.requiresSecondFactor(place)));
    expect(required).toEqual([true, true, false]);
  });

  it('lists members by page and place, and erases an account with its last membership', async () => {
    await storedRows.users(db, 'ada', 'ben');
    const join = (id: string, user_id: string, workspace_id: string | null, created_at = now) =>
      accounts.insertMember({ id, user_id, workspace_id, role: 'member', created_at });
    await join('m1', 'ada', 'w1');
    await join('m2', 'ben', 'w1');
    await join('m3', 'ada', 'w2', now + 1);
    await join('m4', 'ada', null, now + 2);
    expect(idsOf(await accounts.listMembers({ limit: 9 }))).toEqual(['m4', 'm3', 'm2', 'm1']);
    expect(idsOf(await accounts.listMembers({ workspaceId: 'w1', limit: 9 }))).toEqual(['m4', 'm2', 'm1']);
    const after = { createdAt: now, id: 'm2' };
    expect(idsOf(await accounts.listMembers({ limit: 9, after }))).toEqual(['m1']);
    expect(await accounts.access('ada', 2)).toEqual([
      { workspace_id: 'w1', role: 'member', workspace_name: 'w1' },
      { workspace_id: 'w2', role: 'member', workspace_name: 'w2' },
    ]);
    expect((await accounts.access('ada', 9))[2]).toEqual({ workspace_id: null, role: 'member', workspace_name: null });
    expect((await accounts.membership('ada', null))?.id).toBe('m4');
    expect((await accounts.membership('ada', 'w2'))?.id).toBe('m3');
    expect(await accounts.membership('ben', null)).toBeUndefined();
    expect((await accounts.peopleOf('w1')).sort()).toEqual(['ada', 'ben']);
    await sessions.insert(session('s1', { user_id: 'ben' }));
    expect(await accounts.eraseWithoutMembership('ben')).toBe(false);
    await accounts.forgetWorkspace('w1');
    expect(await accounts.eraseWithoutMembership('ben')).toBe(true);
    expect([await accounts.user('ben'), await sessions.findByHash('hash of s1')]).toEqual([undefined, null]);
    expect(await accounts.eraseWithoutMembership('ada')).toBe(false);
  });
});
