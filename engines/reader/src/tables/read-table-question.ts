import { cardinalOf, guessLanguage, type KnownLanguage } from '@parley/text';
import { clockConditions } from './clock-conditions.ts';
import { cellDate, type DataTable } from './data-table.ts';
import { dateConditions } from './date-conditions.ts';
import { columnOf, degreeOf, namesake } from './degrees.ts';
import { groupOf, periodOf } from './group-rows.ts';
import { limitConditions } from './limit-conditions.ts';
import { headingStems, hintedColumns, namedColumns, sameNamed } from './named-columns.ts';
import { type ParseState, useWords } from './parse-state.ts';
import { placesOf } from './places.ts';
import {
  contraryStem,
  functionsOf,
  isGeneric,
  type QuestionWord,
  questionWords,
  stemOf,
  stemsOf,
  type TableFunction,
} from './question-words.ts';
import { booleanConditions, type Condition, lackingConditions } from './row-conditions.ts';
import { timeColumns } from './row-nouns.ts';
import type { TableQuestion } from './table-question.ts';
import { asksOfAnother, asksOtherTime } from './untold.ts';
import { comparesRows, valueConditions } from './value-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** "Below the minimum", "more than was planned", "cost more?": a cell held against another of its row, or against nothing that is said. */
const comparesCells =
  /\b(?:more|less|fewer|higher|lower|longer|shorter|later|earlier|below|under|above|over)\b[^?]{0,30}?\b(?:min(?:imum)?|max(?:imum)?|limits?|levels?|plan(?:ned)?|budget(?:ed)?|targets?|expected|estimated?|forecast)\b|\b(?:more|less|fewer)\W*$/iu;

/** "The lightest one": no number. */
const pronoun = /\b(?:\p{L}+(?:er|est)|(?:more|most|less|least) \p{L}+|which|other|same|that|this) ones?\b/iu;

/** "In which month", "which year", of rows that have one each: the column that says it. */
function columnOfPeriod(length: number, { kinds, rows }: DataTable): number | undefined {
  const columns = [...kinds.keys()].filter((column) => {
    const seen = new Set<string>();
    return rows.every(({ cells }) => {
      const period = /^\d{4}.*/.exec(cellDate(cells[column] ?? '') ?? '')?.[0].slice(0, length) ?? '';
      return period.length === length && seen.size < seen.add(period).size;
    });
  });
  return columns.length === 1 ? columns[0] : undefined;
}

/** Words of a question in another language that may each be one for a heading. */
const mostForeign = 3;
const isWord = /^\p{L}{2,20}$/u;

/** Of cells that say a word. */
function cellStems({ rows }: DataTable, language: KnownLanguage): ReadonlySet<string> {
  const different = new Set<string>();
  for (const { cells } of rows) for (const cell of cells) different.add(cell);
  return new Set([...different].flatMap((cell) => (isWord.test(cell) ? [stemOf(cell, language)] : [])));
}

/** Null when a word of the question stands for nothing in the table, or no row meets what it says. */
export function readTableQuestion(question: string, table: DataTable, filename: string): TableQuestion | null {
  if (asksOtherTime(question, table)) return null;
  if (comparesCells.test(question)) return null;
  const language = guessLanguage(question) ?? 'en';
  // Read once, and of few questions at all.
  let said: ReadonlySet<string> | undefined;
  const words = questionWords(question, language, (stem) => {
    said ??= cellStems(table, language);
    return said.has(stem);
  });
  const used = new Set<QuestionWord>();
  const titleStems = new Set(stemsOf(table.title, language));
  const fileStems = new Set(stemsOf(filename.replace(/\.\w+$/, '').replaceAll('-', ' '), language));
  const around = new Set(stemsOf(table.around ?? '', language));
  const headings = table.headings.map((heading) => headingStems(heading, language));
  const named = namedColumns(words, headings, used, table.headings, table.kinds);
  const topics = new Set([...titleStems, ...around, ...fileStems]);
  const state: ParseState = { question, words, language, table, headings, topics, named, used };
  const compared = comparesRows.exec(question);
  if (compared !== null) useWords(compared, state);
  const places = placesOf(question);
  if (places !== null) useWords(places.match, state);
  const group = groupOf(question, new Set(), table);
  if (group !== null) useWords(group.match, state);
  const limits = limitConditions(state);
  if (limits === null) return null;
  const values = valueConditions(state);
  if (values === null) return null;
  const dates = dateConditions(state);
  if (dates === null) return null;
  const asked = [...limits, ...values, ...dates, ...clockConditions(state)];
  const contraries = words.map((word) => (used.has(word) ? contraryStem(word) : undefined));
  const isContrary = [...named].some((column) => headings[column]?.some((stem) => contraries.includes(stem)));
  const lacking = lackingConditions(state);
  const rest = lacking.reduce((text, { said }) => text.replace(said, ' '), question);
  const negated = isContrary || /\b(?:not|cannot|no(?!\.?\s*\d)|without|nicht|kein\w*)\b|n['’]t\b/i.test(rest);
  const flags = booleanConditions(state, negated);
  // What else is denied of rows is told by a column of yes and no alone.
  if (negated && flags.length === 0) return null;
  const conditions = [...asked, ...flags, ...lacking];
  const conditionColumns = new Set(conditions.map((condition) => condition.column));
  const meant = new Set([...named].flatMap((column) => stemsOf(table.headings[column] ?? '', language)));
  let isTableNamed = false;
  const unknown: QuestionWord[] = [];
  for (const word of words) {
    if (
      word.isStop ||
      used.has(word) ||
      (/^ones?$/iu.test(word.text) && pronoun.test(question)) ||
      meant.has(word.stem) ||
      isGeneric.test(word.text)
    )
      continue;
    if (/^\d{1,3}$/.test(word.text) || cardinalOf(word.text.toLowerCase()) !== undefined) return null;
    // Of rows that have a day, the first in time is what is asked for, and nothing else of them.
    if (/^(?:first|next)$/iu.test(word.text) && table.kinds.includes('date') && functionsOf(question).size === 1)
      continue;
    const length = periodOf(word.text);
    const period = length === undefined ? undefined : columnOfPeriod(length, table);
    if (period !== undefined) {
      named.add(period);
      continue;
    }
    // The list that holds the rows, and bears no name of theirs.
    if (around.has(word.stem) && !titleStems.has(word.stem)) {
      used.add(word);
      continue;
    }
    const isKnown = titleStems.has(word.stem) || (table.isOnly && fileStems.has(word.stem));
    // A file of several sheets bears the name of one of them: it names no rows of the others.
    if (!isKnown) {
      unknown.push(word);
      if (unknown.length > (language === 'en' ? 1 : mostForeign)) return null;
      continue;
    }
    isTableNamed = true;
    used.add(word);
  }
  // Meaning is asked only where the rest of the question speaks of the table.
  const isAbout = named.size > 0 || conditions.length > 0 || functionsOf(question).size > 0;
  for (const word of unknown) {
    if (!isAbout) return null;
    const column =
      sameNamed(word.text, table, conditionColumns) ?? (unknown.length === 1 ? namesake(word.text, table) : undefined);
    if (column === undefined) return null;
    named.add(column);
    used.add(word);
  }
  const counted =
    /(?<!\p{L})(?:how many|number of|wie viele|anzahl der|cu[aá]nt[oa]s)\s+(?:different |distinct |unique )?(\p{L}+)/iu.exec(
      question,
    )?.[1];
  if (counted !== undefined && (isGeneric.test(counted) || isVerb.test(counted))) isTableNamed = true;
  else if (counted !== undefined) {
    const stem = stemOf(counted, language);
    const isKnown = titleStems.has(stem) || headings.some((stems) => stems.includes(stem));
    const isFile = table.isOnly && fileStems.has(stem);
    if (isKnown || isFile) isTableNamed ||= titleStems.has(stem) || isFile;
    else if (around.has(stem) || ![...used].some((word) => word.stem === stem)) return null;
  }
  const rows = table.rows.filter((row) => conditions.every((condition) => condition.test(row)));
  const isWhole = (condition: Condition): boolean => condition.values === undefined || condition.parts !== undefined;
  if (rows.length === 0 && !(conditions.length > 1 && conditions.every(isWhole))) return null;
  const parts = conditions.find((condition) => (condition.parts?.length ?? 0) > 1);
  const wanted = whatIsAsked(state, conditionColumns);
  if (wanted === null) return null;
  const { functions, targets: asksFor, hinted } = wanted;
  if (asksOfAnother(question, asksFor, conditions, table)) return null;
  const isLabel =
    table.headings.length === 2 && conditions.length === 1 && conditionColumns.has(0) && rows.length === 1;
  // Where each row is a name and what it is, the name asks for the other.
  const targets = isLabel && asksFor.length === 0 && isWholeName(conditions[0]) ? [1] : asksFor;
  return {
    functions,
    targets: [...targets, ...hinted],
    isTargetNamed: targets.length > 0,
    conditions: conditions.map((condition) => condition.text),
    conditionColumns,
    rows,
    isTableNamed,
    ...(parts && { parts }),
  };
}

const isWholeName = (condition: Condition | undefined): boolean => condition?.parts?.length === 1;

/** "How many did Bo sign?": the rows are counted, by no noun. */
const isVerb = /^(?:did|do|does|has|have|had|is|are|was|were|will|can|of)$/iu;

const saysHowMuch = /^(?:largest|biggest|highest|smallest|lowest|busiest|größte|höchste|niedrigste|kleinste)\p{L}*$/iu;

const asksWhen = /^\W*(?:when|wann|cuándo|quand)(?!\p{L})/iu;

/** What is to be done with which columns: those that the question names, and those that only its kind points to. */
function whatIsAsked(
  { question, table, headings, named }: ParseState,
  conditionColumns: ReadonlySet<number>,
): { functions: Set<TableFunction>; targets: number[]; hinted: number[] } | null {
  const functions = functionsOf(question);
  const free = [...named].filter((column) => !conditionColumns.has(column));
  const times = timeColumns(table).filter((column) => !conditionColumns.has(column));
  // "When did she order?" of orders with a date and a number asks for the date.
  const isWhen = asksWhen.test(question) && functions.size === 0 && times.length === 1 && free.length > 0;
  const asksFor = isWhen && !free.some((column) => times.includes(column)) ? times : free;
  const isTotal = (column: number): boolean => headings[column]?.some((stem) => /^total/.test(stem)) === true;
  // "The total nights" are the sum of the nights, not the column of totals beside them.
  const hasOwn = functions.has('sum') && asksFor.some((each) => table.kinds[each] === 'number' && !isTotal(each));
  const targets = hasOwn ? asksFor.filter((column) => !isTotal(column)) : asksFor;
  // "The last bus" is a column there, not the last of the rows.
  for (const end of ['first', 'last'] as const)
    if (targets.some((column) => headings[column]?.includes(end))) functions.delete(end);
  // "The largest order by total": the word names a column, not what is to be done with it.
  if (targets.some(isTotal) && (functions.has('max') || functions.has('min') || functions.has('mean')))
    functions.delete('sum');
  const isMeasured = targets.some((column) => /^(?:number|date|duration)$/.test(table.kinds[column] ?? ''));
  const isExtreme = functions.has('max') || functions.has('min');
  // "On which day was it coldest?": the day is asked for, and the temperature measured.
  const asksDay = /\b(?:when|(?:which|what) (?:day|date|month|year))\b/i.test(question);
  const isMeasureNamed = isMeasured && !(asksDay && targets.every((column) => table.kinds[column] !== 'number'));
  const hinted =
    targets.length > 0 && !(isExtreme && !isMeasureNamed) ? [] : hintedColumns(question, table, conditionColumns);
  const degree = isExtreme && !isMeasureNamed && hinted.length === 0 ? degreeOf(question) : null;
  if (degree === null) return { functions, targets, hinted };
  const measure = columnOf(degree, table, conditionColumns);
  // By a word that says nothing but how much, the only numbers are meant.
  if (measure === undefined && !saysHowMuch.test(degree.text)) return null;
  return { functions, targets, hinted: measure === undefined ? [] : [measure] };
}
