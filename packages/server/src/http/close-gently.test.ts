import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeGently } from './close-gently.ts';

let server: Server;
afterEach(() => server.close());

/** A server that refuses every body, and a client that has sent the head of an endless one. */
async function refuse(limits: Parameters<typeof closeGently>[1]): Promise<Socket> {
  server = createServer((_request, response) => {
    closeGently(response, limits);
    response.writeHead(413, { connection: 'close' }).end('too large');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A local server always has an address of this form.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000000\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('end', resolve));
  expect(text).toContain('too large');
  return socket;
}

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
const piece = Buffer.alloc(65_536);

describe('after the answer to a refused body', () => {
  it('a client that sends nothing more is cut off', async () => {
    const socket = await refuse({ bytes: 1e9, ms: 60_000, silenceMs: 200 });
    expect(await connections()).toBe(1);
    await expect.poll(connections, { timeout: 5000 }).toBe(0);
    socket.destroy();
  });

  it.each([
    ['more than is read', { bytes: 5_000_000, ms: 60_000, silenceMs: 500 }],
    ['for longer than is read', { bytes: 1e15, ms: 300, silenceMs: 500 }],
  ])('one that sends %s is, too', async (_name, limits) => {
    const socket = await refuse(limits);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const send = (error?: Error | null) => {
      if (!error) socket.write(piece, send);
    };
    send();
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(limits.ms === 300 ? 0 : limits.bytes);
    await expect.poll(connections).toBe(0);
  });

  it('one that leaves takes its connection along', async () => {
    const socket = await refuse({ bytes: 1e9, ms: 60_000, silenceMs: 60_000 });
    socket.write(piece);
    socket.destroy();
    await expect.poll(connections).toBe(0);
  });
});
