import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from './every-capability.ts';

export interface StartedService extends Target {
  process: ChildProcess;
  /** Ends it in order and removes its directory. */
  stop(): Promise<void>;
}

/** Starts a service with nothing configured but its keys, in a directory of its own, and waits until it is ready. */
export async function startService(
  entry: string,
  port: number,
  options: { env?: Record<string, string>; execArgv?: ForkOptions['execArgv'] } = {},
): Promise<StartedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-acceptance-'));
  const base = `http://127.0.0.1:${port}`;
  const [key, adminKey] = ['acceptance-key-0123456789', 'acceptance-admin-key-0123456789'];
  const child = fork(entry, {
    execArgv: options.execArgv ?? [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      // What was compiled before, where that is kept: half of what a start costs.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_ADMIN_KEY: adminKey,
      // Its thread takes long to start on a busy machine, and a first call waits for it.
      READER_TIMEOUT_MS: '60000',
      ...options.env,
    },
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
  const until = Date.now() + 60_000;
  while (Date.now() < until && child.exitCode === null) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { base, key, adminKey, process: child, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${entry} did not start`);
}
