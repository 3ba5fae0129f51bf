import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventWriter, firstEventPingMs } from './event-writer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A response that notes what is done with it. */
class NotedResponse extends EventEmitter {
  readonly notes: unknown[] = [];
  writableLength = 0;
  destroyed = false;
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

  it.each(['drain', 'abort'])('is waited for until %s, and leaves no listener behind', async (event) => {
    const { writer, response } = setup();
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    let isDrained = false;
    const drained = writer.drained(controller.signal).then(() => {
      isDrained = true;
    });
    await turn();
    expect([isDrained, response.listenerCount('drain')]).toEqual([false, 1]);
    if (event === 'drain') response.emit('drain');
    else controller.abort();
    await drained;
    expect([response.listenerCount('drain'), removed.mock.calls.length]).toEqual([0, 1]);
    writer.end();
  });
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
