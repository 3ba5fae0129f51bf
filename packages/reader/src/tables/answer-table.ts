import { cellDate, cellMinutes, cellNumber, type DataTable, type TableRow } from './data-table.ts';
import type { TableQuestion } from './read-table-question.ts';

/** What a table says to a question: a sentence that shows how it was found, and the rows it rests on. */
export interface TableAnswer {
  text: string;
  /** The value itself, when the question asks for one and only one fits. */
  value?: string;
  rows: readonly TableRow[];
  /** Higher for answers that used more of the table. */
  certainty: number;
}

const rowsShown = 12;
const quantity = /\b(?:quantity|qty|units|pieces|count|number|copies|menge|anzahl|stück)\b/i;

/** Null when the table cannot say: too many rows fit a question for one, or nothing of it is computable. */
export function answerTable(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  const numeric = asked.targets.filter((column) => table.kinds[column] === 'number');
  const { functions } = asked;
  if (functions.has('median') || functions.has('mean') || functions.has('sum'))
    return aggregated(asked, table, numeric);
  if (functions.has('max') || functions.has('min')) return extreme(question, asked, table);
  if (functions.has('count') || functions.has('distinct')) return counted(question, asked, table, numeric);
  if ((functions.has('first') || functions.has('last')) && !asked.isTargetNamed) return endOfTime(asked, table);
  return looked(question, asked, table);
}

function aggregated(asked: TableQuestion, table: DataTable, numeric: readonly number[]): TableAnswer | null {
  if (!table.isWhole) return null;
  const all = table.kinds.flatMap((kind, column) =>
    kind === 'number' && !asked.conditionColumns.has(column) ? [column] : [],
  );
  const column = numeric[0] ?? (all.length === 1 ? all[0] : undefined);
  if (column === undefined || column >= (table.ownColumns ?? Number.POSITIVE_INFINITY)) return null;
  // A total that stands in the table is looked up, not added to.
  if (asked.rows.length === 1 && asked.conditions.length > 0) return looked('', asked, table);
  const values = numbersOf(asked.rows, column, table);
  if (values.length === 0) return null;
  const name = asked.functions.has('median') ? 'median' : asked.functions.has('mean') ? 'mean' : 'sum';
  const sorted = [...values].sort((a, b) => a - b);
  const sum = values.reduce((total, value) => total + value, 0);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  const result = name === 'sum' ? sum : name === 'mean' ? sum / values.length : (median ?? 0);
  const value = shown(result);
  const text = `${value} is the ${name} of ${table.headings[column]} over ${rowsOf(values.length)}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty: 2 };
}

function extreme(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  if (!table.isWhole) return null;
  const isMax = asked.functions.has('max');
  const sortable = (column: number) => /^(?:number|date|duration)$/.test(table.kinds[column] ?? '');
  const named = asked.targets.filter(sortable);
  const numbers = named.filter((target) => table.kinds[target] === 'number');
  const measures = ofOneEnd(numbers.length > 0 ? numbers : named, isMax, table);
  const all = [...table.kinds.keys()].filter(
    (column) => table.kinds[column] === 'number' && !asked.conditionColumns.has(column),
  );
  const column =
    measures[0] ??
    (all.length === 1 && !/\b(?:oldest|newest|latest|earliest|youngest)\b/i.test(question) ? all[0] : undefined);
  if (column === undefined || measures.length > 1) return null;
  const label = asked.targets.find((target) => target !== column && table.kinds[target] !== 'number');
  const rows = asked.rows.filter((row) => orderOf(row, column, table) !== null);
  if (rows.length === 0) return null;
  // Amounts add up over the rows of one name; prices and readings do not.
  const isAdded =
    /\b(?:most|least|fewest|in total|altogether|overall)\b/i.test(question) &&
    !/\b(?:most|least) expensive\b/i.test(question);
  const groups = label === undefined || !isAdded ? null : grouped(rows, label, column, table);
  if (groups !== null && label !== undefined) {
    const sorted = groups.sort((a, b) => (isMax ? b.sum - a.sum : a.sum - b.sum));
    const [best, second] = sorted;
    if (best === undefined || best.sum === second?.sum) return null;
    const text = `${best.key} has the ${isMax ? 'highest' : 'lowest'} sum of ${table.headings[column]}: ${shown(best.sum)} over ${rowsOf(best.rows.length)}${given(asked)}.`;
    return { text, value: best.key, rows: best.rows, certainty: 2 };
  }
  const sorted = [...rows].sort(
    (a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)) * (isMax ? -1 : 1),
  );
  const best = sorted[0];
  if (best === undefined) return null;
  const ties = sorted.filter((row) => compare(orderOf(row, column, table), orderOf(best, column, table)) === 0);
  const text = `The ${isMax ? 'highest' : 'lowest'} ${table.headings[column]}${given(asked)} is ${best.cells[column]}:\n${ties
    .slice(0, 5)
    .map((row) => `- ${rowText(row, table)}`)
    .join('\n')}`;
  const wanted = label ?? (/\b(?:which|who|what) (?!is the|was the)/i.test(question) ? undefined : column);
  const value = ties.length === 1 && wanted !== undefined ? best.cells[wanted] : undefined;
  return { text, ...(value !== undefined && value !== '' && { value }), rows: ties.slice(0, 5), certainty: 2 };
}

/** Of "temp_min" and "temp_max" the one of the end that is asked for. */
function ofOneEnd(columns: readonly number[], isMax: boolean, table: DataTable): readonly number[] {
  const end = isMax
    ? /(?:^|[ _])(?:max|maximum|high|highest|peak)(?:[ _]|$)/i
    : /(?:^|[ _])(?:min|minimum|low|lowest)(?:[ _]|$)/i;
  const own = columns.filter((column) => end.test(table.headings[column] ?? ''));
  return columns.length > 1 && own.length === 1 ? own : columns;
}

function grouped(
  rows: readonly TableRow[],
  label: number,
  column: number,
  table: DataTable,
): { key: string; sum: number; rows: TableRow[] }[] | null {
  if (table.kinds[column] !== 'number') return null;
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) groups.set(row.cells[label] ?? '', [...(groups.get(row.cells[label] ?? '') ?? []), row]);
  if (groups.size === rows.length) return null;
  return [...groups].map(([key, mine]) => ({
    key,
    rows: mine,
    sum: numbersOf(mine, column, table).reduce((total, value) => total + value, 0),
  }));
}

function counted(
  question: string,
  asked: TableQuestion,
  table: DataTable,
  numeric: readonly number[],
): TableAnswer | null {
  if (asked.rows.length === 1 && numeric.length > 0) return looked(question, asked, table);
  if (!table.isWhole) return null;
  const texts = asked.targets.filter((column) => table.kinds[column] === 'text');
  const [label] = texts;
  const [measure] = numeric;
  if (asked.isTargetNamed && measure !== undefined && label === undefined) {
    const sum = numbersOf(asked.rows, measure, table).reduce((total, value) => total + value, 0);
    return {
      text: `${shown(sum)} is the sum of ${table.headings[measure]} over ${rowsOf(asked.rows.length)}${given(asked)}.`,
      value: shown(sum),
      rows: asked.rows,
      certainty: 2,
    };
  }
  if (asked.isTargetNamed && label !== undefined) {
    const different = new Set(asked.rows.map((row) => row.cells[label] ?? '').filter((cell) => cell !== ''));
    const list = different.size <= 20 ? `: ${[...different].join(', ')}` : '';
    return {
      text: `${different.size} different values of ${table.headings[label]} stand in ${rowsOf(asked.rows.length)}${given(asked)}${list}.`,
      value: String(different.size),
      rows: asked.rows,
      certainty: 1.5,
    };
  }
  if (!asked.isTableNamed && asked.conditions.length === 0) return null;
  const units = table.headings.findIndex(
    (heading, column) => table.kinds[column] === 'number' && quantity.test(heading),
  );
  if (units >= 0 && !asked.isTableNamed) {
    const sum = numbersOf(asked.rows, units, table).reduce((total, value) => total + value, 0);
    return {
      text: `${shown(sum)} is the sum of ${table.headings[units]} over ${rowsOf(asked.rows.length)}${given(asked)}.`,
      value: shown(sum),
      rows: asked.rows,
      certainty: 1.5,
    };
  }
  return {
    text: `${rowsOf(asked.rows.length)}${given(asked)}.`,
    value: String(asked.rows.length),
    rows: asked.rows,
    certainty: 1,
  };
}

/** The first or last row in time. */
function endOfTime(asked: TableQuestion, table: DataTable): TableAnswer | null {
  const column = table.kinds.indexOf('date');
  if (column < 0 || !table.isWhole) return null;
  const sorted = asked.rows
    .filter((row) => orderOf(row, column, table) !== null)
    .sort((a, b) => compare(orderOf(a, column, table), orderOf(b, column, table)));
  const row = asked.functions.has('last') ? sorted.at(-1) : sorted[0];
  if (row === undefined) return null;
  return { text: rowText(row, table), rows: [row], certainty: 1.5 };
}

function looked(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  if (asked.rows.length === 0 || (asked.conditions.length === 0 && !(asked.isTargetNamed && table.rows.length === 1)))
    return null;
  if (!asked.isTargetNamed && !asked.isDenial && !asked.rows.some((row) => fits(question, row, asked, table)))
    return null;
  if ((asked.functions.has('first') || asked.functions.has('last')) && asked.rows.length > 1) {
    const end = endOfTime(asked, table);
    if (end !== null) return end;
  }
  const { rows, targets } = asked;
  if (asksMoney.test(question) && !rows.some((row) => holdsMoney(row, targets, table))) return null;
  if (rows.length > rowsShown && !/\b(?:which|list|all|every)\b/i.test(question)) return null;
  const values = new Set(
    rows.flatMap((row) => targets.map((column) => row.cells[column] ?? '')).filter((cell) => cell !== ''),
  );
  // A column that is asked for is empty there.
  const isEmpty = (column: number) => rows.every((row) => (row.cells[column] ?? '') === '');
  if (asked.isTargetNamed && targets.some(isEmpty)) return null;
  const isOne = values.size === 1 && targets.length === 1 && asked.isTargetNamed;
  const lines = rows.slice(0, rowsShown).map((row) => rowText(row, table));
  const more = rows.length > rowsShown ? `\n… and ${rows.length - rowsShown} more rows` : '';
  const text =
    lines.length === 1
      ? (lines[0] ?? '')
      : `${rows.length} rows${given(asked)}:\n${lines.map((line) => `- ${line}`).join('\n')}${more}`;
  const [value] = values;
  return {
    text,
    ...(isOne && value !== undefined && { value }),
    rows: rows.slice(0, rowsShown),
    certainty: asked.isTargetNamed ? 2 : 1,
  };
}

/** A row with its headings, as a sentence can hold it. */
export function rowText(row: TableRow, table: DataTable): string {
  return table.headings
    .flatMap((heading, column) => {
      const cell = row.cells[column] ?? '';
      return cell === '' ? [] : [heading === '' ? cell : `${heading}: ${cell}`];
    })
    .join('; ');
}

function given({ conditions }: TableQuestion): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

function numbersOf(rows: readonly TableRow[], column: number, table: DataTable): number[] {
  return rows.flatMap((row) => cellNumber(row.cells[column] ?? '', table.hasDecimalComma) ?? []);
}

function orderOf(row: TableRow, column: number, table: DataTable): number | string | null {
  const cell = row.cells[column] ?? '';
  if (table.kinds[column] === 'duration') return cellMinutes(cell);
  return table.kinds[column] === 'date' ? cellDate(cell) : cellNumber(cell, table.hasDecimalComma);
}

function compare(left: number | string | null, right: number | string | null): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}

/** Numbers without the noise of binary fractions. */
function shown(value: number): string {
  return String(Number(value.toPrecision(12)));
}

const kindsAsked: readonly [RegExp, RegExp][] = [
  [/\bhow (?:much|many|large|big|high|heavy|far|old|deep|wide)\b/i, /\d/],
  [
    /\bhow (?:long|often)\b/i,
    /\d.*\b(?:s|sec|min|minutes?|hours?|h|days?|weeks?|months?|years?|m|cm|mm|km|metres?|meters?|times)\b|\b(?:every|daily|weekly|monthly|yearly)\b/i,
  ],
  [
    /\b(?:when|what time|which day|since when)\b/i,
    /\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\b\d{1,2}\b.*\p{L}{3,}|\b(?:closed|daily|day|month|quarter|week|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/iu,
  ],
];

const asksMoney = /\b(?:how much|what)\b.*\b(?:costs?|price|pay|paid)\b|\bhow expensive\b/i;
const amount = /[$€£¥]|\b(?:EUR|USD|GBP|CHF)\b|\d[.,]\d{2}$/;
const ofMoney =
  /price|cost|fee|fare|rate|charge|amount|total|sum|paid|value|eur|usd|gbp|rent|salary|preis|kosten|betrag/i;

/** A column that is asked for is of money by its heading or its cell; where none is asked for, any cell is an amount. */
function holdsMoney({ cells }: TableRow, targets: readonly number[], { headings }: DataTable): boolean {
  if (targets.length === 0) return cells.some((cell) => amount.test(cell));
  return targets.some((column) => ofMoney.test(headings[column] ?? '') || amount.test(cells[column] ?? ''));
}

/** Where only the kind of the answer is asked for, a cell besides the ones asked by must be of that kind. */
function fits(question: string, row: TableRow, asked: TableQuestion, table: DataTable): boolean {
  if (/\b(?:who|where|why|wer|wo|warum)\b/i.test(question)) return asked.targets.length > 0;
  const rest = row.cells.filter(
    (_cell, column) => !asked.conditionColumns.has(column) && table.headings[column] !== undefined,
  );
  // A column that the question points to says its unit in the heading: "duration_min".
  const pointed = asked.targets.some((column) => /\d/.test(row.cells[column] ?? ''));
  return pointed || kindsAsked.every(([kind, cell]) => !kind.test(question) || rest.some((text) => cell.test(text)));
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}
