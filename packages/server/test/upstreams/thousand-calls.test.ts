import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { breaksOff, type Counts, type Deed, refuses, ScriptedUpstreams, says } from './scripted-upstreams.ts';

const calls = 1_000;
const weights = { a: 3, b: 1 };
/** US dollars per million tokens. */
const prices = {
  a: { input: 2, cached_input: 0.5, output: 8 },
  b: { input: 3, cached_input: 0.3, output: 15 },
};
type Provider = keyof typeof prices;
const faults: Deed[] = [
  refuses(500),
  refuses(503),
  refuses(502),
  refuses(429, 'slow', { 'retry-after-ms': '1' }),
  breaksOff(''),
];

/** The same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let upstreams: ScriptedUpstreams;
let parley: TestService;
let directory: string;
/** What each provider says that it is owed, in US dollars. */
const owed: Record<Provider, number> = { a: 0, b: 0 };
let failed = 0;

beforeAll(async () => {
  const random = seeded(20261122);
  const below = (limit: number) => Math.floor(random() * limit);
  upstreams = await ScriptedUpstreams.start(['a', 'b']);
  for (const name of ['a', 'b'] as const) {
    const deed: Deed = (asked) => {
      if (random() < 0.2) {
        failed++;
        return faults[below(faults.length)]!(asked);
      }
      const input = 1 + below(5_000);
      const counts: Required<Omit<Counts, 'reasoning'>> = { input, cached: below(input), output: 1 + below(900) };
      const { input: price, cached_input, output } = prices[name];
      const dollars = (input - counts.cached) * price + counts.cached * cached_input + counts.output * output;
      owed[name] += dollars / 1e6;
      return says('Yes.', { counts })(asked);
    };
    upstreams.script(name, 'm', [deed]);
  }
  directory = mkdtempSync(join(tmpdir(), 'parley-thousand-'));
  const provider = (name: Provider) => ({
    base_url: upstreams.url(name),
    api_key: 'k',
    upstream_prices: { '*': prices[name] },
  });
  const engines = (['a', 'b'] as const).map((name) => ({ engine: `${name}/m`, weight: weights[name] }));
  const file = join(directory, 'parley.config.json');
  writeFileSync(
    file,
    JSON.stringify({ providers: { a: provider('a'), b: provider('b') }, models: [{ id: 'shared', engines }] }),
  );
  parley = await startTestService({ env: { PARLEY_CONFIG: file }, replacements: { random: seeded(7) } });
});
afterAll(async () => {
  await parley.close();
  await upstreams.close();
  rmSync(directory, { recursive: true, force: true });
});

async function allRecords(): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  let after = '';
  for (let page = 0; page < 20; page++) {
    const { json } = await parley.admin('GET', `/v1/admin/usage/records?limit=100${after}`);
    records.push(...json.data);
    if (!json.has_more) break;
    after = `&after=${encodeURIComponent(json.next)}`;
  }
  return records;
}

it('shares a thousand calls by weight, outlives one failure in five, and counts to the cent', async () => {
  // Unlimited: the limit on requests a minute is not what is looked at.
  const limits = { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 };
  const { key } = (await parley.admin('POST', '/v1/admin/keys', { name: 'thousand', limits })).json;
  const headers = { authorization: `Bearer ${key}` };
  const first: Record<string, number> = { a: 0, b: 0 };
  const answered = new Map<string, { engine: string | null; attempts: string | null }>();
  let succeeded = 0;
  for (let call = 0; call < calls; call++) {
    const before = upstreams.log.length;
    const reply = await parley.call('POST', '/v1/answer', { query: `Is it ${call}?`, model: 'shared' }, headers);
    if (reply.status === 200) succeeded++;
    const asked = upstreams.log.slice(before).map(({ provider }) => provider);
    first[asked[0]!]!++;
    const engine = reply.headers.get('x-parley-engine');
    expect([engine, reply.headers.get('x-parley-attempts')]).toEqual([`${asked.at(-1)}/m`, String(asked.length)]);
    answered.set(reply.headers.get('x-request-id') ?? '', { engine, attempts: String(asked.length) });
  }
  const share = (first.a! / calls) * 100;
  const records = await allRecords();
  const charged = records.reduce((sum, { cost_usd }) => sum + Number(cost_usd), 0);
  const upstream = records.reduce((sum, { upstream_cost_usd }) => sum + Number(upstream_cost_usd), 0);
  console.log(
    `first asked: a ${share.toFixed(1)} %, b ${(100 - share).toFixed(1)} % (75 and 25 wanted); ${failed} of ` +
      `${upstreams.log.length} calls to providers failed; ${succeeded} of ${calls} succeeded; charged ` +
      `$${charged.toFixed(6)}, owed $${(owed.a + owed.b).toFixed(6)}`,
  );
  expect(Math.abs(share - 75)).toBeLessThanOrEqual(3);
  expect(succeeded / calls).toBeGreaterThanOrEqual(0.995);
  expect(failed / upstreams.log.length).toBeGreaterThan(0.15);
  expect(records).toHaveLength(calls);
  for (const { request_id, engine, attempts } of records) {
    expect({ engine, attempts: String(attempts) }).toEqual(answered.get(String(request_id)));
  }
  expect(Math.round(charged * 100)).toBe(Math.round((owed.a + owed.b) * 100));
  expect(Math.abs(upstream - owed.a - owed.b)).toBeLessThan(1e-6 * calls);
}, 180_000);
