import type { TableRow } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import { stemOf } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** What a question says of the rows it means. */
export interface Condition {
  column: number;
  text: string;
  /** The cells that it asks for, where it names some. */
  values?: readonly string[];
  /** Of several values that are named, each by itself. */
  parts?: { text: string; values: ReadonlySet<string> }[];
  /** Which word of the question ends its first value. */
  at?: number;
  test: (row: TableRow) => boolean;
}

/** What a cell says that holds nothing. */
const nothing =
  /^(?:[-–—]|none|no|nil|n\/?a|missing|lacking|keine?[rs]?|fehlt|ning[uú]n[oa]?|falta|aucune?|manque)?$/iu;

/** Whether a cell says that there is nothing. */
export const isNothing = (cell: string): boolean => nothing.test(cell);

const positive = /^(?:yes|true|ja|oui|sí|si|x|✓)$/i;

/** A named column of yes and no is a condition: "electric vehicles", "orders not paid". */
export function booleanConditions({ named, table }: ParseState, negated: boolean): Condition[] {
  return [...named].flatMap((column): Condition[] => {
    if (table.kinds[column] !== 'boolean') return [];
    const text = `${table.headings[column]} = ${negated ? 'no' : 'yes'}`;
    return [{ column, text, test: (row) => positive.test((row.cells[column] ?? '').trim()) !== negated }];
  });
}

const lacks =
  /(?<!\p{L})(?:no|without(?: an?| any)?|missing|lacks?(?: an?| any)?|ohne|keine?[nrsm]?|sin|sans)\s+(?<thing>\p{L}+)/iu;

/** "Which order has no courier?": rows whose cell of a named column says nothing. */
export function lackingConditions({
  question,
  named,
  table,
  headings,
  language,
}: ParseState): (Condition & { said: string })[] {
  const { 0: said = '', groups } = lacks.exec(question) ?? {};
  const thing = groups?.thing;
  if (thing === undefined) return [];
  const stem = stemOf(thing, language);
  return [...named].flatMap((column) => {
    const test = (row: TableRow) => isNothing((row.cells[column] ?? '').trim());
    if (table.kinds[column] === 'boolean' || !headings[column]?.includes(stem) || !table.rows.some(test)) return [];
    return [{ said, column, text: `${table.headings[column]} is empty`, test }];
  });
}
