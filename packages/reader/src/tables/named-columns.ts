import { type KnownLanguage, stopWords } from '@parley/text';
import { areRelated } from '../text/related-words.ts';
import type { DataTable } from './data-table.ts';
import { headingHints, type QuestionWord, stemsOf } from './question-words.ts';

/** What a unit in a heading says that the heading does not spell out. */
const unitMeanings: readonly [RegExp, string][] = [
  [/\b(?:kwh|mwh|kw)\b/i, 'consumption usage energy'],
  [/\b(?:eur|usd|gbp|chf|€|\$|£)/i, 'cost price amount rate fee'],
  [/\b(?:km|miles)\b/i, 'distance mileage kilometres kilometers'],
  [/\b(?:cm|mm)\b/i, 'depth height length width thickness size'],
  [/\b(?:ms|m\/s|km\/h|kmh|mph)\b/i, 'speed'],
  [/\b(?:pct|percent)\b|%/i, 'percent percentage share rate'],
  [/\b(?:kg|lbs?)\b/i, 'weight'],
  [/\b(?:min|minutes|hours|h)\b/i, 'duration time'],
];
const unitWords = new Set('kwh kw km kg g m cm mm eur usd gbp chf pct percent no nr id'.split(' '));

export function headingStems(heading: string, language: KnownLanguage | null): string[] {
  const stops = stopWords(language ?? 'en');
  const all = stemsOf(heading.replace(/\([^)]*\)/g, ' '), language).filter((stem) => !stops.has(stem));
  const telling = all.filter((stem) => !unitWords.has(stem));
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
): Set<number> {
  const scored = headings.map((stems) => {
    // "were ordered" is what happened to the rows, not their order number.
    const hits = words.filter(
      (word) =>
        !(word.isStop && /ed$/.test(word.text)) &&
        (stems.some((stem) => stem === word.stem || isDoerOf(stem, word.stem)) ||
          (/ly$/.test(word.text) && stems.includes(word.text.toLowerCase().slice(0, -2)))),
    );
    return { hits, share: stems.length === 0 ? 0 : new Set(hits.map((word) => word.stem)).size / stems.length };
  });
  const named = new Set<number>();
  for (const [column, { hits, share }] of scored.entries()) {
    if (hits.length === 0 || (share < 0.5 && hits.every((word) => word.isStop))) continue;
    const isBeaten = scored.some((other, index) => {
      if (index === column) return false;
      const isWider = hits.every((hit) => other.hits.some((each) => each.stem === hit.stem));
      return isWider && (other.hits.length > hits.length || (other.hits.length === hits.length && other.share > share));
    });
    if (!isBeaten) named.add(column);
  }
  for (const column of named) for (const word of scored[column]?.hits ?? []) used.add(word);
  return named;
}

/** A word that names no column, no value and no date may be another word for one heading: "client" for "Customer". */
export function nameRelatedColumns(
  words: readonly QuestionWord[],
  headings: readonly string[][],
  used: Set<QuestionWord>,
  named: Set<number>,
): void {
  for (const word of words) {
    if (word.isStop || used.has(word) || /\d/.test(word.text)) continue;
    const columns = [...headings.keys()].filter((column) =>
      headings[column]?.some((stem) => areRelated(stem, word.stem) || isShortFor(stem, word.stem)),
    );
    const shared = headings[columns[0] ?? -1]?.find(
      (stem) => areRelated(stem, word.stem) || isShortFor(stem, word.stem),
    );
    // Several columns are meant when they bear the same word: "temp min" and "temp max".
    if (shared === undefined || !columns.every((column) => headings[column]?.includes(shared))) continue;
    for (const column of columns) named.add(column);
    used.add(word);
  }
}

/** "temp" for temperature, "desc" for description. */
const isShortFor = (heading: string, word: string): boolean =>
  heading.length >= 4 && word.length >= heading.length + 3 && word.startsWith(heading);

/** Stems of what the units in the headings of some columns say. */
export function meaningsOf(
  columns: ReadonlySet<number>,
  table: DataTable,
  language: KnownLanguage | null,
): Set<string> {
  return new Set(
    [...columns].flatMap((column) =>
      unitMeanings.flatMap(([unit, meanings]) =>
        unit.test((table.headings[column] ?? '').replaceAll('_', ' ')) ? stemsOf(meanings, language) : [],
      ),
    ),
  );
}

/** Columns that the kind of question points to: "when" to a date, "cheapest" to a price. */
export function hintedColumns(question: string, table: DataTable, conditions: ReadonlySet<number>): number[] {
  for (const [asked, heading] of headingHints) {
    if (!asked.test(question)) continue;
    const found = [...table.headings.keys()].filter(
      (column) => !conditions.has(column) && heading.test((table.headings[column] ?? '').replaceAll('_', ' ')),
    );
    if (found.length > 0) return found;
  }
  return [];
}
