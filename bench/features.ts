import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load, percentile } from './gateway/load.ts';
import { ProcessUnderTest } from './gateway/process-under-test.ts';
import { parley } from './gateway/systems.ts';

/**
 * What labels, traces, guards and the reply cache cost a call, each alone and all at once, beside the thin relay; one mock provider, all in
 * one run, in turns. Processor seconds per 1,000 calls, which are steadier than times:
 *
 *   node bench/features.ts [--rounds 5] [--requests 1500] [--bytes 5000]
 *
 * Run `npm run build` first, as the compiled service is measured where it was built. Linux.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '1500' },
    bytes: { type: 'string', default: '5000' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const bytes = Number(values.bytes);
const folder = mkdtempSync(join(tmpdir(), 'parley-features-'));
const authorization = 'Bearer bench-key-0123456789';
const kinds = [
  { name: 'json', stream: false },
  { name: 'burst', stream: true },
] as const;
const guards = [
  { name: 'codes', check: { type: 'patterns', patterns: ['CODE-[0-9]{4}'] }, stage: 'both' },
  { name: 'personal-data', check: { type: 'personal_data' }, stage: 'input' },
];

const tags = { 'x-parley-tags': 'batch,eu-west', 'x-parley-metadata': '{"ticket":"42"}' };
const guarded = { 'x-parley-guards': guards.map(({ name }) => name).join(', ') };
const cached = { 'x-parley-cache': '3600' };
/** By the process that is asked, and the headers that ask for the feature. All but what is found in the cache get calls of which none is like another. */
const cases: { name: string; server: 'thin' | 'plain' | 'traced'; headers: Record<string, string>; isAlike?: true }[] =
  [
    { name: 'thin relay', server: 'thin', headers: {} },
    { name: 'nothing of it', server: 'plain', headers: {} },
    { name: 'labels', server: 'plain', headers: tags },
    { name: 'traces', server: 'traced', headers: {} },
    { name: 'a pattern and a mask of personal data', server: 'plain', headers: guarded },
    { name: 'cache, not found', server: 'plain', headers: cached },
    { name: 'cache, found', server: 'plain', headers: cached, isAlike: true },
    { name: 'all, not found', server: 'traced', headers: { ...tags, ...guarded, ...cached } },
  ];

const mock = await ProcessUnderTest.start([join(import.meta.dirname, 'gateway/mock-upstream.ts')], {});
const upstream = `http://127.0.0.1:${mock.port}`;
const collector = await startCollector();
const servers = {
  thin: await ProcessUnderTest.start([join(import.meta.dirname, 'gateway/thin-server.ts')], { UPSTREAM: upstream }),
  plain: await startParley('plain', {}),
  traced: await startParley('traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.server.address() as AddressInfo).port}`,
  }),
};
try {
  await makeGuards(servers.plain.port);
  await makeGuards(servers.traced.port);
  const seen = new Map<string, { cpu: number[]; p50: number[] }>();
  let failed = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const { name: kind, stream } of kinds) {
      for (const [index, { name, server, headers, isAlike }] of cases.entries()) {
        const process = servers[server];
        const before = process.cpuSeconds();
        const varied = !isAlike && `${round} ${kind} ${index}`;
        const options = {
          port: process.port,
          model: `openai/${kind}`,
          stream,
          bytes,
          concurrency: 32,
          ...(varied && { varied }),
        };
        const result = await load({ ...options, headers: { authorization, ...headers }, total: requests });
        failed += result.failed;
        // The first round warms up, and fills the cache.
        if (round === 0) continue;
        const figures = seen.get(`${kind} ${name}`) ?? { cpu: [], p50: [] };
        seen.set(`${kind} ${name}`, figures);
        figures.cpu.push(((process.cpuSeconds() - before) / requests) * 1000);
        figures.p50.push(percentile(result.latencies, 0.5));
      }
    }
  }
  print(seen, failed);
  process.exitCode = failed === 0 && collector.spans() > 0 ? 0 : 1;
} finally {
  for (const each of Object.values(servers)) await each.stop();
  await mock.stop();
  collector.server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function startParley(name: string, env: Record<string, string>): Promise<ProcessUnderTest> {
  const system = parley({ folder: join(folder, name), upstream, port: 0 });
  return await ProcessUnderTest.start(system.command.slice(1), { ...system.env, ...env });
}

/** Takes what is exported, and counts how often. */
async function startCollector(): Promise<{ server: Server; spans(): number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return { server, spans: () => count };
}

async function makeGuards(port: number): Promise<void> {
  for (const guard of guards) {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/admin/guards`, {
      method: 'POST',
      headers: { authorization: 'Bearer bench-admin-0123456789', 'content-type': 'application/json' },
      body: JSON.stringify({ ...guard, action: 'mask', on_request: true }),
    });
    if (!reply.ok) throw new Error(`${guard.name}: ${reply.status} ${await reply.text()}`);
  }
}

function print(seen: Map<string, { cpu: number[]; p50: number[] }>, failed: number): void {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(0)}`;
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}; ${rounds} rounds of ${requests} calls of ${bytes} bytes; ` +
      `failed ${failed}\n`,
  );
  console.log(
    '| | CPU s per 1,000, JSON | x relay | p50 ms | CPU s per 1,000, stream of 100 tokens | x relay | p50 ms |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  const median = (list: number[] = []) => percentile(list, 0.5);
  for (const { name } of cases) {
    const cells = kinds.flatMap(({ name: kind }) => {
      const { cpu, p50 } = seen.get(`${kind} ${name}`) ?? {};
      const relay = median(seen.get(`${kind} thin relay`)?.cpu);
      return [median(cpu).toFixed(3), (median(cpu) / relay).toFixed(2), median(p50).toFixed(1)];
    });
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}
