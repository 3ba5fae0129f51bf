import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  FileFailedError,
  NotFoundError,
  Parley,
  tool,
} from '@parley/sdk';
import { ManagementClient } from '@parley/sdk/management';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { adminKey, apiKey, startTestService, type TestService } from '../../server/test/test-service.ts';

const context = 'The bridge was opened on 4 May 1932 by the mayor. It cost 1,200 pounds.';
let test: TestService;
let parley: Parley;

beforeAll(async () => {
  test = await startTestService();
  parley = new Parley({ baseUrl: test.url, apiKey, adminKey });
});
afterAll(() => test.close());

it('answers a question', async () => {
  const requestIds: Array<string | null> = [];
  const onResponse = (response: Response) => requestIds.push(response.headers.get('x-request-id'));
  const answer = await parley.answer.create({ query: 'When was the bridge opened?', context }, { onResponse });
  expect(answer.answer).toContain('4 May 1932');
  expect(answer.sources?.[0]?.quote).toContain('4 May 1932');
  expect(requestIds[0]).toMatch(/^req_/);
});

it('says how good a reply was', async () => {
  let requestId = '';
  const onResponse = (response: Response) => {
    requestId = response.headers.get('x-request-id') ?? '';
  };
  await parley.answer.create({ query: 'When was the bridge opened?', context }, { onResponse });
  const said = await parley.feedback.give(requestId, { score: 0.5, comment: 'Right day' });
  expect(said).toMatchObject({ request_id: requestId, score: 0.5, comment: 'Right day' });
  await expect(parley.feedback.give('req_none', { score: 1 })).rejects.toBeInstanceOf(NotFoundError);
});

it('streams what the plain call answers, and ends with it', async () => {
  const request = { query: 'When was the bridge opened?', context };
  const plain = await parley.answer.create(request);
  const stream = parley.answer.stream(request);
  let text = '';
  let last: unknown;
  for await (const event of stream) {
    if (event.type === 'text') text += event.text;
    last = event;
  }
  expect(text).toBe(plain.answer);
  expect(await stream.result()).toEqual(plain);
  expect(last).toEqual({ type: 'done', result: plain });
});

it('gives the result of every kind of stream as the plain call does', async () => {
  const messages = [{ role: 'user' as const, content: 'What is 12 times 12?' }];
  const spoken = { model: 'small-2', messages };
  expect(await parley.conversation.stream({ messages }).result()).toEqual(
    await parley.conversation.create({ messages }),
  );
  const chat = await parley.chatCompletions.stream(spoken).result();
  expect(chat.result.response).toEqual((await parley.chatCompletions.create(spoken)).result.response);
  const message = { ...spoken, max_tokens: 100 };
  const { id: _, ...plain } = await parley.messages.create(message);
  expect(await parley.messages.stream(message).result()).toMatchObject(plain);
  const completion = { model: 'small-2', prompt: 'What is 12 times 12?' };
  const { choices, usage } = await parley.completions.create(completion);
  expect(await parley.completions.stream(completion).result()).toMatchObject({ choices, usage });
});

it('parses an answer with zod, valibot and JSON Schema', async () => {
  const request = { query: 'Extract the opening date and the cost.', context: 'Opened: 1932-05-04\nCost: 1200' };
  const shape = z.object({ opened: z.string(), cost: z.number() });
  const { data } = await parley.answer.parse(request, shape);
  const cost: number = data.cost;
  expect(cost).toBe(1200);
  const plain = { type: 'object', properties: { cost: { type: 'number' } }, required: ['cost'] };
  expect((await parley.answer.parse(request, plain)).data).toEqual({ cost: 1200 });
  const { toStandardJsonSchema } = await import('@valibot/to-json-schema');
  const wrapped = toStandardJsonSchema(v.object({ cost: v.number() }));
  expect((await parley.answer.parse(request, wrapped)).data).toEqual({ cost: 1200 });
  await expect(parley.answer.parse(request, v.object({ cost: v.number() }))).rejects.toThrow('to-json-schema');
  const even = z.object({ cost: z.number().refine((value) => value > 5000, 'too cheap') });
  await expect(parley.answer.parse(request, even)).rejects.toThrow('/cost: too cheap');
});

it('runs tools until the agent answers', async () => {
  const asked: string[] = [];
  const get_weather = tool({
    description: 'Current weather of a city.',
    input: z.object({ city: z.string().describe('Name of the city') }),
    run: ({ city }) => {
      asked.push(city);
      return { sky: 'clear', degrees: 21 };
    },
  });
  const run = await parley.agent.run({ prompt: 'What is the weather in Paris?', tools: { get_weather } });
  expect(asked).toEqual(['Paris']);
  expect(run.steps[0]?.results[0]).toMatchObject({ result: { degrees: 21 }, isError: false });
  expect(run.response).toContain('21');
  expect(run.tool_calls).toBeNull();
  expect(run.messages).toHaveLength(4);
});

it('uploads a path, a Blob, bytes and a stream, waits and tells how far it is', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sdk-')), 'bridge.txt');
  writeFileSync(path, context);
  const phases: string[] = [];
  const file = await parley.files.upload(path, {
    onProgress: (progress) => {
      phases.push(progress.phase === 'uploading' ? `${progress.sentBytes}/${progress.totalBytes}` : progress.phase);
    },
  });
  expect(file).toMatchObject({ filename: 'bridge.txt', status: 'ready', file_size: context.length });
  expect(phases[0]).toBe(`0/${context.length}`);
  expect(phases).toContain(`${context.length}/${context.length}`);
  expect(phases.at(-1)).toBe('done');
  const { answer } = await parley.answer.create({ query: 'Who opened the bridge?', file_ids: [file.file_id] });
  expect(answer).toContain('mayor');
  const bytes = new TextEncoder().encode(context);
  for (const source of [
    new File([context], 'a.txt'),
    bytes,
    bytes.buffer,
    new Blob([context]).stream(),
    pieces(bytes),
  ]) {
    const name = source instanceof File ? {} : { filename: 'a.txt' };
    expect(await parley.files.upload(source, name)).toMatchObject({ filename: 'a.txt', status: 'ready' });
  }
  await expect(parley.files.upload(bytes)).rejects.toThrow('filename');
  expect(await (await parley.files.content(file.file_id)).text()).toBe(context);
  expect(await parley.files.text(file.file_id)).toContain('mayor');
});

async function* pieces(bytes: Uint8Array<ArrayBuffer>) {
  yield bytes.slice(0, 10);
  yield bytes.slice(10);
}

it('says why a file could not be read', async () => {
  const broken = new File(['%PDF-1.7\nnothing'], 'broken.pdf');
  const failure = await parley.files.upload(broken).catch((error: unknown) => error);
  expect(failure instanceof FileFailedError || failure instanceof APIError).toBe(true);
  expect(String(failure)).toMatch(/pdf/i);
});

it('goes through all pages of a list', async () => {
  const names: string[] = [];
  for await (const { filename } of parley.files.list({ limit: 2 })) names.push(filename);
  expect(names.length).toBeGreaterThan(4);
  const first = await parley.files.list({ limit: 2 });
  expect(first.data.map(({ filename }) => filename)).toEqual(names.slice(0, 2));
});

it('throws errors by status and code', async () => {
  await expect(parley.files.get('00000000-0000-4000-8000-000000000000')).rejects.toBeInstanceOf(NotFoundError);
  const failure = await parley.answer.create({ query: ' ' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BadRequestError);
  expect(failure).toMatchObject({ status: 400, code: 'invalid_request', isRetryable: false });
  expect(String(failure)).toContain('query is required');
  const stranger = new Parley({ baseUrl: test.url, apiKey: 'parley_wrong' });
  await expect(stranger.answer.create({ query: 'Hello' })).rejects.toBeInstanceOf(AuthenticationError);
  const early = parley.answer.stream({ query: 'Hello', model: 'no-such-model' });
  await expect(early.result()).rejects.toMatchObject({ code: 'model_not_found', status: 400 });
  await expect(
    parley.messages.create({ model: 'no-such', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] }),
  ).rejects.toThrow('no-such');
});

it('manages keys, usage and workspaces with the admin key', async () => {
  const key = await parley.admin.keys.create({ name: 'sdk', scopes: ['text'] });
  const limited = new Parley({ baseUrl: test.url, apiKey: key.key });
  await limited.answer.create({ query: 'What is 2 plus 2?' });
  await expect(limited.files.list()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  const records = await parley.admin.usage.records({ key_id: key.id });
  expect(records.data.some(({ endpoint }) => endpoint === 'createAnswer')).toBe(true);
  const { data } = await parley.admin.usage.sums({ group_by: 'key' });
  expect(data.some(({ group }) => group === key.id)).toBe(true);
  expect((await parley.admin.keys.revoke(key.id)).revoked_at).not.toBeNull();
  expect((await parley.admin.workspaces.list()).data.length).toBeGreaterThan(0);
  expect((await parley.admin.health()).version).toBeTruthy();
});

it('reads models, integrations and the state of the service', async () => {
  expect((await parley.models.list()).map(({ id }) => id).slice(0, 2)).toEqual(['small-2', 'small-1']);
  expect((await parley.models.get('small-2')).id).toBe('small-2');
  expect(Array.isArray(await parley.integrations.list())).toBe(true);
  expect(await parley.service.health()).toEqual({ status: 'ok' });
  expect((await parley.service.readiness()).status).toBe('ready');
  expect((await parley.ocr.health()).ocr_enabled).toBe(true);
});

it('gathers files in a collection, searches it and answers from it', async () => {
  const file = await parley.files.upload(new File([context], 'bridge.txt'));
  const { id } = await parley.collections.create({ name: 'Bridges' });
  await parley.collections.add(id, { file_ids: [file.file_id] });
  expect((await parley.collections.wait(id)).files).toMatchObject({ ready: 1, failed: 0 });
  const { results } = await parley.collections.search(id, { query: 'opened by the mayor' });
  expect(results[0]?.quote).toContain('4 May 1932');
  const { answer } = await parley.answer.create({ query: 'Who opened the bridge?', collection_ids: [id] });
  expect(answer).toContain('mayor');
  for await (const one of parley.collections.files(id)) expect(one.file_id).toBe(file.file_id);
  await parley.collections.remove(id, file.file_id);
  expect((await parley.collections.update(id, { name: 'None' })).files.ready).toBe(0);
  expect((await parley.collections.list()).data.map(({ name }) => name)).toContain('None');
  await parley.collections.delete(id);
  await expect(parley.collections.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

it('reaches every operation by its id, where the service has it', async () => {
  const management = new ManagementClient({ baseUrl: test.url });
  const ids = Object.keys(management.api);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(parley.api)));
  expect(Object.keys(parley.api).length).toBeGreaterThan(80);
  // Pages are for people: they answer HTML, or nothing but a redirect. MCP has clients of its own.
  const isPage = (path: string, operation: object) =>
    /^\/($|docs\/|llms|mcp)|\/integrations\/auth-|\/oidc\/|oauth-protected-resource/.test(path) ||
    /"text\/(html|css|javascript)/.test(JSON.stringify(operation));
  const described = Object.entries((await parley.service.openApi()).paths ?? {})
    .flatMap(([path, methods]) =>
      Object.values(Object(methods)).map((operation) => ({ path, operation: Object(operation) })),
    )
    .flatMap(({ path, operation }) => (isPage(path, operation) ? [] : [String(operation.operationId)]));
  expect(described.length).toBeGreaterThan(80);
  const missing = described.filter((id) => !id.includes('_') && !ids.includes(id));
  expect(missing).toEqual([]);
  expect(await parley.api.getHealth()).toEqual({ status: 'ok' });
  const { answer } = await parley.api.createAnswer({ body: { query: 'What is 2 plus 2?' } });
  expect(answer).toContain('4');
});
