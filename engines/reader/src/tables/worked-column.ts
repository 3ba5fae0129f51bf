/** A column that a question asks for and that a table does not have, but tells: worked out row by row. */
export interface WorkedColumn {
  heading: string;
  /** One cell for each row; empty where the row does not tell it. */
  cells: readonly string[];
  /** What of the question says that this column is meant. */
  said: readonly RegExp[];
  /** Columns that the question names as its two ends, and not for themselves. */
  without?: readonly number[];
  /** The values do not add up over rows. */
  isReading?: boolean;
  /** Only rows whose value is above 0 are asked for. */
  isAboveNothing?: boolean;
}
