import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, makePdf } from '../../../../engines/documents/test/make-pdf.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

const counted = {
  input_tokens: 5,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 300,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
  output_tokens: 9,
};
const whole = (text: string) => ({
  type: 'message',
  role: 'assistant',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text }],
  usage: counted,
});

// US dollars per million tokens; an hour in the cache is twice the price of input.
const prices = { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 };

let folder: string;
let upstream: UpstreamServer;
let connected: TestService;
let embedded: TestService;
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  upstream.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify(whole('Four.'))] });
  folder = mkdtempSync(join(tmpdir(), 'parley-blocks-'));
  const config = join(folder, 'parley.config.json');
  const anthropic = { base_url: upstream.url, api_key: 'k', upstream_prices: { '*': prices } };
  writeFileSync(config, JSON.stringify({ providers: { anthropic } }));
  connected = await startTestService({ env: { PARLEY_MODEL: 'anthropic/claude-sonnet-4-5', PARLEY_CONFIG: config } });
  embedded = await startTestService();
});
afterAll(async () => {
  await connected.close();
  await embedded.close();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const base = { model: 'small-1', max_tokens: 50 };
const send = (body: object, service = connected) => service.call('POST', '/v1/messages', { ...base, ...body });
const lastBody = () => JSON.stringify(upstream.requests.at(-1)?.body);
const hour = { type: 'ephemeral', ttl: '1h' };
const marksIn = (text: string) => text.match(/"cache_control":\{[^}]*\}/g) ?? [];

const upload = async (service: TestService, filename: string, bytes: Buffer): Promise<string> =>
  (await uploadFile(service, filename, bytes)).json.file_id;

describe('marks for the cache of the vendor', () => {
  it('reach it where the caller set them, instead of those of the service', async () => {
    const ephemeral = { type: 'ephemeral' };
    const { status } = await send({
      system: [{ type: 'text', text: 'Be brief.', cache_control: hour }],
      tools: [
        { name: 'look', input_schema: { type: 'object' }, cache_control: hour },
        { name: 'find', input_schema: { type: 'object' } },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'A long text.', cache_control: ephemeral }] },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
      ],
    });
    expect(status).toBe(200);
    const { system, tools, messages } = JSON.parse(lastBody());
    expect(system).toMatchObject([{ text: 'Be brief.', cache_control: hour }]);
    expect(tools).toMatchObject([{ name: 'look', cache_control: hour }, { name: 'find' }]);
    expect(JSON.stringify(messages[0])).toContain('"text":"A long text.","cache_control":{"type":"ephemeral"}');
    expect(marksIn(lastBody())).toHaveLength(3);
  });

  it('are set by the service where the caller has none, and at the end for a mark of the whole request', async () => {
    const messages = [{ role: 'user', content: 'What is 2+2?' }];
    await send({ system: 'Be brief.', messages });
    expect(marksIn(lastBody())).toEqual(['"cache_control":{"type":"ephemeral"}']);
    await send({ system: 'Be brief.', messages, cache_control: hour });
    expect(lastBody()).toContain('"text":"What is 2+2?","cache_control":{"type":"ephemeral","ttl":"1h"}');
    expect(marksIn(lastBody())).toHaveLength(1);
  });

  it('are refused by name where they are wrong or too many', async () => {
    const wrong = await send({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'x' } }] }],
    });
    expect([wrong.status, wrong.json.error.message]).toEqual([
      400,
      expect.stringContaining('messages.0.content.0.cache_control'),
    ]);
    const content = Array.from({ length: 5 }, () => ({
      type: 'text',
      text: 'x',
      cache_control: { type: 'ephemeral' },
    }));
    const many = await send({ messages: [{ role: 'user', content }] });
    expect([many.status, many.json.error.message]).toEqual([400, expect.stringContaining('one too many')]);
  });

  it('cost what the vendor asks: an hour twice the price of input, five minutes 1.25 times', async () => {
    const { json, headers } = await send({ messages: [{ role: 'user', content: 'What is 2+2?' }] });
    expect(json.usage).toEqual(counted);
    const path = `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`;
    const [record] = (await connected.admin('GET', path)).json.data;
    const costUsd = (5 * 3 + 100 * 3.75 + 200 * 6 + 9 * 15) / 1e6;
    expect(record.upstream_cost_usd).toBeCloseTo(costUsd, 9);
    expect(record.cost_usd).toBeCloseTo(costUsd, 9);
  });
});

describe('stored files in blocks', () => {
  it('are pictures where they are', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const file_id = await upload(connected, 'red.png', png);
    const image = { type: 'image', source: { type: 'file', file_id } };
    const text = { type: 'text', text: 'What colour is it?' };
    expect((await send({ messages: [{ role: 'user', content: [image, text] }] })).status).toBe(200);
    expect(lastBody()).toContain(`"media_type":"image/png","data":"${png.toString('base64')}"`);
    const note = await upload(connected, 'note.txt', Buffer.from('no picture'));
    const refused = await send({
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: note } }, text] }],
    });
    expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('is no picture')]);
    const { key } = (await connected.admin('POST', '/v1/admin/keys', { scopes: ['text'] })).json;
    const body = { ...base, messages: [{ role: 'user', content: [image, text] }] };
    const without = await connected.call('POST', '/v1/messages', body, { authorization: `Bearer ${key}` });
    expect(without.status).toBe(403);
  });
});

describe('citations of documents with pages', () => {
  const pdf = makePdf({
    pages: [
      { content: line('This page says nothing of interest.', 72, 700) },
      { content: line('The harbour opens at seven in the morning.', 72, 700) },
    ],
  });
  const question = { type: 'text' as const, text: 'When does the harbour open?' };
  const ask = (source: object) => {
    const document = { type: 'document', title: 'Harbour', source, citations: { enabled: true } };
    return send({ messages: [{ role: 'user', content: [document, question] }] }, embedded);
  };
  const place = { type: 'page_location', document_index: 0, start_page_number: 2, end_page_number: 3 };

  it('name the page, of documents in the request and of stored ones', async () => {
    const inline = await ask({ type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') });
    expect(inline.json.content[0].text).toContain('seven in the morning');
    expect(inline.json.content[0].citations[0]).toMatchObject({ ...place, document_title: 'Harbour' });
    const stored = await ask({ type: 'file', file_id: await upload(embedded, 'harbour.pdf', pdf) });
    expect(stored.json.content[0].citations[0]).toMatchObject(place);
  });

  it('name the characters where there are no pages', async () => {
    const { json } = await ask({
      type: 'text',
      media_type: 'text/plain',
      data: 'The harbour opens at seven in the morning.',
    });
    expect(json.content[0].citations[0]).toMatchObject({ type: 'char_location', start_char_index: 0 });
  });

  it("are read by Anthropic's own client, streamed", async () => {
    const client = new Anthropic({ baseURL: embedded.url, apiKey, maxRetries: 0 });
    const source = { type: 'base64' as const, media_type: 'application/pdf' as const, data: pdf.toString('base64') };
    const document = { type: 'document' as const, source, citations: { enabled: true } };
    const stream = client.messages.stream({ ...base, messages: [{ role: 'user', content: [document, question] }] });
    const [block] = (await stream.finalMessage()).content;
    expect(block).toMatchObject({ type: 'text', citations: [{ type: 'page_location', start_page_number: 2 }] });
  });
});

describe('collections on /v1/chat/completions', () => {
  it('are answered from, for keys that may', async () => {
    const file_id = await upload(
      embedded,
      'notes.md',
      Buffer.from('# Notes\n\nThe lighthouse keeper is called Ingrid.'),
    );
    const { json: collection } = await embedded.call('POST', '/v1/collections', { name: 'Coast' });
    await embedded.call('POST', `/v1/collections/${collection.id}/files`, { file_ids: [file_id] });
    const messages = [{ role: 'user', content: 'What is the lighthouse keeper called?' }];
    const body = { model: 'small-2', messages, collection_ids: [collection.id] };
    await expect
      .poll(async () => (await embedded.call('GET', `/v1/collections/${collection.id}`)).json.files.ready)
      .toBe(1);
    const { json } = await embedded.call('POST', '/v1/chat/completions', body);
    expect(json.choices[0].message.content).toContain('Ingrid');
    expect(json.sources[0]).toMatchObject({ file_id, filename: 'notes.md' });
    const { key } = (await embedded.admin('POST', '/v1/admin/keys', { scopes: ['text'] })).json;
    const refused = await embedded.call('POST', '/v1/chat/completions', body, { authorization: `Bearer ${key}` });
    expect(refused.status).toBe(403);
    const nulls = await embedded.call('POST', '/v1/chat/completions', {
      ...body,
      collection_ids: null,
      collection_filter: null,
    });
    expect(nulls.status).toBe(200);
  });
});

describe('prompts as lists of tokens', () => {
  it.each([
    ['/v1/completions', { prompt: [464, 2420] }, 'prompt'],
    ['/v1/completions', { prompt: [[464, 2420]] }, 'prompt'],
    ['/v1/embeddings', { model: 'lexical', input: [464, 2420] }, 'input'],
    ['/v1/embeddings', { model: 'lexical', input: [[464, 2420]] }, 'input'],
  ])('%s refuses %j by name and says to send the text', async (path, body, param) => {
    const { status, json } = await embedded.call('POST', path, { model: 'small-2', ...body });
    expect([status, json.error.param]).toEqual([400, param]);
    expect(json.error.message).toContain('send the text');
  });
});

it('passes top_k on', async () => {
  await send({ messages: [{ role: 'user', content: 'What is 2+2?' }], top_k: 7 });
  expect(upstream.requests.at(-1)?.body).toMatchObject({ top_k: 7 });
});
