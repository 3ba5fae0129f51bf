import { columnTraits } from './column-traits.ts';
import { cellNumber, type DataTable, type TableRow } from './data-table.ts';
import { onlyMoneyColumn, quantityColumn } from './meant-columns.ts';
import type { ParseState } from './parse-state.ts';
import { stemOf } from './question-words.ts';
import type { Condition } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const comparison =
  /\b(?<how>below|under|above|over|beyond|exceed\w*|(?:less|more|fewer|higher|lower|greater|smaller|longer|shorter)(?: \p{L}+)? than)\s+(?:(?:the|its|their|his|her|our|was|were|is|had been|it was|we|they|he|she|you|i|it)\s+)?(?:(?:had|have|has|did)\s+)?(?<thing>\p{L}+)(?<level>[ -](?:levels?|points?|limits?|thresholds?|marks?|lines?|values?|figures?|quantit(?:y|ies)))?\b/iu;

/** "How much over budget was it?", "How much of the budget is left?" */
export const asksGap =
  /\bhow much\b[^?]*\b(?:budget|planned)\b[^?]*\b(?:left|remain(?:s|ed|ing)?|unspent)\b|\bhow much\b[^?]*\b(?:left|remain(?:s|ed|ing)?|unspent)\b[^?]*\bbudget\b|\bhow (?:much|far|many) (?:over|above|under|below|beyond)\b/iu;

/** "have fallen below", "went over" */
const fallen =
  /^(?:fallen|fell|falls?|dropped|drop|sunk|sank|gone|went|goes|run|ran|risen|rose|come|dipped|stand|lie)$/iu;
const budget = /^(?:budgets?|plan|planned|presupuesto)$/iu;

/** "How much is left of the budget?" */
const asksLeft =
  /\bhow much\b[^?]*\b(?:left|remain(?:s|ed|ing)?|unspent)\b|\bwie ?viel\b[^?]*\b(?:übrig|bleibt)\b|\bcuánto queda\b/iu;

/**
 * "below the minimum": rows whose number in one column is smaller than in another. Empty where no column is held against another, null
 * where it is not clear which two.
 */
export function columnCondition(state: ParseState): Condition[] | null {
  const { question, words, headings, language, named, table, used } = state;
  const left = asksLeft.test(question) ? plannedColumn('planned', table) : undefined;
  const paid = left === undefined ? undefined : onlyMoneyColumn(table, new Set([left]));
  if (left !== undefined && paid !== undefined && (named.has(left) || words.some(({ text }) => budget.test(text)))) {
    for (const word of words) if (budget.test(word.text)) used.add(word);
    named.add(left);
    named.add(paid);
    return [];
  }
  const match = comparison.exec(question);
  const { how = '', thing } = match?.groups ?? {};
  if (match === null || thing === undefined) return [];
  const stem = stemOf(thing, language);
  const numeric = [...named].filter((column) => table.kinds[column] === 'number');
  const limit = numeric.find((column) => headings[column]?.includes(stem) === true) ?? plannedColumn(thing, table);
  if (limit === undefined) return [];
  useComparison(state);
  for (const word of words) if (word.text === thing) used.add(word);
  const others = numeric.filter((column) => column !== limit);
  const isMoney = columnTraits(limit, table).isMoney || limit === plannedColumn('planned', table);
  const isLimit = new Set([limit]);
  const column =
    others.length > 0
      ? others[0]
      : ((isMoney ? onlyMoneyColumn(table, isLimit) : quantityColumn(table, isLimit)) ??
        ofSameThing(limit, headings, table));
  if (column === undefined || others.length > 1) return null;
  // "How much over budget?" asks for what lies between the two.
  if (asksGap.test(question)) {
    for (const each of [column, limit]) named.add(each);
    return [];
  }
  const isLess = /^(?:below|under|less|fewer|lower|smaller|shorter)/i.test(how);
  const number = (row: TableRow, of: number) => cellNumber(row.cells[of] ?? '', table.hasDecimalComma) ?? Number.NaN;
  const test = (row: TableRow) =>
    isLess ? number(row, column) < number(row, limit) : number(row, column) > number(row, limit);
  return [
    { column, text: `${table.headings[column]} ${isLess ? '<' : '>'} ${table.headings[limit]}`, isDenial: true, test },
  ];
}

/** "Hours planned" and "Hours worked": the only other column of numbers that shares a word with the one. */
function ofSameThing(column: number, headings: readonly string[][], { kinds }: DataTable): number | undefined {
  const found = [...headings.keys()].filter(
    (each) =>
      each !== column && kinds[each] === 'number' && headings[each]?.some((stem) => headings[column]?.includes(stem)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Takes the words of "have fallen below their reorder level" out of those that may name a value, where a column of numbers is headed so. */
export function useComparison({ question, words, headings, language, table, used }: ParseState): void {
  const match = comparison.exec(question);
  const { thing = '', level = '' } = match?.groups ?? {};
  const stem = stemOf(thing, language);
  if (match === null || !headings.some((stems, column) => table.kinds[column] === 'number' && stems.includes(stem)))
    return;
  const end = match.index + match[0].length;
  for (const word of words) {
    const isLevel = level !== '' && word.start >= end - level.length && word.start < end;
    if (isLevel || (word.start < match.index && fallen.test(word.text))) used.add(word);
  }
}

/** "than planned", "than was budgeted", "over budget": the only column of what was planned. */
function plannedColumn(thing: string, table: DataTable): number | undefined {
  if (
    !/^(?:plan(?:ned)?|budget(?:ed)?|expected|estimated|forecast|intended|allowed|geplant|budgetiert|previsto|presupuestado)$/iu.test(
      thing,
    )
  )
    return undefined;
  const found = [...table.headings.keys()].filter(
    (column) =>
      table.kinds[column] === 'number' &&
      /\b(?:plan(?:ned)?|budget(?:ed)?|target|estimate[d]?|forecast|expected|allowance|geplant|soll|presupuesto|previsto)\b/iu.test(
        (table.headings[column] ?? '').replaceAll('_', ' '),
      ),
  );
  return found.length === 1 ? found[0] : undefined;
}
