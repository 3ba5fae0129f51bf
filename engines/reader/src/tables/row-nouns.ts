import { monthOf, weekdayOf } from '@parley/text';
import type { DataTable } from './data-table.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** Columns of days, years, weekdays or months, by what stands in them. */
export const timeColumns = ({ kinds, headings, rows }: DataTable): number[] =>
  [...headings.keys()].filter(
    (column) =>
      kinds[column] === 'date' ||
      (rows.length > 0 &&
        rows.every(({ cells }) => {
          const cell = cells[column]?.trim() ?? '';
          return isYear.test(cell) || monthOf(cell) !== undefined || weekdayOf(cell) !== undefined;
        })),
  );
const isYear = /^(?:1[5-9]|20)\d{2}$/;

/** Its rows happen at some time. */
export const hasTimes = (table: DataTable): boolean =>
  timeColumns(table).some((column) => table.kinds[column] !== 'number');
