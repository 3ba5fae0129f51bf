import type { DataTable, TableRow } from './data-table.ts';
import { headingStems } from './named-columns.ts';
import { isGeneric, stemOf } from './question-words.ts';
import { given, rowsOf } from './say-rows.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/**
 * "the most jobs" of a table of jobs, "the most entries": rows are counted, those of the noun where it is a column of its own. False where
 * something else is measured.
 */
export function asksMostRows(
  question: string,
  { isTableNamed, rowNouns, targets }: TableQuestion,
  { headings, kinds }: DataTable,
): { noun?: number } | false {
  if (/\bmost (?:often|frequent\w*|common\w*)\b/iu.test(question)) return {};
  const noun = (/\b(?:busiest|quietest)\b[^?]*\bby (?:number of )?(\p{L}+)/iu.exec(question) ??
    /\b(?:most|fewest|meisten|wenigsten|más|menos)\s+(\p{L}+)/iu.exec(question))?.[1];
  if (noun === undefined) return false;
  const stem = stemOf(noun, 'en');
  const column = headings.findIndex((heading) => headingStems(heading, 'en').includes(stem));
  if (column < 0) return isTableNamed || isGeneric.test(noun) || rowNouns.includes(noun) ? {} : false;
  const isMeasured = targets.some((target) => kinds[target] === 'number');
  return kinds[column] === 'text' && !isMeasured ? { noun: column } : false;
}

/** The name with the most rows, or with the most different values of `noun`; null where it is not clear. */
export function mostRows(
  label: number,
  { noun }: { noun?: number },
  isMax: boolean,
  asked: TableQuestion,
  table: DataTable,
): TableAnswer | null {
  const groups = groupsOf(asked.rows, label);
  const best = bestGroup(groups, (rows) => rows.length, isMax);
  if (!best) return null;
  // A walk that is held often may be meant as one or as many: only where both count the same is it clear.
  const different = (rows: readonly TableRow[]) => new Set(rows.map(({ cells }) => cells[noun ?? label])).size;
  if (noun !== undefined && bestGroup(groups, different, isMax)?.key !== best.key) return null;
  const text = `${best.key} stands in the ${isMax ? 'most' : 'fewest'} rows by ${table.headings[label]}: ${rowsOf(best.amount)} of ${asked.rows.length}${given(asked)}.`;
  return { text, value: best.key, rows: best.rows.slice(0, 5), certainty: 2 };
}

/** Rows by their cell of a column, without those where it is empty. */
export function groupsOf(rows: readonly TableRow[], label: number): Map<string, TableRow[]> {
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const key = row.cells[label] ?? '';
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** The group that has most of something; null where two have it. */
export function bestGroup(
  groups: Map<string, TableRow[]>,
  measure: (rows: readonly TableRow[]) => number,
  isMax: boolean,
) {
  const sorted = [...groups]
    .map(([key, rows]) => ({ key, rows, amount: measure(rows) }))
    .sort((one, other) => (other.amount - one.amount) * (isMax ? 1 : -1));
  const [best, second] = sorted;
  return best === undefined || best.amount === second?.amount ? null : best;
}
