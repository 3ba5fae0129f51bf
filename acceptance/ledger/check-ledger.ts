// long because the plan of the calls, their books and what holds one to the other are read together
/**
 * Holds the ledger to the vendors' own books: `npm run check:ledger`.
 *
 * A thousand mixed calls over vendors of three shapes (OpenAI, Anthropic, Gemini), each of which counts its own tokens: every call must have
 * one record, which has one line for each model round that its vendors saw and costs what they ask, to the billionth of a dollar. What was cut
 * before a vendor told any count is an estimate by nature: for those the record must be there and cost something.
 *
 * `-- --calls 200` makes fewer, `-- --lines` prints a line for each model round, `-- --plant` has one vendor ask for one token more than
 * it tells, upon which the check must fail. Ends with exit 1 on any difference.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pick, seeded } from '../attacks/seeded.ts';
import { freePort } from '../free-port.ts';
import { serviceEntry } from '../service-entry.ts';
import { type StartedService, startService } from '../start-service.ts';
import { hasTwoEngines, kindNames, type LedgerCall, makeCall } from './calls.ts';
import { nanoOf, prices, type Shape, shapes, type VendorLine, Vendors } from './vendors.ts';

interface UsageRecord {
  request_id: string;
  attempts: number;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  cost_usd: number;
  upstream_cost_usd: number;
  rounds: RoundRecord[];
}

interface RoundRecord {
  engine: string;
  input_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  upstream_cost_usd: number;
  error: string | null;
}

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000' }, lines: { type: 'boolean' }, plant: { type: 'boolean' } },
});
const wanted = Number(values.calls);
const atOnce = 8;
const settleMs = 30_000;

const random = seeded(20261123);
const calls: LedgerCall[] = [];
const turns = new Map<string, LedgerCall['turns']>();
const vendors = new Vendors((name, round) => {
  const rounds = turns.get(name)?.get(name) ?? [];
  const turn = rounds[Math.min(round, rounds.length - 1)];
  if (!turn) throw new Error(`nothing was planned for ${name}`);
  return turn;
});
const url = await vendors.start();
const directory = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
const config = join(directory, 'parley.config.json');
const provider = (shape: Shape, path: string) => ({
  type: shape,
  base_url: `${url}/${shape}${path}`,
  api_key: 'k',
  upstream_prices: { '*': prices[shape] },
});
const plan = Array.from({ length: wanted }, (_, index) => {
  const shape = shapes[index % shapes.length] ?? 'openai';
  const other = pick(
    random,
    shapes.filter((one) => one !== shape),
  );
  return {
    kind: kindNames[Math.floor(index / shapes.length) % kindNames.length] ?? '',
    name: `m-${index}`,
    shape,
    other,
  };
});
writeFileSync(
  config,
  JSON.stringify({
    providers: {
      openai: provider('openai', '/v1'),
      anthropic: provider('anthropic', ''),
      google: provider('google', '/v1beta'),
    },
    models: plan
      .filter(({ kind }) => hasTwoEngines(kind))
      .map(({ kind, name, shape, other }) => ({
        id: name,
        engine: `${shape}/${name}`,
        fallbacks: [`${other}/${name}`],
        ...(kind === 'hedge' && { hedge_after_ms: 50 }),
      })),
  }),
);

let isSound = false;
const service = await startService(serviceEntry, await freePort(), {
  env: { PARLEY_CONFIG: config, LOG_LEVEL: 'error', PARLEY_CHECK_REPLIES: 'true' },
});
try {
  isSound = await checkAll(service);
} finally {
  await service.stop();
  vendors.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(isSound ? 0 : 1);

async function checkAll({ base, adminKey }: StartedService): Promise<boolean> {
  const admin = async (path: string, body?: object) => {
    const reply = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return JSON.parse(await reply.text());
  };
  // Unlimited: the limits of a key are not what is looked at.
  const limits = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 };
  const { key, id: keyId } = await admin('/v1/admin/keys', { name: 'ledger', limits });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const made = await fetch(`${base}/v1/collections`, { method: 'POST', headers, body: '{"name":"Doors"}' });
  const { id: collectionId } = JSON.parse(await made.text());
  for (const { kind, ...making } of plan) {
    const call = makeCall(kind, { ...making, random, collectionId });
    calls.push(call);
    for (const name of call.turns.keys()) turns.set(name, call.turns);
  }

  const begunAt = performance.now();
  const requestIds = new Map<string, string>();
  const waiting = [...calls];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        requestIds.set(call.name, await make(call, base, headers));
      }
    }),
  );
  if (values.plant) plantDifference();
  const seconds = (performance.now() - begunAt) / 1000;
  const records = await allRecords(admin, keyId, new Set(requestIds.values()));
  const sound = report(requestIds, records);
  console.log(`${calls.length} calls in ${seconds.toFixed(1)} s`);
  return sound;
}

/** Makes it as a client would, and gives the id under which the ledger has it. */
async function make(call: LedgerCall, base: string, headers: Record<string, string>): Promise<string> {
  const leave = new AbortController();
  const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(60_000)]);
  const reply = await fetch(base + call.path, { method: 'POST', headers, body: JSON.stringify(call.body), signal });
  const id = reply.headers.get('x-request-id') ?? '';
  if (call.leaves) {
    const reader = reply.body?.getReader();
    const decoder = new TextDecoder();
    let said = '';
    while (reader && !said.includes('Yes.')) {
      const { done, value } = await reader.read();
      if (done) break;
      said += decoder.decode(value, { stream: true });
    }
    leave.abort();
    return id;
  }
  // A stream that was cut says so in an event; its end is what is waited for.
  await reply.text();
  return id;
}

async function allRecords(
  admin: (path: string) => Promise<{ data: UsageRecord[]; has_more: boolean; next: string }>,
  keyId: string,
  wantedIds: ReadonlySet<string>,
): Promise<UsageRecord[]> {
  // The record of a call that its client left is written after the client is gone.
  const until = Date.now() + settleMs;
  for (;;) {
    const records: UsageRecord[] = [];
    let after = '';
    for (;;) {
      const page = await admin(`/v1/admin/usage/records?key_id=${keyId}&limit=100${after}`);
      records.push(...page.data);
      if (!page.has_more) break;
      after = `&after=${encodeURIComponent(page.next)}`;
    }
    const found = new Set(records.map(({ request_id }) => request_id));
    if ([...wantedIds].every((id) => found.has(id)) || Date.now() > until) return records;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** One vendor asks for one token more than it told. */
function plantDifference(): void {
  const line = vendors.books.find(({ did }) => did === 'whole');
  if (!line) throw new Error('there is no line to plant a difference in');
  line.counts.output++;
  line.nanoDollars = nanoOf(line.shape, line.counts);
}

function report(requestIds: ReadonlyMap<string, string>, records: readonly UsageRecord[]): boolean {
  const byRequest = Map.groupBy(records, ({ request_id }) => request_id);
  const books = Map.groupBy(vendors.books, ({ call }) => call);
  const rows = new Map(kindNames.map((kind) => [kind, { calls: 0, rounds: 0, owed: 0, ledger: 0, wrong: 0 }]));
  const differences: string[] = [];
  for (const call of calls) {
    const lines = books.get(call.name) ?? [];
    const found = byRequest.get(requestIds.get(call.name) ?? '') ?? [];
    const problems = problemsOf(lines, found);
    if (lines.length === 0) problems.push('no vendor was asked');
    const row = rows.get(call.kind);
    if (row) {
      row.calls++;
      row.rounds += lines.length;
      row.owed += sum(lines.map(({ nanoDollars }) => nanoDollars));
      row.ledger += sum(found.map(({ upstream_cost_usd }) => Math.round(upstream_cost_usd * 1e9)));
      if (problems.length > 0) row.wrong++;
    }
    const where = `${call.kind}, ${lines.map(({ shape }) => shape).join(' then ')}, ${call.path}${call.isStreamed ? ', streamed' : ''}`;
    for (const problem of problems) differences.push(`${call.name} (${where}): ${problem}`);
    if (values.lines) for (const line of lines) console.log(lineText(call, line));
  }
  console.log('kind                calls  rounds   vendors (nano-dollars)    ledger (nano-dollars)   different');
  for (const [kind, { calls: made, rounds, owed, ledger, wrong }] of rows) {
    const cells = [
      String(made).padStart(5),
      String(rounds).padStart(7),
      String(owed).padStart(24),
      String(ledger).padStart(24),
    ];
    console.log(`${kind.padEnd(19)} ${cells.join(' ')} ${String(wrong).padStart(11)}`);
  }
  for (const difference of differences.slice(0, 40)) console.log(`DIFFERENT ${difference}`);
  console.log(
    `${calls.length - new Set(differences.map((text) => text.split(' ')[0])).size} equal, ${differences.length} differences`,
  );
  return differences.length === 0;
}

function lineText({ name, kind }: LedgerCall, { shape, did, counts, nanoDollars }: VendorLine): string {
  const { input, cached, written, output } = counts;
  const told = `input ${input} cached ${cached} written ${written} output ${output}`;
  return `${name} ${kind} ${shape} ${did} ${told} = ${nanoDollars}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}

function problemsOf(lines: readonly VendorLine[], found: readonly UsageRecord[]): string[] {
  const [record] = found;
  if (record === undefined || found.length !== 1) return [`${found.length} records instead of one`];
  const problems: string[] = [];
  const hold = (what: string, vendorsSay: number, ledgerSays: number) => {
    if (vendorsSay !== ledgerSays) problems.push(`${what}: the vendors say ${vendorsSay}, the ledger ${ledgerSays}`);
  };
  hold('model rounds', lines.length, record.attempts);
  hold('lines of rounds', lines.length, record.rounds.length);
  problems.push(...roundProblems(lines, record.rounds));
  if (lines.some(({ isUntold }) => isUntold)) {
    const told = sum(lines.filter(({ isUntold }) => !isUntold).map(({ nanoDollars }) => nanoDollars));
    const estimated = Math.round(record.upstream_cost_usd * 1e9) - told;
    if (estimated <= 0) problems.push(`what was not told costs ${estimated}`);
    return problems;
  }
  const total = (count: (counts: VendorLine['counts']) => number) => sum(lines.map(({ counts }) => count(counts)));
  hold(
    'input',
    total(({ input, cached, written }) => input + cached + written),
    record.input_tokens,
  );
  hold(
    'cached',
    total(({ cached }) => cached),
    record.cached_tokens,
  );
  hold(
    'written to the cache',
    total(({ written }) => written),
    record.cache_write_tokens,
  );
  hold(
    'output',
    total(({ output }) => output),
    record.output_tokens,
  );
  const owed = sum(lines.map(({ nanoDollars }) => nanoDollars));
  hold('what is owed', owed, Math.round(record.upstream_cost_usd * 1e9));
  hold('what is charged', owed, Math.round(record.cost_usd * 1e9));
  return problems;
}

/** Each round of the vendors' books must be one of the record, by engine, counts and cost; one that was cut before a count, by engine. */
function roundProblems(lines: readonly VendorLine[], rounds: readonly RoundRecord[]): string[] {
  const left = rounds.map((round) => ({ engine: round.engine.split('/')[0] ?? '', told: roundText(round) }));
  // The told ones first, so that an estimate takes none of theirs.
  const ordered = [...lines].sort((one, other) => Number(one.isUntold) - Number(other.isUntold));
  return ordered.flatMap((line) => {
    const told = vendorText(line);
    const at = left.findIndex(({ engine, told: ours }) => engine === line.shape && (line.isUntold || ours === told));
    if (at >= 0) left.splice(at, 1);
    return at >= 0 ? [] : [`no round of ${line.shape} has ${told}`];
  });
}

function vendorText({ counts: { input, cached, written, output }, nanoDollars }: VendorLine): string {
  return `${input + cached + written} ${cached} ${written} ${output} = ${nanoDollars}`;
}

function roundText(round: RoundRecord): string {
  const { input_tokens, cached_tokens, cache_write_tokens, output_tokens, upstream_cost_usd } = round;
  return `${input_tokens} ${cached_tokens} ${cache_write_tokens} ${output_tokens} = ${Math.round(upstream_cost_usd * 1e9)}`;
}
