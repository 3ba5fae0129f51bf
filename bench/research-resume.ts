/**
 * A research run whose process is killed (SIGKILL) in the middle of every step: `node bench/research-resume.ts`.
 *
 * The model is a server of this process that sees every question; the site and the search are here too. Each time a
 * step that was not seen before is under way, the working process is killed, and a new one takes the run up. Prints how
 * often each question was answered to its end (what a vendor would charge) and how often the run was billed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelQuestion } from '../packages/server/src/features/research/researchers/research-model.ts';
import { startResearchSite } from '../packages/server/test/research/research-site.ts';
import { scriptedResearchModel } from '../packages/server/test/research/scripted-research-model.ts';

const thinkMs = 150;
const worker = fileURLToPath(new URL('./research-resume-worker.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'parley-resume-'));
const site = await startResearchSite({ pages: 30, traps: false });
const model = scriptedResearchModel();
const answered = new Map<string, number>();
const seen = new Set<string>();
let child: ChildProcess | null = null;
let kills = 0;

/** Kills the worker the first time that something is under way. */
function interrupt(step: string): boolean {
  if (seen.has(step)) return false;
  seen.add(step);
  kills += 1;
  child?.kill('SIGKILL');
  return true;
}

const vendor = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const question: ModelQuestion = JSON.parse(body);
  const key = createHash('sha256').update(body).digest('hex').slice(0, 12);
  await new Promise((resolve) => setTimeout(resolve, thinkMs / 2));
  if (interrupt(`model ${key}`)) return response.destroy();
  await new Promise((resolve) => setTimeout(resolve, thinkMs / 2));
  if (response.destroyed) return;
  const answer = await model.ask(question, new AbortController().signal);
  response.end(JSON.stringify(answer), () => answered.set(key, (answered.get(key) ?? 0) + 1));
});
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
const vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;

// Searches and page fetches are steps too: every fifth of them is cut the first time it is seen.
let requests = 0;
const watched = createServer((request, response) => {
  requests += 1;
  if (requests % 5 === 0 && interrupt(`page ${request.url}`)) return response.destroy();
  fetch(site.url + request.url, { redirect: 'manual' }).then(async (answer) => {
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/html' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
});
await new Promise<void>((resolve) => watched.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://127.0.0.1:${(watched.address() as AddressInfo).port}`;

const resultFile = join(dataDir, 'result.json');
const started = Date.now();
while (!existsSync(resultFile) && Date.now() - started < 300_000) {
  child = fork(worker, [dataDir, vendorUrl, siteUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await new Promise((resolve) => child?.once('exit', resolve));
}
const result = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : null;
const twice = [...answered.values()].filter((count) => count > 1).length;
console.log({
  kills,
  status: result?.status ?? 'not finished',
  questions: answered.size,
  questionsAnsweredTwice: twice,
  stepsPaid: result?.billedSteps,
  billings: result?.billings,
  citations: result?.citations,
  seconds: Math.round((Date.now() - started) / 1000),
});
await site.close();
vendor.closeAllConnections();
watched.closeAllConnections();
vendor.close();
watched.close();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = result?.status === 'completed' && twice === 0 && result.billedSteps === answered.size ? 0 : 1;
