import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Check, NotReady } from './health-checks.ts';

/** Files that an installation over the running one replaces: where the process began, and a package that it needs. */
const itsFiles = (): string[] => [
  // The version that a link named then.
  ...(process.argv[1] !== undefined && existsSync(process.argv[1]) ? [realpathSync(process.argv[1])] : []),
  createRequire(import.meta.url).resolve('fastify'),
];

/** Whether the files are still those that the process began with: workers and much else is loaded from them when it is needed. */
export function programCheck(files: readonly string[] = itsFiles()): Check {
  const begun = files.map(identityOf);
  return async () => {
    if (files.every((file, index) => identityOf(file) === begun[index])) return;
    throw new NotReady('The files of the program were replaced while it runs; start it anew');
  };
}

/** Null where there is no such file, as with a program of one's own around the service. */
function identityOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
