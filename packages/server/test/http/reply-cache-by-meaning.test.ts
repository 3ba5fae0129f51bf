import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventsIn, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let service: TestService;
let folder: string;
let said = 0;

const usage = { prompt_tokens: 1000, completion_tokens: 100 };
const choice = (extra: object) => ({ id: 'c', model: 'm', choices: [{ index: 0, finish_reason: null, ...extra }] });

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-alike-'));
  const config = join(folder, 'parley.config.json');
  const prices = { '*': { input: 1000, cached_input: 100, output: 5000 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices: prices } } }),
  );
  service = await startTestService({ env: { PARLEY_CONFIG: config, EMBEDDING_MODEL: 'multilingual-e5-small' } });
  // The encoder takes its time to be loaded; whoever asks meanwhile asks the model.
  const warm = async () => {
    const number = said;
    await ask(`Warm up ${number}?`);
    return (await ask(`Please, warm up ${number}?`)).by;
  };
  await vi.waitFor(async () => expect(await warm()).toBe('hit; by=meaning'), { timeout: 120_000, interval: 500 });
}, 180_000);
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  upstream.requests.length = 0;
});

const byMeaning = { 'x-parley-cache': '600; by=meaning' };
async function ask(
  query: string,
  more: object = {},
  headers: Record<string, string> = byMeaning,
  key = 'test-key-0123456789',
) {
  const words = `answer ${++said}`;
  upstream.answer = ({ body }) =>
    body.stream === true
      ? {
          headers: streamHeaders,
          pieces: [
            `${toEventText([choice({ delta: { content: words } }), choice({ delta: {}, finish_reason: 'stop' }), { ...choice({}), choices: [], usage }]).join('')}data: [DONE]\n\n`,
          ],
        }
      : {
          headers: jsonHeaders,
          pieces: [
            JSON.stringify({
              ...choice({ message: { role: 'assistant', content: words }, finish_reason: 'stop' }),
              usage,
            }),
          ],
        };
  const body = { model: 'openai/m', query, ...more };
  const reply = await service.call('POST', '/v1/answer', body, { authorization: `Bearer ${key}`, ...headers });
  return { ...reply, by: reply.headers.get('x-parley-cache') };
}

it('gives the reply to a question that asked the same in other words, and says what that saved', async () => {
  const first = await ask('What does shipping to Italy cost?');
  const again = await ask('Could you tell me how much shipping to Italy costs?');
  const like = await ask('What is the cost of shipping to Italy?');
  const same = await ask('What does shipping to Italy cost?');
  expect([first, again, like, same].map(({ by }) => by)).toEqual(['miss', 'miss', 'hit; by=meaning', 'hit']);
  expect(like.json.answer).toBe(first.json.answer);
  expect(upstream.requests).toHaveLength(2);
  const id = like.headers.get('x-request-id');
  const record = (await service.admin('GET', `/v1/admin/usage/records?request_id=${id}`)).json.data[0];
  expect(record).toMatchObject({ input_tokens: 0, cost_usd: 0, saved_usd: 1.5, attempts: 0 });
  expect(record.rounds).toMatchObject([{ engine: 'openai/m', from_cache: true, saved_usd: 1.5 }]);
});

it('gives it as a stream where a stream is asked for', async () => {
  const first = await ask('Why is the sky blue?');
  const like = await ask('Can you tell me why the sky is blue?', { stream: true });
  expect(like.by).toBe('hit; by=meaning');
  const events = eventsIn(like.text) as { content?: string; done?: boolean }[];
  expect(events.map(({ content }) => content ?? '').join('')).toBe(first.json.answer);
  expect(events.at(-1)).toMatchObject({ done: true });
});

it('is asked for by a key or a call, and by no other', async () => {
  const { json } = await service.admin('POST', '/v1/admin/keys', {
    limits: { cache_seconds: 600, cache_by: 'meaning' },
  });
  expect(json.limits).toMatchObject({ cache_seconds: 600, cache_by: 'meaning' });
  await ask('How old is the church?', {}, {}, json.key);
  const byKey = await ask('What is the age of the church?', {}, {}, json.key);
  const exact = await ask('Please tell me how old is the church?', {}, { 'x-parley-cache': '600; by=exact' }, json.key);
  const off = await ask('How old is the church?', {}, { 'x-parley-cache': 'off' }, json.key);
  expect([byKey, exact, off].map(({ by }) => by)).toEqual(['hit; by=meaning', 'miss', null]);
  expect((await ask('x', {}, { 'x-parley-cache': '600; by=guess' })).status).toBe(400);
});

it('never takes another figure, name, negation or near miss for the same', async () => {
  const path = new URL('../../../../quality/like-questions/pairs.json', import.meta.url);
  const { same, ...misses }: Record<string, [string, string][]> = JSON.parse(readFileSync(path, 'utf8'));
  let pair = 0;
  /** Each pair by itself: no other has this limit. */
  const outcome = async ([one, other]: [string, string]) => {
    const apart = { max_tokens: 100 + pair++ };
    await ask(one, apart);
    return (await ask(other, apart)).by;
  };
  const wrong: [string, string][] = [];
  for (const some of Object.values(misses).flat()) if ((await outcome(some)) !== 'miss') wrong.push(some);
  expect(wrong).toEqual([]);
  expect(pair).toBe(153);
  let hits = 0;
  for (const some of same ?? []) if ((await outcome(some)) === 'hit; by=meaning') hits++;
  // 44 when it was measured; a machine that is busy lets one or the other wait for too long.
  expect(hits).toBeGreaterThanOrEqual(40);
}, 240_000);

it('wants the same of all else: file, settings, instructions, workspace and what the key may see', async () => {
  const upload = async (text: string) => (await uploadFile(service, 'rates.txt', text)).json.file_id;
  const [one, other] = [await upload('The rate is 4 euros.'), await upload('The rate is 5 euros.')];
  const make = async (more: object) => (await service.admin('POST', '/v1/admin/keys', more)).json.key;
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'other' })).json.id;
  const [theirs, narrower, equal] = [
    await make({ workspace_id: workspace }),
    await make({ scopes: ['text'] }),
    await make({ name: 'like the first' }),
  ];
  const [first, like] = ['How long is the bridge?', 'What is the length of the bridge?'];
  await ask(first, { file_ids: [one] });
  await ask(first);
  const outcomes: (string | null)[] = [];
  for (const [more, key] of [
    [{ file_ids: [one] }],
    [{ file_ids: [other] }],
    [{ temperature: 0.1 }],
    [{ context: 'The bridge is long.' }],
    [{}, theirs],
    [{}, equal],
    [{}, narrower],
  ] as [object, string?][])
    outcomes.push((await ask(like, more, byMeaning, key)).by);
  expect(outcomes).toEqual(['hit; by=meaning', 'miss', 'miss', 'miss', 'miss', 'hit; by=meaning', 'miss']);
});
