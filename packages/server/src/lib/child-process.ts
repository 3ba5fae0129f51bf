import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Resident memory of a process, 0 where the system does not tell (then only the heap limit holds). */
export async function residentBytes(pid: number): Promise<number> {
  try {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8');
    return Number(statm.split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

/**
 * The nice value of processes that read documents: the service goes first where both want the processor, and they still get a quarter of it.
 * With 10 they get a tenth, and beside other programs files are not read in their time.
 */
const loweredPriority = 5;

/** Lets the service itself go first where both want the processor. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, loweredPriority);
  } catch {
    // The process may have ended already, or the system does not allow it; both are harmless.
  }
}

/** Resolves when the process is gone. */
export function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
