import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatCost } from '../../src/lib/format.ts';
import { ui } from '../../src/messages/en/ui.ts';

/** What pages are read in. */
export const language = 'en';

export interface Sums {
  requests: number;
  errors: number;
  input: number;
  output: number;
  cost: number;
  unpriced: number;
}

/** The database of a running service, read beside it. */
export class Ledger {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'parley.db');
  }

  read<Row>(statement: string): Row[] {
    const database = new DatabaseSync(this.#path, { readOnly: true });
    try {
      // The statement says what its rows are.
      return database.prepare(statement).all() as Row[];
    } finally {
      database.close();
    }
  }

  /** The only row of a statement. */
  one<Row>(statement: string): Row {
    const [row] = this.read<Row>(statement);
    if (row === undefined) throw new Error(`No row: ${statement}`);
    return row;
  }

  /** Of a statement that selects one number as `n`. */
  count(statement: string): number {
    return this.one<{ n: number }>(statement).n;
  }

  sumsOf(where: string): Sums {
    return this.one<Sums>(`${sums} WHERE ${where}`);
  }

  /** By a column, most requests first. */
  groupsOf(column: string, where: string): Array<Sums & { name: string | null }> {
    return this.read(`${sums.replace('SELECT', `SELECT ${column} AS name,`)} WHERE ${where} GROUP BY ${column}`);
  }
}

const sums = `SELECT count(*) AS requests, coalesce(sum(status >= 400), 0) AS errors,
  coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
  coalesce(sum(cost_nanos), 0) / 1e9 AS cost, coalesce(sum(is_unpriced), 0) AS unpriced FROM usage_records`;

export const costOf = ({ cost, unpriced }: Pick<Sums, 'cost' | 'unpriced'>): string =>
  formatCost({ usd: cost, isKnown: unpriced === 0, language }, ui);
