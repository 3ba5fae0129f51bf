import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const mega = 1024 * 1024;
const authorization = `Bearer ${apiKey}`;

interface Call {
  path: string;
  method?: string;
  type?: string;
  key?: string;
  bytes: number;
  chunked?: boolean;
  /** Of the body; the rest is filled up. */
  begins?: string;
}

const form = (file: string): string =>
  `--edge\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\ncontent-type: text/plain\r\n\r\n`;
const formType = 'multipart/form-data; boundary=edge';

function headOf(call: Call, more: string[] = []): string {
  const { path, method = 'POST', type = 'application/json', key = authorization, bytes, chunked } = call;
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  return [
    `${method} ${path} HTTP/1.1`,
    'host: parley',
    `authorization: ${key}`,
    `content-type: ${type}`,
    length,
    ...more,
    '',
    '',
  ].join('\r\n');
}

const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Sends everything, and only then reads: as Python's http client does. Rejects when the connection breaks meanwhile. */
async function sendAllThenRead(socket: Socket, call: Call): Promise<string> {
  socket.pause();
  const broken = new Promise<never>((_resolve, reject) => socket.once('error', reject));
  const write = (data: string | Buffer) =>
    Promise.race([broken, new Promise<void>((resolve) => socket.write(data, () => resolve()))]);
  await write(headOf(call));
  const piece = Buffer.alloc(64 * 1024, 'x');
  const part = call.chunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece;
  const begins = call.begins ?? '';
  if (begins) await write(call.chunked ? `${begins.length.toString(16)}\r\n${begins}\r\n` : begins);
  for (let sent = begins.length; sent < call.bytes; sent += piece.length) {
    await write(call.chunked ? part : part.subarray(0, Math.min(piece.length, call.bytes - sent)));
  }
  if (call.chunked) await write('0\r\n\r\n');
  return Promise.race([broken, readAll(socket)]);
}

const readAll = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('end', () => resolve(text));
    socket.resume();
  });

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
const cases: [string, Call, number][] = [
  ['a JSON body over the limit', { path: '/v1/answer', bytes: 11 * mega }, 413],
  ['a JSON body over the limit in chunks', { path: '/v1/answer', bytes: 11 * mega, chunked: true }, 413],
  ['a picture over the limit', { path: '/ocr/image', bytes: 62 * mega }, 413],
  [
    'a picture over the limit in a form',
    { path: '/ocr/image', bytes: 62 * mega, type: formType, begins: form('a.png') },
    413,
  ],
  [
    'a file over the limit in a form',
    { path: '/v1/files/upload', bytes: 60 * mega, type: formType, begins: form('a.txt') },
    413,
  ],
  [
    'a file over the limit in a form in chunks',
    { path: '/v1/files/upload', bytes: 60 * mega, type: formType, begins: form('a.txt'), chunked: true },
    413,
  ],
  [
    'a file with a name that is not taken',
    { path: '/v1/files/upload', bytes: 30 * mega, type: formType, begins: form('a.exe') },
    400,
  ],
  ['a body without a key', { path: '/v1/answer', bytes: 9 * mega, key: 'none' }, 401],
  ['a body with a wrong key', { path: '/v1/answer', bytes: 9 * mega, key: 'Bearer wrong-wrong-wrong' }, 503],
  ['a body to a place of admins', { path: '/v1/admin/keys', bytes: 9 * mega }, 403],
  ['a body of another type', { path: '/v1/answer', bytes: 9 * mega, type: 'application/xml' }, 415],
  ['a body to no address', { path: '/v1/nothing', bytes: 20 * mega, chunked: true }, 404],
  ['a body to another method', { path: '/v1/answer', method: 'PUT', bytes: 20 * mega }, 405],
];

describe('a client that sends all before it reads gets the answer to', () => {
  it.each(cases)(
    '%s',
    async (_name, call, status) => {
      const text = await sendAllThenRead(await open(), call);
      expect(statusOf(text)).toBe(status);
      expect(text).toMatch(/\r\nconnection: close\r\n/i);
      expect(text).toContain('request_id');
    },
    30_000,
  );
});

it('gets the answer to an upload to an address that was altered, and to one that is too large', async () => {
  const { upload_url } = (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' })).json;
  const path = upload_url.slice(upload_url.indexOf('/v1/'));
  const upload = { method: 'PUT', type: 'text/plain', bytes: 60 * mega };
  expect(statusOf(await sendAllThenRead(await open(), { ...upload, bytes: 40 * mega, path: `${path}x` }))).toBe(403);
  expect(statusOf(await sendAllThenRead(await open(), { ...upload, path }))).toBe(413);
  expect(statusOf(await sendAllThenRead(await open(), { ...upload, path, chunked: true }))).toBe(413);
});

it('is answered on a connection that has served before', async () => {
  const socket = await open();
  const body = JSON.stringify({ query: 'What is 2+2?' });
  socket.write(`${headOf({ path: '/v1/answer', bytes: body.length })}${body}`);
  const first = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(`${chunk}`)));
  expect(statusOf(first)).toBe(200);
  expect(statusOf(await sendAllThenRead(socket, { path: '/v1/answer', bytes: 11 * mega }))).toBe(413);
});

it('reaches fetch', async () => {
  for (const bytes of [11 * mega, 62 * mega]) {
    const reply = await service.call('POST', bytes > 60 * mega ? '/ocr/image' : '/v1/answer', 'x'.repeat(bytes));
    expect([reply.status, reply.json.code]).toEqual([413, 'payload_too_large']);
  }
});

describe('a client that asks before it sends', () => {
  const expecting = ['expect: 100-continue'];

  it('is answered without being told to go on when it is refused', async () => {
    for (const [path, bytes, status] of [
      ['/v1/answer', 11 * mega, 413],
      ['/v1/nothing', 5, 404],
    ] as const) {
      const socket = await open();
      socket.write(headOf({ path, bytes }, expecting));
      const text = await readAll(socket);
      expect(statusOf(text)).toBe(status);
    }
  });

  it('is told to go on when its body is wanted', async () => {
    const body = JSON.stringify({ query: 'What is 2+2?' });
    const socket = await open();
    socket.write(headOf({ path: '/v1/answer', bytes: body.length }, [...expecting, 'connection: close']));
    const first = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(`${chunk}`)));
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(statusOf(await readAll(socket))).toBe(200);
  });

  it('is told so before a form and an upload, too', async () => {
    const { upload_url } = (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' })).json;
    const end = '\r\n--edge--\r\n';
    const sent: [Call, string][] = [
      [{ path: '/v1/files/upload', bytes: 0, type: formType }, `${form('a.txt')}words${end}`],
      [{ path: upload_url.slice(upload_url.indexOf('/v1/')), method: 'PUT', bytes: 0, type: 'text/plain' }, 'words'],
    ];
    for (const [call, body] of sent) {
      const socket = await open();
      socket.write(headOf({ ...call, bytes: body.length }, [...expecting, 'connection: close']));
      const first = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(`${chunk}`)));
      expect(first).toContain('100 Continue');
      socket.write(body);
      expect(statusOf(await readAll(socket))).toBe(200);
    }
  });
});
