import { foldWord } from '@parley/text';
import everyday from './everyday-words.json' with { type: 'json' };
import type { Language } from './function-words.ts';
import { wordStem } from './word-stem.ts';

/**
 * What letters, contracts, minutes, notices and house rules speak of, a line each: words of English, German, Spanish and French with
 * one meaning or so near to it that a question about the one may be answered by the other. `zahl-` stands for all that begins so.
 */
const order: readonly Language[] = ['en', 'de', 'es', 'fr'];

const shortestPart = 4;
const shortestBeginning = 3;

interface Words {
  /** Numbers of lines by the stem of a word. */
  whole: Map<string, number[]>;
  /** By the beginning of a word. */
  begun: Map<string, number[]>;
}
const tables = new Map<Language, Words>();

function load(): void {
  for (const language of order) tables.set(language, { whole: new Map(), begun: new Map() });
  for (const [meaning, line] of everyday.entries())
    for (const [place, words] of line.split('|').entries())
      for (const word of words.split(' ')) {
        const isBeginning = word.endsWith('-');
        const table = tables.get(order[place] ?? 'en')?.[isBeginning ? 'begun' : 'whole'];
        const key = isBeginning ? foldWord(word.slice(0, -1)) : wordStem(word);
        table?.set(key, [...(table.get(key) ?? []), meaning]);
      }
}

/** What a stem of a language may mean, as numbers: of a long word what it ends with counts too, as in "Zahnarztrechnung". */
export function meaningsOf(stem: string, language: Language): number[] {
  if (tables.size === 0) load();
  const words = tables.get(language);
  if (!words) return [];
  const found = meaningsFrom(stem, words);
  const isCompound = language === 'de';
  for (let from = 3; isCompound && from + shortestPart <= stem.length && found.length === 0; from++)
    found.push(...meaningsFrom(stem.slice(from), words));
  return found;
}

function meaningsFrom(part: string, { whole, begun }: Words): number[] {
  const found = [...(whole.get(part) ?? [])];
  for (let length = part.length; length >= shortestBeginning; length--)
    found.push(...(begun.get(part.slice(0, length)) ?? []));
  return found;
}

/** Compares stems of the words of a text with one stem by what they mean in everyday texts; the two may be of two languages. */
export function meantAlike(asked: string, language: Language, textLanguage: Language): (stem: string) => boolean {
  const mine = new Set(meaningsOf(asked, language));
  return (stem) => mine.size > 0 && meaningsOf(stem, textLanguage).some((meaning) => mine.has(meaning));
}
