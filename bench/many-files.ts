/**
 * Many small files at once, and how soon /healthz answers meanwhile: `node bench/many-files.ts [files]`. Starts a service of its
 * own on a temporary directory and sends eight files first. Fails when a health answer takes longer than 250 ms or a file does not become ready.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const files = Number(process.argv[2] ?? 100);
const port = Number(process.env.PORT ?? 18_641);
const base = `http://127.0.0.1:${port}`;
const key = 'bench-key-0123456789abcdef';
const healthEveryMs = 20;
const allowedMs = 250;
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const headers = { authorization: `Bearer ${key}` };

const service = spawn(process.execPath, [resolve('packages/server/src/main.ts')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PARLEY_API_KEY: key,
    PARLEY_MODEL: 'reader',
    LOG_LEVEL: 'error',
  },
});
process.on('exit', () => {
  service.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const isUp = () =>
  fetch(`${base}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
while (!(await isUp())) await new Promise((done) => setTimeout(done, 50));

function makeFile(number: number): { name: string; body: string } {
  const words = `word${number} `.repeat(50);
  switch (number % 4) {
    case 0:
      return { name: `${number}.csv`, body: `name,value\n${`row ${number},${number}\n`.repeat(50)}` };
    case 1:
      return { name: `${number}.md`, body: `# Title ${number}\n\n${words}\n` };
    case 2:
      return { name: `${number}.json`, body: JSON.stringify({ number, words }) };
    default:
      return { name: `${number}.html`, body: `<html><body><h1>${number}</h1><p>${words}</p></body></html>` };
  }
}

async function upload(number: number): Promise<string> {
  const { name, body } = makeFile(number);
  const form = new FormData();
  form.append('file', new Blob([body]), name);
  form.append('wait_ms', '60000');
  const answer = await fetch(`${base}/v1/files/upload`, { method: 'POST', body: form, headers });
  const { status } = (await answer.json()) as { status?: string };
  return status ?? String(answer.status);
}

// The first of each kind loads its parser and starts the worker processes; what is measured is a service in use.
for (let number = 0; number < 8; number++) await upload(number);

const health: number[] = [];
let isDone = false;
const watching = (async () => {
  while (!isDone) {
    const began = performance.now();
    await isUp();
    health.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, healthEveryMs));
  }
})();
const began = performance.now();
const outcomes = await Promise.all(Array.from({ length: files }, (_, number) => upload(number)));
const seconds = (performance.now() - began) / 1000;
isDone = true;
await watching;

health.sort((a, b) => a - b);
const at = (share: number) => (health[Math.min(health.length - 1, Math.floor(share * health.length))] ?? 0).toFixed(1);
const ready = outcomes.filter((outcome) => outcome === 'ready').length;
console.log(`${ready} of ${files} files ready in ${seconds.toFixed(1)} s`);
console.log(
  `/healthz: ${health.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (allowed ${allowedMs})`,
);
process.exit(ready === files && (health.at(-1) ?? 0) <= allowedMs ? 0 : 1);
