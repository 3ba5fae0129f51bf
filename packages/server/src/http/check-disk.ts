import { statfs } from 'node:fs/promises';
import { type Check, NotReady } from './health-checks.ts';

/** The journal of calls and the database need room for what has been begun. */
const leastBytes = 64 * 1024 * 1024;
const littleBytes = 1024 * 1024 * 1024;

/** Bytes that may still be written where the directory is. */
export async function freeBytes(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch (error) {
    // With a database and a store elsewhere there may be none.
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Whether there is room for what calls write. Says so from a gigabyte on, and is not ready below 64 MB. */
export function diskCheck(directory: string, free: (directory: string) => Promise<number> = freeBytes): Check {
  return async () => {
    const bytes = await free(directory);
    const left = `${Math.floor(bytes / 1024 / 1024)} MB are free under DATA_DIR`;
    if (bytes < leastBytes) throw new NotReady(`${left}, too little to go on`);
    return bytes < littleBytes ? `${left}, which is little` : undefined;
  };
}
