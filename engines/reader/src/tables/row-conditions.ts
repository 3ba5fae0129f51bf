import type { DataTable, TableRow } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import { stemsOf } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** What a question says of the rows it means. */
export interface Condition {
  column: number;
  text: string;
  /** The cells that it asks for, where it names some. */
  values?: readonly string[];
  /** Asks for rows without something. */
  isDenial?: boolean;
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

/** "Cannot be done as express" */
const notAs = /\b(?:can ?not|can['’]t)\s+be\s+\p{L}+\s+(?:as|by|in|with)\s+(?:an?\s+)?(?<thing>\p{L}+)/iu;

/** "Who has no driver?": the rows whose cell of a named column is empty; null when a question denies something else. */
export function emptyCondition({ question, named, table, language }: ParseState): Condition[] | null {
  const missing =
    /\b(?:no|without(?: an?)?|missing(?: an?)?|lacks?(?: an?)?|kein\w*|ohne|sin)\s+(?<thing>\p{L}+)/iu.exec(question) ??
    notAs.exec(question);
  const [thing] = stemsOf(missing?.groups?.thing ?? '', language);
  if (thing === undefined) return null;
  const column = [...named].find((each) => stemsOf(table.headings[each] ?? '', language).includes(thing));
  if (column === undefined || table.kinds[column] === 'boolean') return null;
  return [
    {
      column,
      text: `${table.headings[column]} is empty or missing`,
      isDenial: true,
      test: (row) =>
        nothing.test((row.cells[column] ?? '').trim()) ||
        (table.kinds[column] === 'number' && /^0(?:[.,]0+)?$/.test((row.cells[column] ?? '').trim())),
    },
  ];
}

/** "not done": the rows that have another value there. Null when what is denied is no value of the table. */
export function deniedCondition({ question, table }: ParseState, conditions: readonly Condition[]): Condition[] | null {
  const denied = /(?:\b(?:not|nicht)|n['’]t)\s+(?:yet\s+|been\s+)?(?<thing>[\p{L}\p{N}-]+)/iu
    .exec(question)
    ?.groups?.thing?.toLowerCase();
  const [only, second] = conditions.filter(({ values = [] }) => values.some((value) => value.toLowerCase() === denied));
  if (second !== undefined || denied === undefined) return null;
  if (only === undefined) return deniedValue(denied, conditions, table);
  const heading = table.headings[only.column] ?? '';
  const other: Condition = {
    column: only.column,
    text: `${heading} is not ${denied}`,
    isDenial: true,
    test: (row) => (row.cells[only.column] ?? '').trim() !== '' && !only.test(row),
  };
  return conditions.map((condition) => (condition === only ? other : condition));
}

/** A value that is no condition yet, because it is a word that says little elsewhere: "done". */
function deniedValue(denied: string, conditions: readonly Condition[], table: DataTable): Condition[] | null {
  const columns = [...table.headings.keys()].filter((column) =>
    table.rows.some((row) => row.cells[column]?.toLowerCase() === denied),
  );
  const [column] = columns;
  if (column === undefined || columns.length > 1) return null;
  const test = (row: TableRow): boolean => !['', denied].includes((row.cells[column] ?? '').trim().toLowerCase());
  return [...conditions, { column, text: `${table.headings[column]} is not ${denied}`, isDenial: true, test }];
}

const positive = /^(?:yes|true|ja|oui|sí|si|x|✓)$/i;

/** A named column of yes and no is a condition: "electric vehicles", "orders not paid". */
export function booleanConditions({ question, named, table }: ParseState, negated: boolean): Condition[] {
  return [...named].flatMap((column): Condition[] => {
    if (table.kinds[column] !== 'boolean') return [];
    const isNo = freeFrom(question, table.headings[column] ?? '') ?? negated;
    const text = `${table.headings[column]} = ${isNo ? 'no' : 'yes'}`;
    return [{ column, text, test: (row) => positive.test((row.cells[column] ?? '').trim()) !== isNo }];
  });
}

/** Of a heading like "Sugar free" whether its contrary is asked for: "with sugar". Undefined for other headings, and where neither is said. */
function freeFrom(question: string, heading: string): boolean | undefined {
  const thing = /^(?<thing>\p{L}+)[ _-]?(?:free|frei)$/iu.exec(heading)?.groups?.thing;
  if (thing === undefined) return undefined;
  // such as: /\b(?:without|no|ohne|sin)\s+(?:any\s+)?sugar|sugar[ -]?(?:free|frei)/iu
  if (new RegExp(`\\b(?:without|no|ohne|sin)\\s+(?:any\\s+)?${thing}|${thing}[ -]?(?:free|frei)`, 'iu').test(question))
    return /\bnot\s+\p{L}+[ -]free/iu.test(question);
  // such as: /\b(?:with|in|contain\w*|use\w*|mit|con)\s+sugar/iu
  return new RegExp(`\\b(?:with|in|contain\\w*|use\\w*|mit|con)\\s+${thing}`, 'iu').test(question) ? true : undefined;
}

const placeHeading = /^(?:place|rank|ranking|position|pos\.?|#|platz|rang)$/i;
const places: readonly RegExp[] = [
  /\b(?:w[io]n|wins|winners?|won|champions?|(?:came|finished|placed|ranked|was) first|first place|gewann|gewonnen|sieger(?:in)?)\b/iu,
  /\b(?:(?:came|finished|placed|ranked|was) second|second place|runner-up|zweite[rn]?)\b/iu,
  /\b(?:(?:came|finished|placed|ranked|was) third|third place|dritte[rn]?)\b/iu,
];
const lastPlace =
  /\b(?:(?:came|come|comes|finish(?:ed|es)?|placed|ranked|was|is|are) (?:dead )?last|last place|(?:at the )?bottom(?: of| team)?|letzte[rn]?(?: platz)?)\b/iu;
const placeWords =
  /^(?:w[io]n|wins|winners?|champions?|came|come|finished|placed|ranked|first|second|third|place|runner|up|runner-up|gewann|gewonnen|sieger(?:in)?|zweite[rn]?|dritte[rn]?)$/iu;

/** Who won or came second in a table of results: the row with that number in the column of places. */
export function placeCondition(state: ParseState): Condition[] {
  const { question, words, table, used } = state;
  const column = table.headings.findIndex((heading) => placeHeading.test(heading.trim()));
  if (column >= 0 && lastPlace.test(question)) return lastOfRanking(column, state);
  const place = places.findIndex((pattern) => pattern.test(question)) + 1;
  // "Won more than ten" is a number of a column.
  if (words.some((word) => used.has(word) && placeWords.test(word.text))) return [];
  if (column < 0 || place === 0) return [];
  for (const word of words) if (placeWords.test(word.text)) used.add(word);
  return [
    {
      column,
      text: `${table.headings[column]} = ${place}`,
      test: (row) => Number.parseInt(row.cells[column] ?? '', 10) === place,
    },
  ];
}

/** The last row of a whole table whose places only go up; a place that could not be read does not matter then. */
function lastOfRanking(column: number, { words, table, used }: ParseState): Condition[] {
  const { headings, rows, isWhole } = table;
  const last = rows.at(-1);
  const numbers = rows.flatMap(({ cells }) => Number.parseInt(cells[column] ?? '', 10) || []);
  const isRising = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));
  if (last === undefined || !isWhole || !isRising || numbers.length * 2 < rows.length) return [];
  for (const word of words)
    if (placeWords.test(word.text) || /^(?:last|bottom|team|letzte[rn]?)$/i.test(word.text)) used.add(word);
  return [{ column, text: `${headings[column]} is the last`, test: (row) => row === last }];
}
