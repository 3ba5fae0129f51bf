import { ConnectionError, Parley, readEvents, type ServerEvent } from '@parley/sdk';
import { expect, it } from 'vitest';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Cuts bytes at the given places. */
function cut(bytes: Uint8Array<ArrayBuffer>, ...places: number[]): Uint8Array<ArrayBuffer>[] {
  const ends = [...places, bytes.length];
  return ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
}

async function* given(parts: Uint8Array[]) {
  yield* parts;
}

async function read(parts: Uint8Array[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(given(parts))) events.push(event);
  return events;
}

/** Characters of one to four bytes, each kind of line end, comments, names, several data lines, a mark at the beginning. */
const hard =
  '\uFEFF: ping\n\ndata: {"content":"a é 漢 🌉 \\n"}\r\n\r\nevent: named\rdata:no space\r\rid: 7\ndata: one\r\ndata:  two\ndata\r\n\n' +
  'retry: 5\ndata: last\n\ndata: without an end\n';
const expected = [
  { event: 'message', data: '{"content":"a é 漢 🌉 \\n"}' },
  { event: 'named', data: 'no space' },
  { event: 'message', data: 'one\n two\n', id: '7' },
  { event: 'message', data: 'last' },
];

it('reads the same events wherever the bytes are split once', async () => {
  const bytes = bytesOf(hard);
  for (let at = 0; at <= bytes.length; at++) expect(await read(cut(bytes, at)), `split at ${at}`).toEqual(expected);
});

it('reads the same events wherever the bytes are split twice', async () => {
  const bytes = bytesOf(hard);
  for (let first = 0; first < bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      const events = await read(cut(bytes, first, second));
      if (JSON.stringify(events) !== JSON.stringify(expected)) expect(events, `${first}, ${second}`).toEqual(expected);
    }
  }
  expect(await read([bytes])).toEqual(expected);
});

it('reads events that come byte by byte, and between empty chunks', async () => {
  const bytes = bytesOf(hard);
  const single = cut(bytes, ...bytes.keys());
  expect(await read(single)).toEqual(expected);
  expect(await read(single.flatMap((part) => [part, new Uint8Array()]))).toEqual(expected);
});

const wire =
  'data: {"thinking":"hm…","done":false}\n\ndata: {"content":"Über ","done":false}\n\n: ping\n\n' +
  'data: {"content":"🌉","done":false}\r\n\r\ndata: {"tokens":9}\n\n' +
  'data: {"done":true,"usage":{"input_tokens":7,"output_tokens":2},"model":"small-2","finish_reason":"stop"}\n\n';

/** A client whose service answers with these chunks. */
function clientOf(parts: Uint8Array<ArrayBuffer>[], end: 'close' | 'break' = 'close'): Parley {
  const fetch = async () => {
    const queue = [...parts];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const part = queue.shift();
        if (part) controller.enqueue(part);
        else if (end === 'break') controller.error(new Error('reset'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return new Parley({ apiKey: 'key', fetch });
}

it('gives the same reply wherever the bytes of an answer are split', async () => {
  const bytes = bytesOf(wire);
  for (let at = 0; at <= bytes.length; at++) {
    const stream = clientOf(cut(bytes, at)).answer.stream({ query: 'x' });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types, `split at ${at}`).toEqual(['thinking', 'text', 'text', 'tokens', 'done']);
    expect(await stream.result()).toEqual({
      success: true,
      answer: 'Über 🌉',
      usage: { input_tokens: 7, output_tokens: 2 },
      model: 'small-2',
      finish_reason: 'stop',
    });
  }
});

it('never takes a stream for whole that was cut before its last event', async () => {
  const bytes = bytesOf(wire);
  for (const end of ['close', 'break'] as const) {
    for (let length = 0; length < bytes.length - 1; length++) {
      const stream = clientOf([bytes.slice(0, length)], end).answer.stream({ query: 'x' });
      await expect(stream.result(), `${length} bytes`).rejects.toBeInstanceOf(ConnectionError);
    }
  }
});

it('throws the error that a stream ends with, by its code', async () => {
  const text =
    'data: {"content":"Wor","done":false}\n\ndata: {"error":"Busy","code":"upstream_overloaded","done":true}\n\n';
  const stream = clientOf([bytesOf(text)]).answer.stream({ query: 'x' });
  await expect(stream.result()).rejects.toMatchObject({
    name: 'ServerError',
    status: 503,
    code: 'upstream_overloaded',
  });
});

it('can be read once, and says so', async () => {
  const stream = clientOf([bytesOf(wire)]).answer.stream({ query: 'x' });
  await stream.result();
  expect(() => stream[Symbol.asyncIterator]()).toThrow('read once');
});
