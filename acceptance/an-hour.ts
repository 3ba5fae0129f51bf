/**
 * Mixed load on one service for an hour on each database: calls, streams, disconnects, upstream errors, files, OCR, research, collections:
 *
 *   npm run test:hour [-- --minutes 60] [--on sqlite,postgresql] [--busy-machine] [--images docs/images]
 *
 * It fails when memory grows by more than a tenth over the last two thirds, when `/healthz` takes more than 50 ms at p99 (`--busy-machine`
 * for one that has other things to do: how long things take is shown then and not judged), when something stays open that was not open at
 * rest before, or when calls fail. It draws the curves as `hour-sqlite.svg` and `hour-postgresql.svg`. Black box; PostgreSQL is that of
 * `TEST_DATABASE_URL`, or one of its own from Debian's package. By `/proc`, so on Linux alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.ts';
import { drawCurves } from './hour/draw-curves.ts';
import { HealthClock } from './hour/health-clock.ts';
import { judge, type Rest, type Verdict } from './hour/judge.ts';
import { Load } from './hour/load.ts';
import { openFiles, type Sample, type Sampled, takeSample } from './hour/sample.ts';
import { startPostgres } from './own-postgres.ts';
import { PacedVendor } from './rolling/paced-vendor.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    on: { type: 'string', default: 'sqlite,postgresql' },
    'busy-machine': { type: 'boolean', default: false },
    images: { type: 'string', default: 'docs/images' },
  },
});
const minutes = Number(values.minutes);
const key = 'hour-key-0123456789';
const metricsToken = 'hour-metrics-0123456789';
const everyMs = 5000;
/** Longer than any connection is kept that nobody uses; then a minute is looked at, in which what comes and goes is gone at least once. */
const restMs = 90_000;
const restLooks = 12;
/** Each kind is done so often before anything is measured: what is made once is no leak. */
const warmRounds = 2;
const warmMs = 600_000;
const mostFailedShare = 0.01;

let isGood = true;
for (const database of values.on.split(',')) {
  const problems = await spend(database);
  for (const problem of problems) console.log(`FAIL ${database}: ${problem}`);
  isGood &&= problems.length === 0;
}
process.exit(isGood ? 0 : 1);

async function spend(database: string): Promise<string[]> {
  if (database !== 'sqlite' && database !== 'postgresql')
    throw new Error(`--on takes sqlite and postgresql, not ${database}`);
  const directory = mkdtempSync(join(tmpdir(), 'parley-hour-'));
  const postgres = database === 'postgresql' ? await startPostgres() : null;
  const vendor = await new PacedVendor().start();
  const port = await freePort();
  const service = await start(directory, port, vendor, postgres?.url);
  const base = `http://127.0.0.1:${port}`;
  const clock = new HealthClock(`${base}/healthz`);
  try {
    const sampled = { base, pid: service.pid ?? 0, metricsToken, clock };
    await warmUp(base);
    const before = await atRest(sampled);
    const load = new Load(base, key, values['busy-machine']);
    const samples = await sampleFor(minutes * 60_000, sampled);
    await load.end();
    const after = await atRest(sampled);
    const verdict = judge(samples, { before, after }, values['busy-machine']);
    const title = `${database}, ${minutes} minutes of mixed load, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
    mkdirSync(values.images, { recursive: true });
    writeFileSync(join(values.images, `hour-${database}.svg`), drawCurves(samples, title));
    report(title, samples, verdict);
    return [...verdict.problems, ...failuresOf(load), ...(await stop(service))];
  } finally {
    clock.close();
    if (service.exitCode === null) service.kill('SIGKILL');
    vendor.close();
    postgres?.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function start(directory: string, port: number, vendor: PacedVendor, databaseUrl: string | undefined) {
  const config = join(directory, 'parley.config.json');
  const limits = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 };
  writeFileSync(config, JSON.stringify({ limits }));
  // As `npm start` has it.
  const options = ['--max-semi-space-size=16', '--heap-growing-percent=70'];
  const child = spawn(process.execPath, [...options, resolve('packages/server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(directory, 'data'),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      PARLEY_CONFIG: config,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_SECRET: 'hour-secret-0123456789abcdef-0123456789',
      METRICS_TOKEN: metricsToken,
      PARLEY_MODEL: 'reader',
      OPENAI_API_KEY: 'sk-hour',
      OPENAI_BASE_URL: vendor.url,
      SEARCH_EXTRA: 'none',
      LOG_LEVEL: 'silent',
    },
  });
  for (const until = Date.now() + 90_000; Date.now() < until && child.exitCode === null; await pause(100)) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return child;
  }
  child.kill('SIGKILL');
  throw new Error('the service did not start');
}

async function warmUp(base: string): Promise<void> {
  const load = new Load(base, key, values['busy-machine']);
  for (const until = Date.now() + warmMs; load.fewest < warmRounds && Date.now() < until; ) await pause(1000);
  const isWarm = load.fewest >= warmRounds;
  await load.end();
  const told = [...load.counts].flatMap(([name, { failures }]) =>
    failures.slice(0, 3).map((each) => `${name}: ${each}`),
  );
  for (const line of told) console.log(line);
  if (!isWarm) throw new Error('not every kind of load could be done');
}

async function atRest(sampled: Sampled): Promise<Rest> {
  await pause(restMs);
  const looks: Rest[] = [];
  while (looks.length < restLooks) {
    await pause(everyMs);
    const { handles, files, processes } = await takeSample(sampled, 0);
    looks.push({ handles, files, processes, open: openFiles(sampled.pid) });
  }
  const [least] = looks.sort((one, other) => one.files - other.files || one.handles - other.handles);
  if (least === undefined) throw new Error('the service was not looked at');
  console.log(`at rest: ${least.handles} handles, ${least.files} files and sockets, ${least.processes} processes`);
  return least;
}

async function sampleFor(ms: number, sampled: Sampled): Promise<Sample[]> {
  const samples: Sample[] = [];
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    await pause(everyMs);
    const sample = await takeSample(sampled, (performance.now() - begun) / 1000);
    samples.push(sample);
    if (samples.length % 24 === 0) {
      const { at, ownMb, treeMb, heapMb, files } = sample;
      console.log(
        `${Math.round(at / 60)} min: ${ownMb.toFixed(0)} MB, with its processes ${treeMb.toFixed(0)}, heap ${heapMb.toFixed(0)}, ${files} files`,
      );
    }
  }
  return samples;
}

function report(title: string, samples: Sample[], verdict: Verdict): void {
  const { growth, healthP99, healthLost, loopP99, leaked } = verdict;
  const inWords = (share: number) => `${(share * 100).toFixed(1)} %`;
  const last = samples.at(-1);
  console.log(title);
  console.log(
    `memory over the last two thirds: ${inWords(growth.own)}, with its processes ${inWords(growth.tree)}, heap ${inWords(growth.heap)}; ` +
      `at the end ${last?.ownMb.toFixed(0)} and ${last?.treeMb.toFixed(0)} MB`,
  );
  console.log(
    `/healthz p99 ${healthP99.toFixed(1)} ms, ${healthLost} without an answer; longest delays of the event loop, p99 ${loopP99.toFixed(0)} ms` +
      `${values['busy-machine'] ? ' (on a busy machine: not judged)' : ''}`,
  );
  console.log(
    `stayed open: ${leaked.handles} handles, ${leaked.files} files and sockets, ${leaked.processes} processes`,
  );
}

function failuresOf(load: Load): string[] {
  return [...load.counts].flatMap(([name, { done, late, failures }]) => {
    console.log(`${name}: ${done} done, ${failures.length} failed, ${late} ended by a time limit of a busy machine`);
    for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
    const isTooMuch = failures.length > mostFailedShare * (done + failures.length);
    return isTooMuch || done === 0 ? [`${failures.length} of ${done + failures.length} ${name} failed`] : [];
  });
}

async function stop(service: ChildProcess): Promise<string[]> {
  const exit = once(service, 'exit');
  service.kill('SIGTERM');
  const [code] = await exit;
  return code === 0 ? [] : [`the service ended with ${code}`];
}
