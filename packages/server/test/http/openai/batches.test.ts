import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { compose } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config.ts';
import { lendProcesses } from '../../lend-processes.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../../test-service.ts';
import { streamHeaders, toEventText, UpstreamServer } from '../../upstream-server.ts';

let vendor: UpstreamServer;
let service: TestService;
let client: OpenAI;
/** What the vendor has counted: the question with its tokens. */
let books: { asked: string; input: number; output: number }[] = [];

const prices = { input: 2, output: 8 };
const usdOf = ({ input, output }: { input: number; output: number }) =>
  (input * prices.input + output * prices.output) / 1e6;
const lastOf = (body: Record<string, unknown>): string => {
  const messages = body.messages as { content: string | { text: string }[] }[];
  const content = messages.at(-1)?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
};

/** Answers each question with itself, and counts tokens by its number. */
const well: UpstreamServer['answer'] = ({ body }) => {
  const asked = lastOf(body);
  const number = Number(/\d+/.exec(asked)?.[0] ?? 0);
  const counted = { asked, input: 100 + number, output: 10 + (number % 7) };
  books.push(counted);
  const usage = {
    prompt_tokens: counted.input,
    completion_tokens: counted.output,
    total_tokens: counted.input + counted.output,
  };
  return {
    headers: streamHeaders,
    pieces: toEventText([
      {
        id: 'c',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { role: 'assistant', content: `Echo: ${asked}` } }],
      },
      { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { id: 'c', object: 'chat.completion.chunk', choices: [], usage },
    ]).concat('data: [DONE]\n\n'),
  };
};

const settings = () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const wire = { type: 'openai', base_url: `${vendor.url}/v1`, api_key: 'sk-1', upstream_prices: { m: prices } };
  writeFileSync(path, JSON.stringify({ providers: { wire } }));
  return { PARLEY_CONFIG: path, BATCH_CONCURRENCY: '8' };
};

beforeAll(async () => {
  vendor = await UpstreamServer.start();
  vendor.answer = well;
  service = await startTestService({ env: settings() });
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
});
beforeEach(() => {
  books = [];
  vendor.answer = well;
});
afterAll(async () => {
  await service.close();
  await vendor.close();
});

const lineOf = (number: number, url = '/v1/chat/completions') => ({
  custom_id: `line-${number}`,
  method: 'POST',
  url,
  body: { model: 'wire/m', messages: [{ role: 'user', content: `question ${number}` }] },
});
const upload = (lines: readonly unknown[], of = client) => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return toFile(Buffer.from(text), 'lines.jsonl').then((file) => of.files.create({ file, purpose: 'batch' }));
};
const begin = async (
  lines: readonly unknown[],
  endpoint: OpenAI.BatchCreateParams['endpoint'] = '/v1/chat/completions',
) => {
  const { id } = await upload(lines);
  return await client.batches.create({
    input_file_id: id,
    endpoint,
    completion_window: '24h',
    metadata: { job: 'nightly' },
  });
};
const ended = async (id: string, of = client): Promise<OpenAI.Batch & { cost_usd: number }> => {
  let batch = await of.batches.retrieve(id);
  const isOver = async () => {
    batch = await of.batches.retrieve(id);
    return ['completed', 'failed', 'expired', 'cancelled'].includes(batch.status);
  };
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 50 });
  return batch as OpenAI.Batch & { cost_usd: number };
};
// The lines of a file, whatever they hold.
// biome-ignore lint/suspicious/noExplicitAny: see above
const linesOf = async (fileId: string | null | undefined, of = client): Promise<any[]> => {
  if (!fileId) return [];
  const text = await (await of.files.content(fileId)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};
/** All records of the ledger. */
const ledger = async (of = service) => {
  const records: {
    request_id: string;
    endpoint: string;
    status: number;
    upstream_cost_usd: number;
    cost_usd: number;
    engine: string;
  }[] = [];
  let after = '';
  do {
    const { json } = await of.admin('GET', `/v1/admin/usage/records?limit=100${after}`);
    records.push(...json.data);
    after = json.next === null ? '' : `&after=${json.next}`;
  } while (after !== '');
  return records;
};
const nanos = (usd: number) => Math.round(usd * 1e9);

describe('POST /v1/batches', () => {
  it("works a file of OpenAI's client off, in order, each line with one record that is the vendor's to the nanodollar", async () => {
    const batch = await begin(Array.from({ length: 120 }, (_, index) => lineOf(index + 1)));
    expect(batch).toMatchObject({
      object: 'batch',
      endpoint: '/v1/chat/completions',
      status: 'validating',
      completion_window: '24h',
      metadata: { job: 'nightly' },
      output_file_id: null,
      errors: null,
    });
    expect(batch.expires_at).toBe(batch.created_at + 86_400);
    const over = await ended(batch.id);
    expect(over).toMatchObject({ status: 'completed', request_counts: { total: 120, completed: 120, failed: 0 } });
    expect(over.error_file_id).toBeNull();
    const lines = await linesOf(over.output_file_id);
    expect(lines.map(({ custom_id }) => custom_id)).toEqual(
      Array.from({ length: 120 }, (_, index) => `line-${index + 1}`),
    );
    expect(lines[41]).toMatchObject({
      error: null,
      response: {
        status_code: 200,
        body: { object: 'chat.completion', choices: [{ message: { content: 'Echo: question 42' } }] },
      },
    });
    const records = (await ledger()).filter(({ request_id }) => request_id.startsWith('batch_req_'));
    expect(records).toHaveLength(120);
    const byId = new Map(records.map((record) => [record.request_id, record]));
    const differences = lines.filter(({ response }) => {
      const asked = String(response.body.choices[0].message.content).slice('Echo: '.length);
      const counted = books.find((entry) => entry.asked === asked);
      return !counted || nanos(byId.get(response.request_id)?.upstream_cost_usd ?? -1) !== nanos(usdOf(counted));
    });
    expect(differences).toEqual([]);
    expect(books).toHaveLength(120);
    const owed = books.reduce((sum, entry) => sum + nanos(usdOf(entry)), 0);
    expect(records.reduce((sum, { upstream_cost_usd }) => sum + nanos(upstream_cost_usd), 0)).toBe(owed);
    expect(nanos(over.cost_usd)).toBe(records.reduce((sum, { cost_usd }) => sum + nanos(cost_usd), 0));
    expect(records[0]).toMatchObject({ endpoint: 'createOpenAIChatCompletion', engine: 'wire/m', status: 200 });
    const file = await client.files.retrieve(over.output_file_id ?? '');
    expect(file).toMatchObject({ purpose: 'batch_output', status: 'processed', filename: `${batch.id}_output.jsonl` });
    expect((await client.files.retrieve(batch.input_file_id)).purpose).toBe('batch');
  });

  it('calls responses, embeddings, completions and our own answers, with the embedded engine too', async () => {
    const make = (url: string, body: object) => [{ custom_id: 'a', method: 'POST', url, body }];
    const answers = {
      '/v1/responses': make('/v1/responses', { model: 'wire/m', input: 'question 5' }),
      '/v1/completions': make('/v1/completions', { model: 'wire/m', prompt: 'question 6' }),
      '/v1/embeddings': make('/v1/embeddings', { model: 'lexical', input: ['one', 'two'] }),
      '/v1/answer': make('/v1/answer', { query: 'What is 2 + 2?' }),
    } as const;
    const bodies: Record<string, unknown> = {};
    for (const [url, lines] of Object.entries(answers)) {
      const over = await ended((await begin(lines, url as '/v1/responses')).id);
      expect([url, over.status, over.request_counts?.completed]).toEqual([url, 'completed', 1]);
      bodies[url] = (await linesOf(over.output_file_id))[0].response.body;
    }
    expect(bodies['/v1/responses']).toMatchObject({ object: 'response', status: 'completed' });
    expect(bodies['/v1/completions']).toMatchObject({
      object: 'text_completion',
      choices: [{ text: 'Echo: question 6' }],
    });
    expect(bodies['/v1/embeddings']).toMatchObject({ data: [{ index: 0 }, { index: 1 }] });
    expect(bodies['/v1/answer']).toMatchObject({ success: true });
  });

  it('says in the file of errors what is wrong with a line, in the shape of its endpoint, and goes on', async () => {
    const wrong = [
      lineOf(1),
      { ...lineOf(2), body: { model: 'wire/m' } },
      { ...lineOf(3), body: { ...lineOf(3).body, stream: true } },
      { ...lineOf(4), body: { ...lineOf(4).body, model: 'nobody/x' } },
      lineOf(5),
    ];
    const over = await ended((await begin(wrong)).id);
    expect(over).toMatchObject({ status: 'completed', request_counts: { total: 5, completed: 2, failed: 3 } });
    const failed = await linesOf(over.error_file_id);
    expect(
      failed.map(({ custom_id, response }) => [
        custom_id,
        response.status_code,
        response.body.error.param ?? response.body.error.code,
      ]),
    ).toEqual([
      ['line-2', 400, 'messages'],
      ['line-3', 400, 'stream'],
      ['line-4', 404, 'model_not_found'],
    ]);
    expect((await linesOf(over.output_file_id)).map(({ custom_id }) => custom_id)).toEqual(['line-1', 'line-5']);
  });

  it('fails a file whose lines cannot be read, with the number of each', async () => {
    const file = [
      '{"custom_id": "a"',
      { ...lineOf(2), custom_id: '' },
      lineOf(3),
      lineOf(3),
      lineOf(4, '/v1/embeddings'),
    ];
    const over = await ended((await begin(file)).id);
    expect(over.status).toBe('failed');
    expect(over.failed_at).toBeTypeOf('number');
    expect(over.errors?.data?.map(({ code, line, param }) => [code, line, param])).toEqual([
      ['invalid_json_line', 1, null],
      ['missing_required_parameter', 2, 'custom_id'],
      ['duplicate_custom_id', 4, 'custom_id'],
      ['invalid_url', 5, 'url'],
    ]);
    expect(books).toEqual([]);
    const empty = await ended((await begin(['', ' '])).id);
    expect(empty.errors?.data?.[0]).toMatchObject({ code: 'empty_file' });
  });

  it('refuses what cannot be begun, and finds nobody else’s', async () => {
    const missing = client.batches.create({
      input_file_id: '3f0c4d1e-7f0a-4a53-9d28-5a0f5b6f2c11',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    await expect(missing).rejects.toMatchObject({ status: 404, code: 'file_not_found', param: 'input_file_id' });
    const { id } = await upload([lineOf(1)]);
    const other = client.batches.create({ input_file_id: id, endpoint: '/v1/videos', completion_window: '24h' });
    await expect(other).rejects.toMatchObject({ status: 400, param: 'endpoint' });
    await expect(client.batches.retrieve('batch_none')).rejects.toMatchObject({ status: 404, code: 'batch_not_found' });
  });

  it('lists them newest first, page by page', async () => {
    const ids = [];
    for (let number = 0; number < 3; number++) ids.unshift((await begin([lineOf(number)])).id);
    await Promise.all(ids.map((id) => ended(id)));
    const listed = [];
    for await (const batch of client.batches.list({ limit: 2 })) {
      listed.push(batch.id);
      if (listed.length === 3) break;
    }
    expect(listed).toEqual(ids);
  });

  it('tries a line again that a vendor refuses for a time, and charges both under one record', async () => {
    let refusals = 2;
    vendor.answer = (request, index) => {
      if (refusals-- > 0)
        return { status: 429, headers: { 'retry-after': '0' }, pieces: ['{"error":{"message":"slow down"}}'] };
      return well(request, index);
    };
    const over = await ended((await begin([lineOf(77)])).id);
    expect(over.request_counts).toEqual({ total: 1, completed: 1, failed: 0 });
    expect(books).toHaveLength(1);
  });

  it('stops at a cancellation: what is done stays, what was not called says so', async () => {
    let open = 0;
    const cancelled = Promise.withResolvers<void>();
    vendor.answer = (request, index) => {
      open += 1;
      const number = Number(/\d+/.exec(lastOf(request.body))?.[0]);
      return number <= 3
        ? well(request, index)
        : { headers: streamHeaders, pieces: [], afterwards: 'reset', until: cancelled.promise };
    };
    const batch = await begin(Array.from({ length: 40 }, (_, index) => lineOf(index + 1)));
    await vi.waitUntil(() => open >= 8, { timeout: 20_000 });
    const asked = await client.batches.cancel(batch.id);
    expect(asked.status).toBe('cancelling');
    cancelled.resolve();
    const over = await ended(batch.id);
    expect(over).toMatchObject({ status: 'cancelled', request_counts: { total: 40, completed: 3, failed: 37 } });
    expect(over.cancelled_at).toBeTypeOf('number');
    const failed = await linesOf(over.error_file_id);
    expect(failed.filter(({ error }) => error?.code === 'batch_cancelled').length).toBeGreaterThanOrEqual(29);
    expect((await linesOf(over.output_file_id)).map(({ custom_id }) => custom_id)).toEqual([
      'line-1',
      'line-2',
      'line-3',
    ]);
    // A call tries a broken connection three times; the line is not called again.
    expect(open).toBeLessThanOrEqual(3 + 8 * 3);
    expect((await client.batches.cancel(batch.id)).status).toBe('cancelled');
  }, 90_000);

  it('goes no further than a budget, and each line says so', async () => {
    const { json: made } = await service.admin('POST', '/v1/admin/keys', {
      name: 'little',
      workspace_id: (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id,
      scopes: ['text', 'files'],
      budget_usd: 0.004,
    });
    const little = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: made.secret ?? made.key, maxRetries: 0 });
    // Less than was held for it, so that the budget is never passed.
    vendor.answer = (request, index) => {
      const answer = well(request, index);
      const counted = books.at(-1);
      if (counted) Object.assign(counted, { input: 5, output: 20 });
      const usage = '"usage":{"prompt_tokens":5,"completion_tokens":20,"total_tokens":25}';
      return { ...answer, pieces: answer.pieces.map((piece) => String(piece).replace(/"usage":\{[^}]*\}/, usage)) };
    };
    const bounded = (number: number) => ({ ...lineOf(number), body: { ...lineOf(number).body, max_tokens: 20 } });
    const { id } = await upload(
      Array.from({ length: 60 }, (_, index) => bounded(index + 1)),
      little,
    );
    const { id: batchId } = await little.batches.create({
      input_file_id: id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    const over = await ended(batchId, little);
    expect(over.status).toBe('completed');
    const failed = await linesOf(over.error_file_id, little);
    expect(failed.length).toBeGreaterThan(20);
    expect(new Set(failed.map(({ response }) => `${response.status_code} ${response.body.error.code}`))).toEqual(
      new Set(['402 budget_exceeded']),
    );
    const spent = books.reduce((sum, entry) => sum + usdOf(entry), 0);
    expect(spent).toBeLessThanOrEqual(0.004);
    expect(spent).toBeGreaterThan(0.002);
    expect(nanos(over.cost_usd)).toBe(nanos(spent));
  });

  it('calls nothing more with a key that was revoked', async () => {
    const { json: made } = await service.admin('POST', '/v1/admin/keys', {
      name: 'gone',
      workspace_id: (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id,
      scopes: ['text', 'files'],
    });
    const gone = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: made.secret ?? made.key, maxRetries: 0 });
    let isRevoked = false;
    let late = 0;
    vendor.answer = (request, index) => {
      if (isRevoked) late += 1;
      return well(request, index);
    };
    const { id } = await upload(
      Array.from({ length: 3000 }, (_, index) => lineOf(index + 1)),
      gone,
    );
    const batch = await gone.batches.create({
      input_file_id: id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    await vi.waitUntil(() => books.length > 10, { timeout: 20_000 });
    await service.admin('DELETE', `/v1/admin/keys/${made.id}`);
    isRevoked = true;
    const over = await ended(batch.id);
    expect(late).toBeLessThanOrEqual(8);
    expect(over.request_counts?.failed).toBeGreaterThan(1000);
    const failed = await linesOf(over.error_file_id);
    expect(failed[0].response).toMatchObject({ status_code: 401, body: { error: { code: 'invalid_api_key' } } });
  }, 90_000);
});

it('goes on where a stopped service left it: no line is lost, none stands twice, and the ledger is the vendor’s books', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const env = {
    ...settings(),
    DATA_DIR: dataDir,
    PARLEY_API_KEY: apiKey,
    PARLEY_ADMIN_KEY: adminKey,
    PARLEY_SECRET: 'a-secret-of-a-test-12',
  };
  const one = await startTestService({ env: { ...env, SHUTDOWN_GRACE_MS: '100' } });
  const first = new OpenAI({ baseURL: `${one.url}/v1`, apiKey, maxRetries: 0 });
  const isHeld = ({ body }: { body: Record<string, unknown> }) => Number(/\d+/.exec(lastOf(body))?.[0]) > 90;
  let held = 0;
  vendor.answer = (request, index) => {
    if (!isHeld(request)) return well(request, index);
    held += 1;
    return { headers: streamHeaders, pieces: [], afterwards: 'hold' };
  };
  const { id: fileId } = await upload(
    Array.from({ length: 400 }, (_, index) => lineOf(index + 1)),
    first,
  );
  const batch = await first.batches.create({
    input_file_id: fileId,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  await vi.waitUntil(() => held >= 8, { timeout: 20_000 });
  await one.service.close();
  expect(books.length).toBe(90);
  vendor.answer = well;
  const config = readConfig({
    ...env,
    PORT: '0',
    LOG_LEVEL: 'silent',
    PARLEY_CHECK_REPLIES: 'true',
    EMBEDDING_MODEL: 'lexical',
  });
  const again = await compose(config, { openProcesses: lendProcesses });
  const url = await again.app.listen({ host: '127.0.0.1', port: 0 });
  const second = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  const over = await ended(batch.id, second);
  expect(over).toMatchObject({ status: 'completed', request_counts: { total: 400, completed: 400, failed: 0 } });
  const lines = await linesOf(over.output_file_id, second);
  expect(lines.map(({ custom_id }) => custom_id)).toEqual(
    Array.from({ length: 400 }, (_, index) => `line-${index + 1}`),
  );
  const admin = async (method: string, path: string) => {
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${adminKey}` } });
    return { status: response.status, headers: response.headers, text: '', json: await response.json() };
  };
  const records = (await ledger({ ...one, admin })).filter(({ request_id }) => request_id.startsWith('batch_req_'));
  expect(records).toHaveLength(400);
  expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(400);
  const owed = books.reduce((sum, entry) => sum + nanos(usdOf(entry)), 0);
  const charged = records.reduce((sum, { upstream_cost_usd }) => sum + nanos(upstream_cost_usd), 0);
  // Of a call that is broken off the prompt is charged as it is estimated: four tokens.
  expect(charged - owed).toBe(held * 4 * prices.input * 1000);
  expect(books).toHaveLength(400);
  await again.close();
}, 90_000);
