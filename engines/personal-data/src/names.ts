import type { PersonalDatum } from './personal-data-kinds.ts';
import { alsoWords, givenNames } from './words/given-names.ts';
import { greetings, letterTitles, noNames, particles, titles } from './words/name-words.ts';

interface Word {
  text: string;
  start: number;
  end: number;
  /** Nothing but one space, or a title's stop and a space, between the word before and this one. */
  followsOn: boolean;
}

const wordForm = /\p{L}[\p{L}\p{M}'’-]{0,39}/gu;
/** Parts of one name, at most. */
const mostParts = 4;

/** Names of people: after a title or a greeting, and those that begin with a given name. */
export function findNames(text: string): PersonalDatum[] {
  const words = wordsOf(text);
  const found: PersonalDatum[] = [];
  for (let i = 0; i < words.length; ) {
    const end = nameFrom(words, i);
    const first = words[i];
    const last = words[end - 1];
    if (end > i && first && last) found.push({ kind: 'name', start: startOf(words, i), end: last.end });
    i = Math.max(end, i + 1);
  }
  return found;
}

/** The index after the name that begins here; `i` itself where none does. */
function nameFrom(words: readonly Word[], i: number): number {
  const word = words[i];
  if (!word) return i;
  const key = word.text.toLowerCase();
  if (isTitle(words, i)) {
    let next = i + 1;
    while (isTitle(words, next) && words[next]?.followsOn) next++;
    const end = partsFrom(words, next);
    return end > next ? end : i;
  }
  if (greetings.has(key)) {
    const next = words[i + 1];
    const isName = next?.followsOn && isCapital(next.text) && givenNames.has(plain(next.text));
    return isName ? partsFrom(words, i + 1) : i;
  }
  const given = plain(word.text);
  if (!givenNames.has(given) && !alsoWords.has(given) && !isDoubleGiven(given)) return i;
  const end = partsFrom(words, i);
  const hasSurname = end > i + 1;
  return hasSurname || !alsoWords.has(given) ? Math.max(end, i + 1) : i;
}

/** Where the name itself starts: a title and a greeting are no part of it. */
function startOf(words: readonly Word[], i: number): number {
  let at = i;
  while (isTitle(words, at)) at++;
  if (greetings.has(words[at]?.text.toLowerCase() ?? '')) at++;
  return words[at]?.start ?? words[i]?.start ?? 0;
}

/** Capital words and particles from here on, as far as they are one name. */
function partsFrom(words: readonly Word[], from: number): number {
  let end = from;
  for (let i = from; i < words.length && i - from < mostParts + 2 && end - from < mostParts; i++) {
    const word = words[i];
    if (!word || (i > from && !word.followsOn)) break;
    if (isCapital(word.text) && !noNames.has(word.text.toLowerCase())) end = i + 1;
    // An initial: John F. Kennedy.
    else if (i > from && /^\p{Lu}\.?$/u.test(word.text)) continue;
    else if (i === from || !particles.has(word.text)) break;
  }
  return end;
}

const isTitle = (words: readonly Word[], i: number): boolean => {
  const word = words[i];
  if (!word) return false;
  return (
    letterTitles.has(word.text) ||
    (isCapital(word.text) && titles.has(word.text.toLowerCase().replace(/\.$/, ''))) ||
    /^(?:señora?|señorita|monsieur|madame|don|doña)$/.test(word.text)
  );
};

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) && /\p{Ll}|^\p{Lu}['’-]?\p{Lu}/u.test(word);
/** Without the ending of possession. */
const plain = (word: string): string => word.replace(/['’]s?$/, '');
const isDoubleGiven = (word: string): boolean => {
  const [one, other] = word.split('-');
  return one !== undefined && other !== undefined && givenNames.has(one) && givenNames.has(other);
};

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordForm)) {
    const start = match.index;
    const bare = match[0];
    const hasStop =
      text[start + bare.length] === '.' && (titles.has(bare.toLowerCase()) || letterTitles.has(`${bare}.`));
    const word = hasStop ? `${bare}.` : bare;
    const before = words.at(-1);
    const gap = before ? text.slice(before.end, start) : '';
    // An initial between the parts of a name: John F. Kennedy.
    const followsOn = before !== undefined && (gap === ' ' || (gap === '. ' && before.text.length === 1));
    words.push({ text: word, start, end: start + word.length, followsOn });
  }
  const last = (word: Word) => word.text.replace(/['’]s$/, '');
  return words.map((word) => ({ ...word, end: word.start + last(word).length }));
}
