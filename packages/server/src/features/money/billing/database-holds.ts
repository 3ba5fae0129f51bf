import { sql } from 'kysely';
import type { Db } from '../../../db/open-database.ts';
import { newId } from '../../../lib/ids.ts';
import type { BudgetHolds } from '../../../ports/budget-holds.ts';

const beatMs = 15_000;
const aliveMs = 60_000;
/** By the database's clock: those of machines differ. */
const now = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Held in PostgreSQL, where processes share that and no Redis: in one statement, one caller after the other at each place (`hold_budgets`). */
export class DatabaseHolds implements BudgetHolds {
  readonly #db: Db;
  readonly #onError: (error: unknown) => void;
  readonly #id = newId('holder');
  #begun: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: { db: Db; onError: (error: unknown) => void }) {
    this.#db = parts.db;
    this.#onError = parts.onError;
  }

  async hold(places: readonly string[], id: string, nanos: number): Promise<number[]> {
    await this.#begin();
    const { rows } = await sql<{ held_place: string; held_nanos: number }>`
      select * from hold_budgets(${[...places]}::text[], ${id}, ${nanos}, ${this.#id})`.execute(this.#db);
    return inOrder(
      places,
      rows.map((row) => [row.held_place, row.held_nanos]),
    );
  }

  async held(places: readonly string[]): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('budget_holds')
      .innerJoin('budget_holders', 'budget_holders.id', 'budget_holds.holder_id')
      .select(['place', sql<number>`cast(sum(nanos) as bigint)`.as('nanos')])
      .where('place', 'in', places)
      .where('expires_at', '>', now)
      .groupBy('place')
      .execute();
    return inOrder(
      places,
      rows.map((row) => [row.place, row.nanos]),
    );
  }

  async release(places: readonly string[], id: string): Promise<void> {
    if (places.length === 0) return;
    await this.#db.deleteFrom('budget_holds').where('id', '=', id).where('place', 'in', places).execute();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    if (this.#begun === null) return;
    await this.#begun.catch(() => {});
    await this.#db.deleteFrom('budget_holds').where('holder_id', '=', this.#id).execute();
    await this.#db.deleteFrom('budget_holders').where('id', '=', this.#id).execute();
  }

  /** Known to be alive before it holds anything. */
  #begin(): Promise<void> {
    this.#begun ??= this.#beat().then(
      () => {
        this.#timer = setInterval(() => void this.#beat().catch(this.#onError), beatMs).unref();
      },
      (error: unknown) => {
        this.#begun = null;
        throw error;
      },
    );
    return this.#begun;
  }

  async #beat(): Promise<void> {
    const expires_at = sql<number>`${now} + ${sql.lit(aliveMs)}`;
    await this.#db
      .insertInto('budget_holders')
      .values({ id: this.#id, expires_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at }))
      .execute();
    const gone = this.#db.selectFrom('budget_holders').select('id').where('expires_at', '<=', now);
    await this.#db.deleteFrom('budget_holds').where('holder_id', 'in', gone).execute();
    await this.#db.deleteFrom('budget_holders').where('expires_at', '<=', now).execute();
  }
}

function inOrder(places: readonly string[], rows: [place: string, nanos: number][]): number[] {
  const sums = new Map(rows);
  return places.map((place) => Number(sums.get(place) ?? 0));
}
