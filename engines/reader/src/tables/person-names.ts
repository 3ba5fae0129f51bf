import type { DataTable } from './data-table.ts';

/** The columns of names of two words and more, without those that a condition is on. */
export function personNames({ kinds, rows }: DataTable, conditions: ReadonlySet<number>): number[] {
  return [...kinds.keys()].filter((column) => {
    if (kinds[column] !== 'text' || conditions.has(column)) return false;
    const cells = rows.flatMap((row) => row.cells[column] || []);
    return cells.length > 0 && cells.filter((cell) => personName.test(cell)).length / cells.length >= 0.8;
  });
}

const personName = /^\p{Lu}[\p{L}.'’-]+(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la))+$/u;
