import { expect, it } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

it('says why after what, each once, and ends with a chain that names itself', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9000');
  const store = new Error('The store of files cannot be used just now.', { cause: new Error('', { cause: refused }) });
  expect(sentenceOf(store)).toBe(
    'The store of files cannot be used just now.\nBecause: connect ECONNREFUSED 127.0.0.1:9000',
  );
  expect(sentenceOf(new Error('No room: ENOSPC', { cause: new Error('ENOSPC') }))).toBe('No room: ENOSPC');
  const round = new Error('Round');
  round.cause = round;
  expect([sentenceOf(round), sentenceOf('A word')]).toEqual(['Round', 'A word']);
});
