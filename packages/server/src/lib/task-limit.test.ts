import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitTask } from './task-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('ends a task at its limit', () => {
  const onEnd = vi.fn();
  limitTask({ pid: 1, ms: 1000 }, onEnd, () => 5000);
  vi.advanceTimersByTime(999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('does not count what the process waited for the processor', () => {
  const onEnd = vi.fn();
  const begin = Date.now();
  // Half of the time somebody else has it.
  limitTask({ pid: 1, ms: 1000 }, onEnd, () => 70 + (Date.now() - begin) / 2);
  vi.advanceTimersByTime(1900);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('ends one that never gets it, and none that is done', () => {
  const starved = vi.fn();
  const begin = Date.now();
  limitTask({ pid: 1, ms: 1000 }, starved, () => Date.now() - begin);
  vi.advanceTimersByTime(9_999);
  expect(starved).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(starved).toHaveBeenCalledOnce();
  const done = vi.fn();
  limitTask({ pid: 1, ms: 1000 }, done, () => 0)();
  vi.advanceTimersByTime(10_000);
  expect(done).not.toHaveBeenCalled();
});
