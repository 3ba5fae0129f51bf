import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type LoadResult, load, percentile } from './gateway/load.ts';
import { ProcessUnderTest } from './gateway/process-under-test.ts';

/**
 * What a call through the service costs beside the bare pipe and the thin reference, all in one run against one mock
 * provider. CPU seconds per 1,000 requests are steadier than times; quote the ratios.
 *
 * node bench/gateway.ts [--rounds 3] [--scale 1] [--streams 1000] [--only json,burst,paced,latency,streams,start]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    streams: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'json,burst,paced,latency,streams,start' },
    compiled: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const scale = Number(values.scale);
const parts = new Set(values.only.split(','));
const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const here = (name: string) => join(import.meta.dirname, 'gateway', name);
// The options that the service is started with, too: they decide how much memory is traded for time.
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
const command: string[] = scripts[values.compiled ? 'start:compiled' : 'start'].split(' ').slice(1);
const serverCommand = command.map((part) => (part.startsWith('-') ? part : join(import.meta.dirname, '..', part)));

const mock = await ProcessUnderTest.start([here('mock-upstream.ts')], {});
const upstream = `http://127.0.0.1:${mock.port}`;
let count = 0;
const servers: Record<string, (pin?: string) => Promise<ProcessUnderTest>> = {
  pipe: (pin) => ProcessUnderTest.start([here('pipe-server.ts')], { UPSTREAM: upstream }, pin),
  thin: (pin) => ProcessUnderTest.start([here('thin-server.ts')], { UPSTREAM: upstream }, pin),
  parley: (pin) =>
    ProcessUnderTest.start(
      serverCommand,
      {
        PORT: '0',
        DATA_DIR: join(directory, String(count++)),
        OPENAI_BASE_URL: `${upstream}/v1`,
        PARLEY_MODEL: 'openai/default',
        PARLEY_API_KEY: 'bench-key-0123456789',
        PARLEY_ADMIN_KEY: 'bench-admin-0123456789',
        LOG_LEVEL: 'error',
        PARLEY_CONFIG: here('parley.config.json'),
      },
      pin,
    ),
};
const bodySizes = [100, 5_000];
const loads = {
  json: { model: 'openai/json', stream: false, total: 3000, concurrency: 32 },
  burst: { model: 'openai/burst', stream: true, total: 2000, concurrency: 100 },
  paced: { model: 'openai/paced', stream: true, total: 400, concurrency: 100 },
};

console.log(`${cpus()[0]?.model}, ${cpus().length} processors, Node ${process.version}, ${new Date().toISOString()}`);
console.log(`node bench/gateway.ts ${process.argv.slice(2).join(' ')}`);
try {
  if (parts.has('start')) await measureStart();
  for (const name of ['json', 'burst', 'paced'] as const) {
    if (parts.has(name)) for (const bytes of bodySizes) await compare(name, bytes);
  }
  if (parts.has('latency')) await measureLatency();
  if (parts.has('streams')) await measureStreams(Number(values.streams));
} finally {
  await mock.stop();
  rmSync(directory, { recursive: true, force: true });
}

interface Round {
  cpu: number;
  p50: number;
  p99: number;
  peakMb: number;
}

/** The servers take turns, so that what else the machine does touches all of them alike. */
async function compare(name: keyof typeof loads, bytes: number): Promise<void> {
  const { total, ...rest } = loads[name];
  const requests = Math.max(100, Math.round(total * scale));
  const seen: Record<string, Round[]> = { pipe: [], thin: [], parley: [] };
  const running: [string, ProcessUnderTest][] = [];
  for (const [server, start] of Object.entries(servers)) running.push([server, await start()]);
  for (const [, { port }] of running) await load({ ...rest, bytes, port, total: Math.round(requests / 2) });
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [server, process] of running) {
      const before = process.cpuSeconds();
      const result = await load({ ...rest, bytes, port: process.port, total: requests });
      seen[server]?.push({
        cpu: ((process.cpuSeconds() - before) / requests) * 1000,
        p50: percentile(result.latencies, 0.5),
        p99: percentile(result.latencies, 0.99),
        peakMb: process.peakMemoryMb(),
      });
      failed += result.failed + missingTokens(result);
    }
  }
  for (const [, process] of running) await process.stop();
  const median = (server: string, field: keyof Round) =>
    percentile(
      (seen[server] ?? []).map((round) => round[field]),
      0.5,
    );
  console.log(`${name}, ${rest.concurrency} at once, bodies of ${bytes} bytes; failed ${failed}`);
  for (const server of Object.keys(servers)) {
    const ratio = (field: keyof Round) => (median(server, field) / median('thin', field)).toFixed(2);
    console.log(
      `  ${server.padEnd(6)} CPU ${median(server, 'cpu').toFixed(3)} s per 1,000 (${ratio('cpu')} x thin), ` +
        `p50 ${median(server, 'p50').toFixed(1)} ms (${ratio('p50')} x), p99 ${median(server, 'p99').toFixed(1)} ms, ` +
        `peak ${median(server, 'peakMb').toFixed(0)} MB`,
    );
  }
}

async function measureLatency(): Promise<void> {
  for (const [label, model, stream] of [
    ['JSON', 'openai/json', false],
    ['first token', 'openai/burst', true],
  ] as const) {
    const medians: string[] = [];
    let pipe = 0;
    for (const [server, start] of Object.entries(servers)) {
      const process = await start();
      const options = { port: process.port, model, stream, concurrency: 1 };
      await load({ ...options, total: 500 });
      const result = await load({ ...options, total: Math.round(1000 * scale) });
      const p50 = percentile(stream ? result.firstBytes : result.latencies, 0.5);
      if (server === 'pipe') pipe = p50;
      medians.push(`${server} +${(p50 - pipe).toFixed(2)}`);
      await process.stop();
    }
    console.log(`latency, one at a time, ${label}: pipe p50 ${pipe.toFixed(2)} ms; ${medians.slice(1).join(', ')} ms`);
  }
}

/** Many paced streams at once on one processor: no event lost, how many tokens a second, how much memory. */
async function measureStreams(streams: number): Promise<void> {
  for (const server of ['thin', 'parley']) {
    const process = await servers[server]?.('0');
    if (!process) continue;
    await load({ port: process.port, model: 'openai/paced', stream: true, total: streams, concurrency: streams });
    const before = process.cpuSeconds();
    const total = streams * 3;
    const result = await load({ port: process.port, model: 'openai/paced', stream: true, total, concurrency: streams });
    const cpu = process.cpuSeconds() - before;
    const perCore = result.tokens / cpu;
    console.log(
      `${streams} paced streams on one core, ${server}: ${Math.round(result.tokens / result.seconds)} tokens/s delivered, ` +
        `${Math.round(perCore)} tokens per CPU second, lost ${missingTokens(result)}, failed ${result.failed}, ` +
        `peak ${process.peakMemoryMb().toFixed(0)} MB`,
    );
    await process.stop();
  }
}

async function measureStart(): Promise<void> {
  const starts: number[] = [];
  const answers: number[] = [];
  let idle = 0;
  for (let round = 0; round < Math.max(3, rounds); round++) {
    const begun = performance.now();
    const process = await servers.parley?.();
    if (!process) return;
    starts.push(process.startMs);
    await load({ port: process.port, model: 'reader', stream: false, total: 1, concurrency: 1 });
    answers.push(performance.now() - begun);
    await process.stop();
    const second = await servers.parley?.();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    idle = second?.memoryMb() ?? 0;
    await second?.stop();
  }
  console.log(
    `start: listening after ${percentile(starts, 0.5).toFixed(0)} ms, first answer after ${percentile(answers, 0.5).toFixed(0)} ms, idle ${idle.toFixed(0)} MB`,
  );
}

function missingTokens(result: LoadResult): number {
  return (result.requests - result.failed) * 100 - result.tokens;
}
