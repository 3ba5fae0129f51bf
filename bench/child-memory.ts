import { readFile } from 'node:fs/promises';

export interface ChildMemory {
  /** Resident, pages that processes share counted in each, MB. */
  resident: number;
  /** The same with shared pages divided among those who share them (proportional set size), MB. */
  proportional: number;
}

/** Memory of this process's children, added up. Linux only. */
export async function childMemory(): Promise<ChildMemory> {
  const children = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).trim().split(' ');
  const sum: ChildMemory = { resident: 0, proportional: 0 };
  for (const pid of children.filter(Boolean)) {
    // A child may end while it is looked at.
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum.resident += kilobytes(rollup, 'Rss') / 1000;
    sum.proportional += kilobytes(rollup, 'Pss') / 1000;
  }
  return { resident: Math.round(sum.resident), proportional: Math.round(sum.proportional) };
}

function kilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1.024;
}
