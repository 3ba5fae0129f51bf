import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { findFreePort } from '../../src/lib/free-port.ts';

const main = process.env.TEST_SERVICE || fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const canary = 'zanzibarcanary';

it('logs no word of what callers send, at the level of every detail', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'));
  const port = await findFreePort('127.0.0.1', 0);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PARLEY_API_KEY: `key-${canary}`,
    LOG_LEVEL: 'trace',
    READER_TIMEOUT_MS: '60000',
  };
  const service = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let logged = '';
  for (const output of [service.stdout, service.stderr]) output.on('data', (chunk) => (logged += chunk));
  try {
    const url = `http://127.0.0.1:${port}`;
    await vi.waitUntil(
      () =>
        fetch(`${url}/readyz`).then(
          (reply) => reply.ok,
          () => false,
        ),
      { timeout: 60_000 },
    );
    const headers = { authorization: `Bearer key-${canary}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    // Until the thread of the reader has started, which takes long on a busy machine, it has too much to do.
    const asked = { query: 'Which word?', context: `The word is ${canary}.` };
    await vi.waitFor(async () => expect(await post('/v1/answer', asked)).toBe(200), { timeout: 60_000 });
    expect(await post('/v1/integrations/hacker_news/connect', { user_id: canary })).toBe(200);
    expect(await post('/v1/answer', { query: 7, context: canary })).toBe(400);
    const refused = { ...headers, authorization: `Bearer wrong-key-${canary}` };
    expect((await fetch(`${url}/v1/files`, { headers: refused })).status).toBe(503);
    await vi.waitUntil(() => logged.includes('/v1/integrations') || logged.includes('connectIntegration'), {
      timeout: 60_000,
    });
  } finally {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(logged.toLowerCase()).not.toContain(canary);
});
