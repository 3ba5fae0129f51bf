import { type ParseState, useWords } from './parse-state.ts';
import { type Condition, isNothing } from './row-conditions.ts';

const leavesOut =
  /\b(?:leav(?:es?|ing) out|skip(?:s|ped|ping)?|miss(?:es|ed)?(?: out)?|omit(?:s|ted)?|(?:do(?:es)? not|don['’]?t|doesn['’]?t|never|not)(?: (?:stop|call|go|run|halt|come|serve|reach|have)(?: (?:at|in|to|as far as))?)|(?:fährt|fahren|hält|halten) nicht(?: (?:nach|an|in|bis))?|no (?:se )?para[n]? en)\b/iu;
const serves =
  /\b(?:(?:go(?:es)?|run(?:s)?|get(?:s)?|come(?:s)?) (?:as far as|(?:all the way )?to|through)|stop(?:s|ping)? (?:at|in)|call(?:s|ing)? at|serv(?:es?|ing)|reach(?:es)?|halt(?:s)? (?:at|in)|(?:hält|halten) (?:an|in)|para[n]? en)\b/iu;

/**
 * "Which runs leave out Tannery Lane?", "which stop at the clinic?": the rows whose cell of a named column is empty, or is not. Only where some of the
 * cells are empty and others not, and the column says when; empty where the question asks nothing of the kind.
 */
export function servedConditions(state: ParseState): Condition[] {
  const { question, table, named } = state;
  const left = leavesOut.exec(question);
  const match = left ?? serves.exec(question);
  if (match === null || /\b(?:when|what time|how long|wann|cuándo)\b/iu.test(question)) return [];
  const isEmpty = (cell: string | undefined): boolean => isNothing((cell ?? '').trim());
  const columns = [...named].filter((column) => {
    const empty = table.rows.filter(({ cells }) => isEmpty(cells[column])).length;
    return empty > 0 && empty < table.rows.length && table.kinds[column] !== 'boolean';
  });
  if (columns.length === 0 || (left === null && !table.isTurned)) return [];
  useWords(match, state);
  for (const column of columns) named.delete(column);
  return columns.map((column) => ({
    column,
    text: `${table.headings[column]} is ${left ? 'empty' : 'given'}`,
    isDenial: true,
    test: ({ cells }) => isEmpty(cells[column]) === (left !== null),
  }));
}
