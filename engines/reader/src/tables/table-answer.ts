import type { TableRow } from './data-table.ts';

/** What a table says to a question: a sentence that shows how it was found, and the rows it rests on. */
export interface TableAnswer {
  text: string;
  /** The value itself, when the question asks for one and only one fits. */
  value?: string;
  rows: readonly TableRow[];
  /** Higher for answers that used more of the table. */
  certainty: number;
}
