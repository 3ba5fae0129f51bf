import { describe, expect, test } from 'vitest';
import { read } from '../read.ts';
import { meantAlike } from './everyday-words.ts';
import type { Language } from './function-words.ts';
import { wordStem } from './word-stem.ts';

type Word = [word: string, language: Language];
const areAlike = ([one, language]: Word, [other, textLanguage]: Word): boolean =>
  meantAlike(wordStem(one.toLowerCase()), language, textLanguage)(wordStem(other.toLowerCase()));

test.each<[Word, Word]>([
  [
    ['pay', 'en'],
    ['bezahlt', 'de'],
  ],
  [
    ['pay', 'en'],
    ['pagos', 'es'],
  ],
  [
    ['prix', 'fr'],
    ['precios', 'es'],
  ],
  [
    ['dog', 'en'],
    ['Haustiere', 'de'],
  ],
  [
    ['dentist', 'en'],
    ['Zahnarzttermin', 'de'],
  ],
  [
    ['clothes', 'en'],
    ['coat', 'en'],
  ],
  [
    ['Wetter', 'de'],
    ['Schneefall', 'de'],
  ],
])('%s and %s are of one meaning', (one, other) => expect(areAlike(one, other)).toBe(true));

test.each<[Word, Word]>([
  [
    ['key', 'en'],
    ['invoice', 'en'],
  ],
  [
    ['child', 'en'],
    ['kind', 'en'],
  ],
  [
    ['swim', 'en'],
    ['bad', 'en'],
  ],
  [
    ['sell', 'en'],
    ['sale', 'es'],
  ],
  [
    ['regalo', 'es'],
    ['Regal', 'de'],
  ],
])('%s and %s are not', (one, other) => expect(areAlike(one, other)).toBe(false));

const nearest = async (question: string, filename: string, text: string): Promise<string> => {
  const { parts } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename, text }],
    },
    { now: 0 },
  );
  const lines = parts.join('').split('\n');
  // What is told stands alone; of what is near the first goes before.
  return lines[2] ?? lines[0] ?? '';
};

const hut = `# Hausordnung der Berghütte

Die Hütte liegt über dem See und ist seit vielen Jahren bei Wanderern beliebt.

## Tiere
Vierbeiner schlafen im Nebenraum und nicht auf den Betten.

## Abreise
Das Zimmer wird bis zehn Uhr geräumt.

## Schlüssel
Er wird beim Hüttenwart hinterlegt, dessen Name an der Theke steht.

## Beschwerden
Die Sektion nimmt sie schriftlich entgegen und schreibt innert einer Woche zurück.
`;

describe('a question in words of its own, or in another language, is met by what is meant', () => {
  test.each([
    ['Where may my dog stay?', 'Vierbeiner'],
    ['¿A qué hora hay que salir?', 'geräumt'],
    ['Wohin wende ich mich, wenn ich etwas reklamieren will?', 'Sektion'],
  ])('%s', async (question, held) => expect(await nearest(question, 'ordnung.md', hut)).toContain(held));

  test('in English too', async () => {
    const text =
      'The hall is opposite the church and was painted by the scouts.\n\nCostumes are fetched at the stage door.\n\nIn case of snow the walk takes place a week later.\n';
    expect(await nearest('What if the weather is awful?', 'hall.txt', text)).toContain('snow');
    expect(await nearest('Which entrance are the clothes behind?', 'hall.txt', text)).toContain('stage door');
  });
});

test('takes what is asked about giving or taking back for returning', () => {
  expect(areAlike(['back', 'en'], ['returned', 'en'])).toBe(true);
  expect(areAlike(['back', 'en'], ['invoice', 'en'])).toBe(false);
});
