import { cellDate, cellMinutes, cellNumber, type DataTable, type TableRow } from './data-table.ts';
import type { TableQuestion } from './table-question.ts';

/** A row with its headings, as a sentence can hold it. */
export function rowText(row: TableRow, table: DataTable): string {
  return table.headings
    .flatMap((heading, column) => {
      const cell = row.cells[column] ?? '';
      return cell === '' ? [] : [heading === '' ? cell : `${heading}: ${cell}`];
    })
    .join('; ');
}

/** The conditions, as the end of a sentence says them. */
export function given({ conditions }: TableQuestion): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** The numbers of a column in some rows, without those that are empty. */
export function numbersOf(rows: readonly TableRow[], column: number, table: DataTable): number[] {
  return rows.flatMap((row) => cellNumber(row.cells[column] ?? '', table.hasDecimalComma) ?? []);
}

/** What a row is sorted by in a column; null where its cell says nothing. */
export function orderOf(row: TableRow, column: number, table: DataTable): number | string | null {
  const cell = row.cells[column] ?? '';
  if (table.kinds[column] === 'duration') return cellMinutes(cell);
  return table.kinds[column] === 'date' ? cellDate(cell) : cellNumber(cell, table.hasDecimalComma);
}

/** Smaller than 0 where the left one comes first. */
export function compare(left: number | string | null, right: number | string | null): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}

/** Without what binary fractions lose at each step (Neumaier's sum). */
export function sumOf(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Numbers without the noise of binary fractions. */
export function shown(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** "1 row", "3 rows". */
export function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** With two decimals where a division leaves more than three. */
export const shownMean = (mean: number): string =>
  Math.abs(mean) >= 1 && Math.abs(mean * 1000 - Math.round(mean * 1000)) > 1e-6
    ? shown(Number(mean.toFixed(2)))
    : shown(mean);
