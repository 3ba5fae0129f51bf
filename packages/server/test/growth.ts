import { setImmediate } from 'node:timers/promises';

const times = 8;
/** Microseconds: the processor time of a thread is counted in steps of about this. */
const tick = 4_000;
const shortEnoughMs = 40;

/** How many times the processor time eight times as much takes, at the best of three rounds: 8 is linear, 64 quadratic. */
export async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  await run(size);
  for (let round = 0; round < 3; round++) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(size * times)));
  }
  return (large + tick) / (small + tick);
}

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/**
 * The longest that other work on the event loop waits while some work goes on, in milliseconds of this thread's processor time. The best of three
 * rounds, as soon as one is short enough: work that stands still does so each time, the collector of garbage does not.
 */
export async function longestWaitOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least > shortEnoughMs; round++) least = Math.min(least, await longestWaitIn(work));
  return least;
}

async function longestWaitIn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = async () => {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  return longest;
}
