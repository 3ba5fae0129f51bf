import stored from './name-words.json' with { type: 'json' };

/** A place where a legal form stands. */
export const legalForm = { test: (text: string): boolean => longForm.test(text) || shortForm.test(text) };
/** Abbreviations of the legal forms that ISO 20275 (entity legal forms, kept by GLEIF) lists, by country. Full stops and spaces inside may be left out. */
const formWords = stored.legalForms
  .map(({ words }) => words)
  .join(' ')
  .split(' ');
const letters = (word: string): number => word.replace(/[^\p{L}]/gu, '').length;
const longForm = alone(
  formWords.filter((word) => letters(word) > 3),
  'iu',
);
/** Forms of few letters are words of some language: they count as they are written or in capitals, those of two letters at the end only. */
const shortForm = new RegExp(
  [
    alone(bothCases(formWords.filter((word) => letters(word) === 3)), 'u').source,
    alone(bothCases(formWords.filter((word) => letters(word) < 3)), 'u', '\\.?(?=\\s*(?:[,(]|$))').source,
  ].join('|'),
  'u',
);
const trade = alone(stored.trades.split(' '), 'iu');
const addressWord = alone(stored.addressWords.split(' '), 'iu');
const streetName = new RegExp(
  `\\p{L}{3}(?:${stored.streetEndings.replaceAll(' ', '|')})(?!\\p{L})|\\bp\\.?o\\.? box\\b`,
  'iu',
);

/** Whether a text has what only names of firms have: a legal form or the word of a trade. */
export const namesFirm = (text: string): boolean => legalForm.test(text) || trade.test(text);

/** Whether a text has a word of postal addresses. */
export const namesStreet = (text: string): boolean => addressWord.test(text) || streetName.test(text);

function bothCases(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))];
}

/** One of some words where it stands by itself. Full stops may be left out of capitals or have a space behind them. */
function alone(words: readonly string[], flags: string, behind = '(?![\\p{L}])'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(sourceOf).join('|')})${behind}`, flags);
}

function sourceOf(word: string): string {
  const isLower = word === word.toLowerCase();
  return word
    .replace(/ ?de(?=[CR]\.)/, ' ?de ?')
    .replace(/\.(?=.)/g, isLower ? '\\. ?' : '\\.? ?')
    .replace(/\.$/, '\\.?');
}
