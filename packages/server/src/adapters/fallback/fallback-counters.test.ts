import { expect, it, vi } from 'vitest';
import { MemoryCounters } from '../memory/memory-counters.ts';
import { systemClock } from '../system/system-clock.ts';
import { FallbackCounters } from './fallback-counters.ts';

function setup() {
  const shared = new MemoryCounters({ clock: systemClock });
  const state = { isAway: false, isFull: false, calls: 0 };
  const blinking = new Proxy(shared, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'subscribe' || name === 'close') return value.bind(target);
      return async (...args: unknown[]) => {
        state.calls++;
        if (state.isAway) throw new Error('Redis is away');
        if (state.isFull && name === 'take') throw new Error('OOM command not allowed when used memory > maxmemory');
        return value.apply(target, args);
      };
    },
  });
  const changes: boolean[] = [];
  const own = new MemoryCounters({ clock: systemClock });
  const counters = new FallbackCounters({
    shared: blinking,
    own,
    onChange: (isShared) => changes.push(isShared),
    probeMs: 10,
  });
  return { counters, state, changes, shared };
}

it('counts in the process while the shared counters are away, and goes back to them', async () => {
  const { counters, state, changes, shared } = setup();
  expect(await counters.take({ key: 'k', cost: 1, limit: 2, windowMs: 60_000 })).toMatchObject({
    allowed: true,
    remaining: 1,
  });
  state.isAway = true;
  const taken = [];
  for (let call = 0; call < 3; call++)
    taken.push((await counters.take({ key: 'k', cost: 1, limit: 2, windowMs: 60_000 })).allowed);
  expect(taken).toEqual([true, true, false]);
  expect([changes, counters.isShared]).toEqual([[false], false]);
  expect(await counters.check()).toContain('Redis cannot be reached');
  state.isAway = false;
  await vi.waitFor(() => expect(counters.isShared).toBe(true), 60_000);
  expect(changes).toEqual([false, true]);
  expect(await counters.check()).toBeUndefined();
  expect(await counters.take({ key: 'k', cost: 1, limit: 2, windowMs: 60_000 })).toMatchObject({ allowed: true });
  expect(shared.take({ key: 'k', cost: 1, limit: 2, windowMs: 60_000 })).toMatchObject({ allowed: false });
  await counters.close();
});

it('goes on counting in the process while the shared counters take nothing because they are full', async () => {
  const { counters, state } = setup();
  state.isFull = true;
  const step = { key: 'k', cost: 1, limit: 2, windowMs: 60_000 };
  const taken: boolean[] = [];
  for (let call = 0; call < 3; call++) {
    // They answer when they are asked whether they are there, and refuse again.
    await vi.waitFor(() => expect(counters.isShared).toBe(true), 60_000);
    taken.push((await counters.take(step)).allowed);
  }
  expect(taken).toEqual([true, true, false]);
  await counters.close();
});

it('asks shared counters that are away no more than it has to', async () => {
  const { counters, state } = setup();
  state.isAway = true;
  await counters.get('k');
  const before = state.calls;
  for (let call = 0; call < 100; call++) await counters.set(`k${call}`, 'v', 1000);
  expect(state.calls - before).toBeLessThan(20);
  expect(await counters.get('k7')).toBe('v');
  await counters.close();
});

it('holds, releases, locks and tells its own listeners without the shared counters, and never rejects', async () => {
  const { counters, state } = setup();
  const heard: string[] = [];
  await counters.subscribe('news', (message) => heard.push(message));
  state.isAway = true;
  expect([await counters.hold('s', 'a', 1), await counters.hold('s', 'b', 1)]).toEqual([1, 2]);
  await counters.release('s', 'a');
  expect(await counters.hold('s', 'c', 1)).toBe(2);
  expect([await counters.acquire('lock', 'me', 1000), await counters.acquire('lock', 'you', 1000)]).toEqual([
    true,
    false,
  ]);
  await counters.delete('lock');
  await counters.publish('news', 'hello');
  expect(heard).toEqual(['hello']);
  await counters.close();
});
