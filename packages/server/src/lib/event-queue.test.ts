import { expect, it } from 'vitest';
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
