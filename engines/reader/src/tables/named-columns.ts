import { type KnownLanguage, stopWords } from '@parley/text';
import { isSameThing, labelWords } from '../extraction/label-words.ts';
import { wordStem } from '../text/word-stem.ts';
import type { ColumnKind, DataTable } from './data-table.ts';
import { contraryStem, headingHints, type QuestionWord, stemsOf } from './question-words.ts';
import { timeColumns } from './row-nouns.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const numberSigns = new Set(['no', 'nr', 'id']);

export function headingStems(heading: string, language: KnownLanguage | null): string[] {
  const stops = stopWords(language ?? 'en');
  const all = stemsOf(heading.replace(/\([^)]*\)/g, ' '), language).filter(
    (stem) => !stops.has(stem) && stem !== 'per',
  );
  const telling = all.filter((stem) => !numberSigns.has(stem));
  return telling.length > 0 ? telling : all;
}

/** "Who owns it?" asks for the owner, "What is he allergic to?" for the allergies. */
function isDoerOf(heading: string, asked: string): boolean {
  if (asked.length >= 3 && (heading === `${asked}er` || heading === `${asked}r` || heading === `${asked}or`))
    return true;
  const [short, long] = heading.length < asked.length ? [heading, asked] : [asked, heading];
  return short.length >= 6 && long.startsWith(short) && long.length - short.length <= 3;
}

/** Columns whose headings the question names; of headings that share a word, the one it names more of. */
export function namedColumns(
  words: readonly QuestionWord[],
  headings: readonly string[][],
  used: Set<QuestionWord>,
  texts: readonly string[] = [],
  kinds: readonly ColumnKind[] = [],
): Set<number> {
  // Of "Singers" with numbers "sing" asks for how many, and for nothing else.
  const isCount = (column: number) =>
    kinds[column] === 'number' && !words.some(({ text }) => /^(?:many|viele)$/iu.test(text));
  // "The reading" is the column "Meter reading" and not "Read by": the form of the word goes before its stem.
  const written = texts.map(
    (text) =>
      new Set(
        text
          .toLowerCase()
          .replaceAll('_', ' ')
          .split(/[^\p{L}\p{N}]+/u),
      ),
  );
  const asWritten = new Set(
    words.filter(({ text }) => written.some((each) => each.has(text.toLowerCase()))).map(({ text }) => text),
  );
  const isElsewhere = ({ text }: QuestionWord, column: number) =>
    asWritten.has(text) && written[column]?.has(text.toLowerCase()) !== true;
  const scored = headings.map((stems, column) => {
    // "were ordered" is what happened to the rows, not their order number.
    const rate = ratedUnits(texts[column] ?? '', stems);
    const found = words.filter(
      (word) =>
        !(word.isStop && /ed$/.test(word.text)) &&
        !isElsewhere(word, column) &&
        (stems.some(
          (stem) =>
            stem === word.stem || stem === contraryStem(word) || (!isCount(column) && isDoerOf(stem, word.stem)),
        ) ||
          (/ly$/.test(word.text) && stems.includes(word.text.toLowerCase().slice(0, -2)))),
    );
    const isMeasure = found.length > 0 && found.every((word) => rate.has(word.stem));
    const hits = isMeasure ? [] : found;
    return { hits, share: stems.length === 0 ? 0 : new Set(hits.map((word) => word.stem)).size / stems.length };
  });
  // Of thousands of columns few differ in what of the question they hold.
  const different = new Map(
    scored.map((each) => [`${each.share} ${each.hits.map(({ stem }) => stem).join(' ')}`, each] as const),
  );
  const rivals = [...different.values()];
  const named = new Set<number>();
  for (const [column, { hits, share }] of scored.entries()) {
    if (hits.length === 0 || (share < 0.5 && hits.every((word) => word.isStop))) continue;
    const isBeaten = rivals.some((other) => {
      const isWider = hits.every((hit) => other.hits.some((each) => each.stem === hit.stem));
      return isWider && (other.hits.length > hits.length || (other.hits.length === hits.length && other.share > share));
    });
    if (!isBeaten) named.add(column);
  }
  for (const column of named) for (const word of scored[column]?.hits ?? []) used.add(word);
  // What is asked for is another column, and the verb only says what the counted ones do.
  for (const [column, stems] of headings.entries())
    for (const word of words)
      if (named.size > 0 && isCount(column) && stems.some((stem) => isDoerOf(stem, word.stem))) used.add(word);
  return named;
}

/** Characters of a heading that is a name and no sentence. */
const longestName = 80;

/**
 * The only column whose heading ends in a word for the same thing, in this language or another: "Preis" of `unit_price`. Of several the one
 * that a condition is on: "Bestellung 1043" of `order_no` beside `ordered_on`.
 */
export function sameNamed(
  word: string,
  { headings }: DataTable,
  conditionColumns: ReadonlySet<number>,
): number | undefined {
  const stem = wordStem(word.toLowerCase());
  const same = [...headings.keys()].filter((column) => {
    const heading = headings[column] ?? '';
    if (heading.length > longestName) return false;
    const last = labelWords(heading).findLast((each) => !each.isLate && !numberSigns.has(each.word));
    return last !== undefined && isSameThing(last.stem, stem);
  });
  const found = [same, same.filter((column) => conditionColumns.has(column))].find(({ length }) => length === 1);
  return found?.[0];
}

/** Of "Rate per hour" the hour: by itself it asks for a length of time, and for no rate. Empty where the heading says no more. */
function ratedUnits(heading: string, stems: readonly string[]): ReadonlySet<string> {
  const units = [...heading.matchAll(/(?<!\p{L})(?:per|pro|par|por|je)[ _](\p{L}+)/giu)].flatMap(([, unit = '']) =>
    stemsOf(unit, 'en'),
  );
  return stems.every((stem) => units.includes(stem)) ? new Set() : new Set(units);
}

const asksTime =
  /\b(?:when|wann|oldest|newest|latest|earliest|most recent)\b|(?<!\p{L})(?:cuándo|quand)(?!\p{L})|(?<!\p{L})(?:älteste|neu(?:e)?ste)\p{L}*|más (?:antigu|nuev|reciente)|plus (?:ancien|récent)/iu;

/** Columns that the kind of question points to: "when" to a date, "cheapest" to a price. */
export function hintedColumns(question: string, table: DataTable, conditions: ReadonlySet<number>): number[] {
  for (const [asked, heading] of headingHints) {
    if (!asked.test(question)) continue;
    const found = [...table.headings.keys()].filter(
      (column) => !conditions.has(column) && heading.test((table.headings[column] ?? '').replaceAll('_', ' ')),
    );
    if (found.length > 0) return found;
  }
  const times = asksTime.test(question) ? timeColumns(table).filter((column) => !conditions.has(column)) : [];
  return times.length === 1 ? times : [];
}
