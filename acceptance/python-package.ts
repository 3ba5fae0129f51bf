/**
 * Builds the wheel of the Python client (`clients/python`), installs it in a fresh environment, and uses it against a service of its
 * own; mypy reads it and a program that uses it, strictly: `npm run test:python-wheel`. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { prepareEnvironment, runPip } from './python-environment.ts';
import { serviceEntry } from './service-entry.ts';
import { startService } from './start-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-wheel-'));
const mypy = 'mypy==1.19.1';

function run(command: string, args: string[], isShown = false): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    // Away from the sources, so that what is imported is what was installed.
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
    ...(isShown && { stdio: ['ignore', 'inherit', 'inherit'] as const }),
  });
  if (status === 0) return;
  if (!isShown) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? ''}${stdout}${stderr}`);
  process.exitCode = 1;
}

try {
  // A copy: what a build leaves behind is no part of the sources.
  cpSync(resolve('clients/python'), join(folder, 'sources'), { recursive: true });
  const python = prepareEnvironment(join(folder, 'environment'), []);
  const wheels = join(folder, 'wheels');
  runPip(python, ['wheel', '--no-deps', '--wheel-dir', wheels, join(folder, 'sources')]);
  const [wheel = ''] = readdirSync(wheels);
  console.log(`ok   builds ${wheel}`);
  runPip(python, ['install', '--no-compile', join(wheels, wheel), mypy]);
  const service = await startService(serviceEntry, await freePort(), {
    env: { PARLEY_MODEL: 'reader' },
  });
  try {
    const script = resolve('acceptance/python_package.py');
    run(python, [script, service.base, service.key, service.adminKey], true);
  } finally {
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
