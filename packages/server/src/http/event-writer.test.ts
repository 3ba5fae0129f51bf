import { EventEmitter } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventWriter, firstEventPingMs } from './event-writer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A response that notes what is done with it. */
class NotedResponse extends EventEmitter {
  readonly notes: unknown[] = [];
  writableLength = 0;
  destroyed = false;
  socket: EventEmitter | null = null;
  chunkedEncoding = true;
  writeHead(status: number, headers: object) {
    this.notes.push(status, headers);
  }
  flushHeaders() {
    this.notes.push('head sent');
  }
  write(text: string) {
    this.notes.push(text);
  }
  end(...text: string[]) {
    this.notes.push('end', ...text);
  }
}

function setup() {
  const response = new NotedResponse();
  // As much of a response as is used.
  const writer = new EventWriter(response as unknown as ServerResponse, { 'x-request-id': 'req_1' });
  return { response, writer, notes: () => response.notes.splice(0) };
}
const turn = () => new Promise(setImmediate);

it('begins with the head of an event stream that no proxy holds back', () => {
  const { notes, writer } = setup();
  const head = {
    'x-request-id': 'req_1',
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
  expect(notes()).toEqual([200, head]);
  writer.begin();
  expect(notes()).toEqual(['head sent']);
  writer.end();
});

it('writes what comes within one turn at once, and nothing for nothing', async () => {
  const { notes, writer } = setup();
  notes();
  writer.write('');
  await turn();
  expect(notes()).toEqual([]);
  writer.write('a');
  writer.write('b');
  expect(notes()).toEqual([]);
  await turn();
  expect(notes()).toEqual(['ab']);
  writer.write('c');
  await turn();
  expect(notes()).toEqual(['c']);
  writer.end();
});

it('frames a chunk by hand once the head is out, by its bytes', async () => {
  const { notes, writer, response } = setup();
  const sent: string[] = [];
  response.socket = Object.assign(new EventEmitter(), { write: (text: string) => sent.push(text) });
  notes();
  for (const text of ['a', 'bä', '🙂']) {
    writer.write(text);
    await turn();
  }
  expect([notes(), sent]).toEqual([['a'], ['3\r\nbä\r\n', '4\r\n🙂\r\n']]);
  response.chunkedEncoding = false;
  writer.write('d');
  await turn();
  expect([notes(), sent.length]).toEqual([['d'], 2]);
  writer.end();
});

it('ends with what is still to be written, once', async () => {
  const { notes, writer } = setup();
  notes();
  writer.write('last');
  writer.end();
  await turn();
  expect(notes()).toEqual(['end', 'last']);
  const silent = setup();
  silent.notes();
  silent.writer.end();
  expect(silent.notes()).toEqual(['end']);
});

it('writes nothing to a client that left', async () => {
  const { notes, writer, response } = setup();
  notes();
  writer.write('a');
  response.destroyed = true;
  await turn();
  expect(notes()).toEqual([]);
  writer.end();
});

describe('a slow reader', () => {
  it('makes the source wait beyond 1 MiB', () => {
    const { writer, response } = setup();
    response.writableLength = 1024 * 1024;
    expect(writer.isFull).toBe(false);
    response.writableLength += 1;
    expect(writer.isFull).toBe(true);
    writer.end();
  });

  it.each(['drain', 'abort', 'drain of the socket'])(
    'is waited for until %s, and leaves no listener behind',
    async (event) => {
      const { writer, response } = setup();
      const socket = new EventEmitter();
      response.socket = socket;
      const controller = new AbortController();
      const removed = vi.spyOn(controller.signal, 'removeEventListener');
      let isDrained = false;
      const drained = writer.drained(controller.signal).then(() => {
        isDrained = true;
      });
      await turn();
      expect([isDrained, response.listenerCount('drain')]).toEqual([false, 1]);
      if (event === 'drain') response.emit('drain');
      else if (event === 'abort') controller.abort();
      else socket.emit('drain');
      await drained;
      const listeners = response.listenerCount('drain') + socket.listenerCount('drain');
      expect([listeners, removed.mock.calls.length]).toEqual([0, 1]);
      writer.end();
    },
  );
});

describe('a silence', () => {
  it('of 15 s is broken by a comment, and again after 15 s more', async () => {
    const { notes, writer } = setup();
    notes();
    vi.advanceTimersByTime(firstEventPingMs - 1);
    await turn();
    expect(notes()).toEqual([]);
    vi.advanceTimersByTime(1);
    await turn();
    expect(notes()).toEqual([': ping\n\n']);
    vi.advanceTimersByTime(10_000);
    writer.write('event');
    await turn();
    expect(notes()).toEqual(['event']);
    vi.advanceTimersByTime(14_000);
    await turn();
    expect(notes()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    await turn();
    expect(notes()).toEqual([': ping\n\n']);
    writer.end();
  });

  it('is looked for as long as a stream is open, and not longer', () => {
    const [first, second] = [setup().writer, setup().writer];
    expect(vi.getTimerCount()).toBe(1);
    first.end();
    expect(vi.getTimerCount()).toBe(1);
    second.end();
    expect(vi.getTimerCount()).toBe(0);
    const third = setup();
    third.notes();
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(1);
    third.writer.end();
  });
});

describe('on a real connection', () => {
  const pieces = ['data: ä\n\n', 'data: 🙂 and more\n\n', `data: ${'long '.repeat(5_000)}\n\n`, 'data: end\n\n'];

  /** Answers every request with the pieces, a turn between them; the path is how many turns it waits before. */
  async function serve(work: (port: number) => Promise<void>) {
    const server = createServer(async (request, response) => {
      for (let turns = Number(request.url?.slice(1)); turns > 0; turns--) await turn();
      const writer = new EventWriter(response, {});
      for (const piece of pieces) {
        writer.write(piece);
        await turn();
        await turn();
      }
      writer.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await work((server.address() as AddressInfo).port);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** All that comes back for these bytes until the server closes the connection. */
  function send(port: number, bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
  }

  it('sends every piece whole, and the next request finds the connection in order', () =>
    serve(async (port) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<unknown>();
      for (let i = 0; i < 3; i++) {
        const text = await new Promise((resolve, reject) => {
          const asked = request({ port, path: '/0', agent }, async (response) => {
            sockets.add(response.socket);
            resolve(Buffer.concat(await response.toArray()).toString('utf8'));
          });
          asked.on('error', reject).end();
        });
        expect(text).toBe(pieces.join(''));
      }
      expect(sockets.size).toBe(1);
      agent.destroy();
    }));

  it('answers a request that came behind another after it, though it is ready before', () =>
    serve(async (port) => {
      const head = 'HTTP/1.1\r\nhost: a\r\n';
      const text = await send(port, `GET /9 ${head}\r\nGET /0 ${head}connection: close\r\n\r\n`);
      const replies = text.split('HTTP/1.1 200 OK').slice(1);
      const bodies = replies.map((reply) => {
        const [, body = ''] = reply.split(/\r\n\r\n(.*)/s);
        return unframe(Buffer.from(body));
      });
      expect(bodies).toEqual([pieces.join(''), pieces.join('')]);
    }));

  it('sends a client that knows no chunks the bare text', () =>
    serve(async (port) => {
      const text = await send(port, 'GET /0 HTTP/1.0\r\n\r\n');
      expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(pieces.join(''));
    }));
});

/** The text of a chunked body; throws where its frames do not fit. */
function unframe(body: Buffer): string {
  let text = '';
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (body.toString('latin1', end, end + 2) !== '\r\n') throw new Error(`no end of the chunk at ${at}`);
    if (size === 0) return text;
    text += body.toString('utf8', lineEnd + 2, end);
    at = end + 2;
  }
}
