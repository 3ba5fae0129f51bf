import { expect, it, vi } from 'vitest';
import { atTurnEnd } from './turn-end.ts';

const turn = () => new Promise(setImmediate);

it('runs all tasks of a turn, and those that they ask for, in one pass', async () => {
  const done: string[] = [];
  atTurnEnd(() => {
    done.push('first');
    atTurnEnd(() => done.push('asked for by the first'));
    setImmediate(() => done.push('next pass'));
  });
  atTurnEnd(() => done.push('second'));
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(['first', 'second', 'asked for by the first']);
  await turn();
  expect(done.at(-1)).toBe('next pass');
  atTurnEnd(() => done.push('later'));
  await turn();
  expect(done.at(-1)).toBe('later');
});

it('runs the others after one that threw', async () => {
  const thrown: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', (error) => thrown.push(error));
  const other = vi.fn();
  atTurnEnd(() => {
    throw new Error('flawed');
  });
  atTurnEnd(other);
  await turn();
  await turn();
  for (const listener of listeners) process.on('uncaughtException', listener);
  expect(thrown).toEqual([new Error('flawed')]);
  expect(other).toHaveBeenCalledOnce();
});
