import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

const limitMs = 1000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { REQUEST_SILENCE_SECONDS: '1' } });
});
afterAll(() => service.close());

interface Opened {
  socket: Socket;
  /** What came until the service closed the connection. */
  answer: Promise<string>;
}

/** Sends a head and the beginning of a body that has 1000 bytes more. */
function begin(path: string, type: string, body: string): Opened {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: parley\r\nauthorization: Bearer ${apiKey}\r\nconnection: close\r\ncontent-type: ${type}\r\n` +
      `content-length: ${body.length + 1000}\r\n\r\n${body}`,
  );
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return { socket, answer: once(socket, 'end').then(() => text) };
}

const form =
  '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nwords';

describe('a body that stops coming', () => {
  it.each([
    ['as JSON', '/v1/answer', 'application/json', '{"query": "'],
    ['in the shape of OpenAI', '/v1/chat/completions', 'application/json', '{"model": "'],
    ['as a file in a form', '/v1/files/upload', 'multipart/form-data; boundary=edge', form],
    ['as a picture in a form', '/ocr/image', 'multipart/form-data; boundary=edge', form.replace('a.txt', 'a.png')],
  ])('%s is 408 and the connection is closed', async (_name, path, type, body) => {
    const startedAt = performance.now();
    const answer = await begin(path, type, body).answer;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"code":"body_timeout"');
    expect(performance.now() - startedAt).toBeGreaterThan(limitMs);
  });

  it('does so with a hundred at once, and none of their calls stays open', async () => {
    const opened = Array.from({ length: 100 }, () => begin('/v1/answer', 'application/json', '{"query": "'));
    const answers = await Promise.all(opened.map(({ answer }) => answer));
    expect(answers.filter((answer) => answer.includes('"code":"body_timeout"'))).toHaveLength(100);
    const connections = () =>
      new Promise((resolve) => service.service.app.server.getConnections((_error, count) => resolve(count)));
    for (const { socket } of opened) socket.destroy();
    await expect.poll(connections, { timeout: 5000 }).toBeLessThan(10);
  });
});

it('a body that comes slowly is waited for', async () => {
  const { socket, answer } = begin('/v1/answer', 'application/json', '{"query": "What is 2+2?"');
  for (let sent = 0; sent < 5; sent++) {
    await new Promise((resolve) => setTimeout(resolve, limitMs / 2));
    socket.write(' '.repeat(100));
  }
  socket.write(`${' '.repeat(499)}}`);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

it.each([
  ['no HTTP at all', 'parley please\r\n\r\n', '400'],
  ['a head that is too large', `GET / HTTP/1.1\r\nhost: parley\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
])('%s is answered with a code', async (_name, text, status) => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('"code":"invalid_request"');
});
