/**
 * Runs the client libraries of others from PyPI, unchanged, against services of its own: `npm run test:python-clients`.
 *
 * Makes a virtual environment (kept under `node_modules/.cache`). Every check runs with the embedded engine and with a model that is
 * connected; the programs of `examples/` that need these libraries run with the embedded one. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { listExamples, needsPackages, runExample } from '../examples/run-example.ts';
import { prepareEnvironment } from '../python-environment.ts';
import { withEachEngine } from './started-engines.ts';

const environment = resolve('node_modules/.cache/python-clients');
const packages = resolve('acceptance/clients/requirements.txt');
const script = resolve('acceptance/clients/openai_clients.py');
const runMs = 240_000;

const python = prepareEnvironment(environment, ['-r', packages]);

let passed = 0;
let failed = 0;
await withEachEngine(async ({ name, service, vendor }) => {
  // Not `spawnSync`: the scripted vendor answers from this process meanwhile.
  const checks = spawn(python, [script, service.base, service.key, name, vendor], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: runMs,
    env: { PATH: process.env.PATH ?? '', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
  });
  let output = '';
  checks.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  await new Promise((done) => checks.once('close', done));
  const [, ok, bad] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  passed += Number(ok ?? 0);
  // A run that says nothing at its end has failed.
  failed += Number(bad ?? 1);
  if (name !== 'embedded') return;
  const env = { PATH: process.env.PATH, PARLEY_BASE_URL: service.base, PARLEY_API_KEY: service.key };
  for (const path of listExamples().filter(needsPackages)) {
    const problem = await runExample(path, python, env);
    console.log(`${problem === null ? 'ok    ' : 'FAILED'} examples/${basename(path)}${problem ? `\n${problem}` : ''}`);
    if (problem === null) passed++;
    else failed++;
  }
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
