import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs } from '../upload-file.ts';

let service: TestService;
const images: Buffer[] = [];
beforeAll(async () => {
  service = await startTestService();
  for (const colour of ['white', 'silver']) {
    images.push(
      await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    );
  }
});
afterAll(() => service.close());

const headers = (key: string) => ({ authorization: `Bearer ${apiKey}`, 'idempotency-key': key });
const send = (path: string, body: string | FormData, key: string, more: Record<string, string> = {}) =>
  fetch(service.url + path, { method: 'POST', body, headers: { ...headers(key), ...more } });
const form = (bytes: Uint8Array, fields: Record<string, string> = {}, name = 'page.png') => {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  return data;
};
const json = { 'content-type': 'application/json' };

it('tells another path from the same request', async () => {
  const body = JSON.stringify({ user_id: 'ann' });
  const first = await send('/v1/integrations/hacker_news/connect', body, 'connect', json);
  expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('Hacker News')]);
  const other = await send('/v1/integrations/wikipedia/connect', body, 'connect', json);
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('idempotency_mismatch')]);
  const again = await send('/v1/integrations/hacker_news/connect', body, 'connect', json);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});

it('tells another query from the same request', async () => {
  const body = JSON.stringify({ query: 'What is 2+2?' });
  expect((await send('/v1/answer?a=1', body, 'query', json)).status).toBe(200);
  expect((await send('/v1/answer?a=2', body, 'query', json)).status).toBe(409);
});

it('tells another form from the same form, whatever its boundary', async () => {
  const [white, silver] = images as [Buffer, Buffer];
  const first = await send('/v1/ocr/image', form(white), 'form');
  expect(first.status).toBe(200);
  const again = await send('/v1/ocr/image', form(white), 'form');
  expect([again.status, again.headers.get('idempotency-replayed'), await again.text()]).toEqual([
    200,
    'true',
    await first.text(),
  ]);
  for (const other of [form(silver), form(white, {}, 'other.png'), form(white, { model: 'x' })]) {
    const reply = await send('/v1/ocr/image', other, 'form');
    expect([reply.status, await reply.text()]).toEqual([409, expect.stringContaining('idempotency_mismatch')]);
  }
});

it('tells a form from JSON under the same key', async () => {
  const [white] = images as [Buffer];
  const body = JSON.stringify({ image: white.toString('base64') });
  expect((await send('/v1/ocr/image', body, 'kind', json)).status).toBe(200);
  expect((await send('/v1/ocr/image', form(white), 'kind')).status).toBe(409);
});

it('uploads the same file once', async () => {
  const text = (words: string) => form(Buffer.from(words), { wait_ms: String(longestWaitMs) }, 'note.txt');
  const first = await (await send('/v1/files/upload', text('one'), 'upload')).text();
  const again = await (await send('/v1/files/upload', text('one'), 'upload')).text();
  expect([again, JSON.parse(first).status]).toEqual([first, 'ready']);
  expect((await send('/v1/files/upload', text('two'), 'upload')).status).toBe(409);
  expect((await service.call('GET', '/v1/files')).json.data).toHaveLength(1);
});

it.each([{}, { 'idempotency-key': 'deep' }])('refuses a body of 100,000 levels with %o', async (more) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const body of [`{"query":"x","context":"y","more":${deep}}`, `{"query":"x","response_format":{"a":${deep}}}`]) {
    const reply = await service.call('POST', '/v1/answer', body, { authorization: `Bearer ${apiKey}`, ...more });
    expect([reply.status, reply.json.code, reply.json.message]).toEqual([
      400,
      'invalid_json',
      expect.stringContaining('levels'),
    ]);
  }
});

it('counts levels, not brackets in texts', async () => {
  const query = `What is 2+2? ${'[{'.repeat(5000)} \\" "`;
  expect((await service.call('POST', '/v1/answer', { query })).status).toBe(200);
});
