import { guessLanguage, type KnownLanguage, stopWords } from '@parley/text';
import type { DataTable, TableRow } from './data-table.ts';
import { headingStems, hintedColumns, meaningsOf, namedColumns, nameRelatedColumns } from './named-columns.ts';
import {
  functionsOf,
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
  deniedCondition,
  emptyCondition,
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
  /** Rows without something are asked for. */
  isDenial: boolean;
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
  nameRelatedColumns(words, headings, used, named);
  const comparison = comparisonCondition(question, words, table, named, used);
  const place = placeCondition(question, words, table, used);
  const asked = [...values, ...(dates ?? []), ...(comparison ?? []), ...place];
  const negated = /\b(?:not|no(?!\.?\s*\d)|without|nicht|kein\w*|un(?=paid|sold|used))\b/i.test(question);
  const flags = booleanConditions(named, table, negated);
  const denied = negated && flags.length === 0 ? denyRows(question, named, asked, table, language) : asked;
  if (denied === null || comparesColumns(question, named, headings, table, language)) return null;
  const conditions = [...denied, ...flags];
  const meant = meaningsOf(named, table, language);
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
  const isMeasured = targets.some((column) => /^(?:number|date|duration)$/.test(table.kinds[column] ?? ''));
  const isExtreme = functions.has('max') || functions.has('min');
  // "On which day was it coldest?": the day is asked for, and the temperature measured.
  const asksDay = /\b(?:when|(?:which|what) (?:day|date|month|year))\b/i.test(question);
  const isMeasureNamed = isMeasured && !(asksDay && targets.every((column) => table.kinds[column] !== 'number'));
  const hinted =
    targets.length > 0 && !(isExtreme && !isMeasureNamed) ? [] : hintedColumns(question, table, conditionColumns);
  return {
    functions,
    targets: [...targets, ...hinted],
    isTargetNamed: targets.length > 0,
    conditions: conditions.map((condition) => condition.text),
    conditionColumns,
    rows,
    isTableNamed,
    isDenial: conditions.some((condition) => condition.isDenial === true),
  };
}

/** What a question with "no" or "not" in it says of the rows; null when that is not told by values and empty cells. */
function denyRows(
  question: string,
  named: ReadonlySet<number>,
  conditions: readonly Condition[],
  table: DataTable,
  language: KnownLanguage | null,
): Condition[] | null {
  const empty = emptyCondition(question, named, table, (text) => stemsOf(text, language));
  return empty === null ? deniedCondition(question, conditions, table) : [...conditions, ...empty];
}

const comparison =
  /\b(?:below|under|above|over|beyond|exceed\w*|(?:less|more|fewer|higher|lower|greater|smaller) than)\s+(?:the|its|their)?\s*(?<thing>\p{L}+)/iu;

/** "below the minimum": a cell held against another of its row, which is not worked out here. */
function comparesColumns(
  question: string,
  named: ReadonlySet<number>,
  headings: readonly string[][],
  table: DataTable,
  language: KnownLanguage | null,
): boolean {
  const thing = comparison.exec(question)?.groups?.thing;
  if (thing === undefined) return false;
  const stem = stemOf(thing, language);
  return [...named].some((column) => table.kinds[column] === 'number' && headings[column]?.includes(stem) === true);
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
    conditions.push({
      column,
      text: `${heading} = ${shown}`,
      values: [...values],
      test: (row) => values.has(row.cells[column] ?? ''),
    });
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
