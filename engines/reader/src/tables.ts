// What a question asks of the rows of a stored table. For worker processes.
import { longestQuestion } from './bounds/bounds.ts';
import type { Turn } from './conversation/read-prompt.ts';
import { resolveQuestion } from './conversation/resolve-question.ts';
import { answerTable } from './tables/answer-table.ts';
import { toDataTable } from './tables/data-table.ts';
import { readTableQuestion } from './tables/read-table-question.ts';

/** Of a table with more cells nothing is told. */
export const mostCells = 2_000_000;
const mostParts = 3;

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
 * of the question is accounted for; with `inParts`, of one of two questions in one. "And in the South?" is made whole by what was said before
 * (`earlier`, newest first; each turn of at most 2,000 characters).
 */
export function askTable(
  question: string,
  { rows, filename, ...names }: StoredTable,
  { inParts = false, earlier = [] }: { inParts?: boolean; earlier?: readonly Turn[] } = {},
): { text: string; value?: string } | null {
  const table = toDataTable({
    ...names,
    rows: rows.map((cells) => ({ cells, start: 0, end: 0 })),
    document: 0,
    depth: 0,
    isWhole: true,
  });
  const ask = (each: string) => {
    const asked = readTableQuestion(each.slice(0, longestQuestion), table, filename);
    const answer = asked && answerTable(each, asked, table);
    return answer && answer.rows.length > 0 ? answer : null;
  };
  const whole = ask(resolveQuestion(question.slice(0, longestQuestion), earlier.toReversed()));
  if (whole) return { text: whole.text, ...(whole.value !== undefined && { value: whole.value }) };
  const parts = (inParts ? question.slice(0, longestQuestion).split(/,? (?:and|und|y|et) /, mostParts) : []).flatMap(
    (part) => ask(part)?.text ?? [],
  );
  return parts.length === 0 ? null : { text: parts.join('\n') };
}
