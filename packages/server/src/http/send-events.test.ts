import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import type { RequestState } from './request-pipeline.ts';
import { EventStream, type EventStreamOptions } from './route.ts';
import { sendEvents } from './send-events.ts';

afterEach(() => void vi.useRealTimers());

/** The side of a response that a client reads. */
class ReadResponse extends EventEmitter {
  text = '';
  status = 0;
  isHeadSent = false;
  isEnded = false;
  writableLength = 0;
  destroyed = false;
  writeHead(status: number) {
    this.status = status;
  }
  flushHeaders() {
    this.isHeadSent = true;
  }
  write(text: string) {
    this.text += text;
  }
  end(text = '') {
    this.text += text;
    this.isEnded = true;
  }
}

interface Event {
  text: string;
  done?: boolean;
}
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

function setup(
  events: AsyncGenerator<Event>,
  { isUsual = false, ...more }: Partial<EventStreamOptions<Event>> & { isUsual?: boolean } = {},
  check?: (event: unknown) => void,
) {
  const response = new ReadResponse();
  const notes: string[] = [];
  const recorded: string[] = [];
  const options: EventStreamOptions<Event> = {
    events,
    format: (event, encode) => encode(event),
    formatError: (error, encode) => encode({ text: error instanceof Error ? error.message : '', done: true }),
    isTerminal: (event) => event.done === true,
    ...(!isUsual && { encode: ({ text }) => `[${text}]` }),
    ...more,
  };
  const abort = new AbortController();
  const trace = { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, answeredBy: () => {} };
  // As much of a reply and of a request's state as is used.
  const reply = Object.assign(Object.create(null), {
    raw: response,
    request: { ownHeaders: {} },
    hijack: () => notes.push('begins'),
  }) as FastifyReply;
  const state = Object.assign(Object.create(null), { abort, call: { meter: { trace } } }) as RequestState;
  const sent = sendEvents(new EventStream(options), reply, state, {
    settle: async (status) => {
      await turns();
      notes.push(`settled ${status} after ${response.text}`);
    },
    onFailure: (error) => void notes.push(`failed ${error.code}`),
    record: (block) => void recorded.push(block),
    check,
  });
  return { response, sent, notes, recorded, abort };
}

async function* of(...events: (Event | Error)[]): AsyncGenerator<Event> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
    await new Promise(setImmediate);
  }
}
const last = { text: 'last', done: true };

describe('a stream', () => {
  it('sends its events, settles, and only then says that all is done', async () => {
    const { sent, response, notes, recorded } = setup(of({ text: 'a' }, { text: 'b' }, last));
    await sent;
    expect([response.status, response.text, response.isEnded]).toEqual([200, '[a][b][last]', true]);
    expect(notes).toEqual(['begins', 'settled 200 after [a][b]']);
    expect(recorded.join('')).toBe(response.text);
  });

  it('holds each event to the contract where that is asked for', async () => {
    const checked: unknown[] = [];
    const { sent, response } = setup(of({ text: 'a' }, last), {}, (event) => void checked.push(event));
    await sent;
    expect([checked, response.text]).toEqual([[{ text: 'a' }, last], '[a][last]']);
  });

  it('writes events as data where it has no way of its own', async () => {
    const { sent, response } = setup(of(last), { isUsual: true });
    await sent;
    expect(response.text).toBe('data: {"text":"last","done":true}\n\n');
  });
});

describe('a failure', () => {
  it('before the first event is an ordinary error, and nothing is committed', async () => {
    const { sent, response, notes } = setup(of(new AppError('upstream_error', 'broken')));
    await expect(sent).rejects.toMatchObject({ code: 'upstream_error' });
    expect([response.status, notes]).toEqual([0, []]);
  });

  it('later is the last event, after the call was settled with its status', async () => {
    const { sent, response, notes } = setup(of({ text: 'a' }, new AppError('upstream_cut', 'cut')));
    await sent;
    expect([response.text, response.isEnded]).toEqual(['[a][cut]', true]);
    expect(notes).toEqual(['begins', 'settled 502 after [a]', 'failed upstream_cut']);
  });

  it('is an end without a terminal event', async () => {
    const { sent, response, notes } = setup(of({ text: 'a' }));
    await sent;
    expect(response.text).toMatch(/^\[a\]\[.*complete\]$/);
    expect(notes.at(-1)).toBe('failed internal_error');
  });

  it('is an event after the terminal one, which is then not sent', async () => {
    const { sent, response, notes } = setup(of({ text: 'a' }, last, { text: 'more' }));
    await sent;
    expect([response.text.includes('last'), response.text.includes('more')]).toEqual([false, false]);
    expect(notes.slice(1)).toEqual(['settled 500 after [a]', 'failed internal_error']);
  });
});

describe('a client that leaves', () => {
  it('ends the source, is settled as gone, and is written nothing more', async () => {
    let isEnded = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* endless() {
      try {
        yield { text: 'a' };
        await promise;
        yield { text: 'b' };
        yield { text: 'c' };
      } finally {
        isEnded = true;
      }
    }
    const { sent, response, notes, abort } = setup(endless());
    await turns();
    response.destroyed = true;
    abort.abort(new AppError('client_closed_request', 'left'));
    resolve();
    await sent;
    expect([isEnded, response.text]).toEqual([true, '[a]']);
    expect(notes).toEqual(['begins', 'settled 499 after [a]']);
  });

  it('is told apart from a service that stops, which says so in the last event', async () => {
    async function* failing(signal: Promise<void>) {
      yield { text: 'a' };
      await signal;
      throw new Error('aborted somewhere inside');
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const { sent, response, notes, abort } = setup(failing(promise));
    await turns();
    abort.abort(new AppError('service_unavailable', 'stopping'));
    resolve();
    await sent;
    expect(response.text).toBe('[a][stopping]');
    expect(notes.slice(1)).toEqual(['settled 503 after [a]', 'failed service_unavailable']);
  });
});

it('asks the source for no more while the client reads too slowly', async () => {
  const asked: string[] = [];
  async function* counted() {
    for (const text of ['a', 'b', 'c']) {
      asked.push(text);
      yield { text };
    }
    yield last;
  }
  const { sent, response } = setup(counted());
  response.writableLength = 2 * 1024 * 1024;
  await turns();
  expect(asked).toEqual(['a']);
  response.emit('drain');
  await turns();
  expect(asked).toEqual(['a', 'b']);
  response.writableLength = 0;
  response.emit('drain');
  await sent;
  expect(response.text).toBe('[a][b][c][last]');
});

it('sends the head after 15 s without an event, and a failure after that as an event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise, reject } = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Event> {
    await promise;
    yield last;
  }
  const { sent, response, notes } = setup(slow());
  await vi.advanceTimersByTimeAsync(14_999);
  expect(response.isHeadSent).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await turns();
  expect([response.isHeadSent, response.text]).toEqual([true, '']);
  reject(new AppError('upstream_timeout', 'too slow'));
  await sent;
  expect([response.text, notes.at(-1)]).toEqual(['[too slow]', 'failed upstream_timeout']);
});

it('sends no head before its first event when that comes in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent, response } = setup(of({ text: 'a' }, last));
  await sent;
  expect([response.isHeadSent, vi.getTimerCount()]).toEqual([false, 0]);
});
