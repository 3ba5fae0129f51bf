import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process of another container left, whose numbers say nothing here. */
const foreignMs = 24 * 60 * 60_000;
const named = /^parley-[a-z]{1,20}-(\d{1,10})-(\d{1,20})-/;

/** A new folder for what is not to outlive this process; `sweepTemporary` takes it away when the process is killed. */
export function temporaryFolder(kind: string): string {
  return mkdtempSync(join(realpathSync(tmpdir()), `${beginning(kind)}-`));
}

/** The path of a new file, likewise. */
export const temporaryFile = (kind: string): string => join(tmpdir(), `${beginning(kind)}-${randomUUID()}`);

/** Removes what processes that are gone have left in the system's folder for temporary files. */
export function sweepTemporary(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid, numbers] = named.exec(name) ?? [];
    if (pid === undefined || Number(pid) === process.pid) continue;
    const path = join(tmpdir(), name);
    const isOver = numbers === namespace() ? !isAlive(Number(pid)) : isOld(path);
    // Of another user, or gone meanwhile: not ours to remove.
    if (isOver) removeQuietly(path);
  }
}

const beginning = (kind: string): string => `parley-${kind}-${process.pid}-${namespace()}`;

/** Which numbers of processes are meant: each container has its own. */
function namespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') !== 'ESRCH';
  }
}

function isOld(path: string): boolean {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > foreignMs;
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process was at it.
  }
}
