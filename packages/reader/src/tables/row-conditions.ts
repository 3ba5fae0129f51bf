import { monthOf } from '@parley/text';
import { cellDate, cellNumber, type DataTable, type TableRow } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';

/** What a question says of the rows it means. */
export interface Condition {
  column: number;
  text: string;
  /** The cells that it asks for, where it names some. */
  values?: readonly string[];
  /** Asks for rows without something. */
  isDenial?: boolean;
  test: (row: TableRow) => boolean;
}

/** "in February 2024", "in 2023", "on 2024-02-11": rows of the table's date column. */
export function dateCondition(
  words: readonly QuestionWord[],
  table: DataTable,
  used: Set<QuestionWord>,
): Condition[] | null {
  const column = table.kinds.indexOf('date');
  if (column < 0) return null;
  const free = words.filter((word) => !used.has(word));
  const month = free.find(
    (word) => monthOf(word.text) !== undefined && (word.text.length > 3 || /^\p{Lu}/u.test(word.text)),
  );
  const year = free.find((word) => /^(?:19|20)\d{2}(?:-\d{2}){0,2}$/.test(word.text));
  if (month === undefined && year === undefined) return null;
  const number = month === undefined ? '' : String(monthOf(month.text)).padStart(2, '0');
  for (const word of [month, year]) if (word !== undefined) used.add(word);
  const day = month === undefined ? undefined : free.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word.text));
  if (day !== undefined) used.add(day);
  const wanted = `${year?.text ?? '\\d{4}'}${month === undefined ? '' : `-${number}`}${day === undefined ? '' : `-${String(Number.parseInt(day.text, 10)).padStart(2, '0')}`}`;
  const pattern = new RegExp(`^${wanted}`);
  const heading = table.headings[column] ?? '';
  const text = `${heading} in ${[month?.text, year?.text].filter(Boolean).join(' ')}`;
  return [{ column, text, test: (row) => pattern.test(cellDate(row.cells[column] ?? '') ?? '') }];
}

const comparisons: [RegExp, string, (value: number, limit: number) => boolean][] = [
  [
    /\b(?:more than|over|above|greater than|exceed(?:s|ing)?)\s+(?<limit>[\d.,]+)/i,
    '>',
    (value, limit) => value > limit,
  ],
  [/\b(?:less than|under|below|fewer than)\s+(?<limit>[\d.,]+)/i, '<', (value, limit) => value < limit],
  [/\bat least\s+(?<limit>[\d.,]+)/i, '≥', (value, limit) => value >= limit],
  [/\b(?:at most|up to)\s+(?<limit>[\d.,]+)/i, '≤', (value, limit) => value <= limit],
];

export function comparisonCondition(
  question: string,
  words: readonly QuestionWord[],
  table: DataTable,
  named: ReadonlySet<number>,
  used: Set<QuestionWord>,
): Condition[] | null {
  for (const [pattern, sign, holds] of comparisons) {
    const text = pattern.exec(question)?.groups?.limit?.replace(/[.,]$/, '');
    const limit = text === undefined ? null : cellNumber(text, table.hasDecimalComma);
    if (text === undefined || limit === null) continue;
    const numeric = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'number');
    const column = numeric.find((each) => named.has(each)) ?? (numeric.length === 1 ? numeric[0] : undefined);
    if (column === undefined) return null;
    for (const word of words)
      if (text.includes(word.text) || /^(?:exceeds?|exceeding|greater|fewer)$/i.test(word.text)) used.add(word);
    const value = (row: TableRow) => cellNumber(row.cells[column] ?? '', table.hasDecimalComma);
    return [
      {
        column,
        text: `${table.headings[column]} ${sign} ${text}`,
        test: (row) => holds(value(row) ?? Number.NaN, limit),
      },
    ];
  }
  return null;
}

/** "Who has no driver?": the rows whose cell of a named column is empty; null when a question denies something else. */
export function emptyCondition(
  question: string,
  named: ReadonlySet<number>,
  table: DataTable,
  stemsOf: (text: string) => readonly string[],
): Condition[] | null {
  const missing =
    /\b(?:no|without(?: an?)?|missing(?: an?)?|lacks?(?: an?)?|kein\w*|ohne|sin)\s+(?<thing>\p{L}+)/iu.exec(question);
  const [thing] = stemsOf(missing?.groups?.thing ?? '');
  if (thing === undefined) return null;
  const column = [...named].find((each) => stemsOf(table.headings[each] ?? '').includes(thing));
  if (column === undefined || table.kinds[column] === 'boolean') return null;
  return [
    {
      column,
      text: `${table.headings[column]} is empty`,
      isDenial: true,
      test: (row) => (row.cells[column] ?? '').trim() === '',
    },
  ];
}

/** "not done": the rows that have another value there. Null when what is denied is no value of the table. */
export function deniedCondition(
  question: string,
  conditions: readonly Condition[],
  table: DataTable,
): Condition[] | null {
  const denied = /\b(?:not|nicht)\s+(?:yet\s+|been\s+)?(?<thing>[\p{L}\p{N}-]+)/iu
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
export function booleanConditions(named: ReadonlySet<number>, table: DataTable, negated: boolean): Condition[] {
  return [...named].flatMap((column): Condition[] => {
    if (table.kinds[column] !== 'boolean') return [];
    const text = `${table.headings[column]} = ${negated ? 'no' : 'yes'}`;
    return [{ column, text, test: (row) => positive.test((row.cells[column] ?? '').trim()) !== negated }];
  });
}

const placeHeading = /^(?:place|rank|ranking|position|pos\.?|#|platz|rang)$/i;
const places: readonly RegExp[] = [
  /\b(?:w[io]n|wins|winners?|won|champions?|(?:came|finished|placed|ranked|was) first|first place|gewann|gewonnen|sieger(?:in)?)\b/iu,
  /\b(?:(?:came|finished|placed|ranked|was) second|second place|runner-up|zweite[rn]?)\b/iu,
  /\b(?:(?:came|finished|placed|ranked|was) third|third place|dritte[rn]?)\b/iu,
];
const placeWords =
  /^(?:w[io]n|wins|winners?|champions?|came|come|finished|placed|ranked|first|second|third|place|runner|up|runner-up|gewann|gewonnen|sieger(?:in)?|zweite[rn]?|dritte[rn]?)$/iu;

/** Who won or came second in a table of results: the row with that number in the column of places. */
export function placeCondition(
  question: string,
  words: readonly QuestionWord[],
  table: DataTable,
  used: Set<QuestionWord>,
): Condition[] {
  const column = table.headings.findIndex((heading) => placeHeading.test(heading.trim()));
  const place = places.findIndex((pattern) => pattern.test(question)) + 1;
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
