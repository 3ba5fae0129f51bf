import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, makePdf } from '../../../../engines/documents/test/make-pdf.ts';
import { drawScan, makeScan } from '../../../../engines/documents/test/make-scan.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let service: TestService;
let pngId: string;
let pdfId: string;
const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'));

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  const config = join(folder, 'parley.config.json');
  const models = ['gpt-4o', 'blind'].map((name) => ({ id: name, engine: `openai/${name}`, context_length: 32_000 }));
  writeFileSync(config, JSON.stringify({ models }));
  upstream.answer = () => ({
    headers: jsonHeaders,
    pieces: [
      JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content: 'It is red.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5 },
      }),
    ],
  });
  service = await startTestService({
    env: {
      PARLEY_MODEL: 'openai/gpt-4o',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      PARLEY_CONFIG: config,
    },
  });
  const red = { create: { width: 320, height: 200, channels: 3 as const, background: '#c00' } };
  pngId = await upload('red.png', await sharp(red).png().toBuffer());
  const pages = ['First page of the plan', 'Second page of the plan'].map((text) => ({ content: line(text, 72, 700) }));
  pdfId = await upload('plan.pdf', makePdf({ pages }));
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const upload = async (name: string, bytes: Uint8Array): Promise<string> =>
  (await uploadFile(service, name, bytes)).json.file_id;

type Part = { type: string; text?: string; image_url?: { url: string; detail?: string } };
async function materialOf(body: object): Promise<Part[]> {
  const { status } = await service.call('POST', '/v1/answer', { query: 'What is it?', ...body });
  expect(status).toBe(200);
  const messages = upstream.requests.at(-1)?.body.messages as { content: string | Part[] }[];
  const content = messages[1]?.content ?? '';
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

it('shows image files to a model that can see, between the fences of their document', async () => {
  const [before, image, after, ...more] = await materialOf({ file_ids: [pngId], model: 'gpt-4o', image_detail: 'low' });
  expect(before?.text).toMatch(/<document-[0-9a-f]{16} name="red\.png">\nIt is this picture\./);
  expect(image).toMatchObject({ type: 'image_url', image_url: { detail: 'low' } });
  expect(image?.image_url?.url).toMatch(/^data:image\/png;base64,iVBOR/);
  expect(after?.text).toMatch(/<\/document-[0-9a-f]{16}>/);
  expect(more).toEqual([]);
});

it('shows the picture of a file whose id came in capitals', async () => {
  const shown = await materialOf({ file_ids: [pngId.toUpperCase()], model: 'gpt-4o' });
  expect(shown.map(({ type }) => type)).toEqual(['text', 'image_url', 'text']);
  const once = await materialOf({ file_ids: [pngId, pngId.toUpperCase()], model: 'gpt-4o' });
  expect(once.map(({ type }) => type)).toEqual(['text', 'image_url', 'text']);
  const messages = [{ role: 'user', content: 'What is it?', file_ids: [pngId.toUpperCase()] }];
  expect((await service.call('POST', '/v1/conversation', { messages, model: 'gpt-4o' })).status).toBe(200);
  expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain('data:image/png;base64,');
});

it('gives a model that cannot see what OCR read of them, and says when that is nothing', async () => {
  const parts = await materialOf({ file_ids: [pngId], model: 'blind' });
  expect(parts).toHaveLength(1);
  expect(parts[0]?.text).toContain('PNG image, 320x200 pixels');
});

it('shows pages of a PDF as pictures when they are asked for', async () => {
  const plain = await materialOf({ file_ids: [pdfId], model: 'gpt-4o' });
  expect(plain).toHaveLength(1);
  const parts = await materialOf({ file_ids: [pdfId], model: 'gpt-4o', page_images: [2, 9] });
  expect(parts.map(({ type }) => type)).toEqual(['text', 'image_url', 'text']);
  expect(parts[0]?.text).toContain('The pictures that follow show page 2.');
  expect(parts[2]?.text).toContain('First page of the plan');
});

it('shows scanned pages of a PDF inside a message besides their text, and no page whose text says all', async () => {
  const scan = makeScan([await drawScan(['The pump was opened on Monday by Ida Holm.'], 550)], 550).toString('base64');
  const typed = makePdf({ pages: [{ content: line('A page of typed words alone.', 72, 700) }] }).toString('base64');
  const sent = (model: string, path: string, content: object[]) =>
    service
      .call('POST', path, { model, max_tokens: 100, messages: [{ role: 'user', content }] })
      .then(({ status }) => [status, JSON.stringify(upstream.requests.at(-1)?.body)] as const);
  const file = (base64: string) => ({
    type: 'file',
    file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${base64}` },
  });
  const block = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: scan } };
  const ask = { type: 'text', text: 'Who opened it?' };
  for (const [path, part] of [
    ['/v1/chat/completions', file(scan)],
    ['/v1/messages', block],
  ] as const) {
    const [status, body] = await sent('gpt-4o', path, [part, ask]);
    expect([path, status]).toEqual([path, 200]);
    expect(body).toContain('The pictures that follow show page 1.');
    expect(body.match(/data:image\/png;base64,/g)).toHaveLength(1);
    expect(body).toContain('Ida Holm');
  }
  // Neither a page whose text says all, nor any page for a model that cannot see.
  for (const model of ['gpt-4o', 'blind']) {
    const [status, body] = await sent(model, '/v1/chat/completions', [file(typed), ask]);
    expect([model, status, body.includes('data:image')]).toEqual([model, 200, false]);
  }
}, 120_000);
