import { describe, expect, it } from 'vitest';
import { guessLanguage } from './function-words.ts';
import { loadTagger } from './part-of-speech.ts';
import { splitSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';
import { wordStem } from './word-stem.ts';

const texts = [
  'Dr. Holm’s boat (built 1887) cost $4,200.50 — a lot!',
  '维林湖位于北部。1887年建造。',
  'Der Müller’sche Hof, 3,5 km vom Fluß.',
  'e\u0301t\u00e9 🚣 1960s',
];

describe('tokenize', () => {
  it.each(texts)('keeps the place of every token: %s', (text) => {
    for (const token of tokenize(text, guessLanguage(text)))
      expect(text.slice(token.start, token.end)).toBe(token.text);
  });

  it('takes the possessive off and leaves figures whole', () => {
    expect(tokenize('Holm’s 4,200.50', 'en').map((token) => token.text)).toEqual(['Holm', '’s', '4,200.50']);
  });
});

describe('splitSentences', () => {
  const sentences = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  it('knows abbreviations, initials and decimals', () => {
    expect(sentences('Dr. A. Holm paid 3.5 million. She left on 4. May 1887. Why?')).toHaveLength(3);
  });

  it('joins a short end of a wrapped line to the next line', () => {
    expect(sentences('The boat leaves from the lower pier at nine. A seat is £6, and\n£2 for a dog.')).toEqual([
      'The boat leaves from the lower pier at nine.',
      'A seat is £6, and\n£2 for a dog.',
    ]);
  });

  it('cuts Chinese', () => {
    expect(sentences('湖很大。水很深！')).toEqual(['湖很大。', '水很深！']);
  });

  it('keeps headings and list items apart and joins wrapped lines', () => {
    expect(
      sentences(
        '# The lake\n\n- long\n- deep\n\nIt was formed a very long time ago when a\nglacier blocked the valley.',
      ),
    ).toEqual([
      '# The lake',
      '- long',
      '- deep',
      'It was formed a very long time ago when a\nglacier blocked the valley.',
    ]);
  });
});

describe('guessLanguage', () => {
  it.each([
    ['Where is the lake?', 'en'],
    ['¿Dónde está el lago?', 'es'],
    ['Wo liegt der See und wie tief ist er?', 'de'],
    ['Où se trouve le lac ?', 'fr'],
    ['湖在哪里？', 'zh'],
  ])('%s is %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });
});

describe('wordStem', () => {
  it.each([
    ['built', 'building'],
    ['cities', 'city'],
    ['wrote', 'writing'],
    ['formation', 'formations'],
  ])('%s and %s share a stem', (one, other) => {
    expect(wordStem(one)).toBe(wordStem(other));
  });
});

describe('tagger', () => {
  it('gives one tag for each token', async () => {
    const text = 'In 1887 Marta Holm built a dam.';
    const tokens = tokenize(text, 'en');
    const found = (await loadTagger('en'))(tokens, text);
    expect(found).toEqual(['ADP', 'NUM', 'PROPN', 'PROPN', 'VERB', 'DET', 'NOUN', 'PUNCT']);
  });
});
