/**
 * Generates a Python client from the OpenAPI document with `openapi-python-client` (PyPI), compiles it, and uses it against a
 * service of its own: `npm run test:generated`. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { prepareEnvironment } from './python-environment.ts';
import { serviceEntry } from './service-entry.ts';
import { startService } from './start-service.ts';

const generator = 'openapi-python-client==0.29.1';
const environment = resolve('node_modules/.cache/generated-client');
const bin = join(environment, 'bin');
const folder = mkdtempSync(join(tmpdir(), 'parley-generated-'));

function run(command: string, args: string[], options: { isShown?: boolean; timeoutMs?: number } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: options.timeoutMs ?? 240_000,
    // The generator tidies its work with ruff, which lies beside it.
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONPATH: folder },
    ...(options.isShown && { stdio: ['ignore', 'inherit', 'inherit'] as const }),
  });
  if (status !== 0 && !options.isShown) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout}${stderr}`);
  if (status !== 0) process.exitCode = 1;
  return `${stdout ?? ''}${stderr ?? ''}`;
}

/** Generates the client. An endpoint that the generator leaves out is a fault of the document. */
function generate(): void {
  const target = ['--meta', 'none', '--output-path', join(folder, 'parley_client')];
  const said = run(join(bin, 'openapi-python-client'), ['generate', '--path', resolve('docs/openapi.json'), ...target]);
  const leftOut = said.split('\n').filter((line) => line.includes('Endpoint will not be generated'));
  if (leftOut.length > 0) throw new Error(leftOut.join('\n'));
  run(join(bin, 'python'), ['-m', 'compileall', '-q', 'parley_client']);
}

const port = await freePort();
prepareEnvironment(environment, [generator]);
generate();
const service = await startService(serviceEntry, port, { env: { PARLEY_MODEL: 'reader' } });
try {
  run(join(bin, 'python'), [resolve('acceptance/generated_client.py'), service.base, service.key, service.adminKey], {
    isShown: true,
  });
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
