import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readPipe, textOf } from '../src/io.ts';

const ioOf = (stdin: PassThrough) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  return { env: {}, stdin, stdout, stderr, signal: new AbortController().signal };
};

it('leaves a pipe alone through which nothing comes and which nobody closes', async () => {
  const stdin = new PassThrough();
  let ended = 0;
  expect(await readPipe(ioOf(stdin), { ms: 20, onEnd: () => ended++ })).toBeNull();
  expect(ended).toBe(1);
  expect(stdin.destroyed).toBe(true);
});

it('reads a pipe to its end once something has come', async () => {
  const stdin = new PassThrough();
  const reading = readPipe(ioOf(stdin), { ms: 20, onEnd: () => expect.unreachable('it was given up') });
  stdin.write('first ');
  setTimeout(() => stdin.end('last'), 60);
  expect(textOf((await reading) ?? new Uint8Array())).toBe('first last');
});

it('takes a pipe that is closed at once for nothing', async () => {
  const stdin = new PassThrough();
  stdin.end();
  expect(await readPipe(ioOf(stdin), { ms: 1000, onEnd: () => expect.unreachable('it was given up') })).toBeNull();
});
