import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

it('gives out what was pushed before and while it is read, then ends', async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  const read: number[] = [];
  const reading = (async () => {
    for await (const value of queue) read.push(value);
  })();
  queue.push(2);
  await Promise.resolve();
  queue.push(3);
  queue.end();
  queue.push(4);
  await reading;
  expect(read).toEqual([1, 2, 3]);
});

it('throws a failure after what was pushed, and at once when it is abandoned', async () => {
  const failed = new EventQueue<number>();
  failed.push(1);
  failed.fail(new Error('late'));
  expect(await failed.next()).toEqual({ value: 1, done: false });
  await expect(failed.next()).rejects.toThrow('late');
  expect((await failed.next()).done).toBe(true);

  const abandoned = new EventQueue<number>();
  abandoned.push(1);
  abandoned.abandon(new Error('gone'));
  await expect(abandoned.next()).rejects.toThrow('gone');

  const waiting = new EventQueue<number>();
  const next = waiting.next();
  waiting.fail(new Error('now'));
  await expect(next).rejects.toThrow('now');
});

it('asks its source to pause when it is full and to go on when there is room', async () => {
  let drained = 0;
  const queue = new EventQueue<number>({ onDrain: () => drained++ });
  let pushed = 0;
  while (queue.push(pushed++));
  expect(pushed).toBe(1024);
  expect(queue.push(pushed++)).toBe(false);
  for (let read = 0; read < 700; read++) await queue.next();
  expect(drained).toBe(0);
  for (let read = 0; read < 100; read++) await queue.next();
  expect(drained).toBe(1);
  expect(queue.push(0)).toBe(true);
});

it('tells its source once when the reader leaves, and not when it read to the end', async () => {
  let left = 0;
  const queue = new EventQueue<number>({ onLeave: () => left++ });
  queue.push(1);
  for await (const _ of queue) break;
  await queue.return();
  expect(left).toBe(1);
  const whole = new EventQueue<number>({ onLeave: () => left++ });
  whole.end();
  for await (const _ of whole);
  await whole.return();
  expect(left).toBe(1);
});

describe('a queue that hands over', () => {
  const turn = () => new Promise(setImmediate);

  it('gives what came in one turn together, with neighbours joined, and ends', async () => {
    const queue = new EventQueue<string>({ join: (earlier, later) => (later === '|' ? null : earlier + later) });
    const got: string[] = [];
    queue.push('a');
    const all = queue.each((event) => void got.push(event) as undefined);
    expect(got).toEqual(['a']);
    for (const event of ['b', 'c', '|', 'd']) queue.push(event);
    expect(got).toEqual(['a']);
    await turn();
    expect(got).toEqual(['a', 'bc', '|d']);
    queue.push('e');
    queue.end();
    await all;
    expect(got.at(-1)).toBe('e');
  });

  it('fails after what came before, and at once when it is abandoned', async () => {
    const got: string[] = [];
    const sink = (event: string) => void got.push(event) as undefined;
    const failed = new EventQueue<string>();
    const first = failed.each(sink);
    failed.push('a');
    failed.fail(new Error('late'));
    await expect(first).rejects.toThrow('late');
    const abandoned = new EventQueue<string>();
    const second = abandoned.each(sink);
    abandoned.push('b');
    abandoned.abandon(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(got).toEqual(['a']);
  });

  it('asks its source to pause while the sink waits, and to go on afterwards', async () => {
    let drained = 0;
    const queue = new EventQueue<number>({ onDrain: () => drained++ });
    const { promise, resolve } = Promise.withResolvers<void>();
    let got = 0;
    const all = queue.each(() => (got++ === 0 ? promise : undefined));
    let pushed = 0;
    queue.push(pushed++);
    await turn();
    while (queue.push(pushed++));
    await turn();
    expect([got, pushed, drained]).toEqual([1, 1025, 0]);
    queue.end();
    resolve();
    await all;
    expect([got, drained]).toEqual([1025, 1]);
  });

  it('tells its source once when the sink throws, now or later, and throws the same', async () => {
    let left = 0;
    const sinks = [
      () => {
        throw new Error('no more');
      },
      () => Promise.reject(new Error('no more')),
    ];
    for (const sink of sinks) {
      const queue = new EventQueue<number>({ onLeave: () => left++ });
      const all = queue.each(sink);
      queue.push(1);
      queue.push(2);
      await expect(all).rejects.toThrow('no more');
      expect(queue.push(3)).toBe(true);
    }
    expect(left).toBe(2);
  });
});
