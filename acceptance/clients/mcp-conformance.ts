/**
 * Runs every server scenario of `@modelcontextprotocol/conformance`, the protocol's own suite, against `/mcp`:
 * `npm run test:mcp-conformance`.
 *
 * First against the service as it is, with the scenarios that need no tools of a test; then against one that has those tools besides.
 * The suite sends no key, so a proxy on loopback adds it and passes on all else as it came. Ends with `N passed, N failed`; what the
 * suite only recommends (WARNING) is printed and not counted.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { serviceEntry } from '../service-entry.ts';
import { type StartedService, startService } from '../start-service.ts';

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

const pathOf = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;
const suite = pathOf('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const suiteMs = 120_000;
/** What a server is asked that has tools, resources and prompts of its own alone. */
const withoutTestTools = [
  'server-initialize',
  'logging-set-level',
  'ping',
  'completion-complete',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/**
 * Recommended (the suite itself keeps it apart as pending): streams that a client leaves and comes back to. Here leaving a call ends
 * its work, so there is nothing to come back to; the result is printed and not counted.
 */
const notCounted = new Set(['server-sse-polling']);

let passed = 0;
let failed = 0;
await withService(serviceEntry, async (url) => {
  for (const scenario of withoutTestTools) await run(['--scenario', scenario], url);
});
await withService(pathOf('packages/server/test/mcp-conformance/serve.ts'), (url) => run(['--suite', 'all'], url));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function withService(entry: string, use: (url: string) => Promise<void>): Promise<void> {
  const env = { PARLEY_MODEL: 'reader', LOG_LEVEL: 'error', PARLEY_CHECK_REPLIES: 'true' };
  const service = await startService(entry, await freePort(), { env });
  const proxy = keyAdding(service);
  try {
    console.log(`-- ${entry}`);
    const port = await freePort();
    await new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
    await use(`http://127.0.0.1:${port}/mcp`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await service.stop();
  }
}

function keyAdding({ base, key }: StartedService) {
  return createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const passedOn = ask(`${base}${request.url}`, { method: request.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.once('close', () => answer.destroy());
    });
    passedOn.once('error', () => response.destroy());
    request.pipe(passedOn);
  });
}

/** A scenario passes when none of its checks failed and it made any. */
async function run(choice: string[], url: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
  try {
    const said = await runSuite(['server', '--url', url, ...choice, '--output-dir', directory]);
    const results = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('checks.json'),
    );
    if (results.length === 0) report(choice.join(' '), [{ id: 'suite', status: 'FAILURE', errorMessage: said }]);
    for (const path of results.sort()) report(nameOf(path), JSON.parse(readFileSync(join(directory, path), 'utf8')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** `server-ping-2026-11-23T18-00-00-000Z/checks.json` is of ping. */
function nameOf(path: string): string {
  return path.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
}

function report(scenario: string, checks: Check[]): void {
  const bad = checks.filter(({ status }) => status === 'FAILURE');
  const isHeld = bad.length === 0 && checks.some(({ status }) => status === 'SUCCESS');
  const isCounted = !notCounted.has(scenario) || bad.length > 0;
  if (isHeld && isCounted) passed++;
  else if (isCounted) failed++;
  console.log(`${isHeld ? 'ok    ' : isCounted ? 'FAILED' : '-     '} ${scenario}`);
  for (const { id, status, errorMessage = '' } of checks) {
    if (status === 'FAILURE' || status === 'WARNING')
      console.log(`       ${status} ${id}: ${errorMessage.slice(0, 500)}`);
  }
}

/** What it printed, its errors included. */
function runSuite(given: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    const timer = setTimeout(() => child.kill('SIGKILL'), suiteMs);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(said.join('').slice(-2000));
    });
  });
}
