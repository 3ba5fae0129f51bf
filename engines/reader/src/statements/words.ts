import { foldWord } from '@parley/text';
import { longestWord } from '../bounds/bounds.ts';
import { meantAlike } from '../text/everyday-words.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { wordStem } from '../text/word-stem.ts';
import { type Trait, traitsOf } from './traits.ts';

/** A word with a meaning of its own, and what it may mean. */
export interface MeantWord {
  /** Lower case, without accents. */
  folded: string;
  stem: string;
  traits: readonly Trait[];
  language: Language;
}

const empty = new Set(
  `a an the of for in and or on at by to as is are was were be been being it its this that these those with from per than then which who whom
  what my your our his her their him them he she we you i us me do does did has have had will would shall should can could may might must not
  no so such if when
  der die das den dem des ein eine einen einem einer eines und oder im am zu zum zur von vom mit für auf aus bei als ist sind war wird werden
  wurde hat haben sie er es ihr ihre ihren ihrer sich man nicht kein keine an in um nach vor wenn dass
  le la les un une des du de et ou en au aux par pour sur est sont été être il elle on se son sa ses ce cette ces que qui ne pas
  el los las una unos unas del y o al con para por es son ha han sido ser su sus lo se que no`.split(/\s+/),
);

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu;

/** A word with its place in a text. */
export interface PlacedWord extends MeantWord {
  at: number;
  length: number;
}

export function toWord(word: string, language: Language): MeantWord {
  const lower = word.toLowerCase().slice(0, longestWord);
  return { folded: foldWord(lower), stem: wordStem(lower), traits: traitsOf(lower), language };
}

export const isEmptyWord = (word: string): boolean => empty.has(word.toLowerCase());

/** The words of a text that mean something by themselves, and where they stand. */
export function meantWords(text: string, language: Language = guessLanguage(text)): PlacedWord[] {
  const found: PlacedWord[] = [];
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const bare = word.replace(/^[cdjlmnst]['’]/i, '');
    if (!isEmptyWord(bare))
      found.push({ ...toWord(bare, language), at: index + word.length - bare.length, length: bare.length });
  }
  return found;
}

const shortestPart = 5;

const memory = new Map<string, number>();
const memorySize = 200_000;

/** How likely two words mean the same, 0 to 1. */
export function likeness(asked: MeantWord, said: MeantWord): number {
  if (asked.folded === said.folded) return 1;
  const key = `${asked.language}${asked.folded} ${said.language}${said.folded}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  if (memory.size >= memorySize) memory.clear();
  const found = compare(asked, said);
  memory.set(key, found);
  return found;
}

function compare(asked: MeantWord, said: MeantWord): number {
  if (asked.stem === said.stem) return 1;
  if (asked.traits.some((trait) => said.traits.includes(trait))) return 0.9;
  const [short, long] =
    asked.folded.length < said.folded.length ? [asked.folded, said.folded] : [said.folded, asked.folded];
  if (short.length >= shortestPart && (long.startsWith(short) || long.endsWith(short))) return 0.75;
  if (short.length >= shortestPart && sharedStart(short, long) >= Math.max(shortestPart, 0.7 * long.length)) return 0.7;
  if (short.length >= 4 && long.length >= short.length + 4 && long.startsWith(short)) return 0.7;
  // "Quotation" and "quote".
  if (asked.stem.length >= 4 && said.stem.startsWith(asked.stem) && said.stem.length <= asked.stem.length + 4)
    return 0.7;
  return meantAlike(asked.stem, asked.language, said.language)(said.stem) ? 0.45 : 0;
}

function sharedStart(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same;
}
