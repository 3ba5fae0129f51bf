import { DocumentError } from '../document-error.ts';
import type { SheetCondition } from './sheet-data.ts';
import type { ColumnBlock, SheetTable } from './sheet-table.ts';
import { toNumber, toSortableDate } from './sheet-value.ts';

/** A condition ready to be asked of many rows. */
export interface RowTest {
  column: number;
  test(block: ColumnBlock, row: number): boolean;
}

export function compileCondition(table: SheetTable, condition: SheetCondition): RowTest {
  const column = table.indexOf(condition.column);
  const { operator } = condition;
  if (operator === 'empty') return { column, test: (block, row) => block.text(row).trim() === '' };
  if (operator === 'filled') return { column, test: (block, row) => block.text(row).trim() !== '' };
  if (condition.value === undefined)
    throw new DocumentError('invalid_request', `The condition on ${condition.column} has no value.`);
  const compare = comparer(table, column, condition);
  switch (operator) {
    case 'equals':
      return { column, test: (block, row) => compare.order(block.text(row)) === 0 };
    case 'not_equals':
      return { column, test: (block, row) => compare.order(block.text(row)) !== 0 };
    case 'less':
      return { column, test: (block, row) => (compare.order(block.text(row)) ?? 0) < 0 };
    case 'at_most':
      return { column, test: (block, row) => (compare.order(block.text(row)) ?? 1) <= 0 };
    case 'more':
      return { column, test: (block, row) => (compare.order(block.text(row)) ?? 0) > 0 };
    case 'at_least':
      return { column, test: (block, row) => (compare.order(block.text(row)) ?? -1) >= 0 };
    case 'contains':
      return { column, test: (block, row) => compare.text(block.text(row)).includes(compare.wanted) };
    case 'starts_with':
      return { column, test: (block, row) => compare.text(block.text(row)).startsWith(compare.wanted) };
    default: {
      const unknown: never = operator;
      throw new DocumentError('invalid_request', `There is no operator ${String(unknown)}.`);
    }
  }
}

interface Comparer {
  /** Negative, 0 or positive; null when the cell cannot be compared with the value. */
  order(cell: string): number | null;
  text(cell: string): string;
  wanted: string;
}

function comparer(table: SheetTable, column: number, condition: SheetCondition): Comparer {
  const type = table.columns[column]?.type ?? 'text';
  const style = table.style(column);
  const value = condition.value ?? null;
  const text = condition.exact ? (cell: string) => cell.trim() : foldText;
  const wanted = text(String(value ?? ''));
  const asText = (cell: string) => (cell.trim() === '' && value !== null ? null : order(text(cell), wanted));
  if (type === 'integer' || type === 'number' || (type === 'mixed' && typeof value === 'number')) {
    const number = typeof value === 'number' ? value : toNumber(String(value), style);
    if (number === null) return { order: asText, text, wanted };
    const compareNumber = (cell: string) => {
      const other = toNumber(cell, style);
      return other === null ? null : other - number;
    };
    return { order: compareNumber, text, wanted };
  }
  if (type === 'date' || type === 'datetime') {
    const date = toSortableDate(String(value), style) ?? partialDate(String(value));
    if (date === null) return { order: asText, text, wanted };
    const compareDate = (cell: string) => {
      const other = toSortableDate(cell, style);
      // A day (or month, or year) covers every moment in it.
      return other === null ? null : order(other.slice(0, date.length), date);
    };
    return { order: compareDate, text, wanted };
  }
  return { order: asText, text, wanted };
}

/** `2024` and `2024-03` stand for the whole year and month. */
function partialDate(value: string): string | null {
  return /^\d{4}(-\d{2})?$/.test(value.trim()) ? value.trim() : null;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Text without outer space, case and accents. */
export function foldText(text: string): string {
  const lower = text.trim().toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}+/gu, '');
}
