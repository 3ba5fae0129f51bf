import { cardinalOf, cardinalPattern, currencyOf, measureOf, readDigits } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import { cellNumber, type DataTable } from './data-table.ts';
import { hintedColumns } from './named-columns.ts';
import { type ParseState, useWords } from './parse-state.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const above =
  '(?:more|greater|higher|longer|heavier|older|larger|bigger|taller|faster|louder|mehr|größer|höher|länger|schwerer|älter|más|plus) (?:than|als|que|de)|dearer than|more expensive than|over|above|exceed\\p{L}*|über';
const below =
  '(?:less|fewer|lower|shorter|lighter|younger|smaller|slower|quieter|cheaper|weniger|kleiner|niedriger|kürzer|leichter|jünger|billiger|günstiger|menos|moins) (?:than|als|que|de)|under|below|unter';
const atLeast = 'at least|a minimum of|mindestens|al menos|au moins|no less than';
const atMost = 'at most|up to|no more than|a maximum of|höchstens|maximal|como máximo|au plus';
// such as: /(?<!\p{L})(?:(?<atLeast>at least)|(?<atMost>at most)|(?<above>more than)|(?<below>less than))\s+(?<currency>\p{Sc}\s?)?(?:(?<digits>\d[\d.,]*)|(?<word>three)(?!\p{L}))(?=\s?(?<unit>[\p{L}²³°%€$£]{1,12})?)/iu
const pattern = new RegExp(
  `(?<!\\p{L})(?:(?<atLeast>${atLeast})|(?<atMost>${atMost})|(?<above>${above})|(?<below>${below}))\\s+(?<currency>\\p{Sc}\\s?)?(?:(?<digits>\\d[\\d.,]*)|(?<word>${cardinalPattern(['en', 'de', 'es'], 1)})(?!\\p{L}))(?=\\s?(?<unit>[\\p{L}²³°%€$£]{1,12})?)`,
  'iu',
);

/**
 * "Less than 150 euros", "at least three rooms", "heavier than 2 kg": rows whose number is so, in the column that the question names, that is in that unit
 * or that the comparison is about. Null where a limit is set and no one column is meant.
 */
export function limitConditions(state: ParseState): Condition[] | null {
  const { question, table } = state;
  const found = pattern.exec(question);
  if (!found) return [];
  const { currency, digits, word, unit = '' } = found.groups ?? {};
  const limit =
    word === undefined ? readDigits(digits ?? '', table.hasDecimalComma ? ',' : '.') : cardinalOf(word.toLowerCase());
  const column = columnOf(state, currency?.trim() ?? unit);
  if (limit === undefined || column === undefined || isForeign(currency?.trim() ?? unit, column, table)) return null;
  useWords(found, state);
  const said = state.words.find(({ text, start }) => text === unit && start >= found.index + found[0].length);
  if (said && isUnitOf(unit, column, table)) state.used.add(said);
  const { atLeast, atMost, above } = found.groups ?? {};
  const [text, holds]: [string, (value: number) => boolean] = atLeast
    ? ['at least', (value) => value >= limit]
    : atMost
      ? ['at most', (value) => value <= limit]
      : above
        ? ['over', (value) => value > limit]
        : ['under', (value) => value < limit];
  const test: Condition['test'] = ({ cells }) => {
    const value = cellNumber(cells[column] ?? '', table.hasDecimalComma);
    return value !== null && holds(value);
  };
  return [{ column, text: `${table.headings[column]} is ${text} ${word ?? digits}`, test }];
}

/** "Over $80" of pounds, "over three months" of what has no time: the number is of something else. */
function isForeign(unit: string, column: number, table: DataTable): boolean {
  if ((currencyOf(unit) ?? measureOf(unit)) === undefined || isUnitOf(unit, column, table)) return false;
  return columnTraits(column, table).units.size > 0 || measureOf(unit)?.dimension === 'time';
}

/** By its name or sign, or as it stands in brackets in the heading. */
function isUnitOf(unit: string, column: number, table: DataTable): boolean {
  const name = currencyOf(unit)?.toLowerCase() ?? measureOf(unit)?.name;
  const isHeaded = unit !== '' && (table.headings[column] ?? '').toLowerCase().includes(`(${unit.toLowerCase()})`);
  return isHeaded || (name !== undefined && columnTraits(column, table).units.has(name));
}

function columnOf({ question, table, named }: ParseState, unit: string): number | undefined {
  const numbers = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'number');
  const hinted = hintedColumns(question, table, new Set());
  const ways: ((column: number) => boolean)[] = [
    (column) => named.has(column),
    (column) => isUnitOf(unit, column, table),
    (column) => hinted.includes(column),
  ];
  const meant = ways.map((way) => numbers.filter(way)).find(({ length }) => length > 0) ?? [];
  return meant.length === 1 ? meant[0] : undefined;
}
