/**
 * Installs the packages that `tools/pack.ts` writes in an empty folder: first the server alone, which is started and asked under each
 * Node that the README names; then the command line and the client library, with a file that is asked about, as
 * somebody would who has nothing but Node, under each of them, Bun, Deno and in a page:
 * `npm run test:packed`, or `npm run test:packed -- --built` right after `npm run build`. Says what could not be had, and ends
 * with `N passed, N failed`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { askInBrowser, buildPage, chromiumPath, servePage } from './packed/in-browser.ts';
import { expectedOutput, programs, typedPrograms } from './packed/programs.ts';
import { fetchRuntimes } from './packed/runtimes.ts';

const installMs = 400_000;
const startMs = 120_000;
/** What a service on a small server may take. */
const mostMegabytes = 470;
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
let passed = 0;
let failed = 0;

function check(name: string, isTrue: boolean, details = ''): void {
  if (isTrue) passed++;
  else failed++;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${name}${isTrue ? '' : `\n${details}`}`);
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

/** Starts the service by a Node that may be too old to run it, looks whether it can be used, and stops it. */
async function startUnder(
  name: string,
  command: [node: string, ...args: string[]],
  look: (base: string, said: string) => Promise<boolean> = async () => true,
): Promise<void> {
  const at = await freePort();
  const [node, ...args] = command;
  const child = spawn(node, args, {
    cwd: folder,
    env: { ...env, PORT: String(at), DATA_DIR: `data-${at}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += text));
  const isReady = (await untilReady(at, child)) && (await look(`http://127.0.0.1:${at}`, told));
  child.kill('SIGTERM');
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  check(name, isReady && code === 0 && !/warn/i.test(told), told);
}

/** The key that a first start prints answers, and the pages and guides are there. */
async function usePrintedKey(base: string, said: string): Promise<boolean> {
  const key = /PARLEY_API_KEY=(\S+)/.exec(said)?.[1] ?? '';
  const asked = await fetch(`${base}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'When was it opened?', context: 'The bridge was opened on 4 May 1932.' }),
  });
  const pages = await Promise.all(
    ['/', '/docs'].map((path) => fetch(`${base}${path}`, { headers: { accept: 'text/html' } })),
  );
  // Learned weights are used where the runtime of the platform is there.
  const ocr = await fetch(`${base}/ocr/health`, { headers: { authorization: `Bearer ${key}` } });
  const hasWeights = (await ocr.text()).includes('pp-ocr');
  return hasWeights && pages.every(({ ok }) => ok) && (await asked.text()).includes('4 May 1932');
}

function install(...packages: string[]): { status: number | null; stderr: string; seconds: number } {
  const begun = performance.now();
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', timeout: installMs });
  return { status, stderr, seconds: Math.round((performance.now() - begun) / 1000) };
}

function megabytesIn(path: string): number {
  const [size = ''] = spawnSync('du', ['-sk', path], { encoding: 'utf8' }).stdout.split('\t');
  return Math.round(Number(size) / 1024);
}

function lint(staged: string): void {
  const { status, stdout, stderr } = spawnSync('publint', [staged, '--strict'], { encoding: 'utf8' });
  check(`publint finds nothing in ${staged}`, status === 0 && stdout.includes('All good'), stdout + stderr);
}

/** The types of the installed client library, for who compiles against it with nothing else; its declarations are checked as well. */
function compileTyped(): void {
  for (const { file, text } of typedPrograms) writeFileSync(join(folder, file), text);
  const files = typedPrograms.map(({ file }) => file);
  const compiler = resolve('node_modules/.bin/tsc');
  for (const module of ['node20', 'nodenext']) {
    const args = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, ...files];
    const { status, stdout } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
    check(`the types hold for ES modules and CommonJS (--module ${module})`, status === 0, stdout);
  }
}

/** Made under each Node and built, as the program says. Installed once: what it asks for is the same but for its name. */
function buildStarters(nodes: string[]): void {
  let before: { asked: string; modules: string } | undefined;
  const bin = join(folder, 'node_modules/create-parley-app/bin/create-parley-app.js');
  for (const [index, template] of ['ask-documents', 'invoice-review', 'research'].entries()) {
    const app = join(folder, `app-${template}`);
    const node = nodes[index % nodes.length] ?? process.execPath;
    const made = spawnSync(node, [bin, app, '--template', template], { cwd: folder, env, encoding: 'utf8' });
    const run = (...args: string[]) => spawnSync('npm', args, { cwd: app, env, encoding: 'utf8', timeout: installMs });
    const asked = readFileSync(join(app, 'package.json'), 'utf8').replace(/"name": ".*"/, '');
    const modules = join(app, 'node_modules');
    if (before?.asked === asked) renameSync(before.modules, modules);
    const installed = existsSync(modules)
      ? { status: 0, stdout: '', stderr: '' }
      : run('install', '--no-audit', '--no-fund', '--prefer-offline', sdkFile);
    before = { asked, modules };
    const built = run('run', 'build');
    check(
      `the starter ${template} is made, installed, checked and built`,
      [made, installed, built].every(({ status }) => status === 0) && !/warn/i.test(installed.stderr + built.stderr),
      [made, installed, built].map(({ stdout, stderr }) => stdout + stderr).join('\n'),
    );
  }
}

const fetching = fetchRuntimes();
/** What the part for Vercel's AI SDK takes its types from. */
const typesOfOthers = ['@ai-sdk/provider@4.0.38', '@types/json-schema@7.0.15'];
const packing = spawnSync('node', ['tools/pack.ts', ...process.argv.slice(2)], { encoding: 'utf8' });
if (packing.status !== 0) throw new Error(packing.stderr);
const [serverFile = '', cliFile = '', sdkFile = '', startersFile = '', runtimeFile = ''] = packing.stdout
  .trim()
  .split('\n')
  .map((path) => resolve(path));
for (const staged of ['server', 'cli', 'create-parley-app']) lint(`dist/npm/${staged}`);
lint('packages/sdk/dist');
const alone = install(serverFile, runtimeFile);
const size = megabytesIn(join(folder, 'node_modules'));
check(
  `the server installs in an empty folder (${alone.seconds} s, ${statSync(serverFile).size} bytes packed, ${size} MB installed)`,
  alone.status === 0 && size < mostMegabytes && !/warn/i.test(alone.stderr),
  alone.stderr,
);
const { runtimes, missing } = await fetching;
for (const { name, reason, mustBeHad } of missing) {
  if (mustBeHad) check(`${name} can be had`, false, reason);
  else console.log(`NOT HAD ${name}, so nothing was tried under it: ${reason}`);
}
const nodes = runtimes.filter(({ name }) => name.startsWith('Node'));
for (const { name, command } of nodes) {
  const bin = join(folder, 'node_modules/@parley/server/bin/parley-server.js');
  await startUnder(`the server starts, answers and stops under ${name}`, [command[0], bin], usePrintedKey);
}
const beside = install(cliFile, sdkFile, startersFile, ...typesOfOthers);
check(
  `the command line, the client library and the starters install beside it (${beside.seconds} s)`,
  beside.status === 0,
  beside.stderr,
);

const port = await freePort();
const pagePort = await freePort();
const pageAddress = `http://127.0.0.1:${pagePort}`;
const service = spawn(join(folder, 'node_modules/.bin/parley'), ['serve', '--port', String(port)], {
  cwd: folder,
  env: { ...env, CORS_ORIGINS: pageAddress },
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
  const keys: unknown = JSON.parse(parley('keys', 'show', '--json').stdout);
  const [baseUrl, apiKey] = [
    String(Reflect.get(Object(keys), 'base_url')),
    String(Reflect.get(Object(keys), 'api_key')),
  ];
  for (const { file, text } of programs) writeFileSync(join(folder, file), text);
  for (const { name, command } of runtimes) {
    const [program, ...before] = command;
    const under = (...args: string[]) =>
      spawnSync(program, [...before, ...args], {
        cwd: folder,
        env: { ...env, PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey },
        encoding: 'utf8',
        timeout: 60_000,
      });
    for (const { file } of programs) {
      const { stdout, stderr } = under(file);
      check(
        `${file} answers, streams, uploads and catches under ${name}`,
        stdout === expectedOutput && stderr === '',
        stdout + stderr,
      );
    }
    const asked = under('node_modules/@parley/cli/bin/parley.js', 'ask', 'When was it opened?', '--file', 'bridge.txt');
    const isRight = asked.stdout.includes('4 May 1932') && asked.stderr === '';
    check(`the command line asks under ${name}`, isRight, asked.stdout + asked.stderr);
  }
  for (const { name, command } of nodes) {
    const bin = join(folder, 'node_modules/@parley/cli/bin/parley.js');
    await startUnder(`parley serve starts and stops under ${name}`, [command[0], bin, 'serve', '--no-save']);
  }
  compileTyped();
  buildStarters(nodes.map(({ command }) => command[0]));
  const built = buildPage(folder);
  check('a page is built with Vite', built.failure === undefined, built.failure);
  if (chromiumPath) {
    const server = await servePage(pagePort, built.folder);
    const said = await askInBrowser(pageAddress, { baseUrl, apiKey }).catch(String);
    check(
      'and answers, streams and uploads in Chromium',
      /144\D* The bridge was opened on 4 May 1932\.$/.test(said),
      said,
    );
    server.close();
  } else console.log('NOT HAD Chromium, so the page was built and not opened: set TEST_CHROMIUM');
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
