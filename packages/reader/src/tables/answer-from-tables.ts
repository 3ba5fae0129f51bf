import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { answerTable, type TableAnswer } from './answer-table.ts';
import type { DataTable } from './data-table.ts';
import { joinedTables } from './join-tables.ts';
import { jsonTables } from './json-tables.ts';
import { markdownTables } from './markdown-tables.ts';
import { readTableQuestion } from './read-table-question.ts';

const mostTables = 200;
const sourcesNamed = 8;
/** A table put together from two goes before one of them only when it accounts for more of the question. */
const joinCost = 0.05;

/**
 * Looks a question up in the tables of the documents: row by key and column by heading, and what can be computed from
 * the rows. Undefined unless every word of the question is accounted for by headings, values, the table's name or the
 * computation itself: a word that was passed over could be the one that matters.
 */
export function answerFromTables(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const tables = documents.flatMap((document, index) => tablesOf(document, index)).slice(0, mostTables);
  if (tables.length === 0) return undefined;
  return best(question, [...tables, ...joinedTables(tables).slice(0, mostTables)], documents);
}

function tablesOf({ text, filename }: PromptDocument, index: number): DataTable[] {
  const json = /\.jsonl?$/i.test(filename) || /^\s*[[{]/.test(text) ? jsonTables(text, index) : [];
  const found = json.length > 0 ? json : markdownTables(text, index);
  return found.length === 1 ? found.map((table) => ({ ...table, isOnly: true })) : found;
}

function best(
  question: string,
  tables: readonly DataTable[],
  documents: readonly PromptDocument[],
): ReaderReply | undefined {
  const answers = tables.flatMap((table) => {
    const asked = readTableQuestion(question, table, documents[table.document]?.filename ?? '');
    const answer = asked === null ? null : answerTable(question, asked, table);
    return asked === null || answer === null
      ? []
      : [
          {
            table,
            answer,
            weight:
              answer.certainty +
              asked.conditions.length +
              asked.targets.length / 10 -
              table.depth / 2 -
              (table.ownColumns === undefined ? 0 : joinCost),
          },
        ];
  });
  answers.sort((left, right) => right.weight - left.weight);
  const [first, second] = answers;
  if (first === undefined) return undefined;
  // Two tables that say different things to the same question: both are shown, neither is the answer.
  const rival =
    second !== undefined && second.weight === first.weight && second.answer.value !== first.answer.value
      ? second
      : undefined;
  const shown = rival === undefined ? [first] : [first, rival];
  const text = shown
    .map(({ answer, table }) =>
      rival !== undefined && table.title !== '' ? `${table.title}: ${answer.text}` : answer.text,
    )
    .join('\n');
  return {
    text,
    reasoning: `Looked up in ${first.table.title === '' ? 'a table' : `the table "${first.table.title}"`} of ${first.table.rows.length} rows.`,
    sources: shown.flatMap(({ answer, table }) => sourcesOf(answer, table)).slice(0, sourcesNamed),
    ...(rival === undefined && first.answer.value !== undefined && { shortAnswer: first.answer.value }),
  };
}

function sourcesOf({ rows }: TableAnswer, { document }: DataTable): { document: number; start: number; end: number }[] {
  return rows.map(({ start, end }) => ({ document, start, end }));
}
