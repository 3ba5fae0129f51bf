/**
 * Runs every program of `examples/` and every shell block of the guides and the README that calls the service, against a service of its
 * own with the embedded engine: `npm run test:examples`, or `npm run test:examples -- collections` for those whose name has it. Ends with
 * `N passed, N failed`.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../free-port.ts';
import { serviceEntry } from '../service-entry.ts';
import { startService } from '../start-service.ts';
import { blocksOf } from './guide-blocks.ts';
import { runBlocks } from './run-blocks.ts';
import { listExamples, needsPackages, runExample } from './run-example.ts';
import { startEncyclopedia } from './small-encyclopedia.ts';

const root = join(import.meta.dirname, '../..');
const wanted = process.argv[2] ?? '';
const runners: Record<string, string> = { ts: process.execPath, py: 'python3', sh: 'sh' };

const encyclopedia = await startEncyclopedia();
const service = await startService(serviceEntry, await freePort(), {
  env: {
    WIKIPEDIA_URL: encyclopedia.url,
    ALLOW_PRIVATE_ADDRESSES: encyclopedia.address,
    PAGE_INTERVAL_MS: '0',
    VIDEO_SECONDS: '1',
  },
});
const desk = mkdtempSync(join(tmpdir(), 'parley-examples-'));
const { NODE_COMPILE_CACHE } = process.env;
const env = {
  // What was compiled before: some hundred programs are started.
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: desk,
  PARLEY_BASE_URL: service.base,
  PARLEY_API_KEY: service.key,
  PARLEY_ADMIN_KEY: service.adminKey,
};
let passed = 0;
let failed = 0;

try {
  for (const path of listExamples().filter((one) => basename(one).includes(wanted))) {
    const name = `examples/${basename(path)}`;
    if (needsPackages(path)) console.log(`left ${name}: npm run test:python-clients runs it`);
    else report(name, await runExample(path, runners[path.split('.').at(-1) ?? ''] ?? '', env));
  }
  for (const file of guides().filter((path) => path.includes(wanted))) {
    const blocks = blocksOf(readFileSync(join(root, file), 'utf8'));
    for (const { line, reason } of blocks.left) console.log(`left ${file}:${line}: ${reason}`);
    for (const [name, problem] of await runBlocks(blocks.run, { desk: layDesk(), env, base: service.base })) {
      report(`${file}:${name}`, problem);
    }
  }
} finally {
  await service.stop();
  await encyclopedia.stop();
  rmSync(desk, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function guides(): string[] {
  const names = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.map((name) => `docs/guides/${name}`)];
}

/** The sample files under the names that guides give to files of their reader. */
function layDesk(): string {
  const samples = join(root, 'examples/samples');
  cpSync(samples, desk, { recursive: true });
  for (const name of ['report.pdf', 'contract.pdf', 'scan.pdf', 'archive.pdf'])
    cpSync(join(samples, 'lease.pdf'), join(desk, name));
  for (const name of ['scan.png', 'receipt.jpg']) cpSync(join(samples, 'receipt.png'), join(desk, name));
  return desk;
}

function report(name: string, problem: string | null): void {
  if (problem === null) passed++;
  else failed++;
  console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${name}${problem === null ? '' : `\n${problem}`}`);
}
