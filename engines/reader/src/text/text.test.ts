import { describe, expect, it } from 'vitest';
import { guessLanguage } from './function-words.ts';
import { loadTagger } from './part-of-speech.ts';
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

it('what French and Italian elide is parted from its word', () => {
  const contentOf = (text: string) =>
    tokenize(text, 'fr').flatMap(({ text: word, isContent }) => (isContent ? [word] : []));
  expect(contentOf("L'eau d'Odile, jusqu'au quai")).toEqual(['eau', 'Odile', 'quai']);
  expect(tokenize("don't", 'en').map(({ text }) => text)).toEqual(["don't"]);
});
