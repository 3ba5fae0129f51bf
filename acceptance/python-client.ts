/**
 * Runs the specification's own Python client, unchanged, against a service of its own: `npm run test:python`.
 *
 * Makes a virtual environment with `incredible-python` from PyPI (kept under `node_modules/.cache`), a small encyclopedia to
 * search in on loopback, and the service with the embedded engines. Ends with `N passed, N failed`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareEnvironment } from './python-environment.ts';
import { serviceEntry } from './service-entry.ts';

const client = 'incredible-python==1.1.0';
const environment = resolve('node_modules/.cache/python-client');
const key = 'python-client-key-0123456789';
const startMs = 60_000;
const runMs = 540_000;

const stations = [
  'Rance',
  'Sihwa',
  'Annapolis',
  'Kislaya Guba',
  'Jiangxia',
  'Uldolmok',
  'Strangford',
  'Eastern Scheldt',
];

const stores = ['a raised basin', 'flywheels', 'hydrogen tanks', 'salt batteries', 'compressed air'];

/** An article with figures of its own for each station. */
function article(name: string, index: number): string {
  const store = stores[index % stores.length];
  const paragraphs = [
    `The ${name} tidal power station was opened in ${1966 + index * 5}. It has a capacity of ${20 + index * 13} megawatts, ` +
      `and its ${6 + index} turbines turn in both directions of the tide. The site was chosen because its bay fills fast.`,
    `Surplus energy of the ${name} tidal power station is stored in ${store}. The store holds ${40 + index * 3} ` +
      `megawatt-hours, enough to supply ${1500 + index * 211} homes while the water stands still. Its losses fell to ` +
      `${3 + index} percent after the last repair, as the operators reported in spring.`,
    `A pass beside the barrage lets fish through. A survey counted ${800 + index * 17} salmon at ${name} in one year, and ` +
      `biologists found that the silt behind the barrage had risen by ${2 + index} centimetres.`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} tidal power station</title></head><body>
<nav><a href="/">Home</a></nav><main><article><h1>${name} tidal power station</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></main><footer>All rights reserved.</footer></body></html>`;
}

function encyclopedia(): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://encyclopedia');
    if (url.pathname === '/w/rest.php/v1/search/page') {
      const pages = stations.map((name, id) => ({
        id,
        key: `S${id}`,
        title: `${name} tidal power station`,
        excerpt: 'tidal power',
      }));
      return response.end(JSON.stringify({ pages: pages.slice(0, Number(url.searchParams.get('limit') ?? 10)) }));
    }
    const name = stations[Number(/^\/wiki\/S(\d+)$/.exec(url.pathname)?.[1] ?? -1)];
    if (name === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(article(name, stations.indexOf(name)));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the encyclopedia does not listen');
  return address.port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const port = portOf(server);
  await new Promise((done) => server.close(done));
  return port;
}

async function start(dataDir: string, port: number, searchPort: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [serviceEntry], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_MODEL: 'reader',
      // Its thread takes long to start on a busy machine, and a first call waits for it.
      READER_TIMEOUT_MS: '60000',
      PARLEY_CHECK_REPLIES: 'true',
      LOG_LEVEL: 'error',
      WIKIPEDIA_URL: `http://127.0.0.1:${searchPort}`,
      ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${searchPort}`,
      PAGE_INTERVAL_MS: '0',
      // A film of full length takes half a minute of a processor; `media-film.test.ts` watches one.
      VIDEO_SECONDS: '1',
    },
  });
  const until = Date.now() + startMs;
  while (Date.now() < until && child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  child.kill('SIGKILL');
  throw new Error('the service did not start');
}

const python = prepareEnvironment(environment, [client]);
const dataDir = mkdtempSync(join(tmpdir(), 'parley-python-'));
const search = await encyclopedia();
const port = await freePort();
const service = await start(dataDir, port, portOf(search));
try {
  const script = resolve('acceptance/python_client.py');
  // Not `spawnSync`: the encyclopedia answers from this process meanwhile.
  const checks = spawn(python, [script, `http://127.0.0.1:${port}`, key], {
    stdio: 'inherit',
    timeout: runMs,
    cwd: dataDir,
  });
  const status = await new Promise<number | null>((done) => checks.once('exit', (code) => done(code)));
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  search.closeAllConnections();
  search.close();
  rmSync(dataDir, { recursive: true, force: true });
}
