import { readFileSync } from 'node:fs';

/** A process that is never given the processor ends all the same after so many times its limit. */
const mostTimes = 10;
/** Less than this share of the limit is not worth waiting for again. */
const leastShare = 0.02;

/**
 * Calls `onEnd` when a process has had `ms` milliseconds since now, those not counted in which it stood ready and waited for
 * the processor: that others keep the machine busy is not the fault of its task. Where the system does not tell how long it
 * waited, all are counted. Returns what ends the watch.
 */
export function limitTask(
  { pid, ms }: { pid: number | undefined; ms: number },
  onEnd: () => void,
  waitedMs: (pid: number | undefined) => number = waitedForProcessor,
): () => void {
  const before = waitedMs(pid);
  let given = ms;
  const end = () => {
    const more = Math.min(ms + waitedMs(pid) - before, mostTimes * ms) - given;
    if (more < leastShare * ms) return onEnd();
    given += more;
    timer = setTimeout(end, more);
  };
  let timer = setTimeout(end, ms);
  return () => clearTimeout(timer);
}

/** How long a process has stood ready without a processor: https://docs.kernel.org/scheduler/sched-stats.html */
function waitedForProcessor(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6 || 0;
  } catch {
    return 0;
  }
}
