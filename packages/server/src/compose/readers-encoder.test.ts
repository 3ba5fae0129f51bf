import { expect, it } from 'vitest';
import { readersEncoder } from './embeddings.ts';

it('judges each pair once, gives nothing where it fails, and lets no more than 24 questions wait', async () => {
  const asked: string[] = [];
  let release = () => {};
  const open = new Promise<void>((done) => {
    release = done;
  });
  const encoder = readersEncoder({
    embedWords: async (texts) => texts.map(({ length }) => new Float32Array([length])),
    async judge(pairs) {
      await open;
      if (pairs.some(({ question }) => question === 'fails')) throw new Error('the process ended');
      asked.push(...pairs.map(({ question, passage }) => `${question}|${passage}`));
      return pairs.map(({ passage }) => passage.length);
    },
  });
  const pairOf = (question: string) => [{ question, passage: 'two\nlines' }];
  const waiting = Array.from({ length: 26 }, (_, at) => encoder.judge(pairOf(`q${at}`)));
  release();
  const judged = await Promise.all(waiting);
  expect(judged.filter((odds) => odds === null)).toHaveLength(2);
  expect(judged[0]).toEqual([9]);
  expect(await encoder.judge([...pairOf('q0'), ...pairOf('q9')])).toEqual([9, 9]);
  expect(asked.filter((pair) => pair === 'q0|two\nlines')).toHaveLength(1);
  expect(await encoder.judge(pairOf('fails'))).toBeNull();
  expect(await encoder.embed(['ab'])).toEqual([new Float32Array([2])]);
});
