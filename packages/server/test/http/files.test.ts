import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { maxFileBytes } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestReply, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

let service: TestService;
let web: Server;
let webUrl: string;

beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url === '/data.csv') response.setHeader('content-type', 'text/csv').end('a,b\n1,2\n');
    else if (request.url === '/page')
      response.setHeader('content-type', 'text/html').end('<html><body><p>Hello there</p></body></html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  webUrl = `http://127.0.0.1:${port}`;
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await service.close();
  web.close();
});

const upload = (
  bytes: string | Uint8Array,
  name: string,
  fields?: Record<string, string>,
  headers?: Record<string, string>,
): Promise<TestReply> => uploadFile(service, name, bytes, fields, headers);
const put = (url: string, body: string | Uint8Array, method = 'PUT') =>
  fetch(url, {
    method,
    body: method === 'GET' ? null : new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'text/plain' },
  });
const otherKey = async (): Promise<Record<string, string>> => {
  const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
  const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'other' });
  return { authorization: `Bearer ${key.json.key}` };
};

describe('the upload address', () => {
  it('takes the bytes once, then confirming reads them; confirming again is harmless', async () => {
    const asked = await service.call('POST', '/v1/files/upload-url', { filename: 'notes.txt' });
    expect(asked.status).toBe(200);
    const { file_id, upload_url, storage_path, expires_at } = asked.json;
    expect(storage_path).toContain(file_id);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(9 * 60_000);
    const early = await service.call('POST', '/v1/files/confirm-upload', {
      file_id,
      filename: 'notes.txt',
      file_size: 5,
    });
    expect(early).toMatchObject({
      status: 404,
      json: { error: 'File not found in storage', code: 'file_not_in_storage', details: expect.any(String) },
    });
    const bytes = await put(upload_url, 'The bridge was opened in 1932.');
    expect(bytes.status).toBe(200);
    const confirmed = await service.call('POST', '/v1/files/confirm-upload', {
      file_id,
      filename: 'notes.txt',
      file_size: 30,
      wait_ms: longestWaitMs,
    });
    expect(confirmed).toMatchObject({
      status: 200,
      json: {
        success: true,
        id: file_id,
        file_id,
        file_size: 30,
        size: 30,
        kind: 'document',
        status: 'ready',
        pages: null,
        error: null,
        warnings: [],
      },
    });
    const again = await service.call('POST', '/v1/files/confirm-upload', {
      file_id,
      filename: 'notes.txt',
      file_size: 30,
      wait_ms: longestWaitMs,
    });
    expect(again.json).toEqual(confirmed.json);
    expect((await put(upload_url, 'other bytes')).status).toBe(409);
  });

  it('is bound to the file, the method and its time', async () => {
    const first = (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' })).json;
    const second = (await service.call('POST', '/v1/files/upload-url', { filename: 'b.txt' })).json;
    const token = new URL(first.upload_url).searchParams.get('token');
    const answers = await Promise.all([
      put(second.upload_url.replace(/token=.*/, `token=${token}`), 'x'),
      put(`${first.upload_url}x`, 'x'),
      put(first.upload_url.replace(/\?.*/, ''), 'x'),
      put(first.upload_url, 'x', 'POST'),
      put(first.upload_url, 'x', 'GET'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 405, 405]);
    expect(await answers[0]?.json()).toMatchObject({ error: 'Invalid token' });
  });

  it('leaves nothing behind when the upload breaks off', async () => {
    const { upload_url, file_id } = (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' })).json;
    const { port, pathname, search } = new URL(upload_url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nonly a part`, () =>
          socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    await expect
      .poll(
        async () => (await service.call('POST', '/v1/files/confirm-upload', { file_id, file_size: 1000 })).json.code,
      )
      .toBe('file_not_in_storage');
  });

  it('refuses what is too large, and takes exactly the limit', async () => {
    const { upload_url, file_id } = (await service.call('POST', '/v1/files/upload-url', { filename: 'big.txt' })).json;
    const line = Buffer.from(`${'x'.repeat(99)}\n`);
    const exact = Buffer.alloc(maxFileBytes, line);
    expect((await put(upload_url, Buffer.concat([exact, Buffer.from('y')]))).status).toBe(413);
    expect((await put(upload_url, exact)).status).toBe(200);
    const { status, json } = await service.call('POST', '/v1/files/confirm-upload', {
      file_id,
      file_size: maxFileBytes,
      wait_ms: 0,
    });
    expect([status, json.file_size]).toEqual([200, maxFileBytes]);
    await service.call('DELETE', `/v1/files/${file_id}`);
  });

  it.each([
    [{}, 'filename is required'],
    [{ filename: '' }, 'filename is required'],
    [{ filename: 7 }, 'filename must be a string'],
    [{ filename: 'setup.exe' }, 'Unsupported file type: .exe'],
    [{ filename: 'archive.tar.GZ' }, 'Unsupported file type: .gz'],
  ])('is not given for %j', async (body, error) => {
    const { status, json } = await service.call('POST', '/v1/files/upload-url', body);
    expect([status, json.error]).toEqual([400, error]);
  });
});

describe('a file', () => {
  it('goes up in one call, and is answered from with its passages', async () => {
    const text = '# Lease\n\nThe lease ends on 4 May 2031.\n\n# Rent\n\nThe rent is 900 euros a month.\n';
    const { status, json } = await upload(text, 'lease.md', { expires_in: '3600' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      filename: 'lease.md',
      status: 'ready',
      processing_summary: expect.stringContaining('Markdown'),
      metadata: { outline: expect.any(Array) },
    });
    expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).toBeLessThan(3_700_000);
    const answer = await service.call('POST', '/v1/answer', {
      query: 'When does the lease end?',
      file_ids: [json.file_id],
    });
    expect(answer.json.answer).toContain('4 May 2031');
    const [source] = answer.json.sources;
    expect(source).toMatchObject({ file_id: json.file_id, filename: 'lease.md' });
    expect(text.slice(source.start, source.end)).toBe(source.quote);
    expect((await service.call('GET', `/v1/files/${json.file_id}/text`)).text).toBe(text);
  });

  it('with rows is answered from by figures over all of them', async () => {
    const lines = Array.from(
      { length: 5000 },
      (_, row) => `${row % 3 ? 'North' : 'South'},${row},2024-0${1 + (row % 6)}-15`,
    );
    const { json } = await upload(`region,amount,day\n${lines.join('\n')}\n`, 'sales.csv');
    const sum = (keep: (row: number) => boolean) => lines.reduce((total, _, row) => total + (keep(row) ? row : 0), 0);
    const ask = async (query: string) =>
      (await service.call('POST', '/v1/answer', { query, file_ids: [json.file_id] })).json;
    const total = await ask('What is the total amount?');
    expect(total.short_answer).toBe(String(sum(() => true)));
    expect(total.sources[0]).toMatchObject({ file_id: json.file_id, quote: '| South | 0 | 2024-01-15 |' });
    expect((await ask('What is the total amount in the South?')).answer).toContain(String(sum((row) => row % 3 === 0)));
    expect((await ask('How many rows are there for North?')).short_answer).toBe('3333');
    expect((await ask('total amount in March 2024')).answer).toContain(String(sum((row) => row % 6 === 2)));
    const byRegion = (await ask('total amount per region')).answer;
    expect(byRegion).toContain(`- North: ${sum((row) => row % 3 !== 0)}`);
    expect((await ask('What is this file about?')).answer).not.toBe('');
  });

  it('waits no longer than asked', async () => {
    const { json } = await upload('x,y\n1,2\n', 'a.csv', { wait_ms: '0' });
    expect(json.status).toBe('processing');
    expect(json.metadata).toBeNull();
    const answer = await service.call('POST', '/v1/answer', { query: 'How many rows?', file_ids: [json.file_id] });
    expect(answer.status).toBe(200);
  });

  it('comes back as it was sent, under its name and never as a page', async () => {
    const bytes = '<html><script>alert(1)</script></html>';
    const { json } = await upload(bytes, 'prüfung "1".html');
    const { headers, text } = await service.call('GET', `/v1/files/${json.file_id}/content`);
    expect(text).toBe(bytes);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="pr_fung _1_.html"; filename*=UTF-8''pr%C3%BCfung%20%221%22.html`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can be fetched from an address, through the guard', async () => {
    const { status, json } = await service.call('POST', '/v1/files/upload-url', {
      url: `${webUrl}/data.csv`,
      wait_ms: longestWaitMs,
    });
    expect([status, json.filename, json.status, json.metadata.row_count]).toEqual([200, 'data.csv', 'ready', 1]);
    const page = await service.call('POST', '/v1/files/upload-url', { url: `${webUrl}/page`, wait_ms: longestWaitMs });
    expect([page.json.filename, page.json.kind]).toEqual(['page.html', 'document']);
    expect((await service.call('POST', '/v1/files/upload-url', { url: `${webUrl}/none` })).status).toBe(502);
    for (const url of ['http://127.0.0.1:1/x', 'file:///etc/passwd', 'http://169.254.169.254/', 'http://[::1]/']) {
      const refused = await service.call('POST', '/v1/files/upload-url', { url });
      expect([refused.status, refused.json.code]).toEqual([400, 'url_not_allowed']);
    }
  });

  it('that cannot be read is refused with a reason, and says so ever after', async () => {
    const { status, json } = await upload('%PDF-1.7 not really', 'broken.pdf');
    expect(status).toBe(422);
    expect(json).toMatchObject({
      error: 'Failed to process file',
      code: 'file_failed',
      details: expect.any(String),
      file_id: expect.any(String),
    });
    const seen = await service.call('GET', `/v1/files/${json.file_id}`);
    expect(seen.json).toMatchObject({ status: 'failed', error: { code: expect.any(String), message: json.details } });
    const asked = await service.call('POST', '/v1/answer', { query: 'What?', file_ids: [json.file_id] });
    expect([asked.status, asked.json.code, asked.json.file_id]).toEqual([422, 'file_failed', json.file_id]);
    expect((await upload('', 'empty.txt')).status).toBe(422);
    expect((await service.call('GET', `/v1/files/${json.file_id}/text`)).status).toBe(422);
  });

  it('is found by content before its name', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { json } = await upload(png, 'table.csv');
    expect([json.kind, json.metadata.format]).toEqual(['image', 'PNG']);
  });

  it('is gone after its deletion: bytes, text, and for answers', async () => {
    const { json } = await upload('Some text.', 'gone.txt');
    const { file_id } = json;
    expect((await service.call('DELETE', `/v1/files/${file_id}`)).json).toEqual({
      success: true,
      file_id,
      id: file_id,
      deleted: true,
    });
    for (const path of ['', '/content', '/text'])
      expect((await service.call('GET', `/v1/files/${file_id}${path}`)).status).toBe(404);
    const again = await service.call('DELETE', `/v1/files/${file_id}`);
    expect([again.status, again.json.error, again.json.file_id]).toEqual([404, 'File not found', file_id]);
    const asked = await service.call('POST', '/v1/answer', { query: 'What?', file_ids: [file_id] });
    expect([asked.status, asked.json.code, asked.json.file_id]).toEqual([404, 'file_not_found', file_id]);
  });

  it.each([
    ['no form', '{}', { 'content-type': 'application/json' }],
    ['an empty form', new FormData(), {}],
  ])('is refused as %s', async (_name, body, headers) => {
    const answer = await fetch(`${service.url}/v1/files/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'file is required' });
  });

  it('hears of a refusal to its end, also when the connection closes after it', async () => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(3_000_000)]), 'setup.exe');
    const headers = { authorization: `Bearer ${apiKey}`, connection: 'close' };
    const answer = await fetch(`${service.url}/v1/files/upload`, { method: 'POST', body: form, headers });
    expect(answer.status).toBe(400);
  });

  it('is refused with fields that mean nothing', async () => {
    expect((await upload('x', 'x.txt', { expires_in: 'soon' })).status).toBe(400);
    expect((await upload('x', 'x.exe')).json.error).toBe('Unsupported file type: .exe');
  });
});

describe('lists', () => {
  it('go newest first, page by page', async () => {
    const headers = await otherKey();
    const names = ['1.txt', '2.txt', '3.txt'];
    for (const name of names) await upload(name, name, {}, headers);
    const first = await service.call('GET', '/v1/files?limit=2', undefined, headers);
    expect(first.json).toMatchObject({ success: true, has_more: true });
    const second = await service.call('GET', `/v1/files?limit=2&after=${first.json.next}`, undefined, headers);
    expect(second.json).toMatchObject({ has_more: false, next: null });
    expect([...first.json.data, ...second.json.data].map(({ filename }) => filename)).toEqual([
      '3.txt',
      '2.txt',
      '1.txt',
    ]);
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=nonsense']) {
      expect((await service.call('GET', `/v1/files?${query}`, undefined, headers)).status).toBe(400);
    }
  });

  it('give several files by id and leave out unknown ones', async () => {
    const one = (await upload('one', 'one.txt')).json.file_id;
    const two = (await upload('two', 'two.txt')).json.file_id;
    const { json } = await service.call('POST', '/v1/files/metadata', {
      file_ids: [two, randomUUID(), 'nonsense', one],
      user_id: 'u',
    });
    expect(json.map(({ file_id }: { file_id: string }) => file_id)).toEqual([two, one]);
    for (const body of [{}, { file_ids: [] }, { file_ids: 'x' }]) {
      expect((await service.call('POST', '/v1/files/metadata', body)).status).toBe(400);
    }
    expect((await service.call('POST', '/v1/files/metadata', {})).json.error).toBe(
      'file_ids array is required and must not be empty',
    );
  });
});

it('shows the files of a workspace to its own keys only', async () => {
  const { file_id } = (await upload('The secret is 42.', 'secret.txt')).json;
  const headers = await otherKey();
  const tries = await Promise.all([
    service.call('GET', `/v1/files/${file_id}`, undefined, headers),
    service.call('GET', `/v1/files/${file_id}/content`, undefined, headers),
    service.call('GET', `/v1/files/${file_id}/text`, undefined, headers),
    service.call('POST', '/v1/files/confirm-upload', { file_id, file_size: 17 }, headers),
    service.call('POST', '/v1/answer', { query: 'What is the secret?', file_ids: [file_id] }, headers),
    service.call('DELETE', `/v1/files/${file_id}`, undefined, headers),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
  expect((await service.call('POST', '/v1/files/metadata', { file_ids: [file_id] }, headers)).json).toEqual([]);
  expect((await service.call('GET', `/v1/files/${file_id}`)).status).toBe(200);
});

it('answers 404 for ids that are none', async () => {
  for (const id of ['x', '../../etc/passwd', '%00', "'; drop table files; --", randomUUID()]) {
    expect((await service.call('GET', `/v1/files/${encodeURIComponent(id)}`)).status).toBe(404);
  }
});
