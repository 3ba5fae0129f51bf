import type { TableRow } from './data-table.ts';
import type { TableFunction } from './question-words.ts';
import type { Condition } from './row-conditions.ts';

/** What a question asks of one table, once every word of it is accounted for. */
export interface TableQuestion {
  functions: ReadonlySet<TableFunction>;
  /** Columns that are asked for, by index. */
  targets: readonly number[];
  /** True when the question names the targets, false when only its kind points to them. */
  isTargetNamed: boolean;
  /** How each condition reads, and the rows that meet all. */
  conditions: readonly string[];
  /** Columns that a condition is on. */
  conditionColumns: ReadonlySet<number>;
  rows: readonly TableRow[];
  /** The condition that names several values of its column. */
  parts?: Condition;
  /** The question names the table itself: "orders", "vehicles". */
  isTableNamed: boolean;
}
