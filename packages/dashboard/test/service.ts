import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A service of its own with the embedded engine, on loopback, with its data in a temporary directory. */
export interface Service {
  url: string;
  adminKey: string;
  /** Of the link that the start prints. */
  claimUrl: string;
  dataDir: string;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
const startTimeoutMs = 180_000;

/** Starts the service (from source, or what `TEST_SERVICE` names), with the dashboard as it is built; on `PORT` of the environment, else on a free one. */
export async function startService(environment: Record<string, string> = {}): Promise<Service> {
  if (!existsSync(join(root, 'packages/dashboard/dist/index.html')))
    throw new Error('npm run build -w packages/dashboard');
  const data = mkdtempSync(join(tmpdir(), 'parley-dashboard-'));
  const port = Number(environment.PORT ?? (await freePort()));
  const adminKey = 'admin-key-of-the-dashboard-tests';
  const child = spawn('node', [process.env.TEST_SERVICE || 'packages/server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: data,
      DATA_DIR: data,
      PORT: String(port),
      PARLEY_ADMIN_KEY: adminKey,
      PARLEY_MODEL: 'reader',
      // Its thread takes long to start on a busy machine, and a first call waits for it.
      READER_TIMEOUT_MS: '60000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  // It is ready a moment before it has said so.
  let claimUrl: string | undefined;
  while (!(await isReady(url)) || claimUrl === undefined) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`The service did not start, or printed no link to claim it:\n${said}`);
    }
    await new Promise((done) => setTimeout(done, 100));
    claimUrl = /\S+\/claim#token=\S+/.exec(said)?.[0];
  }
  return { url, adminKey, claimUrl, dataDir: data, stop };
}

/** Waits for a first answer, which also loads what answers: on a busy machine that takes longer than a reader of a page is given. */
export async function answerOnce({ url, adminKey }: Service): Promise<void> {
  const post = (path: string, key: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { key } = await (await post('/v1/admin/keys', adminKey, { name: 'First answer' })).json();
  const deadline = Date.now() + startTimeoutMs;
  while (!(await post('/v1/answer', key, { query: 'Which colour?', context: 'The lamp is green.' })).ok) {
    if (Date.now() > deadline) throw new Error('The service gave no answer');
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

/** A port of loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || address === null) return fail(new Error('No port'));
      server.close(() => done(address.port));
    });
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
