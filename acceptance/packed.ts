/**
 * Installs the package that `tools/pack.ts` writes in an empty folder, starts the service from it and asks about a file, as
 * somebody would who has nothing but Node: `npm run test:packed`, or `npm run test:packed -- --built` right after `npm run build`. Ends with `N passed, N failed`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';

const installMs = 400_000;
const startMs = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'parley-packed-'));
/** How this machine reaches the registry: where its settings, its certificates and its proxy are. */
const reaching =
  /^(?:npm_config_(?:globalconfig|userconfig|registry|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy)$/i;
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => reaching.test(name))),
  PATH: process.env.PATH,
  HOME: folder,
  npm_config_cache: process.env.npm_config_cache ?? cacheOf(),
};
/** What somebody writes first: a call and a stream. */
const sdkProgram = `import { Parley } from '@parley/sdk';
const parley = new Parley();
const digits = (text) => text.match(/\\d+$|\\d+(?=\\D*$)/)?.[0];
const { answer } = await parley.answer.create({ query: 'What is 12 times 12?' });
let streamed = '';
for await (const event of parley.answer.stream({ query: 'What is 12 times 12?' })) if (event.type === 'text') streamed += event.text;
console.log(digits(answer), digits(streamed));
`;
let passed = 0;
let failed = 0;

function check(name: string, isTrue: boolean, details = ''): void {
  if (isTrue) passed++;
  else failed++;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${name}${isTrue ? '' : `\n${details}`}`);
}

/** Each Node on the path, by its real place: the one that comes along, and what the machine has. */
function nodesAtHand(): string[] {
  const places = (process.env.PATH ?? '').split(':').map((directory) => join(directory, 'node'));
  return [...new Set(places.filter((place) => existsSync(place)).map((place) => realpathSync(place)))];
}

function cacheOf(): string {
  return spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
}

function parley(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const bin = join(folder, 'node_modules/.bin/parley');
  return spawnSync(bin, args, { cwd: folder, env, encoding: 'utf8', input: '', timeout: 120_000 });
}

async function untilReady(port: number, child: ChildProcess): Promise<boolean> {
  const until = Date.now() + startMs;
  while (Date.now() < until && child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

const packing = spawnSync('node', ['tools/pack.ts', ...process.argv.slice(2)], { encoding: 'utf8' });
if (packing.status !== 0) throw new Error(packing.stderr);
const [tarball = '', sdkTarball = ''] = packing.stdout
  .trim()
  .split('\n')
  .map((path) => resolve(path));
const begun = performance.now();
const install = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, sdkTarball], {
  cwd: folder,
  env,
  encoding: 'utf8',
  timeout: installMs,
});
const seconds = Math.round((performance.now() - begun) / 1000);
check(
  `installs in an empty folder (${seconds} s, tarball of ${statSync(tarball).size} bytes)`,
  install.status === 0,
  install.stderr,
);

const port = await freePort();
const service = spawn(join(folder, 'node_modules/.bin/parley'), ['serve', '--port', String(port)], {
  cwd: folder,
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
});
let said = '';
service.stdout.on('data', (text) => {
  said += text;
});
service.stderr.on('data', (text) => {
  said += text;
});
try {
  check('starts from nothing', await untilReady(port, service), said);
  const shown = await fetch(`http://127.0.0.1:${port}/keys`, { headers: { accept: 'text/html' } });
  const html = await shown.text();
  // The script that begins it is a line; the others are what is worth compressing.
  const scripts = html.match(/\/assets\/[^"]+\.js/g) ?? [];
  const loaded = await Promise.all(
    scripts.map((path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } })),
  );
  const isCompressed = loaded.some(({ headers }) => headers.get('content-encoding') === 'br');
  const isDashboard =
    shown.ok && /<script[^>]+src="\/assets\//.test(html) && loaded.every(({ ok }) => ok) && isCompressed;
  check('comes with the dashboard, built and compressed', isDashboard, html.slice(0, 500));
  writeFileSync(join(folder, 'bridge.txt'), 'The bridge was opened on 4 May 1932 by the mayor.');
  const answer = parley('ask', 'When was the bridge opened?', '--file', 'bridge.txt');
  check('answers about a file without a key being copied', answer.stdout.includes('4 May 1932'), answer.stderr);
  const program = join(folder, 'program.mjs');
  writeFileSync(program, sdkProgram);
  const keys: unknown = JSON.parse(parley('keys', 'show', '--json').stdout);
  const named = {
    PARLEY_BASE_URL: Reflect.get(Object(keys), 'base_url'),
    PARLEY_API_KEY: Reflect.get(Object(keys), 'api_key'),
  };
  for (const node of nodesAtHand()) {
    const run = spawnSync(node, [program], {
      cwd: folder,
      env: { ...env, ...named },
      encoding: 'utf8',
      timeout: 60_000,
    });
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    check(
      `the client library answers and streams under Node ${version}`,
      run.stdout === '144 144\n' && run.stderr === '',
      run.stdout + run.stderr,
    );
  }
  const page = await fetch(`http://127.0.0.1:${port}/docs/quick-start`);
  check('serves its documentation', page.status === 200 && (await page.text()).includes('Quick start'));
  const doctor = parley('doctor');
  check('finds itself well', doctor.status === 0, doctor.stdout + doctor.stderr);
} finally {
  service.kill('SIGTERM');
  const [code] = service.exitCode === null ? await once(service, 'exit') : [service.exitCode];
  check('stops in order', code === 0, said);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
