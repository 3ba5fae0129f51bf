import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerPermissions } from './worker-permissions.ts';

const options = ['--user', '--map-current-user', '--net'] as const;
const checkMs = 2000;

/**
 * The command that starts a program in a network namespace of its own, in which there is nothing but itself: stronger than what
 * Node can take away, since it holds for native code and for programs that a worker starts. Empty where the system has no
 * `unshare`, does not let this user have a namespace, or would keep from the worker there what it needs.
 */
export function networkCut(entry: URL, { read = [], write = [] }: WorkerPermissions, inbox: string): string[] {
  if (process.platform !== 'linux') return [];
  const readable = [fileURLToPath(entry), inbox, ...read].flatMap((path) => ['-a', '-r', path]);
  const writable = write.flatMap((path) => ['-a', '-w', path]);
  const tests = [...readable, ...writable].slice(1);
  const { status } = spawnSync('unshare', [...options, 'test', ...tests], { stdio: 'ignore', timeout: checkMs });
  return status === 0 ? ['unshare', ...options, '--'] : [];
}
