import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWorkspace } from '../../../../test/integration-parts.ts';
import { minute, refresherParts, startAt } from '../../../../test/refresher-parts.ts';
import { type Database, openDatabase } from '../../../db/open-database.ts';
import { TokenError } from './oauth-client.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:' });
  await addWorkspace(database.db);
});
afterAll(() => database.close());
const parts = (given: { leaseMs?: number } = {}) => refresherParts(database.db, given);
const refusing = (kind: TokenError['kind']) => () => Promise.reject(new TokenError(kind, `it is ${kind}`));

describe('when tokens are renewed', () => {
  it.each([
    ['that lives for an hour five minutes before its end', 60, 5],
    ['that lives for ten minutes in its last fifth', 10, 2],
    ['that lives for half an hour five minutes before its end', 30, 5],
  ])('renews a token %s, not earlier', async (_, lifetime, ahead) => {
    const { refresher, connect, target, asked, clock } = await parts();
    const expiresAt = startAt + ahead * minute;
    const row = await connect({ expiresAt }, { refreshed_at: expiresAt - lifetime * minute });
    clock.advance(-1);
    expect(await refresher.ensure(row, target)).toBe(row);
    expect(asked).toEqual([]);
    clock.advance(1);
    expect((await refresher.ensure(row, target)).version).toBe(2);
    expect(asked).toEqual(['refresh-1']);
  });

  it('renews one at its end when it had ended before it came', async () => {
    const { refresher, connect, target, asked } = await parts();
    await refresher.ensure(await connect({ expiresAt: startAt }, { refreshed_at: startAt + 60 * minute }), target);
    expect(asked).toEqual(['refresh-1']);
  });

  it('leaves one alone that never expires, unless it was refused', async () => {
    const { refresher, connect, target, asked } = await parts();
    const row = await connect({ expiresAt: null });
    expect(await refresher.ensure(row, target)).toBe(row);
    expect(await refresher.ensure(row, { ...target, refusedVersion: row.version + 1 })).toBe(row);
    expect(asked).toEqual([]);
    expect((await refresher.ensure(row, { ...target, refusedVersion: row.version })).version).toBe(2);
    expect(asked).toEqual(['refresh-1']);
  });

  it('keeps one alive that is not due, as often as it is asked to', async () => {
    const { refresher, connect, rowOf, target, asked } = await parts();
    const { id } = await connect({ expiresAt: null });
    await refresher.keepAlive(await rowOf(id), target);
    await refresher.keepAlive(await rowOf(id), target);
    expect(asked).toEqual(['refresh-1', 'refresh-2']);
  });

  it('keeps nothing alive that is dead or cannot be renewed', async () => {
    const { refresher, connect, target, asked, rowOf } = await parts();
    const brief = await connect({ refreshToken: null });
    await refresher.keepAlive(brief, target);
    expect(await rowOf(brief.id)).toEqual(brief);
    await refresher.keepAlive(await connect({}, { state: 'needs_reconnect' }), target);
    expect(asked).toEqual([]);
  });
});

describe('new tokens', () => {
  it('take the place of the old ones in one write, which are kept until the new ones have worked', async () => {
    const { refresher, connect, target, tokensOf, store, events, audited, third, granted } = await parts();
    const trouble = { reason: 'was away', failures: 3, next_attempt_at: startAt - 1, is_proven: 1 };
    const old = await connect({}, trouble);
    third.answer = async () => granted({ refreshToken: 'refresh-2' }, ['read', 'write']);
    const row = await refresher.ensure(old, target);
    expect(row).toMatchObject({
      version: 2,
      state: 'connected',
      reason: null,
      is_proven: 0,
      refreshed_at: startAt,
      expires_at: startAt + 60 * minute,
      next_attempt_at: 0,
      failures: 0,
      lease_owner: null,
      lease_until: 0,
      updated_at: startAt,
      scopes: '["read","write"]',
    });
    const expiresAt = startAt + 60 * minute;
    expect(await tokensOf(old.id)).toEqual({
      current: { accessToken: 'access-2', refreshToken: 'refresh-2', expiresAt },
      previous: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: startAt },
    });
    expect((await store.open(row, target.manifest)).fields).toEqual({ region: 'eu' });
    // Nothing changed for whoever watches its state; each use of stored credentials is written down.
    expect(events).toEqual([]);
    expect(audited).toEqual([
      {
        workspaceId: 'w1',
        actor: 'system',
        action: 'integration.renew',
        target: 'items',
        details: { user_id: old.user_id, connection_id: old.id, outcome: 'ok' },
      },
    ]);
  });

  it('keep the refresh token of a third party that does not rotate it, and the scopes of one that does not name them', async () => {
    const { refresher, connect, target, tokensOf, third, granted } = await parts();
    third.answer = async () => granted();
    const row = await refresher.ensure(await connect(), target);
    expect((await tokensOf(row.id)).current).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-1' });
    expect(row).toMatchObject({ scopes: '["read"]', has_refresh_token: 1 });
  });

  it('that have never worked do not push out the ones before that did', async () => {
    const { refresher, connect, target, tokensOf } = await parts();
    const worked = { accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: 1 };
    const unproven = await refresher.ensure(await connect({}, { is_proven: 0 }, worked), target);
    expect((await tokensOf(unproven.id)).previous).toEqual(worked);
    const proven = await refresher.ensure(await connect({}, { is_proven: 1 }, worked), target);
    expect((await tokensOf(proven.id)).previous).toMatchObject({ accessToken: 'access-1' });
    const first = await refresher.ensure(await connect({}, { is_proven: 0 }), target);
    expect((await tokensOf(first.id)).previous).toMatchObject({ accessToken: 'access-1' });
  });

  it('bring a connection back that was about to end, and say so', async () => {
    const { refresher, connect, target, events } = await parts();
    const old = await connect({}, { state: 'expiring', reason: 'was away' });
    expect(await refresher.ensure(old, target)).toMatchObject({ state: 'connected', reason: null });
    expect(events).toEqual([
      {
        type: 'connection.state_changed',
        at: startAt,
        state: 'connected',
        previous_state: 'expiring',
        reason: null,
        workspace_id: 'w1',
        connection_id: old.id,
        integration_id: 'items',
        user_id: old.user_id,
      },
    ]);
  });
});

describe('which refresh token is shown', () => {
  const before = { accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: 1 };

  it('is the newest, then the one before as long as the newest has never worked', async () => {
    const { refresher, connect, target, asked, third, granted, audits } = await parts();
    third.answer = async (token) => (token === 'refresh-1' ? refusing('refused')() : granted());
    const row = await refresher.ensure(await connect({}, { is_proven: 0 }, before), target);
    expect(row).toMatchObject({ version: 2, state: 'connected' });
    expect(asked).toEqual(['refresh-1', 'refresh-0']);
    expect(audits()).toEqual(['ok']);
  });

  it('is not the one before when the newest has worked, nor the same one twice', async () => {
    const { refresher, connect, target, asked, third } = await parts();
    third.answer = refusing('refused');
    await expect(refresher.ensure(await connect({}, { is_proven: 1 }, before), target)).rejects.toMatchObject({
      code: 'needs_reconnect',
    });
    const same = await connect({}, { is_proven: 0 }, { ...before, refreshToken: 'refresh-1' });
    await expect(refresher.ensure(same, target)).rejects.toMatchObject({ code: 'needs_reconnect' });
    const none = await connect({}, { is_proven: 0 }, { ...before, refreshToken: null });
    await expect(refresher.ensure(none, target)).rejects.toMatchObject({ code: 'needs_reconnect' });
    expect(asked).toEqual(['refresh-1', 'refresh-1', 'refresh-1']);
  });

  it('is the newest alone when the third party did not say that it is dead', async () => {
    const { refresher, connect, target, asked, third } = await parts();
    third.answer = refusing('temporary');
    await expect(refresher.ensure(await connect({}, { is_proven: 0 }, before), target)).rejects.toMatchObject({
      code: 'feature_execution_failed',
    });
    expect(asked).toEqual(['refresh-1']);
  });
});

describe('a connection that was given up for want of the secret', () => {
  it('is taken up again, and whoever watches is told', async () => {
    const { refresher, connect, rowOf, events } = await parts();
    const lost = await connect({}, { state: 'needs_reconnect', reason: 'the secret is gone' });
    await refresher.takeUp(lost);
    expect(await rowOf(lost.id)).toMatchObject({ state: 'connected', reason: null, updated_at: startAt });
    const told = { state: 'connected', previous_state: 'needs_reconnect', reason: null, connection_id: lost.id };
    expect(events).toMatchObject([told]);
  });

  it('is left as it is when it was made anew meanwhile', async () => {
    const { refresher, connect, change, rowOf, events } = await parts();
    const lost = await connect({}, { state: 'needs_reconnect', reason: 'the secret is gone' });
    const anew = await change(lost.id, { version: lost.version + 1, reason: 'refused' });
    await refresher.takeUp(lost);
    expect(await rowOf(lost.id)).toEqual(anew);
    expect(events).toEqual([]);
  });
});

describe('a third party that refuses', () => {
  it('ends the connection, says why and tells whoever watches, once', async () => {
    const { refresher, connect, target, rowOf, third, events, asked, audits } = await parts();
    third.answer = refusing('refused');
    const old = await connect();
    const reason = 'The third party refused to renew: it is refused';
    const failure = {
      code: 'needs_reconnect',
      details: reason,
      fields: { integration_id: 'items', user_id: old.user_id },
    };
    await expect(refresher.ensure(old, target)).rejects.toMatchObject(failure);
    const row = await rowOf(old.id);
    expect(row).toMatchObject({ state: 'needs_reconnect', reason, version: 1, lease_owner: null, updated_at: startAt });
    expect(events).toMatchObject([{ state: 'needs_reconnect', previous_state: 'connected', reason }]);
    await expect(refresher.ensure(row, target)).rejects.toMatchObject(failure);
    await refresher.giveUp(row, 'again');
    expect([asked, audits()]).toEqual([['refresh-1'], ['refused']]);
    expect(events).toHaveLength(1);
  });

  it('is not asked for a connection that is dead, whether its token is due or not', async () => {
    const { refresher, connect, target, asked } = await parts();
    const dead = { state: 'needs_reconnect' } as const;
    for (const expiresAt of [null, startAt, startAt + 60 * minute]) {
      const failed = await refresher.ensure(await connect({ expiresAt }, dead), target).catch((error) => error);
      expect([failed.code, failed.details]).toEqual(['needs_reconnect', undefined]);
    }
    expect(asked).toEqual([]);
  });

  it('does not end a connection that was renewed or made anew meanwhile', async () => {
    const { refresher, connect, change, target, rowOf, third, events, audits, tokensOf } = await parts();
    const old = await connect();
    third.answer = async () => {
      await change(old.id, { version: 7, expires_at: startAt + 60 * minute });
      throw new TokenError('refused', 'was used before');
    };
    expect(await refresher.ensure(old, target)).toMatchObject({ version: 7, state: 'connected' });
    await refresher.giveUp(old, 'too late');
    expect(await rowOf(old.id)).toMatchObject({ version: 7, state: 'connected', reason: null });
    expect((await tokensOf(old.id)).current.accessToken).toBe('access-1');
    expect([events, audits()]).toEqual([[], ['superseded']]);
  });

  it('of a connection that was removed meanwhile leaves nothing', async () => {
    const { refresher, connect, target, rows, third, events } = await parts();
    const old = await connect();
    third.answer = async () => {
      await rows.delete(old);
      throw new TokenError('refused', 'was revoked');
    };
    await expect(refresher.ensure(old, target)).rejects.toMatchObject({
      code: 'integration_not_connected',
      fields: { integration_id: 'items', user_id: old.user_id },
    });
    expect(events).toEqual([]);
    expect(await rows.get('w1', old.id)).toBeUndefined();
  });

  it('in words that mean neither ends it after the tenth time, when its token is over', async () => {
    const { refresher, connect, target, rowOf, third } = await parts();
    third.answer = refusing('unclear');
    const over = await connect({}, { failures: 8 });
    await expect(refresher.ensure(over, target)).rejects.toMatchObject({ code: 'feature_execution_failed' });
    expect(await rowOf(over.id)).toMatchObject({ state: 'expiring', failures: 9 });
    const tenth = await connect({}, { failures: 9 });
    await expect(refresher.ensure(tenth, target)).rejects.toMatchObject({ code: 'needs_reconnect' });
    expect(await rowOf(tenth.id)).toMatchObject({ state: 'needs_reconnect' });
    const valid = await connect({ expiresAt: startAt + minute }, { failures: 20 });
    expect(await refresher.ensure(valid, target)).toMatchObject({ state: 'expiring', failures: 21 });
  });

  it.each(['temporary', 'misconfigured'] as const)('for a reason that may pass (%s) never ends it', async (kind) => {
    const { refresher, connect, target, rowOf, third, audits } = await parts();
    third.answer = refusing(kind);
    const row = await connect({}, { failures: 50 });
    await expect(refresher.ensure(row, target)).rejects.toMatchObject({ code: 'feature_execution_failed' });
    expect(await rowOf(row.id)).toMatchObject({ state: 'expiring', failures: 51 });
    expect(audits()).toEqual([kind]);
  });
});
