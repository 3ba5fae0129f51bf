import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Counters } from '../../src/ports/counters.ts';

/** What every store of counters must do. `open` gives one that shares its state with the others of the same test. */
export function countersContract(open: () => Promise<Counters>): void {
  const name = () => `test-${randomBytes(6).toString('hex')}`;

  it('takes from a bucket until it is empty, and says when it will do again', async () => {
    const counters = await open();
    const key = name();
    expect(await counters.take({ key, cost: 2, limit: 3, windowMs: 60_000 })).toMatchObject({
      allowed: true,
      remaining: 1,
      retryAfterMs: 0,
    });
    const refused = await counters.take({ key, cost: 2, limit: 3, windowMs: 60_000 });
    expect(refused).toMatchObject({ allowed: false, remaining: 1 });
    expect(refused.retryAfterMs).toBeGreaterThan(15_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(20_000);
    expect(await counters.take({ key, cost: 1, limit: 3, windowMs: 60_000 })).toMatchObject({
      allowed: true,
      remaining: 0,
    });
    await counters.close();
  });

  it('takes by force below zero, and gives back', async () => {
    const counters = await open();
    const key = name();
    expect(await counters.take({ key, cost: 5, limit: 3, windowMs: 60_000, force: true })).toMatchObject({
      allowed: true,
      remaining: 0,
    });
    expect(await counters.take({ key, cost: 1, limit: 3, windowMs: 60_000 })).toMatchObject({ allowed: false });
    expect(await counters.take({ key, cost: -5, limit: 3, windowMs: 60_000, force: true })).toMatchObject({
      allowed: true,
      remaining: 3,
    });
    await counters.close();
  });

  it('sums what is held, and never below zero', async () => {
    const counters = await open();
    const key = name();
    expect([await counters.hold(key, 'a', 2e12), await counters.hold(key, 'b', 1)]).toEqual([2e12, 2e12 + 1]);
    expect(await counters.hold(key, 'a', 5)).toBe(6);
    await counters.release(key, 'a');
    await counters.release(key, 'a');
    await counters.release(key, 'never held');
    expect(await counters.hold(key, 'c', 0)).toBe(1);
    await counters.close();
  });

  it('lets one holder have a mark', async () => {
    const counters = await open();
    const key = name();
    expect(await counters.acquire(key, 'a', 60_000)).toBe(true);
    expect(await counters.acquire(key, 'b', 60_000)).toBe(false);
    expect(await counters.get(key)).toBe('a');
    await counters.delete(key);
    expect(await counters.get(key)).toBeNull();
    expect(await counters.acquire(key, 'b', 60_000)).toBe(true);
    await counters.close();
  });

  it('sends to every listener', async () => {
    const counters = await open();
    const channel = name();
    const heard: string[] = [];
    await counters.subscribe(channel, (message) => heard.push(message));
    await counters.publish(channel, 'one');
    await expect.poll(() => heard).toEqual(['one']);
    await counters.check();
    await counters.close();
  });
}
