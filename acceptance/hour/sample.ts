import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { HealthClock } from './health-clock.ts';

/** What a service looks like from outside at one moment. */
export interface Sample {
  /** Since the load began, in seconds. */
  at: number;
  /** Resident memory of the process, and with those that it has started, in MB. */
  ownMb: number;
  treeMb: number;
  heapMb: number;
  /** Open handles of the event loop, open files and sockets, and processes that it has started. */
  handles: number;
  files: number;
  processes: number;
  /** Of `/healthz` since the last sample, in milliseconds; -1 where there was no answer. */
  health: number[];
  /** Longest delay of the event loop since the last sample, in milliseconds. */
  loopMs: number;
}

export interface Sampled {
  base: string;
  pid: number;
  metricsToken: string;
  clock: HealthClock;
}

export async function takeSample({ base, pid, metricsToken, clock }: Sampled, at: number): Promise<Sample> {
  const reply = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`/metrics answered ${reply.status}`);
  const figure = (name: string): number => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
  const { treeMb, processes } = treeOf(pid);
  return {
    at,
    ownMb: figure('process_resident_memory_bytes') / 1e6,
    treeMb,
    heapMb: figure('nodejs_heap_size_used_bytes') / 1e6,
    handles: figure('nodejs_active_handles_total'),
    files: figure('process_open_fds'),
    processes,
    health: await clock.taken(),
    loopMs: figure('nodejs_eventloop_lag_max_seconds') * 1000,
  };
}

/** How many files and sockets of each kind a process holds open: names without the figures and letters that differ from one to the next. */
export function openFiles(pid: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${name}`)
        .replace(/\[\d+\]/, '')
        .replace(/[\w-]{16,}/g, '…');
      counts.set(target, (counts.get(target) ?? 0) + 1);
    } catch {
      // It was closed while it was looked at.
    }
  }
  return counts;
}

/** By `/proc`, so on Linux alone. */
function treeOf(root: number): { treeMb: number; processes: number } {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]));
      sizes.set(Number(name), Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // It ended while it was looked at.
    }
  }
  const isInTree = (pid: number): boolean => pid === root || (parents.has(pid) && isInTree(parents.get(pid) ?? 0));
  const own = [...sizes].filter(([pid]) => isInTree(pid));
  return { treeMb: (own.reduce((sum, [, size]) => sum + size, 0) * 1024) / 1e6, processes: own.length - 1 };
}
