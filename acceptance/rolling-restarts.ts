/**
 * Restarts two processes one after the other, again and again, behind Caddy, nginx and HAProxy with the files of `deploy/`, while each
 * of them is sent POSTs, streams and uploads:
 *
 *   npm run test:rolling [-- --restarts 20] [--balancers caddy,nginx,haproxy]
 *
 * It fails when one call fails, a stream lacks a piece, a file is lost, a vendor is asked for the same call twice, or a process does not
 * end with 0. Black box, on PostgreSQL: that of `TEST_DATABASE_URL`, or one of its own from Debian's package.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { freePort } from './free-port.ts';
import { startPostgres } from './own-postgres.ts';
import { type Balancer, balancerNames, startBalancer } from './rolling/balancers.ts';
import { Callers } from './rolling/callers.ts';
import { PacedVendor } from './rolling/paced-vendor.ts';
import { serviceEntry } from './service-entry.ts';

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    balancers: { type: 'string', default: balancerNames.join(',') },
  },
});
const restarts = Number(values.restarts);
const wanted = balancerNames.filter((name) => values.balancers.split(',').includes(name));
const key = 'rolling-key-0123456789';
/** From a process that is ready to the restart of the next: less than the health check of the image takes to say so. */
const settleMs = 8000;
/** On a machine with other things to do a start takes a minute. */
const startMs = 180_000;
const directory = mkdtempSync(join(tmpdir(), 'parley-rolling-'));
const shipped: Record<string, string> = parse(readFileSync(resolve('deploy/compose.yaml'), 'utf8'), { merge: true })
  .services['parley-1'].environment;
const config = join(directory, 'parley.config.json');
writeFileSync(config, JSON.stringify({ limits: { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 } }));

const postgres = await startPostgres();
const vendor = await new PacedVendor().start();
const ports: [number, number] = [await freePort(), await freePort()];

async function start(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [serviceEntry], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL }),
      DATA_DIR: dataOf(port),
      DATABASE_URL: postgres.url,
      PARLEY_CONFIG: config,
      PORT: String(port),
      PARLEY_API_KEY: key,
      PARLEY_SECRET: 'rolling-secret-0123456789abcdef-0123456789',
      OPENAI_API_KEY: 'sk-rolling',
      OPENAI_BASE_URL: vendor.url,
      PARLEY_MODEL: 'openai/paced',
      ALLOW_PRIVATE_ADDRESSES: new URL(vendor.url).host,
      TRUST_PROXY: shipped.TRUST_PROXY,
      SHUTDOWN_DELAY_MS: shipped.SHUTDOWN_DELAY_MS,
      LOG_LEVEL: 'error',
    },
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await pause(100)) {
    if (await ready()) return child;
  }
  child.kill('SIGKILL');
  throw new Error('a process did not start');
}

/** Each process has a directory, and both the bytes of files in common, as a bucket would have them. */
function dataOf(port: number): string {
  const folder = join(directory, `data-${port}`);
  if (!made.has(port)) {
    mkdirSync(folder);
    symlinkSync(join(directory, 'blobs'), join(folder, 'blobs'));
    made.add(port);
  }
  return folder;
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exit;
  if (code !== 0) problems.push(`a process ended with ${code}`);
}

const percentile = (numbers: number[], share: number) =>
  Math.round([...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? 0);

const made = new Set<number>();
const problems: string[] = [];
const balancers: Balancer[] = [];
const processes: ChildProcess[] = [];
mkdirSync(join(directory, 'blobs'));
let failed = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of processes) child.kill('SIGKILL');
    for (const balancer of balancers) void balancer.stop();
    process.exitCode = 1;
    setTimeout(() => process.exit(), 1000);
  });
}
try {
  for (const port of ports) processes.push(await start(port));
  for (const name of wanted) balancers.push(await startBalancer(name, directory, ports));
  await pause(settleMs);
  const running = balancers.map((balancer) => ({ balancer, callers: new Callers(balancer, vendor, key) }));
  for (let round = 1; round <= restarts; round++) {
    for (const [index, port] of ports.entries()) {
      const [old] = processes.splice(index, 1);
      if (old) await stop(old);
      processes.splice(index, 0, await start(port));
      await pause(settleMs);
    }
    const lost = running.reduce((sum, { callers }) => sum + callers.tally.failures.length, 0);
    console.log(`restart ${round} of ${restarts}: ${lost} failed so far`);
  }
  for (const { balancer, callers } of running) {
    const { sent, failures, latencies } = await callers.end();
    failed += failures.length;
    console.log(
      `${balancer.name} (${balancer.version}): ${restarts} rolling restarts, ${sent.POST} POSTs, ${sent.stream} streams, ` +
        `${sent.upload} uploads: ${failures.length} failed; a POST took ${percentile(latencies, 0.5)} ms, ` +
        `at p99 ${percentile(latencies, 0.99)}, at most ${percentile(latencies, 1)}`,
    );
    if (sent.POST < 10 * restarts || sent.stream < restarts)
      problems.push(`${balancer.name}: hardly anything was sent`);
  }
} finally {
  for (const balancer of balancers) await balancer.stop();
  for (const child of processes) if (child.exitCode === null) await stop(child);
  vendor.close();
  postgres.stop();
  if (failed === 0) rmSync(directory, { recursive: true, force: true });
  else console.error(`The files of the balancers and their logs are in ${directory}`);
}
for (const problem of problems) console.error(problem);
process.exit(failed + problems.length === 0 && wanted.length > 0 ? 0 : 1);
