import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError, isAppError } from '../lib/app-error.ts';
import { type FilePart, receiveForm } from './multipart.ts';

let app: FastifyInstance;
let address: string;
let take: (part: FilePart) => Promise<unknown>;
let failures: unknown[];

beforeEach(async () => {
  failures = [];
  take = async ({ filename, mediaType, body }) => ({ filename, mediaType, hash: sha(await buffer(body)) });
  // A body that nobody reads to its end would hold the end up until its connection is too old.
  app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/', async (request) => receiveForm(request, (part) => take(part)));
  app.setErrorHandler((error, _request, reply) => {
    failures.push(error);
    return reply
      .code(isAppError(error) ? error.status : 500)
      .send({ message: error instanceof Error ? error.message : '' });
  });
  address = await app.listen({ port: 0 });
});
afterEach(() => app.close());

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const post = async (form: FormData | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { method: 'POST', body: form, headers });
  return { status: answer.status, body: await answer.json() };
};

it('gives the file as a stream and the fields, before or after it', async () => {
  const bytes = Buffer.alloc(3_000_000, 'parley ');
  const form = new FormData();
  form.append('before', '1');
  form.append('other', new Blob(['not this']), 'other.txt');
  form.append('file', new Blob([bytes], { type: 'text/csv' }), 'größe ä.csv');
  form.append('after', 'zwei');
  expect(await post(form)).toEqual({
    status: 200,
    body: {
      taken: { filename: 'größe ä.csv', mediaType: 'text/csv', hash: sha(bytes) },
      all: [{ filename: 'größe ä.csv', mediaType: 'text/csv', hash: sha(bytes) }],
      fields: { before: '1', after: 'zwei' },
    },
  });
});

it('says that there is no file', async () => {
  const form = new FormData();
  form.append('name', 'x');
  expect((await post(form)).body).toEqual({ taken: null, all: [], fields: { name: 'x' } });
});

it.each([
  ['no form at all', 'text', { 'content-type': 'text/plain' }],
  ['no boundary', 'text', { 'content-type': 'multipart/form-data' }],
  [
    'an unfinished form',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    { 'content-type': 'multipart/form-data; boundary=x' },
  ],
])('refuses %s', async (_name, body, headers) => {
  expect((await post(body, headers)).status).toBe(400);
});

it('answers with what the receiver throws, although the body goes on', async () => {
  take = async () => {
    throw new AppError('payload_too_large', 'Too large.');
  };
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(5_000_000)]), 'a');
  expect(await post(form)).toEqual({ status: 413, body: { message: 'Too large.' } });
});

it('ends when the sender goes away', async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  take = async ({ body }) => {
    begun.resolve();
    await buffer(body).catch(ended.resolve);
  };
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  );
  await begun.promise;
  socket.destroy();
  expect(await ended.promise).toBeInstanceOf(Error);
});
