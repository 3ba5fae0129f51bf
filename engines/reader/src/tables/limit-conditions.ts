import { cardinalOf, cardinalPattern, currencyPattern, isPlainUnit, unitOf } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import { cellMinutes, cellNumber, type DataTable, type TableRow } from './data-table.ts';
import { onlyMoneyColumn } from './meant-columns.ts';
import type { ParseState } from './parse-state.ts';
import type { QuestionWord } from './question-words.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

type Sign = '>' | '<' | '≥' | '≤';

const number = `(?<mark>${currencyPattern}\\s?)?(?<limit>\\d[\\d.,]*|${cardinalPattern(['en', 'de', 'es'], 1)})(?![\\p{L}\\d])(?:\\s?(?<unit>%|\\p{Sc}|\\p{L}+))?`;
const ahead: readonly [Sign, string][] = [
  ['≥', 'at least|no less than|not less than|no fewer than|a minimum of|mindestens|al menos|por lo menos|au moins'],
  ['≤', 'at most|up to|no more than|not more than|a maximum of|höchstens|bis zu|como máximo|a lo sumo|au plus'],
  [
    '>',
    '(?:more|greater|higher|larger|bigger|longer|heavier|older|dearer|warmer) than|more expensive than|over|above|exceed(?:s|ed|ing)?|mehr als|über|más de|plus de',
  ],
  [
    '<',
    '(?:less|fewer|lower|smaller|cheaper|shorter|lighter|younger|colder) than|under|below|weniger als|unter|menos de|moins de',
  ],
];
const behind: readonly [Sign, string][] = [
  ['≥', 'or (?:more|above|over|higher|longer)|and (?:more|above|up)|upwards|oder mehr|o más|ou plus'],
  ['≤', 'or (?:less|fewer|under|below|lower|shorter)|and below|oder weniger|o menos|ou moins'],
];
const patterns: readonly [Sign, RegExp][] = [
  ...behind.map(([sign, words]): [Sign, RegExp] => [sign, new RegExp(`${number}\\s+(?:${words})(?!\\p{L})`, 'iu')]),
  ...ahead.map(([sign, words]): [Sign, RegExp] => [sign, new RegExp(`(?<!\\p{L})(?:${words})\\s+${number}`, 'iu')]),
];
const between = new RegExp(
  `(?<!\\p{L})(?:between|zwischen|entre)\\s+(?:${currencyPattern}\\s?)?(?<from>\\d[\\d.,]*)\\s*\\S{0,8}?\\s*(?:and|und|y|et|to)\\s+${number}`,
  'iu',
);

const holds: Record<Sign, (value: number, limit: number) => boolean> = {
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
  '≥': (value, limit) => value >= limit,
  '≤': (value, limit) => value <= limit,
};

/**
 * "above £60", "at least 3 nights", "1000 dollars or more", "between 5 and 10 kg": rows whose number in one column is so. Empty where the
 * question sets no limit, null where no column or more than one can be meant.
 */
export function limitConditions(state: ParseState): Condition[] | null {
  const { question, words, used } = state;
  const free = (match: RegExpExecArray): boolean =>
    words.some(
      (word) =>
        !used.has(word) && /^\d|^\p{L}+$/u.test(word.text) && word.text === match.groups?.limit?.replace(/[.,]$/, ''),
    );
  const range = between.exec(question);
  if (range && free(range))
    return limited(
      range,
      [
        ['≥', range.groups?.from ?? ''],
        ['≤', range.groups?.limit ?? ''],
      ],
      state,
    );
  for (const [sign, pattern] of patterns) {
    const match = pattern.exec(question);
    if (match && free(match)) return limited(match, [[sign, match.groups?.limit ?? '']], state);
  }
  return [];
}

function limited(
  match: RegExpExecArray,
  limits: readonly [Sign, string][],
  { words, table, named, used }: ParseState,
): Condition[] | null {
  const { mark = '', unit: written = '' } = match.groups ?? {};
  const isUnitWord = isPlainUnit(written) || /^[mglhw]$/i.test(written);
  const unit = unitOf(mark.trim()) ?? (isUnitWord ? unitOf(written) : undefined);
  const column = measuredColumn(unit?.name, unit?.dimension === 'money', table, named);
  if (column === undefined) return null;
  const numbers = limits.map(([sign, text]) => [sign, limitOf(text.replace(/[.,]$/, ''), table)] as const);
  if (numbers.some(([, limit]) => limit === null)) return null;
  const isUnit = (word: QuestionWord): boolean => unit !== undefined && word.text === written;
  const end = match.index + match[0].length;
  for (const word of words) {
    if (word.start < match.index || word.start >= end) continue;
    // What is counted behind the number ("more than 3 cows") names a column or the rows, and is accounted for as such.
    if (word.text !== written || isUnit(word)) used.add(word);
  }
  const value = (row: TableRow): number =>
    (table.kinds[column] === 'duration'
      ? cellMinutes(row.cells[column] ?? '')
      : cellNumber(row.cells[column] ?? '', table.hasDecimalComma)) ?? Number.NaN;
  return numbers.map(([sign, limit]) => ({
    column,
    text: `${table.headings[column]} ${sign} ${limit}`,
    test: (row) => holds[sign](value(row), limit ?? Number.NaN),
  }));
}

const limitOf = (text: string, { hasDecimalComma }: DataTable): number | null =>
  cardinalOf(text.toLowerCase()) ?? cellNumber(text, hasDecimalComma);

/** The column of a unit or of money where one is said, else the one that the question names, else the only one of numbers. */
function measuredColumn(
  unit: string | undefined,
  isMoney: boolean,
  table: DataTable,
  named: ReadonlySet<number>,
): number | undefined {
  const numeric = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'number');
  const traits = numeric.map((column) => columnTraits(column, table));
  // Pounds are money or mass, as the table has it.
  const ofUnit = numeric.filter((_, at) => unit !== undefined && traits[at]?.units.has(unit));
  const asMoney = isMoney || unit === 'lb' ? numeric.filter((_, at) => traits[at]?.isMoney) : [];
  const fitting = ofUnit.length > 0 ? ofUnit : asMoney;
  if (unit !== undefined && fitting.length === 0 && !numeric.some((column) => named.has(column))) return undefined;
  const among = fitting.length > 0 ? fitting : numeric;
  const paid = asMoney.length > 1 ? onlyMoneyColumn(table, new Set()) : undefined;
  return among.find((column) => named.has(column)) ?? (among.length === 1 ? among[0] : paid);
}
