import { isPlainUnit, unitOf } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import { cellNumber, type DataTable } from './data-table.ts';
import { onlyMoneyColumn, pointsToMoney } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { questionWords, stemOf } from './question-words.ts';
import { shown } from './say-rows.ts';
import type { WorkedColumn } from './worked-column.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const per = /(?<!\p{L})(?<thing>\p{L}+) (?:per|for (?:each|every)|je|pro|por) (?<unit>\p{L}+)/iu;

/** "bins per acre": one column divided by another, where no heading says it. Undefined where either is no column of numbers, or not the only one. */
export function ratioColumn(question: string, table: DataTable): WorkedColumn | undefined {
  const match = per.exec(question);
  const { thing = '', unit = '' } = match?.groups ?? {};
  if (match === null || /\b(?:average|mean|durchschnitt\p{L}*|promedio)\b/iu.test(question)) return undefined;
  const numeric = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'number');
  const headed = (word: string) =>
    numeric.filter((column) => headingStems(table.headings[column] ?? '', 'en').includes(stemOf(word, 'en')));
  const [below, second] = unique(headed(unit), ofUnit(unit, numeric, table));
  if (below === undefined || second !== undefined || /\bper\b|\bpro\b|\p{L}\/\p{L}/iu.test(table.headings[below] ?? ''))
    return undefined;
  const money = pointsToMoney(questionWords(thing, 'en')) ? onlyMoneyColumn(table, new Set([below])) : undefined;
  const [above, other] = unique(
    headed(thing).filter((column) => column !== below),
    money === undefined ? [] : [money],
  );
  if (above === undefined || other !== undefined || columnTraits(above, table).isReading) return undefined;
  const number = (cell: string | undefined) => cellNumber(cell ?? '', table.hasDecimalComma);
  const cells = table.rows.map((row) => {
    const [left, right] = [number(row.cells[above]), number(row.cells[below])];
    return left === null || right === null || right === 0 ? '' : shown(Number((left / right).toFixed(4)));
  });
  return { heading: `${table.headings[above]} per ${table.headings[below]}`, cells, said: [per], isReading: true };
}

const unique = (headed: readonly number[], meant: readonly number[]): readonly number[] =>
  headed.length > 0 ? headed : meant;

function ofUnit(word: string, numeric: readonly number[], table: DataTable): number[] {
  const unit = isPlainUnit(word) ? unitOf(word) : undefined;
  return unit === undefined ? [] : numeric.filter((column) => columnTraits(column, table).units.has(unit.name));
}
