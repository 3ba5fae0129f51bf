import { describe, expect, test } from 'vitest';
import { longestUnbroken, mostOfSameCharacter } from './bounds.ts';
import { tameText } from './tame-text.ts';

describe('tameText', () => {
  test.each([
    ['prose', 'The ferry leaves at eight. '.repeat(500)],
    ['cells of a row', '0,'.repeat(5000)],
    ['a rule and columns', `${'-'.repeat(150)}\nName${' '.repeat(150)}Price`],
    ['Chinese without spaces', '博物馆每天上午九点开门'.repeat(2000)],
    ['lines that are the same', 'yes\n'.repeat(5000)],
  ])('leaves %s as they are', (_, text) => expect(tameText(text)).toBeUndefined());

  test.each([
    ['one character', '!', mostOfSameCharacter],
    ['an address over and over', 'http://', 220],
    ['a word over and over', 'eyJ-', 220],
    [
      'letters without an end',
      Array.from({ length: 3000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join(''),
      longestUnbroken,
    ],
  ])('shortens %s', (_, unit, most) => {
    const given = `before ${unit.repeat(Math.ceil(20_000 / unit.length))} behind`;
    const { text } = tameText(given) ?? { text: given };
    expect(text.length).toBeLessThanOrEqual(most + 'before  behind'.length);
    expect(text.startsWith('before ')).toBe(true);
    expect(text.endsWith(' behind')).toBe(true);
  });

  test('says where each place stood', () => {
    const given = `one ${'-'.repeat(1000)} two ${'0x'.repeat(1000)} three`;
    const tamed = tameText(given);
    for (const word of ['one', 'two', 'three']) {
      const at = tamed?.text.indexOf(word) ?? -1;
      expect(tamed?.toGiven(at)).toBe(given.indexOf(word));
      expect(tamed?.toTamed(given.indexOf(word))).toBe(at);
      expect(given.slice(tamed?.toGiven(at), tamed?.toGiven(at + word.length))).toBe(word);
    }
  });
});
