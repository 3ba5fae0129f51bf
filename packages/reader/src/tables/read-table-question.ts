import { guessLanguage, type KnownLanguage, stopWords } from '@parley/text';
import type { DataTable, TableRow } from './data-table.ts';
import {
  functionsOf,
  headingHints,
  type QuestionWord,
  questionWords,
  stemOf,
  stemsOf,
  type TableFunction,
} from './question-words.ts';
import {
  booleanConditions,
  type Condition,
  comparisonCondition,
  dateCondition,
  placeCondition,
} from './row-conditions.ts';

/** What a question asks of one table, once every word of it is accounted for. */
export interface TableQuestion {
  functions: ReadonlySet<TableFunction>;
  /** Columns that are asked for, by index. */
  targets: readonly number[];
  /** True when the question names the targets, false when only its kind points to them. */
  isTargetNamed: boolean;
  /** How each condition reads, and the rows that meet all. */
  conditions: readonly string[];
  /** Columns that a condition is on. */
  conditionColumns: ReadonlySet<number>;
  rows: readonly TableRow[];
  /** The question names the table itself: "orders", "vehicles". */
  isTableNamed: boolean;
}

const mostCells = 200_000;

const isGeneric = /^(?:rows?|entries|entry|lines?|records?|items?|times?)$/i;

/** Null when a word of the question stands for nothing in the table, or no row meets what it says. */
export function readTableQuestion(question: string, table: DataTable, filename: string): TableQuestion | null {
  if (table.rows.length * table.headings.length > mostCells) return null;
  const language = guessLanguage(question) ?? 'en';
  const words = questionWords(question, language);
  const used = new Set<QuestionWord>();
  const titleStems = new Set(stemsOf(table.title, language));
  const fileStems = new Set(stemsOf(filename.replace(/\.\w+$/, ''), language));
  const headings = table.headings.map((heading) => headingStems(heading, language));
  const named = namedColumns(words, headings, used);
  const values = valueConditions(words, table, language, used, headings);
  if (values === null) return null;
  const dates = dateCondition(words, table, used);
  const comparison = comparisonCondition(question, words, table, named, used);
  const place = placeCondition(question, words, table, used);
  const conditions = [...values, ...(dates ?? []), ...(comparison ?? []), ...place];
  const negated = /\b(?:not|no(?!\.?\s*\d)|without|nicht|kein\w*|un(?=paid|sold|used))\b/i.test(question);
  const flags = booleanConditions(named, table, negated);
  if (negated && flags.length === 0) return null;
  conditions.push(...flags);
  const meant = new Set(
    [...named].flatMap((column) =>
      unitMeanings.flatMap(([unit, meanings]) =>
        unit.test((table.headings[column] ?? '').replaceAll('_', ' ')) ? stemsOf(meanings, language) : [],
      ),
    ),
  );
  let isTableNamed = false;
  for (const word of words) {
    if (word.isStop || used.has(word) || meant.has(word.stem)) continue;
    // A file of several sheets bears the name of one of them: it names no rows of the others.
    if (!titleStems.has(word.stem) && !(table.isOnly && fileStems.has(word.stem))) return null;
    isTableNamed = true;
    used.add(word);
  }
  const counted = /\b(?:how many|number of)\s+(?:different |distinct |unique )?(\p{L}+)/iu.exec(question)?.[1];
  if (counted !== undefined && !isGeneric.test(counted)) {
    const stem = stemOf(counted, language);
    const isKnown = titleStems.has(stem) || headings.some((stems) => stems.includes(stem));
    const isFile = table.isOnly && fileStems.has(stem);
    if (isKnown || isFile) isTableNamed ||= titleStems.has(stem) || isFile;
    else if (![...used].some((word) => word.stem === stem)) return null;
  }
  const rows = table.rows.filter((row) => conditions.every((condition) => condition.test(row)));
  if (rows.length === 0) return null;
  const conditionColumns = new Set(conditions.map((condition) => condition.column));
  const targets = [...named].filter((column) => !conditionColumns.has(column));
  const functions = functionsOf(question);
  if (place.length > 0) functions.delete('first');
  // "The last bus" is a column there, not the last of the rows.
  for (const end of ['first', 'last'] as const)
    if (targets.some((column) => headings[column]?.includes(end))) functions.delete(end);
  // "The largest order by total": the word names a column, not what is to be done with it.
  if (targets.some((column) => headings[column]?.some((stem) => /^total/.test(stem)))) functions.delete('sum');
  const isMeasured = targets.some((column) => table.kinds[column] === 'number' || table.kinds[column] === 'date');
  const isExtreme = functions.has('max') || functions.has('min');
  const hinted =
    targets.length > 0 && !(isExtreme && !isMeasured) ? [] : hintedColumns(question, table, conditionColumns);
  return {
    functions,
    targets: [...targets, ...hinted],
    isTargetNamed: targets.length > 0,
    conditions: conditions.map((condition) => condition.text),
    conditionColumns,
    rows,
    isTableNamed,
  };
}

/** What a unit in a heading says that the heading does not spell out. */
const unitMeanings: readonly [RegExp, string][] = [
  [/\b(?:kwh|mwh|kw)\b/i, 'consumption usage energy'],
  [/\b(?:eur|usd|gbp|chf|€|\$|£)/i, 'cost price amount'],
  [/\b(?:km|miles)\b/i, 'distance mileage'],
  [/\b(?:kg|lbs?)\b/i, 'weight'],
  [/\b(?:min|minutes|hours|h)\b/i, 'duration time'],
];
const unitWords = new Set('kwh kw km kg g m cm mm eur usd gbp chf pct percent no nr id'.split(' '));

function headingStems(heading: string, language: KnownLanguage | null): string[] {
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
function namedColumns(
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

interface Found {
  column: number;
  values: Set<string>;
  words: QuestionWord[];
  isWhole: boolean;
}

/** Values of the rows that the question names; of several that overlap, the longest. */
function valueConditions(
  words: readonly QuestionWord[],
  table: DataTable,
  language: KnownLanguage | null,
  used: Set<QuestionWord>,
  headings: readonly string[][],
): Condition[] | null {
  const found: Found[] = [];
  for (const column of table.headings.keys()) {
    if (table.kinds[column] === 'boolean') continue;
    const byWords = new Map<string, Found>();
    for (const value of new Set(table.rows.map((row) => row.cells[column] ?? ''))) {
      const hit = wordsOfValue(value, words, language, table.kinds[column] === 'number', headings[column] ?? []);
      if (hit === null) continue;
      const key = hit.words.map((word) => words.indexOf(word)).join(' ');
      const known = byWords.get(key) ?? { column, values: new Set<string>(), ...hit };
      // A value that the question names whole goes before those that only hold the word.
      if (hit.isWhole && !known.isWhole) byWords.set(key, { column, values: new Set([value]), ...hit });
      else if (hit.isWhole || !known.isWhole) byWords.set(key, { ...known, values: known.values.add(value) });
    }
    found.push(...byWords.values());
  }
  found.sort(
    (a, b) => b.words.length - a.words.length || Number(b.isWhole) - Number(a.isWhole) || a.values.size - b.values.size,
  );
  const conditions: Condition[] = [];
  const taken = new Set<QuestionWord>();
  const columns = new Map<number, string>();
  for (const { column, values, words: mine } of found) {
    if (mine.some((word) => taken.has(word))) continue;
    // Numbers that a heading holds already ("Patients 2022") name the column, not a row.
    if (mine.every((word) => used.has(word) && /\d/.test(word.text))) continue;
    // Two values of one column in one question: no row has both.
    if (columns.has(column)) return null;
    columns.set(column, [...values].join(' '));
    for (const word of mine) {
      taken.add(word);
      used.add(word);
    }
    const heading = table.headings[column] ?? '';
    const shown =
      values.size <= 3
        ? [...values].join(' or ')
        : `one of ${values.size} values with "${mine.map((word) => word.text).join(' ')}"`;
    conditions.push({ column, text: `${heading} = ${shown}`, test: (row) => values.has(row.cells[column] ?? '') });
  }
  return conditions;
}

/** The question's words that name a value: all of it in its order, or at least a telling part of it. */
function wordsOfValue(
  value: string,
  words: readonly QuestionWord[],
  language: KnownLanguage | null,
  isNumber: boolean,
  heading: readonly string[],
): { words: QuestionWord[]; isWhole: boolean } | null {
  const stops = stopWords(language ?? 'en');
  const stems = stemsOf(value.slice(0, 200), language).filter((stem) => !stops.has(stem));
  if (stems.length === 0) return null;
  // A small number names a row only behind the heading of its column: "episode 32".
  if (isNumber && !/\d{3}/.test(value) && !followsHeading(stems[0] ?? '', words, heading)) return null;
  const hits: QuestionWord[] = [];
  let at = 0;
  for (const stem of stems) {
    const index = words.findIndex(
      (word, position) => position >= at && word.stem === stem && !heading.includes(word.stem),
    );
    if (index < 0) continue;
    const word = words[index];
    if (word === undefined || (word.isStop && stems.length === 1 && !/^\p{Lu}/u.test(word.text))) continue;
    hits.push(word);
    at = index + 1;
  }
  if (hits.length === 0) return null;
  if (hits.length === stems.length) return { words: hits, isWhole: true };
  const isTelling = hits.some((word) => !word.isStop && !/^\d{1,2}$/.test(word.text));
  // Half of a short value, or a name within a longer one.
  return isTelling && (hits.length / stems.length >= 0.5 || hits.some((word) => /^\p{Lu}|\d{3}/u.test(word.text)))
    ? { words: hits, isWhole: false }
    : null;
}

function followsHeading(stem: string, words: readonly QuestionWord[], heading: readonly string[]): boolean {
  return words.some((word, index) => word.stem === stem && index > 0 && heading.includes(words[index - 1]?.stem ?? ''));
}

/** Columns that the kind of question points to: "when" to a date, "cheapest" to a price. */
function hintedColumns(question: string, table: DataTable, conditions: ReadonlySet<number>): number[] {
  for (const [asked, heading] of headingHints) {
    if (!asked.test(question)) continue;
    const found = [...table.headings.keys()].filter(
      (column) => !conditions.has(column) && heading.test((table.headings[column] ?? '').replaceAll('_', ' ')),
    );
    if (found.length > 0) return found;
  }
  return [];
}
