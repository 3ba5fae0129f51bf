import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const othersMode = 0o077;
const largeFolder = 'blobs';

/** Why a directory cannot be used, by the system's code. */
const reasons: Record<string, string> = {
  EROFS: 'is on a file system that is mounted read-only',
  EACCES: 'may not be written by the user that runs the service',
  EPERM: 'belongs to another user than the one that runs the service',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk whose quota is used up',
  EEXIST: 'is not a directory',
  ENOTDIR: 'is not a directory, or lies below something that is none',
  ENOENT: 'cannot be made there',
  ENAMETOOLONG: 'has too long a name',
};

/** Opens the directory that `DATA_DIR` names for this user alone, and throws a sentence where nothing can be written in it. */
export function openDataDirectory(directory: string): void {
  try {
    makePrivate(directory);
    const probe = join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Error(
      `DATA_DIR: ${resolve(directory)} ${reasons[code] ?? `cannot be used (${code || error})`}. ` +
        'Name a directory that the service may write, or mend this one.',
      { cause: error },
    );
  }
}

/** Level by level: where a level cannot be made, as under /proc, Node's recursive way tries for ever. */
function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let path = resolve(directory); !existsSync(path); path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) mkdirSync(path, { mode: 0o700 });
  // A file, a pipe or a device must not lose its own rights to what follows.
  if (!statSync(directory).isDirectory()) throw Object.assign(new Error(`${directory} is a file`), { code: 'ENOTDIR' });
}

/**
 * Makes a directory (where it is missing) and takes from everybody but its owner whatever they may do with it and with what
 * is in it. The folder of blobs, when it was closed already, is trusted to have closed contents: it may hold millions.
 */
export function makePrivate(directory: string): void {
  // What this process writes from here on is closed from the first byte. A worker has no mask of its own to set.
  if (isMainThread) process.umask(othersMode);
  makeDirectory(directory);
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
