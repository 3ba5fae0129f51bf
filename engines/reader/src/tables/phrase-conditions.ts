import { cardinalOf } from '@parley/text';
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
/** What pieces of anything are called. */
const counted =
  /(?<=\b(?:how many|number of|wie viele|cuánt[oa]s) )(?:copies|units|pieces|stück|exemplare|unidades|ejemplares)\b/iu;
const takenOff =
  /\b(?:(?:came|come|comes|taken|took|take|knocked|got|get) off|money off|discounts?|reductions?|rabatt|nachlass|descuento|remise)\b/iu;
const discountHeading = /(?:^|[^\p{L}])(?:discount|reduction|off|rabatt|nachlass|descuento|remise)(?:[^\p{L}]|$)/iu;

/** "How much came off the scissors?" means the column of discounts; false where the table has none, which then says nothing of it. */
export function nameDiscount(state: ParseState): boolean {
  const { question, table, named } = state;
  const match = takenOff.exec(question);
  const column = table.headings.findIndex((heading) => discountHeading.test(heading.replaceAll('_', ' ')));
  if (match === null) return true;
  if (column < 0) return !/ off$/iu.test(match[0]);
  useWords(match, state);
  named.add(column);
  return true;
}

/** "Sold out" is a quantity of 0. */
export function soldOutConditions(state: ParseState): Condition[] {
  const { question, table } = state;
  const quantity = quantityColumn(table, new Set());
  const gone = soldOut.exec(question);
  if (!gone || quantity === undefined) return [];
  useWords(gone, state);
  const test = (row: TableRow) => cellNumber(row.cells[quantity] ?? '', table.hasDecimalComma) === 0;
  return [{ column: quantity, text: `${table.headings[quantity]} = 0`, isDenial: true, test }];
}

/** "in stock" and "copies" say that the quantity is meant, which is then added to the named columns. */
export function nameQuantity(state: ParseState): void {
  const { question, table, named } = state;
  const quantity = quantityColumn(table, new Set());
  if (quantity === undefined) return;
  const held = inStock.exec(question);
  // What was sold on some day is not in stock.
  const isHeld = held !== null && (!hasTimes(table) || inStock.test(table.headings[quantity] ?? ''));
  for (const match of [isHeld ? held : null, counted.exec(question)])
    if (match) {
      useWords(match, state);
      named.add(quantity);
    }
}

const dayOf = (row: TableRow, column: number): string => (cellDate(row.cells[column] ?? '') ?? '').slice(0, 10);

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
