import type { TableRow } from './data-table.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const plainNumber = /^-?\d[\d.,]*$/;
const twoNumbers = /^(?<first>-?\d[\d.,]*)\s+(?<second>-?\d[\d.,]*)$/;
const leastShare = 0.6;

/**
 * Puts apart what a picture of a table has run together: "Won Lost Points" over three columns of which two have no heading, two numbers
 * in one cell beside or above an empty one. The first row holds the headings. Rows that are whole stay as they are.
 */
export function mendTornCells(rows: readonly TableRow[]): TableRow[] {
  const [head, ...body] = rows;
  if (head === undefined) return [];
  const headings = splitHeadings(head.cells, body);
  const cells = body.map((row) => [...row.cells]);
  for (const [index, row] of cells.entries())
    for (const column of row.keys()) {
      const { first, second } = twoNumbers.exec(row[column] ?? '')?.groups ?? {};
      if (first === undefined || second === undefined) continue;
      const below = cells[index + 1];
      if (row[column + 1] === '' && isOfNumbers(column, cells) && isOfNumbers(column + 1, cells))
        row.splice(column, 2, first, second);
      else if (below?.[column] === '' && isOfNumbers(column, cells)) {
        row[column] = first;
        below[column] = second;
      }
    }
  return [{ ...head, cells: headings }, ...body.map((row, index) => ({ ...row, cells: cells[index] ?? row.cells }))];
}

function isOfNumbers(column: number, rows: readonly (readonly string[])[]): boolean {
  const filled = rows.flatMap((row) => row[column] || []);
  return filled.length > 0 && filled.filter((cell) => plainNumber.test(cell)).length / filled.length >= leastShare;
}

/** One heading for each column where those that begin in a capital, or else the words, are as many as there are columns under them. */
function splitHeadings(headings: readonly string[], rows: readonly TableRow[]): string[] {
  const mended = [...headings];
  const isFilled = (column: number): boolean =>
    rows.filter(({ cells }) => (cells[column] ?? '') !== '').length * 2 > rows.length;
  for (let at = 0; at < mended.length; at++) {
    let width = 1;
    while (at + width < mended.length && mended[at + width] === '' && isFilled(at + width)) width++;
    const heading = mended[at] ?? '';
    if (width === 1 || heading === '' || !isFilled(at)) continue;
    const parts = [heading.split(/\s+(?=\p{Lu})/u), heading.split(/\s+/)].find(({ length }) => length === width);
    if (parts) mended.splice(at, width, ...parts);
  }
  return mended;
}
