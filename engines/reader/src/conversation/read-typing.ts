import { foldWord } from '@parley/text';
import type { PromptDocument } from '../prompt.ts';
import type { Language } from '../text/function-words.ts';
import { isEnglishStem } from '../text/related-words.ts';
import { slipsBetween } from '../text/slips-between.ts';
import { tokenize } from '../text/tokens.ts';

// bounded: every pattern of this file sees a question, at most 2,000 characters

const withNot = 'are ca could did do does has have is must was were wo would'.split(' ');
const withIs = ['that', 'what', 'where', 'who'];
/** Words that are typed without their apostrophe, and are no other words. */
const contractions: ReadonlyMap<string, string> = new Map([
  ...withNot.map((verb): [string, string] => [`${verb}nt`, `${verb}n't`]),
  ...withIs.map((word): [string, string] => [`${word}s`, `${word}'s`]),
  ['wich', 'which'],
]);

const pattern = new RegExp(`(?<![\\p{L}'’-])(?:${[...contractions.keys()].join('|')})(?![\\p{L}'’-])`, 'giu');

/** A question with the apostrophes that were left out in typing: "which isnt free" asks which isn't. */
export const withApostrophes = (question: string): string =>
  question.replace(pattern, (word) => {
    const whole = contractions.get(word.toLowerCase()) ?? word;
    return /^\p{Lu}/u.test(word) ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
  });

/** A question as it was read, and the words that were read otherwise than they were typed. */
export interface ReadTyping {
  question: string;
  readAs: { typed: string; word: string }[];
}

const leastLetters = 6;
/** From this length on two slips are understood. */
const lettersForTwo = 9;
const mostCharacters = 400_000;

/**
 * Reads a mistyped word as the one word of the texts that it is a slip away from: a letter too many, missing, wrong or changed about.
 * Names, figures and words that are words themselves stay what they are.
 */
export function readTyping(question: string, documents: readonly PromptDocument[], language: Language): ReadTyping {
  const typed = tokenize(question, language).filter(
    ({ isContent, text, lower, stem }) =>
      isContent && lower.length >= leastLetters && /^\p{Ll}+$/u.test(text) && !isEnglishStem(stem),
  );
  const readAs: ReadTyping['readAs'] = [];
  if (typed.length === 0) return { question, readAs };
  const words = wordsOf(documents, language);
  let read = question;
  for (const { lower, stem, start, end } of typed.toReversed()) {
    const word = [...words.values()].includes(stem) ? undefined : onlyNeighbour(lower, words.keys());
    if (word === undefined) continue;
    read = read.slice(0, start) + word + read.slice(end);
    readAs.unshift({ typed: lower, word });
  }
  return { question: read, readAs };
}

/** What a question says is to be done with rows; a table has no need to hold these words. */
const computing = 'average highest lowest largest smallest cheapest longest shortest altogether quantity'.split(' ');

/** Stems of the words of the texts by the words, in lower case. */
function wordsOf(documents: readonly PromptDocument[], language: Language): Map<string, string> {
  const text = documents
    .map((document) => document.text)
    .join('\n')
    .slice(0, mostCharacters)
    .replaceAll('_', ' ');
  const tokens = tokenize(text, language).filter(
    ({ kind, lower }) => kind === 'word' && lower.length >= leastLetters - 2,
  );
  const said = computing.map((word): [string, string] => [word, word]);
  return new Map([...tokens.map(({ lower, stem }): [string, string] => [lower, stem]), ...said]);
}

function onlyNeighbour(typed: string, words: Iterable<string>): string | undefined {
  const folded = foldWord(typed);
  const near = [...words].flatMap((word) => {
    if (word[0] !== typed[0] || Math.abs(word.length - typed.length) > 2) return [];
    return [{ word, slips: slipsBetween(folded, foldWord(word)) }];
  });
  for (const slips of typed.length >= lettersForTwo ? [1, 2] : [1]) {
    const [only, second] = near.filter((each) => each.slips === slips);
    if (only !== undefined) return second === undefined ? only.word : undefined;
  }
  return undefined;
}
