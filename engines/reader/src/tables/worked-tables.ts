import { changeColumn } from './change-column.ts';
import { type DataTable, toDataTable } from './data-table.ts';
import { owedColumn } from './owed-column.ts';
import { ratioColumn } from './ratio-column.ts';
import { timeColumn } from './time-column.ts';
import { weekdayColumn } from './weekday-column.ts';
import type { WorkedColumn } from './worked-column.ts';

const mostRows = 5000;
const workers = [timeColumn, ratioColumn, changeColumn, owedColumn, weekdayColumn];

/** The table once more for each column that the question asks for and that can be worked out from two others. */
export function workedTables(question: string, table: DataTable): DataTable[] {
  if (!table.isWhole || table.isClosing || table.rows.length > mostRows) return [];
  return workers.flatMap((work) => {
    const found = work(question, table);
    return found === undefined ? [] : [withColumn(question, table, found)];
  });
}

function withColumn(question: string, table: DataTable, worked: WorkedColumn): DataTable {
  const kept = [...table.headings.keys()].filter((column) => worked.without?.includes(column) !== true);
  const rows = table.rows.map((row, index) => ({
    ...row,
    cells: [...kept.map((column) => row.cells[column] ?? ''), worked.cells[index] ?? ''],
  }));
  const headings = [...kept.map((column) => table.headings[column] ?? ''), worked.heading];
  const column = kept.length;
  return {
    ...toDataTable({ ...table, headings, rows, ...(worked.isReading && { ownColumns: column }) }),
    worked: {
      column,
      question: worked.said.reduce((text, pattern) => text.replace(pattern, blank), question),
      isAboveNothing: worked.isAboveNothing === true,
    },
  };
}

const blank = (text: string): string => ' '.repeat(text.length);
