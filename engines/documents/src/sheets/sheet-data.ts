/** What the values of a column are. `mixed` holds more than one of the others. */
export type ColumnType = 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'text' | 'mixed' | 'empty';

export interface SheetColumn {
  name: string;
  type: ColumnType;
}

/** One table with its rows, packed column by column. It is opened with `SheetTable.open`. */
export interface SheetData {
  /** Name of the sheet; empty for CSV. */
  name: string;
  columns: SheetColumn[];
  rowCount: number;
  /** The cells, compressed; only `SheetTable` reads it. Store it as it is. */
  packed: Uint8Array;
}

/** A table whose rows may lie in a file, so that a question reads no more of them than the columns it names. */
export interface SheetSource extends Omit<SheetData, 'packed'> {
  packed: Uint8Array | { path: string };
}

export type SheetCell = string | number | boolean | null;

/** Which rows: every condition must hold. Text compares without case and accents unless `exact`. */
export interface SheetCondition {
  column: string;
  operator:
    | 'equals'
    | 'not_equals'
    | 'contains'
    | 'starts_with'
    | 'less'
    | 'at_most'
    | 'more'
    | 'at_least'
    | 'empty'
    | 'filled';
  value?: SheetCell;
  exact?: boolean;
}

export interface SheetAggregate {
  /** `count` without a column counts rows, with one its filled cells. */
  function: 'count' | 'distinct' | 'sum' | 'mean' | 'min' | 'max' | 'median';
  column?: string;
}

/** A second table, whose rows stand beside those of the first where both columns hold the same. */
export interface SheetJoin {
  sheet: SheetSource;
  /** Columns of the first and of the second table. */
  left: string;
  right: string;
}

export interface SheetQuestion {
  where?: SheetCondition[];
  /** Any of these words in any column; for matching rows when no column is named. */
  search?: string[];
  aggregates?: SheetAggregate[];
  groupBy?: string[];
  orderBy?: { column: string; descending?: boolean }[];
  /** Rows or groups returned; default 50. */
  limit?: number;
  /** Asked of the rows of both tables side by side. */
  join?: SheetJoin;
}

export interface SheetAnswer {
  /** Rows that met the conditions, whatever the limit. */
  matched: number;
  /** Matching rows (no `aggregates`) with their number in the sheet (1 is the first row of data). */
  rows: { number: number; cells: Record<string, SheetCell> }[];
  /** One entry without `groupBy`, otherwise one per group. `values` are in the order of `aggregates`. */
  groups: { key: Record<string, SheetCell>; values: SheetCell[] }[];
  /** Groups there are, whatever the limit. */
  groupCount: number;
}

/** Exact answers from stored rows, computed outside the main process. Throws `invalid_request` for a column that is not there, with the cause's code `too_many_groups` for groups beyond count. */
export interface SheetAnswering {
  answer(sheet: SheetSource, question: SheetQuestion, signal?: AbortSignal): Promise<SheetAnswer>;
}
