import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { permissionOptions, type WorkerPermissions } from './worker-permissions.ts';

/** What a worker process may use. */
export interface WorkerProcess {
  entry: URL;
  memoryBytes: number;
  env: Record<string, string>;
  nodeOptions: readonly string[];
  permissions: WorkerPermissions;
}

/** Starts a worker process; `prefix` goes before Node's own command, `inbox` is the folder of the files that it is lent. */
export function forkWorker(
  { entry, memoryBytes, env, nodeOptions, permissions }: WorkerProcess,
  { prefix, inbox }: { prefix: readonly string[]; inbox: string },
): ChildProcess {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const [program = process.execPath, ...before] = [...prefix, process.execPath];
  return fork(fileURLToPath(entry), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execPath: program,
    execArgv: [
      ...before,
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${Math.floor(memoryBytes / 1e6)}`,
      ...permissionOptions(entry, { ...permissions, read: [...(permissions.read ?? []), inbox] }),
      ...nodeOptions,
    ],
    env: {
      ...(PATH && { PATH }),
      ...(HOME && { HOME }),
      ...(TMPDIR && { TMPDIR }),
      ...(LANG && { LANG }),
      ...env,
    },
  });
}
