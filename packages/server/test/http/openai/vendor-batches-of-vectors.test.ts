import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';

/* Embeddings in a batch of the vendor's own, which answers as https://platform.openai.com/docs/api-reference/batch shows it. */

vi.setConfig({ testTimeout: 240_000 });

interface Asked {
  custom_id: string;
  url: string;
  body: { model: string; input: string[]; dimensions?: number };
}

let vendor: Server;
let service: TestService;
let handed: { endpoint: string; requests: Asked[]; status: string } | null = null;
const files = new Map<string, string>();
/** Texts that were asked for one by one, and how often. */
const single: string[] = [];

const price = 0.2;
const listOf = ({ model, input }: Asked['body']) => ({
  object: 'list',
  model,
  data: input.map((one, index) => ({ object: 'embedding', index, embedding: [one.length, 1, 0] })),
  usage: { prompt_tokens: 100 * input.length, total_tokens: 100 * input.length },
});

async function answer(request: IncomingMessage): Promise<[number, object | string]> {
  const path = request.url ?? '';
  const sent = await text(request);
  if (path === '/v1/embeddings') {
    const body = JSON.parse(sent);
    single.push(...body.input);
    return [200, listOf(body)];
  }
  if (path === '/v1/files') {
    files.set('in', sent.slice(sent.indexOf('{"custom_id"'), sent.lastIndexOf('}') + 1));
    return [200, { id: 'in', object: 'file' }];
  }
  if (path === '/v1/batches') {
    const requests = (files.get('in') ?? '').split('\n').map((line) => JSON.parse(line));
    handed = { endpoint: JSON.parse(sent).endpoint, requests, status: 'in_progress' };
    return [200, { id: 'vb', status: 'in_progress' }];
  }
  if (path === '/v1/files/out/content') {
    // One was not done.
    const done = (handed?.requests ?? []).filter(({ body }) => body.input[0] !== 'left');
    const lines = done.map(({ custom_id, body }) => {
      const isWrong = body.input[0] === 'wrong';
      const refusal = { error: { message: 'dimensions is not supported', type: 'invalid_request_error' } };
      return { custom_id, response: { status_code: isWrong ? 400 : 200, body: isWrong ? refusal : listOf(body) } };
    });
    return [200, `\n${lines.map((line) => JSON.stringify(line)).join('\r\n\n')}\nnot JSON\n`];
  }
  if (request.method === 'DELETE') return [200, {}];
  return [200, { id: 'vb', status: handed?.status, output_file_id: 'out', input_file_id: 'in' }];
}

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const openai = {
    type: 'openai',
    base_url: `${url}/v1`,
    api_key: 'sk-1',
    upstream_prices: { '*': { input: price, output: 0 } },
  };
  writeFileSync(path, JSON.stringify({ providers: { openai } }));
  service = await startTestService({
    env: { PARLEY_CONFIG: path, VENDOR_BATCH_LOOK_MS: '50', EMBEDDING_MODEL: 'openai/text-embedding-3-small' },
  });
});
afterAll(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
});

it('hands embeddings to their vendor as a batch at half price, and answers what it leaves and what is too long for one call', async () => {
  const many = Array.from({ length: 2048 }, (_, index) => `text ${index}`);
  const long = ['a', 'b', 'c'].map((letter) => `${letter} word `.repeat(60_000));
  const bodies: object[] = [
    { model: 'openai/text-embedding-3-small', input: 'one' },
    // The usual model by its own name; the same text in two lines is two requests.
    { model: 'text-embedding-3-small', input: ['two', 'three'], encoding_format: 'base64' },
    { model: 'openai/text-embedding-3-small', input: 'one', dimensions: 3 },
    { model: 'openai/text-embedding-3-small', input: 'wrong' },
    { model: 'openai/text-embedding-3-small', input: many },
    { model: 'lexical', input: 'four' },
    { model: 'openai/text-embedding-3-small', input: 'left' },
    { model: 'openai/text-embedding-3-small', input: long },
  ];
  const lines = bodies.map((body, index) => ({
    custom_id: `line-${index}`,
    method: 'POST',
    url: '/v1/embeddings',
    body,
  }));
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'lines.jsonl');
  const headers = { authorization: `Bearer ${apiKey}` };
  const file = await fetch(`${service.url}/v1/files`, { method: 'POST', headers, body: form });
  const { id: input_file_id } = JSON.parse(await file.text());
  const made = await service.call('POST', '/v1/batches', {
    input_file_id,
    endpoint: '/v1/embeddings',
    completion_window: '24h',
  });
  expect(made.status, made.text).toBe(200);
  await vi.waitUntil(() => handed !== null, { timeout: 100_000, interval: 20 });
  expect(handed?.endpoint).toBe('/v1/embeddings');
  // Lines are called several at a time.
  const asked = handed?.requests.map(({ url, body }) => [url, body.model, body.input, body.dimensions]);
  const wanted = [
    ['/v1/embeddings', 'text-embedding-3-small', ['one'], undefined],
    ['/v1/embeddings', 'text-embedding-3-small', ['two', 'three'], undefined],
    ['/v1/embeddings', 'text-embedding-3-small', ['one'], 3],
    ['/v1/embeddings', 'text-embedding-3-small', ['wrong'], undefined],
    ['/v1/embeddings', 'text-embedding-3-small', many, undefined],
    ['/v1/embeddings', 'text-embedding-3-small', ['left'], undefined],
  ];
  expect(asked).toHaveLength(wanted.length);
  expect(asked).toEqual(expect.arrayContaining(wanted));
  // More than the vendor's servers take in one call are no single request; they are asked at once.
  expect(single.toSorted()).toEqual(long);
  if (handed) handed.status = 'completed';
  let batch = made.json;
  await vi.waitUntil(
    async () => {
      batch = (await service.call('GET', `/v1/batches/${made.json.id}`)).json;
      return batch.status === 'completed';
    },
    { timeout: 100_000, interval: 50 },
  );
  expect(batch.request_counts).toEqual({ total: 8, completed: 7, failed: 1 });
  expect(single.toSorted()).toEqual([...long, 'left']);
  const { text: content } = await service.call('GET', `/v1/files/${batch.output_file_id}/content`);
  const done = content
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const named = Object.fromEntries(done.map(({ custom_id, response }) => [custom_id, response]));
  expect(named['line-0'].body).toMatchObject({
    object: 'list',
    model: 'openai/text-embedding-3-small',
    data: [{ index: 0, embedding: [expect.closeTo(3 / Math.hypot(3, 1)), expect.closeTo(1 / Math.hypot(3, 1)), 0] }],
    usage: { prompt_tokens: 100, total_tokens: 100 },
  });
  expect(Buffer.from(named['line-1'].body.data[1].embedding, 'base64')).toHaveLength(12);
  const { json: records } = await service.admin('GET', '/v1/admin/usage/records?limit=100');
  const costs = Object.fromEntries(
    records.data.map((one: { request_id: string; cost_usd: number }) => [one.request_id, one.cost_usd]),
  );
  const usdOf = (texts: number, share = 1) => expect.closeTo((100 * texts * price * share) / 1e6, 9);
  const charged = [0, 1, 2, 4, 5, 6, 7].map((line) => costs[named[`line-${line}`].request_id]);
  expect(charged).toEqual([usdOf(1, 0.5), usdOf(2, 0.5), usdOf(1, 0.5), usdOf(2048, 0.5), 0, usdOf(1), usdOf(3)]);
  expect(batch.cost_usd).toBeCloseTo((100 * (2052 * 0.5 + 4) * price) / 1e6, 9);
});
