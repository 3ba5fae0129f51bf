import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/** What the command line has to do with the world. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** The most that is read from a pipe, in bytes. */
const maxStdinBytes = 52_428_800;

/** How long a pipe is waited for, in milliseconds, and what happens then. */
export interface PipePatience {
  ms: number;
  onEnd(): void;
}

/**
 * Everything that comes through a pipe; nothing from a terminal. With patience also nothing from a pipe through which so long
 * nothing has come: other programs start this one with a pipe that they never write to and never close.
 */
export async function readPipe({ stdin }: Io, patience?: PipePatience): Promise<Uint8Array<ArrayBuffer> | null> {
  if (stdin.isTTY) return null;
  if (patience && !(await beginsWithin(stdin, patience.ms))) {
    patience.onEnd();
    // An open pipe would keep the process alive.
    stdin.destroy();
    return null;
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > maxStdinBytes) throw new Error(`More than ${maxStdinBytes} bytes came through the pipe`);
    parts.push(bytes);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(parts));
}

/** Whether bytes or the end come in time. */
function beginsWithin(stdin: Readable, patienceMs: number): Promise<boolean> {
  if (stdin.readableEnded || stdin.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    const done = (hasBegun: boolean) => {
      clearTimeout(timer);
      stdin.off('readable', begun).off('end', begun).off('error', begun);
      resolve(hasBegun);
    };
    const begun = () => done(true);
    const timer = setTimeout(() => done(false), patienceMs);
    stdin.on('readable', begun).on('end', begun).on('error', begun);
  });
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** JSON that the service checks further; a usage error when it is none. */
export function jsonOf<Value extends object>(text: string, name: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON`);
  }
}

/** A usage error when there is no file at the path. */
export function needFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`There is no file ${path}`);
  if (!found.isFile()) throw new UsageError(`${path} is not a file`);
}
