import type { Retention } from '@parley/contract';
import type { Db } from '../../db/open-database.ts';
import type { Clock } from '../../ports/clock.ts';

const name = 'retention';
const dayMs = 24 * 60 * 60_000;
const batch = 1000;
export const defaultRetention: Retention = { usage_days: null, audit_days: null, playground_days: 90 };

export interface RetentionParts {
  db: Db;
  clock: Clock;
  /** Until when calls are summed by the hour; what is not in the sums yet stays. */
  summedUntil: () => Promise<number>;
  /** Removes playground runs from before a time that nobody shared. */
  forgetRuns: (before: number) => Promise<void>;
}

/** How long things are kept: chosen in the dashboard, the same for every process, and heeded at the next sweep. */
export class RetentionStore {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  async get(): Promise<Retention> {
    const row = await this.#parts.db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return { ...defaultRetention, ...(row && JSON.parse(row.value)) };
  }

  async change(changes: Partial<Retention>): Promise<Retention> {
    const retention = { ...(await this.get()), ...changes };
    const value = JSON.stringify(retention);
    await this.#parts.db
      .insertInto('installation')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return retention;
  }

  /** Removes what is older than it may be, in steps that let others write in between. */
  async sweep(): Promise<void> {
    const { clock, summedUntil, forgetRuns } = this.#parts;
    const { usage_days: usage, audit_days: audit, playground_days: playground } = await this.get();
    const before = (days: number) => clock.now() - days * dayMs;
    if (usage !== null) await this.#remove('usage_records', Math.min(before(usage), await summedUntil()));
    if (audit !== null) await this.#remove('audit_events', before(audit));
    if (playground !== null) await forgetRuns(before(playground));
  }

  async #remove(table: 'usage_records' | 'audit_events', before: number): Promise<void> {
    const { db } = this.#parts;
    for (;;) {
      const due = db.selectFrom(table).select('id').where('created_at', '<', before).limit(batch);
      const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', due).executeTakeFirstOrThrow();
      if (numDeletedRows < batch) return;
    }
  }
}
