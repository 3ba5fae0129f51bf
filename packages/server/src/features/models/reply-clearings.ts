import type { Db } from '../../db/open-database.ts';
import { newId } from '../../lib/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import type { RepliesOf, ReplyCache } from './reply-cache.ts';

const channel = 'replies-cleared';
const name = 'replies_cleared';
/** What another process cleared is seen within this time, also where no Redis tells of it. */
const lookMs = 500;
/** A process that has not looked for so long has been started anew, or stood still: it clears everything. */
const toldMs = 60_000;
const mostTold = 200;

interface Clearing {
  id: string;
  at: number;
  of: RepliesOf;
}

export interface ReplyClearingsParts {
  db: Db;
  counters: Counters;
  clock: Clock;
  replies: ReplyCache;
  /** Other processes may keep replies beside the same database. */
  isShared: boolean;
  onError(error: unknown): void;
}

/** Clears kept replies in every process. */
export class ReplyClearings {
  readonly #parts: ReplyClearingsParts;
  readonly #seen = new Set<string>();
  #lookedAt: number;
  #timer: NodeJS.Timeout | null = null;
  #hasFailed = false;

  constructor(parts: ReplyClearingsParts) {
    this.#parts = parts;
    this.#lookedAt = parts.clock.now();
  }

  async start(): Promise<void> {
    const { counters, isShared } = this.#parts;
    if (!isShared) return;
    await counters.subscribe(channel, () => void this.#look());
    for (const { id } of await this.#told()) this.#seen.add(id);
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Resolves with how many there were in this process, when the others will hear of it. */
  async clear(of: RepliesOf): Promise<number> {
    const { replies, isShared, counters } = this.#parts;
    if (isShared) {
      await this.#tell(of);
      await counters.publish(channel, '');
    }
    return replies.clear(of);
  }

  async #tell(of: RepliesOf): Promise<void> {
    const { db, clock } = this.#parts;
    const clearing: Clearing = { id: newId('clear'), at: clock.now(), of };
    this.#seen.add(clearing.id);
    await db.transaction().execute(async (trx) => {
      const recent = (await this.#toldIn(trx)).filter(({ at }) => at > clearing.at - toldMs);
      // Beyond so many in a minute all is cleared at once.
      const told = recent.length < mostTold ? [...recent, clearing] : [{ ...clearing, of: {} }];
      const value = JSON.stringify(told);
      await trx
        .insertInto('installation')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    });
  }

  async #look(): Promise<void> {
    const { clock, replies, onError } = this.#parts;
    try {
      const told = await this.#told();
      const now = clock.now();
      if (now - this.#lookedAt > toldMs) replies.clear({});
      this.#lookedAt = now;
      for (const { id, of } of told) if (!this.#seen.has(id)) replies.clear(of);
      this.#seen.clear();
      for (const { id } of told) this.#seen.add(id);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) onError(error);
      this.#hasFailed = true;
    }
  }

  #told(): Promise<Clearing[]> {
    return this.#toldIn(this.#parts.db);
  }

  async #toldIn(db: Pick<Db, 'selectFrom'>): Promise<Clearing[]> {
    const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
    // Written by `#tell` alone.
    return JSON.parse(row?.value ?? '[]');
  }
}
