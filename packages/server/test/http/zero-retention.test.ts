import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import type { ModelEvent } from '../../src/ports/language-model.ts';
import { type JsonServer, startJsonServer } from '../json-server.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';

/** Asked by callers, and said by the model. */
const asked = `asked-${randomUUID()}`;
const said = `said-${randomUUID()}`;
const model = new ScriptedLanguageModel((prompt): ModelEvent[] | Error => {
  const text = JSON.stringify(prompt.messages);
  if (text.includes('fail early')) return new AppError('upstream_overloaded', 'busy');
  if (text.includes('break off')) return [{ type: 'text-delta', text: `Fo ${said}` }];
  return [
    { type: 'text-delta', text: `Four ${said}.` },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5 } },
  ];
});

let dataDir: string;
let collector: JsonServer;
let service: TestService;

/** Everything that the service may write down is turned on; that it logs no word, whatever is kept, `quiet-logs.test.ts` shows. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-canary-'));
  collector = await startJsonServer(() => ({ body: {} }));
  service = await startTestService({
    env: {
      DATA_DIR: dataDir,
      CALL_CONTENTS: 'keep',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    },
    replacements: { models: routerOf(model) },
  });
});
afterAll(async () => {
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const messages = (text: string) => [{ role: 'user', content: text }];
const tools = [{ name: 'add', description: 'Adds', input_schema: { type: 'object' } }];
/** Every shape in which text is asked for. */
const shapes: [path: string, bodyOf: (text: string) => object][] = [
  ['/v1/answer', (text) => ({ query: text })],
  ['/v1/answer', (text) => ({ query: 'What is said?', context: text })],
  ['/v1/conversation', (text) => ({ messages: messages(text) })],
  ['/v1/agent', (text) => ({ messages: messages(text), tools })],
  ['/v1/chat-completion', (text) => ({ model: 'small-1', messages: messages(text) })],
  ['/v1/messages', (text) => ({ model: 'small-1', max_tokens: 100, messages: messages(text) })],
  ['/v1/chat/completions', (text) => ({ model: 'small-1', messages: messages(text) })],
  ['/v1/completions', (text) => ({ model: 'small-1', prompt: text })],
  ['/v1/responses', (text) => ({ model: 'small-1', input: text })],
];
const ways = ['', 'fail early', 'break off'];

/** Calls each shape in each way, streamed and not, each under an `Idempotency-Key` and with a kept reply asked for. */
async function callAll(headers: Record<string, string>, more: object): Promise<number[]> {
  const statuses: number[] = [];
  for (const [path, bodyOf] of shapes) {
    for (const way of ways) {
      for (const stream of [false, true]) {
        const head = { ...headers, 'idempotency-key': randomUUID(), 'x-parley-cache': '3600' };
        const body = { ...bodyOf(`${asked} ${way}`), ...more, ...(stream && { stream }) };
        statuses.push((await service.call('POST', path, body, head)).status);
      }
    }
    // What is wrong with a request is told in its own words.
    const wrong = { ...bodyOf(asked), ...more, temperature: asked, tags: [`no tag ${asked}`] };
    statuses.push((await service.call('POST', path, wrong, headers)).status);
  }
  return statuses;
}

/** The files under a folder in which one of the canaries stands. */
function filesWith(folder: string, canaries: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path);
      return canaries.some((canary) => bytes.includes(canary));
    });
}
const spans = () => JSON.stringify(collector.calls.map(({ body }) => body));

describe('store: false', () => {
  it.each([
    ['of a call', async () => [{ authorization: `Bearer ${apiKey}` }, { store: false }] as const],
    [
      'in the head of a call',
      async () => [{ authorization: `Bearer ${apiKey}`, 'x-parley-store': 'false' }, {}] as const,
    ],
    [
      'of a key',
      async () => {
        const { key, store } = (await service.admin('POST', '/v1/admin/keys', { store: false })).json;
        expect(store).toBe(false);
        return [{ authorization: `Bearer ${key}` }, {}] as const;
      },
    ],
  ])(
    '%s leaves nothing of what was said in any shape',
    async (_, given) => {
      const [headers, more] = await given();
      const statuses = await callAll(headers, more);
      // Some of each kind came about: answered, refused, failed.
      expect(new Set(statuses)).toEqual(new Set([200, 400, 502, 503]));
      await service.admin('GET', '/v1/admin/usage/records');
      expect(filesWith(dataDir, [asked, said])).toEqual([]);
    },
    300_000,
  );

  it('says of a request that is sent again that its answer was not kept, and does not do it again', async () => {
    const head = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() };
    for (const stream of [false, true]) {
      const body = { query: asked, store: false, stream };
      const own = { ...head, 'idempotency-key': randomUUID() };
      const before = model.prompts.length;
      expect((await service.call('POST', '/v1/answer', body, own)).status).toBe(200);
      expect(model.prompts.length).toBe(before + 1);
      const again = await service.call('POST', '/v1/answer', body, own);
      expect(again).toMatchObject({ status: 409, json: { code: 'idempotency_not_kept' } });
      expect(again.json.message).toContain('answered (200)');
      expect(model.prompts.length).toBe(before + 1);
    }
  });

  it('gives no kept reply and keeps none', async () => {
    const head = { authorization: `Bearer ${apiKey}`, 'x-parley-cache': '3600' };
    const ask = (more: object) => service.call('POST', '/v1/answer', { query: `Kept ${asked}?`, ...more }, head);
    const before = model.prompts.length;
    await ask({ store: false });
    await ask({ store: false });
    expect(model.prompts.length).toBe(before + 2);
    expect((await ask({ store: false })).headers.get('x-parley-cache')).toBeNull();
  });

  it('of a key refuses what can only be done by keeping it', async () => {
    const { key } = (await service.admin('POST', '/v1/admin/keys', { store: false })).json;
    const auth = { authorization: `Bearer ${key}` };
    const response = await service.call(
      'POST',
      '/v1/responses',
      { model: 'small-1', input: asked, background: true },
      auth,
    );
    expect(response).toMatchObject({ status: 400 });
    const research = { instructions: asked, background: true };
    expect(await service.call('POST', '/v1/deep-research', research, auth)).toMatchObject({ status: 400 });
    const stored = (await service.call('POST', '/v1/responses', { model: 'small-1', input: asked }, auth)).json;
    expect(stored.store).toBe(false);
    expect((await service.call('GET', `/v1/responses/${stored.id}`, undefined, auth)).status).toBe(404);
  });

  it('left nothing in the files and the spans either when the service has ended', async () => {
    await service.close();
    expect(filesWith(dataDir, [asked, said])).toEqual([]);
    expect(collector.calls.length).toBeGreaterThan(0);
    expect(spans()).not.toContain(asked);
    expect(spans()).not.toContain(said);
  });
});

it('finds what is kept where it may be, so that the looks above see', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-canary-'));
  const other = await startTestService({
    env: { DATA_DIR: folder, CALL_CONTENTS: 'keep' },
    replacements: { models: routerOf(model) },
  });
  const head = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() };
  expect((await other.call('POST', '/v1/answer', { query: asked }, head)).status).toBe(200);
  await other.close();
  expect(filesWith(folder, [asked]).length).toBeGreaterThan(0);
  expect(filesWith(folder, [said]).length).toBeGreaterThan(0);
  rmSync(folder, { recursive: true, force: true });
});
