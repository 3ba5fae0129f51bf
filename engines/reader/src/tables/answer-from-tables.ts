import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { answerTable } from './answer-table.ts';
import type { DataTable } from './data-table.ts';
import { jsonTables } from './json-tables.ts';
import { markdownTables } from './markdown-tables.ts';
import { namesAnother } from './names-another.ts';
import { readTableQuestion } from './read-table-question.ts';
import type { TableAnswer } from './table-answer.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const mostTables = 200;
/** Of a larger table in a text nothing is told: those of files are asked where their rows are stored. */
const mostCells = 200_000;
const sourcesNamed = 8;
/** Part of a table stands behind a whole one. */
const partCost = 0.05;

/**
 * Looks a question up in the tables of the documents: row by key and column by heading, and what can be computed from
 * the rows. Undefined unless every word of the question is accounted for by headings, values, the table's name or the
 * computation itself: a word that was passed over could be the one that matters.
 */
export function answerFromTables(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const tables = documents.flatMap((document, index) => tablesOf(document, index)).slice(0, mostTables);
  if (tables.length === 0) return undefined;
  return best(question, tables, documents);
}

function tablesOf({ text, filename }: PromptDocument, index: number): DataTable[] {
  const json = /\.jsonl?$/i.test(filename) || /^\s*[[{]/.test(text) ? jsonTables(text, index) : [];
  const found = json.length > 0 ? json : markdownTables(text, index);
  const isOnly = found.filter(({ isWhole }) => isWhole).length === 1 || found.length === 1;
  return isOnly ? found.map((table) => ({ ...table, isOnly })) : found;
}

function best(
  question: string,
  tables: readonly DataTable[],
  documents: readonly PromptDocument[],
): ReaderReply | undefined {
  const texts = documents.map(({ text }) => text);
  const answers = tables.flatMap((table) => {
    if (table.rows.length * table.headings.length > mostCells) return [];
    const asked = readTableQuestion(question, table, documents[table.document]?.filename ?? '');
    const answer = asked === null ? null : answerTable(question, asked, table);
    // Of two values that are held against each other each is the only one that its name can mean.
    const isSure = asked?.parts !== undefined;
    const isAnother = !isSure && answer?.rows.some((row) => namesAnother(question, row.cells, texts)) === true;
    return asked === null || answer === null || isAnother
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
              (table.isWhole ? 0 : partCost),
          },
        ];
  });
  const isFound = answers.some(({ answer }) => answer.rows.length > 0);
  // That no row is so answers a question of a table, not one of a text that also has a table.
  if (!isFound && answers.length > 0 && !answers.every(({ table }) => isTable(documents[table.document])))
    return undefined;
  answers.sort((left, right) => right.weight - left.weight);
  const [first, second] = isFound ? answers.filter(({ answer }) => answer.rows.length > 0) : answers;
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

const leastTable = 0.8;

/** A file that is a table, or JSON. */
const isTable = (document: PromptDocument | undefined): boolean => {
  const lines = document?.text.split('\n') ?? [];
  const length = lines.reduce((sum, line) => sum + (/^\s*\|/.test(line) ? line.length : 0), 0);
  return /\.jsonl?$/i.test(document?.filename ?? '') || length >= leastTable * (document?.text.length ?? 0);
};

function sourcesOf({ rows }: TableAnswer, { document }: DataTable): { document: number; start: number; end: number }[] {
  return rows.map(({ start, end }) => ({ document, start, end }));
}
