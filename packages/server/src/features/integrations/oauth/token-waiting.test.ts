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
const away = () => Promise.reject(new TokenError('temporary', 'it is away'));
const held = { lease_owner: 'another process', lease_until: startAt + 10 * minute };

describe('a renewal that fails for now', () => {
  it('is told with its reason and the time until the next, and the token is used while it lasts', async () => {
    const { refresher, connect, target, third, events, asked } = await parts();
    third.answer = away;
    const row = await refresher.ensure(await connect({ expiresAt: startAt + minute }), target);
    expect(row).toMatchObject({
      state: 'expiring',
      reason: 'Renewal failed and will be tried again: it is away',
      failures: 1,
      next_attempt_at: startAt + 5_000,
      lease_owner: null,
      lease_until: 0,
      updated_at: startAt,
      version: 1,
    });
    expect(events).toMatchObject([{ state: 'expiring', previous_state: 'connected', reason: 'it is away' }]);
    expect(await refresher.ensure(row, target)).toBe(row);
    expect(asked).toHaveLength(1);
  });

  it('is an error with the time to wait when the token is over', async () => {
    const { refresher, connect, rowOf, target, third, asked, clock } = await parts();
    third.answer = away;
    const { id, user_id } = await connect();
    await expect(refresher.ensure(await rowOf(id), target)).rejects.toMatchObject({
      code: 'feature_execution_failed',
      details: 'Renewal failed and will be tried again: it is away',
      fields: { integration_id: 'items', user_id },
      retryAfterMs: 5_000,
    });
    clock.advance(4_999);
    await expect(refresher.ensure(await rowOf(id), target)).rejects.toMatchObject({ retryAfterMs: 1 });
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await expect(refresher.ensure(await rowOf(id), target)).rejects.toMatchObject({ retryAfterMs: 10_000 });
    expect(asked).toHaveLength(2);
  });

  it.each([
    [0, 5],
    [1, 10],
    [5, 160],
    [6, 300],
    [5_000, 300],
  ])('after %i others is tried again in %i s', async (failures, seconds) => {
    const { refresher, connect, target, third, events } = await parts();
    third.answer = away;
    const row = await connect({}, { failures, state: 'expiring' });
    await expect(refresher.ensure(row, target)).rejects.toMatchObject({ retryAfterMs: seconds * 1000 });
    // It was about to end before.
    expect(events).toEqual([]);
  });

  it('by a fault of ours is thrown as it is, and holds nobody up', async () => {
    const { refresher, connect, rowOf, target, third, granted, audits } = await parts();
    third.answer = () => Promise.reject(new RangeError('a fault'));
    const { id } = await connect();
    await expect(refresher.ensure(await rowOf(id), target)).rejects.toThrow(RangeError);
    expect(await rowOf(id)).toMatchObject({ lease_owner: null, version: 1, state: 'connected', failures: 0 });
    third.answer = async () => granted();
    expect(await refresher.ensure(await rowOf(id), target)).toMatchObject({ version: 2 });
    expect(audits()).toEqual(['failed', 'ok']);
  });

  it('by a lost lease changes nothing of what the other process wrote', async () => {
    const { refresher, connect, change, rowOf, target, third, granted, events } = await parts();
    const { id } = await connect({ expiresAt: startAt + minute }, { state: 'expiring' });
    const losing = (end: () => Promise<never> | Promise<ReturnType<typeof granted>>) => async () => {
      await change(id, { ...held, failures: 4 });
      return end();
    };
    const ends = [away, async () => granted(), () => Promise.reject(new RangeError('a fault'))];
    for (const end of ends) {
      await change(id, { lease_owner: null });
      third.answer = losing(end);
      await refresher.ensure(await rowOf(id), target).catch((error) => expect(error).toBeInstanceOf(RangeError));
      expect(await rowOf(id)).toMatchObject({ ...held, failures: 4, version: 1, state: 'expiring', reason: null });
    }
    await change(id, { lease_owner: null, state: 'connected' });
    third.answer = losing(away);
    await refresher.ensure(await rowOf(id), target);
    expect(events).toEqual([]);
  });
});

describe('without a refresh token', () => {
  it('a token is used to its end, which is told once', async () => {
    const { refresher, connect, target, events, rowOf, asked } = await parts();
    const first = await connect({ refreshToken: null, expiresAt: startAt + minute });
    expect(await refresher.ensure(first, target)).toBe(first);
    const reason = 'The access token expires soon and the third party gave no refresh token.';
    const row = await rowOf(first.id);
    expect(row).toMatchObject({ state: 'expiring', reason, updated_at: startAt });
    expect(await refresher.ensure(row, target)).toBe(row);
    // One who read the row before does not tell it again over a newer connection.
    await refresher.ensure({ ...first, version: 9 }, target);
    expect(events).toMatchObject([{ state: 'expiring', previous_state: 'connected', reason }]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['that is over', startAt, undefined],
    ['that may be over on its way', startAt + 10_000, undefined],
    ['that was refused', startAt + 60 * minute, 1],
    ['that never expires and was refused', null, 1],
  ])('a token %s ends the connection', async (_, expiresAt, refusedVersion) => {
    const { refresher, connect, target, events, rowOf } = await parts();
    const row = await connect({ refreshToken: null, expiresAt });
    const reason = 'The access token is not valid any more and the third party gave no refresh token.';
    const ensured = refresher.ensure(row, { ...target, ...(refusedVersion && { refusedVersion }) });
    await expect(ensured).rejects.toMatchObject({ code: 'needs_reconnect', details: reason });
    expect(await rowOf(row.id)).toMatchObject({ state: 'needs_reconnect', reason });
    expect(events).toMatchObject([{ state: 'needs_reconnect', reason }]);
  });

  it('a token that lives a moment longer than a call takes is used', async () => {
    const { refresher, connect, target } = await parts();
    const row = await connect({ refreshToken: null, expiresAt: startAt + 10_001 });
    expect(await refresher.ensure(row, target)).toBe(row);
  });
});

describe('several who need the same tokens', () => {
  it('in one process wait for one renewal', async () => {
    const { refresher, connect, target, asked, third, granted, rowOf, clock } = await parts();
    const gate = Promise.withResolvers<void>();
    third.answer = async () => {
      await gate.promise;
      return granted();
    };
    const row = await connect();
    const all = Promise.all([1, 2, 3].map(() => refresher.ensure(row, target)));
    await expect.poll(() => asked.length).toBe(1);
    // Whoever dies now holds others up for twenty seconds at most.
    expect((await rowOf(row.id)).lease_until).toBe(startAt + 20_000);
    gate.resolve();
    expect((await all).map(({ version }) => version)).toEqual([2, 2, 2]);
    // They share it, and do not look again and again whether it is done.
    expect([asked.length, clock.slept]).toEqual([1, []]);
  });

  it('in two processes wait for one renewal', async () => {
    const { process, connect, target, asked, third, granted } = await parts();
    const gate = Promise.withResolvers<void>();
    third.answer = async () => {
      await gate.promise;
      return granted();
    };
    const row = await connect();
    const first = process().ensure(row, target);
    await expect.poll(() => asked.length).toBe(1);
    const second = process().ensure(row, target);
    gate.resolve();
    expect([(await first).version, (await second).version]).toEqual([2, 2]);
    expect(asked).toHaveLength(1);
  });

  it('get what another process has just renewed without asking or waiting', async () => {
    const { refresher, connect, change, target, asked, clock, rows } = await parts();
    const old = await connect();
    await change(old.id, { version: 2, expires_at: startAt + 60 * minute });
    expect((await refresher.ensure(old, target)).version).toBe(2);
    await rows.delete(old);
    await expect(refresher.ensure(old, target)).rejects.toMatchObject({ code: 'integration_not_connected' });
    expect([asked, clock.slept]).toEqual([[], []]);
  });

  it('use the old token while another process renews it', async () => {
    const { refresher, connect, target, asked, clock } = await parts();
    const row = await connect({ expiresAt: startAt + minute }, held);
    expect(await refresher.ensure(row, target)).toBe(row);
    expect([asked, clock.slept]).toEqual([[], []]);
  });

  it('wait for the new token when the old one is over, or was refused', async () => {
    const { refresher, connect, change, target, asked, clock } = await parts();
    for (const [expiresAt, refusedVersion] of [[startAt], [null, 1]] as const) {
      const row = await connect({ expiresAt }, held);
      clock.slept = [];
      clock.onSleep = async () => {
        if (clock.slept.length === 3) await change(row.id, { version: 2, expires_at: clock.now() + 60 * minute });
      };
      const given = { ...target, ...(refusedVersion && { refusedVersion: row.version }) };
      expect(await refresher.ensure(row, given)).toMatchObject({ version: 2 });
      expect(clock.slept).toEqual([100, 100, 100]);
    }
    expect(asked).toEqual([]);
  });

  it('wait for two leases at the longest', async () => {
    const { refresher, connect, target, asked, clock } = await parts({ leaseMs: 1_000 });
    await expect(refresher.ensure(await connect({}, held), target)).rejects.toMatchObject({
      code: 'feature_execution_failed',
      details: undefined,
      retryAfterMs: 1_000,
    });
    expect(clock.now() - startAt).toBeGreaterThanOrEqual(2_000);
    expect(clock.now() - startAt).toBeLessThanOrEqual(2_100);
    expect(asked).toEqual([]);
  });

  it('leave when their caller leaves', async () => {
    const { refresher, connect, target, clock } = await parts();
    const left = new AbortController();
    clock.onSleep = () => left.abort(new Error('the caller left'));
    const ensured = refresher.ensure(await connect({}, held), { ...target, signal: left.signal });
    await expect(ensured).rejects.toThrow('the caller left');
    expect(clock.slept).toEqual([100]);
  });

  it('take over from a process that died while it renewed', async () => {
    const { refresher, connect, target, asked, clock } = await parts({ leaseMs: 1_000 });
    const dead = { lease_owner: 'a dead process', lease_until: startAt + 950 };
    expect((await refresher.ensure(await connect({}, dead), target)).version).toBe(2);
    expect(clock.now()).toBe(startAt + 1_000);
    expect(asked).toEqual(['refresh-1']);
  });
});
