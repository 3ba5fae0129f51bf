import { DocumentError } from '../document-error.ts';
import { type Accumulator, accumulator } from './sheet-aggregate.ts';
import { compileCondition, foldText, type RowTest } from './sheet-condition.ts';
import type { SheetAggregate, SheetAnswer, SheetCell, SheetQuestion, SheetSource } from './sheet-data.ts';
import { joinSheets } from './sheet-join.ts';
import { type ColumnBlock, SheetTable } from './sheet-table.ts';
import { toNumber, toSheetCell, toSortableDate } from './sheet-value.ts';

const defaultLimit = 50;
const maxGroups = 200_000;
const keptMatches = 5000;

/** Answers a question by reading every row that matters: nothing is estimated. */
export function answerSheetQuestion(sheet: SheetSource, question: SheetQuestion): SheetAnswer {
  using table = new SheetTable(question.join ? joinSheets(sheet, question.join) : sheet);
  return question.aggregates && question.aggregates.length > 0
    ? aggregate(table, question, question.aggregates)
    : matchingRows(table, question);
}

/** A group of rows with the columns that were opened so far. */
class OpenGroup {
  readonly #table: SheetTable;
  readonly group: SheetTable['groups'][number];
  readonly #blocks = new Map<number, ColumnBlock>();
  constructor(table: SheetTable, group: SheetTable['groups'][number]) {
    this.#table = table;
    this.group = group;
  }
  block(column: number): ColumnBlock {
    let block = this.#blocks.get(column);
    if (!block) {
      block = this.#table.open(this.group, column);
      this.#blocks.set(column, block);
    }
    return block;
  }
}

interface Match {
  /** From 0, over all groups. */
  row: number;
  /** Words of `search` that the row holds. */
  words: number;
  keys: SheetCell[];
}

function matchingRows(table: SheetTable, question: SheetQuestion): SheetAnswer {
  const tests = (question.where ?? []).map((condition) => compileCondition(table, condition));
  const sorting = (question.orderBy ?? []).map((by) => ({
    column: table.indexOf(by.column),
    descending: by.descending === true,
  }));
  const limit = question.limit ?? defaultLimit;
  const isRanked = sorting.length > 0 || (question.search?.length ?? 0) > 1;
  const rank = (a: Match, b: Match) => {
    for (const [i, { descending }] of sorting.entries()) {
      const order = compareCells(a.keys[i] ?? null, b.keys[i] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return b.words - a.words || a.row - b.row;
  };
  const matches: Match[] = [];
  let matched = 0;
  eachMatch(table, tests, question.search ?? [], (open, row, first, words) => {
    matched++;
    if (!isRanked && matches.length >= limit) return;
    const keys = sorting.map(({ column }) => sortKey(table, open.block(column), column, row));
    matches.push({ row: first + row, words, keys });
    // Only the best so far are kept, so that a million matches need no more memory than a thousand.
    if (matches.length >= limit * 2 + keptMatches) {
      matches.sort(rank);
      matches.length = limit;
    }
  });
  if (isRanked) matches.sort(rank);
  return {
    matched,
    rows: fetchRows(
      table,
      matches.slice(0, limit).map(({ row }) => row),
    ),
    groups: [],
    groupCount: 0,
  };
}

function aggregate(table: SheetTable, question: SheetQuestion, aggregates: SheetAggregate[]): SheetAnswer {
  const tests = (question.where ?? []).map((condition) => compileCondition(table, condition));
  const keys = (question.groupBy ?? []).map((name) => table.indexOf(name));
  const columns = aggregates.map(({ column }) => (column === undefined ? null : table.indexOf(column)));
  const groups = new Map<string, { key: string[]; accumulators: Accumulator[] }>();
  const newGroup = (key: string[]) => ({ key, accumulators: aggregates.map((wanted) => accumulator(table, wanted)) });
  if (keys.length === 0) groups.set('', newGroup([]));
  let matched = 0;
  eachMatch(table, tests, question.search ?? [], (open, row) => {
    matched++;
    const key = keys.map((column) => open.block(column).text(row).trim());
    const id = key.length === 1 ? (key[0] ?? '') : key.join('\u0000');
    let group = groups.get(id);
    if (!group) {
      if (groups.size >= maxGroups)
        throw new DocumentError(
          'too_many_groups',
          `The rows fall into more than ${maxGroups} groups. Group by a column with fewer values.`,
        );
      group = newGroup(key);
      groups.set(id, group);
    }
    for (const [i, accumulated] of group.accumulators.entries()) {
      const column = columns[i];
      accumulated.add(column === null || column === undefined ? undefined : open.block(column), row);
    }
  });
  const found = [...groups.values()].map(({ key, accumulators }) => ({
    key: Object.fromEntries(
      keys.map((column, i) => [table.columns[column]?.name ?? '', typed(table, column, key[i] ?? '')]),
    ),
    values: accumulators.map((accumulated) => accumulated.result()),
  }));
  sortGroups(found, question, aggregates);
  return {
    matched,
    rows: [],
    groups: found.slice(0, question.limit ?? defaultLimit),
    groupCount: keys.length === 0 ? 0 : found.length,
  };
}

/** Groups come in the order asked for; otherwise as they first occur. */
function sortGroups(groups: SheetAnswer['groups'], question: SheetQuestion, aggregates: SheetAggregate[]): void {
  const sorting = (question.orderBy ?? []).map((by) => {
    const name = by.column.toLowerCase();
    const value = aggregates.findIndex((wanted) => aggregateName(wanted).toLowerCase() === name);
    if (value < 0 && !question.groupBy?.includes(by.column)) {
      throw new DocumentError(
        'invalid_request',
        `Groups cannot be ordered by ${by.column}: it is neither a group column nor an aggregate.`,
      );
    }
    const read = (group: SheetAnswer['groups'][number]) =>
      (value >= 0 ? group.values[value] : group.key[by.column]) ?? null;
    return { read, descending: by.descending === true };
  });
  groups.sort((a, b) => {
    for (const { read, descending } of sorting) {
      const order = compareCells(read(a), read(b));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

/** How an aggregate is called in `orderBy`: `sum(amount)`, `count`. */
function aggregateName(wanted: SheetAggregate): string {
  return wanted.column === undefined ? wanted.function : `${wanted.function}(${wanted.column})`;
}

function eachMatch(
  table: SheetTable,
  tests: RowTest[],
  search: string[],
  found: (open: OpenGroup, row: number, firstRow: number, words: number) => void,
): void {
  const words = [...new Set(search.map(foldText))].filter((word) => word !== '');
  let firstRow = 0;
  for (const group of table.groups) {
    const open = new OpenGroup(table, group);
    const hits = words.length > 0 ? wordHits(table, open, words) : null;
    for (let row = 0; row < group.rows; row++) {
      if (hits && hits[row] === 0) continue;
      if (tests.every(({ column, test }) => test(open.block(column), row)))
        found(open, row, firstRow, bits(hits?.[row] ?? 0));
    }
    firstRow += group.rows;
  }
}

/** For each row which of the words (as bits, the first 32) it holds in any column. */
function wordHits(table: SheetTable, open: OpenGroup, words: string[]): Uint32Array {
  const hits = new Uint32Array(open.group.rows);
  for (let column = 0; column < table.columns.length; column++) {
    const block = open.block(column);
    const text = block.bytes.toString('utf8').toLowerCase();
    // While every character is one byte, one search over the whole block finds all its cells.
    if (text.length === block.bytes.length) searchBlock(block, text, words, hits);
    else {
      for (let row = 0; row < block.rows; row++) {
        if (block.isEmpty(row)) continue;
        const cell = foldText(block.text(row));
        for (const [i, word] of words.slice(0, 32).entries())
          if (cell.includes(word)) hits[row] = (hits[row] ?? 0) | (1 << i);
      }
    }
  }
  return hits;
}

function searchBlock(block: ColumnBlock, text: string, words: string[], hits: Uint32Array): void {
  for (const [i, word] of words.slice(0, 32).entries()) {
    let row = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      while ((block.offsets[row + 1] ?? Infinity) <= at) row++;
      if (at + word.length <= (block.offsets[row + 1] ?? 0)) hits[row] = (hits[row] ?? 0) | (1 << i);
    }
  }
}

function fetchRows(table: SheetTable, rows: number[]): SheetAnswer['rows'] {
  const found = new Map<number, Record<string, SheetCell>>();
  let firstRow = 0;
  for (const group of table.groups) {
    const inside = rows.filter((row) => row >= firstRow && row < firstRow + group.rows);
    if (inside.length > 0) {
      const open = new OpenGroup(table, group);
      for (const row of inside) {
        const cells = table.columns.map((column, i) => [
          column.name,
          typed(table, i, open.block(i).text(row - firstRow)),
        ]);
        found.set(row, Object.fromEntries(cells));
      }
    }
    firstRow += group.rows;
  }
  return rows.map((row) => ({ number: row + 1, cells: found.get(row) ?? {} }));
}

function typed(table: SheetTable, column: number, text: string): SheetCell {
  return toSheetCell(text, table.columns[column]?.type ?? 'text', table.style(column));
}

function sortKey(table: SheetTable, block: ColumnBlock, column: number, row: number): SheetCell {
  const text = block.text(row);
  const type = table.columns[column]?.type;
  if (type === 'integer' || type === 'number') return toNumber(text, table.style(column));
  if (type === 'date' || type === 'datetime') return toSortableDate(text, table.style(column));
  return text.trim() === '' ? null : foldText(text);
}

/** Empty cells come last in rising order. */
function compareCells(a: SheetCell, b: SheetCell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}
