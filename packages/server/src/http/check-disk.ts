import type { DiskSpace } from '../lib/disk-room.ts';
import { type Check, NotReady } from './health-checks.ts';

/** The journal of calls and the database need room for what has been begun. */
const leastBytes = 64 * 1024 * 1024;
const littleBytes = 1024 * 1024 * 1024;

/** Whether there is room for what calls write. Says so from a gigabyte on, and is not ready below 64 MB. */
export function diskCheck(room: { space(): Promise<DiskSpace> }): Check {
  return async () => {
    const { freeBytes } = await room.space();
    const left = `${Math.floor(freeBytes / 1024 / 1024)} MB are free under DATA_DIR`;
    if (freeBytes < leastBytes) throw new NotReady(`${left}, too little to go on`);
    return freeBytes < littleBytes ? `${left}, which is little` : undefined;
  };
}
