// What a question asks of the rows of a stored table. For worker processes.
import { longestQuestion } from './bounds/bounds.ts';
import { answerTable } from './tables/answer-table.ts';
import { toDataTable } from './tables/data-table.ts';
import { readTableQuestion } from './tables/read-table-question.ts';

export { mostCells } from './tables/read-table-question.ts';

export interface StoredTable {
  /** Name of the sheet; empty where there is none. */
  title: string;
  filename: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** The file has no other table. */
  isOnly: boolean;
}

/**
 * The answer of all rows in a sentence that says how it was found, with the value by itself where the question asks for one. Null unless every word
 * of the question is accounted for.
 */
export function askTable(
  question: string,
  { rows, filename, ...names }: StoredTable,
): { text: string; value?: string } | null {
  const table = toDataTable({
    ...names,
    rows: rows.map((cells) => ({ cells, start: 0, end: 0 })),
    document: 0,
    depth: 0,
    isWhole: true,
  });
  const asked = readTableQuestion(question.slice(0, longestQuestion), table, filename);
  const answer = asked && answerTable(question, asked, table);
  if (!answer || answer.rows.length === 0) return null;
  return { text: answer.text, ...(answer.value !== undefined && { value: answer.value }) };
}
