import { cardinalOf, monthOf } from '@parley/text';
import { cellDate, cellNumber, type DataTable, type TableRow } from './data-table.ts';
import { quantityColumn } from './meant-columns.ts';
import { type ParseState, useWords } from './parse-state.ts';
import type { QuestionWord } from './question-words.ts';
import type { Condition } from './row-conditions.ts';
import { hasTimes } from './row-nouns.ts';

const soldOut =
  /\b(?:sold out|out of stock|none left|(?:no|none|nothing) (?:left|remaining|in stock)|run out|ausverkauft|vergriffen|agotad[oa]s?|épuisée?s?)\b/iu;
const inStock =
  /\b(?:in stock|in the (?:warehouse|storeroom|stockroom)|on (?:hand|the shel(?:f|ves))|left|available|remaining|auf lager|vorrätig|en stock|disponibles?|quedan)\b/iu;
const open =
  /\b(?:outstanding|(?:still )?(?:owe[sd]?|owing)|unpaid|overdue|(?:still )?(?:open|due)|yet to be paid|still (?:has|have|needs?) to pay|offen|ausstehend|schuldet|pendientes?|debe[n]?|impayée?s?)\b/iu;
/** What pieces of anything are called. */
const counted =
  /(?<=\b(?:how many|number of|wie viele|cuánt[oa]s) )(?:copies|units|pieces|stück|exemplare|unidades|ejemplares)\b/iu;
const paidHeading = /(?:^|[ _])(?:paid|settled|bezahlt|pagad[oa]|payée?)$/iu;

/**
 * What fixed phrases say of the rows: "sold out" a quantity of 0, "outstanding" not paid. "in stock" only says that the quantity is meant,
 * which is then added to the named columns.
 */
export function phraseConditions(state: ParseState): Condition[] {
  const { question, table, named } = state;
  const quantity = quantityColumn(table, new Set());
  const gone = soldOut.exec(question);
  if (gone && quantity !== undefined) {
    useWords(gone, state);
    const test = (row: TableRow) => cellNumber(row.cells[quantity] ?? '', table.hasDecimalComma) === 0;
    return [{ column: quantity, text: `${table.headings[quantity]} = 0`, isDenial: true, test }];
  }
  const held = inStock.exec(question);
  // What was sold on some day is not in stock.
  if (held && quantity !== undefined && (!hasTimes(table) || inStock.test(table.headings[quantity] ?? ''))) {
    useWords(held, state);
    named.add(quantity);
  }
  const copies = counted.exec(question);
  if (copies && quantity !== undefined) {
    useWords(copies, state);
    named.add(quantity);
  }
  const owed = open.exec(question);
  const paid = table.headings.findIndex(
    (heading, column) => table.kinds[column] === 'boolean' && paidHeading.test(heading),
  );
  if (owed && paid >= 0) {
    useWords(owed, state);
    if (named.has(paid)) return [];
    const test = (row: TableRow) => /^(?:no|false|nein|non)$/i.test(row.cells[paid] ?? '');
    return [{ column: paid, text: `${table.headings[paid]} = no`, isDenial: true, test }];
  }
  return [];
}

const period =
  /^(?:seasons?|years?|months?|weeks?|days?|nights?|evenings?|mornings?|periods?|quarters?|terms?|time|summer|winter|list|table|file|sheet|register|monate?|wochen?|tage?|jahre?|saison|zeit|liste|tabelle|meses|mes|semanas?|días?|años?|temporada|lista|tabla)$/iu;
const whole = /^(?:whole|entire|full|complete|ganze[nrms]?|gesamten?|tod[oa]s?|enti[eè]re?)$/iu;
const allOf = /^(?:all|alle[rn]?|tod[oa]s|tous|toutes)$/iu;
const together = /^(?:together|combined|zusammen|juntos|juntas|ensemble)$/iu;
const perWord = /^(?:per|each|pro|je|por|par|a|an|every)$/iu;

/**
 * Words that leave no row out: "over the whole season", "all nights together", "in the week" of a table of no more than one, "per night" of a
 * mean. They are added to `used`.
 */
export function useWordsOfAll({ words, table, used }: ParseState, isMean: boolean): void {
  for (const [index, word] of words.entries()) {
    const [before, after] = [words[index - 1], words[index + 1]];
    // "the value (quantity times price)" says itself what it is.
    if (
      /^(?:value|worth|wert|valor|valeur)$/iu.test(word.text) &&
      words.some(({ text }) => /^(?:times|multiplied|mal)$/iu.test(text))
    )
      used.add(word);
    if (/^(?:times|multiplied)$/iu.test(word.text)) used.add(word);
    if (whole.test(word.text) && after && period.test(after.text)) for (const each of [word, after]) used.add(each);
    if (/^(?:both|beide[nr]?|ambos|ambas)$/iu.test(word.text) && after && isHowMany(2, after.text, table))
      for (const each of [word, after]) used.add(each);
    if (together.test(word.text)) {
      used.add(word);
      if (
        before &&
        period.test(before.text) &&
        words.slice(Math.max(0, index - 3), index - 1).some(({ text }) => allOf.test(text))
      )
        used.add(before);
    }
    if (
      isMean &&
      perWord.test(word.text) &&
      after &&
      /^(?:night|day|evening|week|month|row|line|entry|tag|nacht|monat|woche|día|noche|mes)$/iu.test(after.text) &&
      isOncePer(after.text, table)
    )
      for (const each of [word, after]) used.add(each);
    // "The average per visit": what is behind it must be known, as the table or its rows.
    if (isMean && /^(?:per|pro|por)$/iu.test(word.text)) used.add(word);
    if (!pointsAt.test(before?.text ?? '')) continue;
    if (period.test(word.text) && isNoLongerThan(word.text, table)) used.add(word);
    if (half.test(word.text) && after && isNoLongerThan(`half ${after.text}`, table))
      for (const each of [word, after]) used.add(each);
  }
}

/** "both months": so many of them lie in the rows, and no others. */
function isHowMany(count: number, unit: string, { kinds, rows }: DataTable): boolean {
  const length = [/^(?:years|jahre|años)$/iu, /^(?:months|monate|meses)$/iu, /^(?:days|tage|días)$/iu].findIndex(
    (pattern) => pattern.test(unit),
  );
  const column = kinds.indexOf('date');
  if (length < 0 || column < 0) return false;
  return new Set(rows.map((row) => dayOf(row, column).slice(0, [4, 7, 10][length]))).size === count;
}

/** "in the week", "that week", "over the whole of this year". */
const pointsAt = /^(?:the|that|this|der|die|das|dem|den|dies\p{L}{1,2}|im|el|la|ese|este|esa|esta)$/iu;
const half = /^(?:half|halben?|halbjahr|medio)$/iu;

const dayOf = (row: TableRow, column: number): string => (cellDate(row.cells[column] ?? '') ?? '').slice(0, 10);

/** A mean over the rows is one per day where no day stands in two of them. */
function isOncePer(unit: string, { kinds, rows }: DataTable): boolean {
  if (/^(?:row|line|entry)$/i.test(unit)) return true;
  const column = kinds.indexOf('date');
  const length = /^(?:month|monat|mes)$/i.test(unit) ? 7 : 10;
  const days = rows.map((row) => dayOf(row, column).slice(0, length));
  return (
    column >= 0 &&
    !/^we|^wo/i.test(unit) &&
    days.every((day) => day.length === length) &&
    new Set(days).size === rows.length
  );
}

const daysIn: readonly [RegExp, number][] = [
  [/^half years?$/i, 184],
  [/^(?:week|woche|semana)$/i, 7],
  [/^(?:month|monat|mes)$/i, 31],
  [/^(?:season|saison|temporada|year|jahr|año|period|list|table|file|sheet|register|liste|tabelle|lista|tabla)$/i, 366],
];

/** "in the week": all of the rows where their days lie within one. */
function isNoLongerThan(unit: string, { kinds, rows }: DataTable): boolean {
  const most = daysIn.find(([pattern]) => pattern.test(unit))?.[1];
  const column = kinds.indexOf('date');
  if (most === undefined) return false;
  if (column < 0) return monthsSpanned(rows) * 30 < most;
  const days = rows.flatMap((row) => Date.parse(dayOf(row, column)) || []).sort((one, other) => one - other);
  return days.length === rows.length && ((days.at(-1) ?? 0) - (days[0] ?? 0)) / 86_400_000 < most;
}

/** From the first to the last month of a column of names of months; infinite where there is none. */
function monthsSpanned(rows: readonly TableRow[]): number {
  for (const at of rows[0]?.cells.keys() ?? []) {
    const months = rows.flatMap(({ cells }) => monthOf(cells[at]?.trim() ?? '') ?? []);
    if (months.length === rows.length) return Math.max(...months) - Math.min(...months) + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Numbers that say how many rows or days there are ("all four boats", "over the six days") hold or not; undefined where one does not. */
export function holdsNumber(
  index: number,
  words: readonly QuestionWord[],
  rows: readonly TableRow[],
  table: DataTable,
): boolean {
  const number = cardinalOf(words[index]?.text.toLowerCase() ?? '') ?? Number(words[index]?.text);
  const noun = words[index + 1]?.text ?? '';
  const column = table.kinds.indexOf('date');
  if (/^(?:days|tage|días|jours)$/i.test(noun))
    return column >= 0 && new Set(rows.map((row) => dayOf(row, column))).size === number;
  return rows.length === number;
}
