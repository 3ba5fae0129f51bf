import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

const calls = Number(process.env.CACHE_CALLS ?? 10_000);
const atOnce = 40;
/** Some ask the same in other words, some nearly the same. */
const questions = [
  'What does the rate cost?',
  'What is the cost of the rate?',
  'What is the rate of 4?',
  'What is the rate of 5?',
  'What is not the rate?',
  'How do I find the rate?',
  'How can I find the rate?',
];

let upstream: UpstreamServer;
let service: TestService;
let folder: string;
const keys: { key: string; workspace: string; file: string; secret: string }[] = [];

/** A vendor that says what it was told: whatever a caller gets tells whose prompt it was the reply to. */
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  upstream.answer = ({ body }) => {
    const secrets = [...new Set(JSON.stringify(body.messages).match(/secret-[a-z]\d/g) ?? ['none'])];
    const message = { role: 'assistant', content: `I was told ${secrets.join(' and ')}.` };
    const reply = { id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    return {
      headers: jsonHeaders,
      pieces: [JSON.stringify({ ...reply, usage: { prompt_tokens: 9, completion_tokens: 9 } })],
    };
  };
  folder = mkdtempSync(join(tmpdir(), 'parley-many-'));
  const config = join(folder, 'parley.config.json');
  const prices = { '*': { input: 1, cached_input: 1, output: 1 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices: prices } } }),
  );
  service = await startTestService({ env: { PARLEY_CONFIG: config, EMBEDDING_MODEL: 'multilingual-e5-small' } });
  for (const name of ['a', 'b', 'c']) {
    const { id } = (await service.admin('POST', '/v1/admin/workspaces', { name })).json;
    for (const own of [1, 2]) {
      const limits = { cache_seconds: 3600, cache_by: 'meaning', requests_per_minute: null, tokens_per_minute: null };
      const made = await service.admin('POST', '/v1/admin/keys', { workspace_id: id, limits });
      const headers = { authorization: `Bearer ${made.json.key}` };
      const secret = `secret-${name}${own}`;
      const file = (await uploadFile(service, 'own.txt', `The rate is ${secret}.`, {}, headers)).json.file_id;
      keys.push({ key: made.json.key, workspace: name, file, secret });
    }
  }
}, 180_000);
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

it(`gives nobody another key’s text in ${calls} calls of six keys, by exact prompts and by meaning`, async () => {
  const counts: Record<string, number> = { miss: 0, hit: 0, 'hit; by=meaning': 0 };
  const wrong: string[] = [];
  let next = 0;
  const ask = async (owner: (typeof keys)[number], number: number, query: string | undefined, maxTokens: number) => {
    const kind = Math.floor(number / 7) % 3;
    const context = `The rate is ${owner.secret}.`;
    const told = kind === 0 ? { file_ids: [owner.file] } : kind === 1 ? { context } : {};
    const body = { model: 'openai/m', query, max_tokens: maxTokens, ...told };
    const reply = await service.call('POST', '/v1/answer', body, { authorization: `Bearer ${owner.key}` });
    const expected = `I was told ${kind === 2 ? 'none' : owner.secret}.`;
    if (reply.json?.answer !== expected) wrong.push(`${number}: ${reply.text.slice(0, 200)}`);
    const outcome = reply.headers.get('x-parley-cache') ?? 'none';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  const caller = async () => {
    for (let number = next++; number < calls; number = next++) {
      const owner = keys[number % keys.length];
      if (!owner) throw new Error('no key');
      const query = questions[Math.floor(number / keys.length) % questions.length];
      // Every few prompts are new ones, so that the cache is written all the time.
      await ask(owner, number, query, 50 + Math.floor(number / 500));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  // Of calls at once the first replies are still open when the others come: these come one after the other.
  for (const [number, owner] of keys.entries())
    for (const query of questions.slice(0, 2)) await ask(owner, 7 * number, query, 40);
  console.info(`${calls} calls: ${JSON.stringify(counts)}, ${wrong.length} with another key’s text`);
  expect(wrong).toEqual([]);
  expect(counts.hit).toBeGreaterThan(calls / 2);
  expect(counts['hit; by=meaning']).toBeGreaterThan(0);
}, 900_000);
