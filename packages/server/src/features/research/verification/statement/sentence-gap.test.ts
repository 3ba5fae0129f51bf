import { describe, expect, it } from 'vitest';
import { sentenceGap } from './sentence-gap.ts';

const quotes = [
  'The mill opened in 1990. The mine closed in 2001 after long strikes.',
  'The port of Selm was sold to a Danish bank.',
];
const gap = (statement: string, from: readonly string[] = quotes, language: 'en' | 'de' | null = 'en') =>
  sentenceGap(statement, from, { language, subject: 'The harbour of Selm' });

describe('a statement', () => {
  it.each([
    'The mine closed in 2001.',
    'The port of Selm was sold to a bank.',
    'The mill opened in 1990, and the mine closed in 2001.',
    'The mill opened in 1990, while the mine closed in 2001.',
    'The mill opened in 1990; the port was sold to a bank.',
    'The mill opened in 1990 whereas the mine closed in 2001 after strikes.',
    'The mine closed in 2001, but the mill opened in 1990.',
  ])('is said by one of the sentences, or each of its clauses by one: %s', (statement) =>
    expect(gap(statement)).toEqual([]),
  );

  it.each([
    ['mixes two sentences', 'The mill closed in 2001.'],
    ['has a clause that none says', 'The mill opened in 1990, and the mine opened a museum in 2001.'],
    ['has a clause too short to stand alone', 'The mill opened in 1990, and mine closed.'],
  ])('that %s is not said', (_, statement) => expect(gap(statement)).not.toEqual([]));

  it('is held against the sentence that comes nearest to it', () => {
    expect(gap('The mine closed in 2001 after floods.')).toEqual(['"floods" is not in the sentence it rests on']);
    expect(gap('Pirates sank twenty ships.', ['The mill opened.'])).toEqual([
      '"Pirates" is not in the sentence it rests on',
      '"sank" is not in the sentence it rests on',
      '"ships" is not in the sentence it rests on',
    ]);
  });

  it('rests on nothing where nothing is quoted', () => {
    expect(gap('The mine closed.', [])).toEqual(['nothing is quoted']);
  });

  it('is not judged where the language is another or not known', () => {
    expect([gap('Pirates sank.', quotes, 'de'), gap('Pirates sank.', quotes, null)]).toEqual([[], []]);
  });

  it('may name what the sentence only points to', () => {
    expect(gap('The harbour opened in 1990.', ['It opened in 1990.'])).toEqual([]);
  });
});
