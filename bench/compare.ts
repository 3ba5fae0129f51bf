/**
 * Parley, the Portkey gateway and the LiteLLM proxy beside each other, in one run against one mock provider, each with the metering that it
 * has; prints a table:
 *
 *   npm run bench:compare [-- --rounds 3] [--requests 600] [--folder FOLDER] [--only parley,portkey,litellm]
 *
 * The others are installed into FOLDER, by default a temporary one, from npm and PyPI in their newest versions; they are no part of this
 * repository. The systems take turns, so that what else the machine does touches all of them alike; processor time is steadier than times
 * by the clock. Linux, npm and python3 with venv.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load, percentile } from './gateway/load.ts';
import { ProcessUnderTest } from './gateway/process-under-test.ts';
import { freePort, litellm, parley, portkey, RunningSystem } from './gateway/systems.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '600' },
    folder: { type: 'string' },
    only: { type: 'string', default: 'parley,portkey,litellm' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const makers = { parley, portkey, litellm };
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'parley-compare-'));
const kinds = [
  { name: 'json', stream: false, concurrency: 16 },
  { name: 'burst', stream: true, concurrency: 16 },
] as const;
const tokensOfAReply = 100;

interface Figures {
  cpu: number[];
  p50: number[];
  p99: number[];
  first: number[];
  /** Replies that failed or lacked a token, the first round's among them. */
  failed: number;
}

const mock = await ProcessUnderTest.start([join(import.meta.dirname, 'gateway/mock-upstream.ts')], {});
const running: RunningSystem[] = [];
try {
  for (const [name, make] of Object.entries(makers)) {
    if (!values.only.split(',').includes(name)) continue;
    const port = await freePort();
    running.push(await RunningSystem.start(make({ folder, upstream: `http://127.0.0.1:${mock.port}`, port }), port));
  }
  const figures = new Map<string, Figures>();
  const sent = new Map<string, number>();
  for (let round = 0; round <= rounds; round++) {
    for (const { name, stream, concurrency } of kinds) {
      for (const each of running) {
        const { system, port } = each;
        const before = each.cpuSeconds();
        const path = '/v1/chat/completions';
        const options = { port, path, headers: system.headers, model: system.model(name), stream, concurrency };
        const result = await load({ ...options, total: requests });
        const cpu = ((each.cpuSeconds() - before) / requests) * 1000;
        const own = figures.get(`${system.name} ${name}`) ?? { cpu: [], p50: [], p99: [], first: [], failed: 0 };
        figures.set(`${system.name} ${name}`, own);
        const isWhole = (result.requests - result.failed) * tokensOfAReply === result.tokens;
        own.failed += result.failed + (isWhole ? 0 : 1);
        sent.set(system.name, (sent.get(system.name) ?? 0) + requests);
        // The first round warms up.
        if (round === 0) continue;
        own.cpu.push(cpu);
        own.p50.push(percentile(result.latencies, 0.5));
        own.p99.push(percentile(result.latencies, 0.99));
        own.first.push(percentile(result.firstBytes, 0.5));
      }
    }
  }
  for (const { system, port } of running) {
    const counted = await system.metered?.(`http://127.0.0.1:${port}`);
    if (counted !== undefined && counted < (sent.get(system.name) ?? 0)) {
      throw new Error(`${system.name} has metered ${counted} of ${sent.get(system.name)} calls`);
    }
  }
  print(figures);
  // That another one fails is its figure; ours is a fault.
  const own = [...figures].filter(([name, { failed }]) => name.startsWith('Parley ') && failed > 0);
  process.exitCode = own.length === 0 && running.length > 0 ? 0 : 1;
} finally {
  for (const each of running) await each.stop();
  await mock.stop();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

function print(figures: Map<string, Figures>): void {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(0)}`;
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}; ${rounds} rounds of ${requests} calls\n`,
  );
  console.log(
    '| System | Version | Meters | CPU s per 1,000, JSON | p50 / p99 ms, JSON | CPU s per 1,000, streams | first byte p50 / whole p99 ms, streams | Peak MB |',
  );
  console.log('|---|---|---|--:|--:|--:|--:|--:|');
  const median = (list: number[] = []) => percentile(list, 0.5);
  for (const { system, peakMb } of running) {
    const [json, burst] = kinds.map(({ name }) => figures.get(`${system.name} ${name}`));
    const failed = (figure: Figures | undefined, told: string) =>
      figure?.failed ? `${figure.failed} of ${(rounds + 1) * requests} failed` : told;
    const cells = [
      system.name,
      system.version,
      system.meters,
      median(json?.cpu).toFixed(2),
      failed(json, `${median(json?.p50).toFixed(0)} / ${median(json?.p99).toFixed(0)}`),
      median(burst?.cpu).toFixed(2),
      failed(burst, `${median(burst?.first).toFixed(0)} / ${median(burst?.p99).toFixed(0)}`),
      peakMb.toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
