import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { line, makePdf } from '../../../../engines/documents/test/make-pdf.ts';
import { drawScan, makeScan } from '../../../../engines/documents/test/make-scan.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

// OCR by real engines, in processes that must start first.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 90_000 });

const marks = ['harbour', 'kitchen', 'garden', 'letter'];
/** Low pages: what is read is one line. */
const height = 550;
let scan: Buffer;
beforeAll(async () => {
  const pages = marks.map((mark) => drawScan([`This page speaks of the ${mark} alone.`], height));
  scan = makeScan(await Promise.all(pages), height);
});

/** Takes webhooks, and answers as Mistral's OCR does. */
const webhooks: { headers: Record<string, unknown>; body: string }[] = [];
let pagesPaid = 0;
const world = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/hook') webhooks.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
  else pagesPaid++;
  response.end(JSON.stringify({ pages: [{ markdown: '' }] }));
});
let site = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve));
  site = `127.0.0.1:${(world.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

/** Who asks too often for long is told so, without a status. */
const ended = (run: { status?: string }) =>
  run.status !== undefined && run.status !== 'queued' && run.status !== 'running';

describe('a PDF in the background', () => {
  let parley: TestService;
  beforeAll(async () => {
    parley = await startTestService({ env: { OCR_PROCESSES: '1', ALLOW_PRIVATE_ADDRESSES: site } });
  });
  afterAll(() => parley.close());
  const begin = (body: object, headers: Record<string, string> = {}) =>
    parley.call('POST', '/v1/ocr/pdf', body, { authorization: `Bearer ${apiKey}`, ...headers });
  const look = async (id: string, query = '') => (await parley.call('GET', `/v1/ocr/pdf/${id}${query}`)).json;
  const wait = (id: string) => vi.waitUntil(async () => ended(await look(id)), { timeout: 250_000, interval: 300 });

  it('is accepted at once, tells how far it is, and has its result when it is done', async () => {
    const form = new FormData();
    form.append('background', 'true');
    form.append('webhook_url', `http://${site}/hook`);
    form.append('file', new Blob([new Uint8Array(scan)]), 'scan.pdf');
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'once' };
    const reply = await fetch(`${parley.url}/ocr/pdf`, { method: 'POST', headers, body: form });
    const started: Record<string, string> = Object(await reply.json());
    expect(reply.status).toBe(202);
    expect(started).toMatchObject({ success: true, status: 'queued', pages_processed: 0, total_pages: marks.length });
    const id = started.ocr_id ?? '';
    const seen = new Set<number>();
    await vi.waitUntil(
      async () => {
        const run = await look(id, '?limit=1');
        seen.add(run.pages_processed);
        return ended(run);
      },
      // Where this takes a minute, whoever asks more often may ask nothing else.
      { timeout: 250_000, interval: 200 },
    );
    expect(seen.size).toBeGreaterThan(2);
    const run = await look(id);
    expect(run).toMatchObject({
      success: true,
      status: 'completed',
      pages_processed: marks.length,
      total_pages: marks.length,
    });
    for (const [index, mark] of marks.entries()) {
      const page = run.pages[index];
      expect(page).toMatchObject({ page_number: index + 1, success: true, method: 'parley_document_ai' });
      expect(page.text).toContain(mark);
      expect(page.raw_response.pages[0].blocks[0].words.length).toBeGreaterThan(5);
    }
    expect(run.text).toBe(run.pages.map((page: { text: string }) => page.text).join('\n\n'));
    const part = await look(id, '?first_page=2&limit=2');
    expect(part.pages.map((page: object) => 'raw_response' in page)).toEqual([false, true, true, false]);

    await expect.poll(() => webhooks.length).toBe(1);
    const [{ headers: sent, body }] = webhooks as [(typeof webhooks)[0]];
    const secret = Buffer.from((started.webhook_secret ?? '').replace('whsec_', ''), 'base64');
    const signed = `${sent['webhook-id']}.${sent['webhook-timestamp']}.${body}`;
    expect(sent['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'ocr.completed',
      data: { ocr_id: id, pages_processed: marks.length },
    });
    const { json: usage } = await parley.admin('GET', '/v1/admin/usage/records?limit=100');
    const records = usage.data.filter((record: { endpoint: string }) => record.endpoint === 'readPdf');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ model: 'parley-ocr', status: 200, cost_usd: 0 });
  });

  it('begins once for one idempotency key', async () => {
    const body = { pdf: scan.toString('base64'), background: true };
    const first = await begin(body, { 'idempotency-key': 'twice' });
    const second = await begin(body, { 'idempotency-key': 'twice' });
    expect(second.json.ocr_id).toBe(first.json.ocr_id);
    await parley.call('POST', `/v1/ocr/pdf/${first.json.ocr_id}/cancel`);
  });

  it('is cancelled, keeps the pages that were done, and stays so', async () => {
    const { json: started } = await begin({ pdf: scan.toString('base64'), background: true });
    const id = started.ocr_id;
    await vi.waitUntil(async () => (await look(id)).pages_processed > 0, { timeout: 60_000, interval: 100 });
    const { json: cancelled } = await parley.call('POST', `/v1/ocr/pdf/${id}/cancel`);
    expect(cancelled).toMatchObject({ success: true, status: 'cancelled' });
    expect(cancelled.pages.length).toBeGreaterThan(0);
    expect(cancelled.pages.length).toBeLessThan(marks.length);
    expect((await parley.call('POST', `/v1/ocr/pdf/${id}/cancel`)).json.status).toBe('cancelled');
  });

  it('opens with its password, which nothing that is stored shows', async () => {
    const pages = [{ content: line('Secret words', 72, 700) }];
    const locked = makePdf({ pages, password: 'sesame' }).toString('base64');
    const refused = await begin({ pdf: locked, background: true });
    expect(refused).toMatchObject({ status: 400, json: { code: 'pdf_password_required' } });
    const { json: started } = await begin({ pdf: locked, background: true, password: 'sesame' });
    await wait(started.ocr_id);
    expect(await look(started.ocr_id)).toMatchObject({ status: 'completed', text: 'Secret words' });
  });

  it('is refused at once when it is none, and its id is known in its own workspace only', async () => {
    const wrong = Buffer.from('%PDF-1.4 and nothing else').toString('base64');
    expect(await begin({ pdf: wrong, background: true })).toMatchObject({ status: 400, json: { code: 'invalid_pdf' } });
    const pdf = makePdf({ pages: [{ content: line('Ours alone', 72, 700) }] }).toString('base64');
    const { json: started } = await begin({ pdf, background: true });
    await wait(started.ocr_id);
    const { json: other } = await parley.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const { json: key } = await parley.admin('POST', '/v1/admin/keys', { workspace_id: other.id, name: 'k' });
    const path = `/v1/ocr/pdf/${started.ocr_id}`;
    const authorization = { authorization: `Bearer ${key.key}` };
    expect(await parley.call('GET', path, undefined, authorization)).toMatchObject({
      status: 404,
      json: { code: 'ocr_not_found' },
    });
  });
});

describe('a PDF in the background whose process is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-ocr-runs-'));
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start() {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
    const mistral = {
      MISTRAL_API_KEY: 'k',
      MISTRAL_BASE_URL: `http://${site}`,
      OCR_READER: 'mistral/mistral-ocr-latest',
    };
    const settings = { PORT: '0', PARLEY_MODEL: 'reader', OCR_PROCESSES: '1', ALLOW_PRIVATE_ADDRESSES: site };
    const keys = { PARLEY_API_KEY: apiKey, PARLEY_ADMIN_KEY: 'admin-key-0123456789' };
    const entry = process.env.TEST_SERVICE || join(import.meta.dirname, '../../bin/parley.js');
    const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...mistral, ...settings, ...keys };
    const child = spawn('node', [entry], { env });
    children.push(child);
    let text = '';
    const url = await new Promise<string>((resolve) => {
      child.stdout?.on('data', (chunk) => {
        text += chunk;
        const address = /listens on (\S+)/.exec(text)?.[1];
        if (address) resolve(address);
      });
    });
    const call = async (method: string, path: string, body?: object, key: string = apiKey) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return JSON.parse(await reply.text());
    };
    return { child, call };
  }

  it('goes on with the first page that was not done, and charges each page once', async () => {
    pagesPaid = 0;
    const first = await start();
    const body = { pdf: scan.toString('base64'), background: true };
    const { ocr_id: id } = await first.call('POST', '/v1/ocr/pdf', body);
    const pages = () =>
      readdirSync(join(dataDir, 'blobs', 'ocr-runs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /^\d+\.json$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
    await vi.waitUntil(() => pages().length >= 2, { timeout: 100_000, interval: 20 });
    first.child.kill('SIGKILL');
    await new Promise((resolve) => first.child.once('exit', resolve));
    const done = new Map(pages().map((page) => [page, statSync(page).mtimeMs]));
    expect(done.size).toBeLessThan(marks.length);

    const second = await start();
    const look = () => second.call('GET', `/v1/ocr/pdf/${id}`);
    await vi.waitUntil(async () => ended(await look()), { timeout: 250_000, interval: 300 });
    const run = await look();
    expect(run).toMatchObject({ status: 'completed', pages_processed: marks.length });
    for (const [index, mark] of marks.entries()) expect(run.pages[index].text).toContain(mark);
    // What was done is not done again, and of what was under way at the kill one page was.
    for (const [page, time] of done) expect(statSync(page).mtimeMs).toBe(time);
    expect(pagesPaid).toBeLessThanOrEqual(marks.length + 1);
    const usage = await second.call('GET', '/v1/admin/usage/records?limit=100', undefined, 'admin-key-0123456789');
    const records = usage.data.filter((record: { endpoint: string }) => record.endpoint === 'readPdf');
    expect(records).toHaveLength(1);
    expect(records[0].cost_usd).toBeCloseTo(0.001 * marks.length, 9);
    second.child.kill('SIGTERM');
    await new Promise((resolve) => second.child.once('exit', resolve));
  });
});
