import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const othersMode = 0o077;
const largeFolder = 'blobs';

/**
 * Makes a directory (where it is missing) and takes from everybody but its owner whatever they may do with it and with what
 * is in it. The folder of blobs, when it was closed already, is trusted to have closed contents: it may hold millions.
 */
export function makePrivate(directory: string): void {
  // What this process writes from here on is closed from the first byte. A worker has no mask of its own to set.
  if (isMainThread) process.umask(othersMode);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const folders = [directory];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) continue;
      const isOpen = (stats.mode & othersMode) !== 0;
      if (isOpen) chmodSync(path, stats.isDirectory() ? 0o700 : 0o600);
      if (stats.isDirectory() && (isOpen || name !== largeFolder)) folders.push(path);
    }
  }
}
