import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';

/*
 * Batches that vendors work off as their own. The stand-in answers as https://platform.openai.com/docs/api-reference/batch and
 * https://docs.anthropic.com/en/api/creating-message-batches show it.
 */

vi.setConfig({ testTimeout: 60_000 });

interface Asked {
  custom_id: string;
  body: { model: string; messages: { content: unknown }[]; stream?: boolean };
}
interface VendorBatch {
  id: string;
  metadata: Record<string, string>;
  requests: Asked[];
  status: string;
  createdAt: string;
}

let vendor: Server;
let url: string;
let service: TestService;
let batches: VendorBatch[] = [];
const files = new Map<string, string>();
/** Calls that were made one by one. */
let single: string[] = [];
let cancelled: string[] = [];
let removed: string[] = [];
let hand: 'takes' | 'refuses' | 'loses' = 'takes';
/** What has ended at the vendor without an answer. */
let unanswered = new Set<string>();

const questionOf = ({ messages }: Asked['body']): string =>
  JSON.stringify(messages.at(-1)?.content).match(/question \d+/)?.[0] ?? '';
const openaiReply = (body: Asked['body']) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: body.model,
  choices: [{ index: 0, message: { role: 'assistant', content: `Echo: ${questionOf(body)}` }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
});
const anthropicReply = (body: Asked['body']) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: body.model,
  content: [{ type: 'text', text: `Echo: ${questionOf(body)}` }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1000, output_tokens: 100 },
});

function outputOf({ requests }: VendorBatch): string {
  return requests
    .filter(({ body }) => !unanswered.has(questionOf(body)))
    .map(({ custom_id, body }) => {
      const isWrong = questionOf(body) === 'question 13';
      const refusal = { error: { message: 'The image is broken.', type: 'invalid_request_error', code: null } };
      const response = {
        status_code: isWrong ? 400 : 200,
        request_id: 'r',
        body: isWrong ? refusal : openaiReply(body),
      };
      return JSON.stringify({ id: `batch_req_${custom_id}`, custom_id, response, error: null });
    })
    .reverse()
    .join('\n');
}

async function answer(request: IncomingMessage): Promise<[number, object | string] | 'lost'> {
  const path = request.url ?? '';
  const sent = await text(request);
  const [, id = '', what = ''] = /\/batches\/([^/?]+)\/?(.*)$/.exec(path) ?? [];
  const found = batches.find((batch) => batch.id === id);
  const shown = (batch: VendorBatch) => ({
    ...{ id: batch.id, object: 'batch', status: batch.status, metadata: batch.metadata },
    ...{
      input_file_id: `in-${batch.id}`,
      output_file_id: batch.status === 'completed' || batch.status === 'cancelled' ? `out-${batch.id}` : null,
    },
    processing_status: batch.status === 'completed' || batch.status === 'cancelled' ? 'ended' : 'in_progress',
    created_at: batch.createdAt,
    request_counts: { processing: batch.requests.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  });
  if (path.endsWith('/chat/completions') || path.endsWith('/v1/messages')) {
    const body = JSON.parse(sent);
    single.push(questionOf(body));
    return [200, path.endsWith('/messages') ? anthropicReply(body) : openaiReply(body)];
  }
  if (request.method === 'DELETE') {
    removed.push(path);
    return [200, { deleted: true }];
  }
  if (path === '/v1/files') {
    const file = `file-${files.size + 1}`;
    files.set(file, sent.slice(sent.indexOf('{"custom_id"'), sent.lastIndexOf('}') + 1));
    return [200, { id: file, object: 'file', purpose: 'batch' }];
  }
  if (path.includes('/files/')) {
    const batch = batches.find((one) => path.includes(`out-${one.id}`));
    return batch ? [200, outputOf(batch)] : [404, {}];
  }
  if (request.method === 'POST' && path.endsWith('/batches')) {
    if (hand === 'refuses')
      return [400, { error: { message: 'Batches are not enabled.', type: 'invalid_request_error' } }];
    const json = JSON.parse(sent);
    const requests: Asked[] = json.requests
      ? json.requests.map((one: { custom_id: string; params: object }) => ({
          custom_id: one.custom_id,
          body: one.params,
        }))
      : (files.get(json.input_file_id) ?? '').split('\n').map((line) => JSON.parse(line));
    const made = {
      id: `vb-${batches.length + 1}`,
      metadata: json.metadata ?? {},
      requests,
      status: 'in_progress',
      createdAt: new Date().toISOString(),
    };
    batches.push(made);
    return hand === 'loses' ? 'lost' : [200, shown(made)];
  }
  if (path.includes('/batches?')) return [200, { data: batches.map(shown), has_more: false }];
  if (found && what === 'cancel') {
    cancelled.push(found.id);
    found.status = 'cancelled';
  }
  if (found && what === 'results') {
    const lines = found.requests.map(({ custom_id, body }) => {
      const result = unanswered.has(questionOf(body))
        ? { type: 'expired' }
        : { type: 'succeeded', message: anthropicReply(body) };
      return JSON.stringify({ custom_id, result });
    });
    return [200, lines.join('\n')];
  }
  return found ? [200, shown(found)] : [404, {}];
}

const prices = { input: 2, output: 8 };
const wholeUsd = (1000 * prices.input + 100 * prices.output) / 1e6;
const settings = (more: Record<string, string> = {}) => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const shared = { api_key: 'sk-1', upstream_prices: { '*': prices } };
  const providers = {
    openai: { type: 'openai', base_url: `${url}/v1`, ...shared },
    anthropic: { type: 'anthropic', base_url: url, ...shared },
    wire: { type: 'openai', base_url: `${url}/v1`, ...shared },
  };
  writeFileSync(path, JSON.stringify({ providers }));
  return { PARLEY_CONFIG: path, PARLEY_MODEL: 'reader', VENDOR_BATCH_LOOK_MS: '50', ...more };
};

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const answered = await answer(request);
    if (answered === 'lost') return request.socket.destroy();
    const [status, body] = answered;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  service = await startTestService({ env: settings() });
});
beforeEach(() => {
  [batches, single, cancelled, removed, hand] = [[], [], [], [], 'takes'];
  unanswered = new Set();
});
afterAll(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
});

const lineOf = (number: number, model = 'openai/m', more: object = {}) => ({
  custom_id: `line-${number}`,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model, messages: [{ role: 'user', content: `question ${number}` }], ...more },
});
async function begin(lines: object[], of = service): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'lines.jsonl');
  const headers = { authorization: `Bearer ${apiKey}` };
  const file = await fetch(`${of.url}/v1/files`, { method: 'POST', headers, body: form });
  const { id } = JSON.parse(await file.text());
  const made = await of.call('POST', '/v1/batches', {
    input_file_id: id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  expect(made.status, made.text).toBe(200);
  return made.json.id;
}
const isOver = (status: string) => ['completed', 'failed', 'expired', 'cancelled'].includes(status);
async function ended(id: string, of = service) {
  let batch = await of.call('GET', `/v1/batches/${id}`);
  await vi.waitUntil(
    async () => {
      batch = await of.call('GET', `/v1/batches/${id}`);
      return isOver(batch.json.status);
    },
    { timeout: 40_000, interval: 50 },
  );
  return batch.json;
}
async function linesOf(fileId: string | null, of = service) {
  if (fileId === null) return [];
  const { text: content } = await of.call('GET', `/v1/files/${fileId}/content`);
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
const costsOf = async (of = service): Promise<Record<string, number>> => {
  const { json } = await of.admin('GET', '/v1/admin/usage/records?limit=100');
  return Object.fromEntries(
    json.data.map((one: { request_id: string; cost_usd: number }) => [one.request_id, one.cost_usd]),
  );
};
const handedOver = () => vi.waitUntil(() => batches.length > 0, { timeout: 20_000, interval: 20 });

it('hands lines to their vendor at half price, answers the others itself, and asks again what the vendor left', async () => {
  unanswered.add('question 12');
  const id = await begin([
    lineOf(11),
    lineOf(12),
    lineOf(13),
    lineOf(14, 'wire/m'),
    lineOf(15, 'openai/m', { store: false }),
    lineOf(16, 'openai/other'),
  ]);
  await vi.waitUntil(() => batches.length === 2, { timeout: 20_000, interval: 20 });
  expect(new Set(single)).toEqual(new Set(['question 14', 'question 15']));
  const asked = batches.map(({ requests }) => requests.map(({ body }) => [body.model, questionOf(body), body.stream]));
  expect(asked).toEqual([
    [
      ['m', 'question 11', undefined],
      ['m', 'question 12', undefined],
      ['m', 'question 13', undefined],
    ],
    [['other', 'question 16', undefined]],
  ]);
  expect(batches.every(({ metadata }) => /^vendorbatch_/.test(metadata.parley_mark ?? ''))).toBe(true);
  for (const one of batches) one.status = 'completed';
  const batch = await ended(id);
  expect(batch).toMatchObject({ status: 'completed', request_counts: { total: 6, completed: 5, failed: 1 } });
  const done = await linesOf(batch.output_file_id);
  expect(done.map(({ custom_id: line }) => line)).toEqual(['line-11', 'line-12', 'line-14', 'line-15', 'line-16']);
  expect(done[0].response.body).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'Echo: question 11' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
  });
  const [failed] = await linesOf(batch.error_file_id);
  expect([failed.custom_id, failed.response.status_code]).toEqual(['line-13', 400]);
  const costs = await costsOf();
  const [half, whole] = [wholeUsd / 2, wholeUsd];
  const charged = done.map(({ response }) => costs[response.request_id]);
  expect(charged).toEqual([half, whole, whole, whole, half]);
  expect(batch.cost_usd).toBeCloseTo(2 * half + 3 * whole, 9);
  expect(single).toContain('question 12');
  // Nothing is left at the vendor.
  expect(removed.filter((path) => path.includes('in-vb') || path.includes('out-vb'))).toHaveLength(4);
});

it("hands message batches to Anthropic, and keeps the shape of Anthropic's replies", async () => {
  const requests = [21, 22].map((number) => ({
    custom_id: `one-${number}`,
    params: { model: 'anthropic/claude', max_tokens: 50, messages: [{ role: 'user', content: `question ${number}` }] },
  }));
  const made = await service.call('POST', '/v1/messages/batches', { requests });
  expect(made.status, made.text).toBe(200);
  await handedOver();
  expect(batches[0]?.requests.every(({ custom_id }) => /^[a-zA-Z0-9_-]{1,64}$/.test(custom_id))).toBe(true);
  if (batches[0]) batches[0].status = 'completed';
  let view = made;
  await vi.waitUntil(
    async () => {
      view = await service.call('GET', `/v1/messages/batches/${made.json.id}`);
      return view.json.processing_status === 'ended';
    },
    { timeout: 40_000, interval: 50 },
  );
  expect(view.json).toMatchObject({ request_counts: { succeeded: 2 } });
  expect(view.json.cost_usd).toBeCloseTo(wholeUsd, 9);
  const { text: results } = await service.call('GET', `/v1/messages/batches/${made.json.id}/results`);
  const first = JSON.parse(results.split('\n')[0] ?? '');
  expect(first).toMatchObject({
    custom_id: 'one-21',
    result: { type: 'succeeded', message: { content: [{ type: 'text', text: 'Echo: question 21' }] } },
  });
  expect(single).toEqual([]);
});

it('goes on with the queue where the vendor refuses, and where it is switched off', async () => {
  hand = 'refuses';
  const refused = await ended(await begin([lineOf(31), lineOf(32)]));
  expect(refused).toMatchObject({ status: 'completed', request_counts: { completed: 2 } });
  expect(refused.cost_usd).toBeCloseTo(2 * wholeUsd, 9);
  hand = 'takes';
  const off = await startTestService({ env: settings({ VENDOR_BATCHES: 'none' }) });
  try {
    const alone = await ended(await begin([lineOf(33)], off), off);
    expect(alone.cost_usd).toBeCloseTo(wholeUsd, 9);
  } finally {
    await off.close();
  }
  expect(batches).toEqual([]);
  expect(single.toSorted()).toEqual(['question 31', 'question 32', 'question 33']);
});

it('finds a batch again whose answer was lost, and hands nothing over twice over a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-vendor-batch-'));
  const env = settings({ DATA_DIR: dataDir });
  hand = 'loses';
  let own = await startTestService({ env });
  const id = await begin([lineOf(41), lineOf(42)], own);
  await handedOver();
  hand = 'takes';
  await own.close();
  own = await startTestService({ env });
  try {
    await vi.waitUntil(async () => (await own.call('GET', `/v1/batches/${id}`)).json.status === 'in_progress', {
      timeout: 20_000,
      interval: 50,
    });
    expect(single).toEqual([]);
    if (batches[0]) batches[0].status = 'completed';
    const batch = await ended(id, own);
    expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: 2 } });
    expect(batch.cost_usd).toBeCloseTo(wholeUsd, 9);
    expect([batches.length, single]).toEqual([1, []]);
  } finally {
    await own.close();
  }
});

it('cancels at the vendor, and keeps what was done there until then', async () => {
  unanswered.add('question 52');
  const id = await begin([lineOf(51), lineOf(52)]);
  await handedOver();
  expect((await service.call('POST', `/v1/batches/${id}/cancel`, {})).status).toBe(200);
  const batch = await ended(id);
  expect(batch).toMatchObject({ status: 'cancelled', request_counts: { total: 2, completed: 1, failed: 1 } });
  expect(cancelled).toEqual(['vb-1']);
  expect((await linesOf(batch.error_file_id))[0].error.code).toBe('batch_cancelled');
  expect(batch.cost_usd).toBeCloseTo(wholeUsd / 2, 9);
  expect(single).toEqual([]);
});
