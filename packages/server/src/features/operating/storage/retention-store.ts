import type { Retention } from '@parley/contract';
import type { Db } from '../../../db/open-database.ts';
import type { Clock } from '../../../ports/clock.ts';

const name = 'retention';
const dayMs = 24 * 60 * 60_000;
const batch = 1000;
const defaultRetention = {
  usage_days: null,
  audit_days: null,
  playground_days: 90,
  contents_days: 7,
  contents_keys: [],
  contents_masked: false,
};
/** Another process changed it: it is known here within so long. */
const rereadMs = 5_000;

/** Of whose calls contents are kept, and how. */
export interface ContentsPolicy {
  isOn: boolean;
  isMasked: boolean;
  keeps(keyId: string): boolean;
}
/** Contents of calls beyond so many go before their time, the oldest first. */
const maxContents = 100_000;

export interface RetentionParts {
  db: Db;
  clock: Clock;
  /** Until when calls are summed by the hour; what is not in the sums yet stays. */
  summedUntil: () => Promise<number>;
  /** Whether contents of calls are kept where nobody has chosen. */
  keepsContents: boolean;
  /** Removes playground runs from before a time that nobody shared. */
  forgetRuns: (before: number) => Promise<void>;
}

/** How long things are kept: chosen in the dashboard, the same for every process, and heeded at the next sweep. */
export class RetentionStore {
  readonly #parts: RetentionParts;
  #contents: ContentsPolicy;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#contents = policyOf({ ...this.#usual, contents_keys: [] });
  }

  /** Known without asking: every call looks. */
  get contents(): ContentsPolicy {
    return this.#contents;
  }

  /** Reads what was chosen, and goes on looking for changes of other processes. */
  async start(onError: (error: unknown) => void): Promise<void> {
    await this.get();
    this.#timer = setInterval(() => void this.get().catch(onError), rereadMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  get #usual(): Retention {
    return { ...defaultRetention, contents: this.#parts.keepsContents ? 'all' : 'none' };
  }

  async get(): Promise<Retention> {
    return this.#with(await this.#chosen());
  }

  async change(changes: Partial<Retention>): Promise<Retention> {
    // What nobody chose goes on following the variables and the defaults.
    const chosen = { ...(await this.#chosen()), ...changes };
    const value = JSON.stringify(chosen);
    await this.#parts.db
      .insertInto('installation')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return this.#with(chosen);
  }

  #with(chosen: Partial<Retention>): Retention {
    const retention = { ...this.#usual, ...chosen };
    this.#contents = policyOf(retention);
    return retention;
  }

  async #chosen(): Promise<Partial<Retention>> {
    const row = await this.#parts.db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row ? JSON.parse(row.value) : {};
  }

  /** Removes what is older than it may be, in steps that let others write in between. */
  async sweep(): Promise<void> {
    const { clock, summedUntil, forgetRuns } = this.#parts;
    const { usage_days: usage, audit_days: audit, playground_days: playground, contents } = await this.get();
    const before = (days: number) => clock.now() - days * dayMs;
    if (usage !== null) await this.#remove('usage_records', Math.min(before(usage), await summedUntil()));
    if (usage !== null) await this.#remove('call_feedback', before(usage));
    if (audit !== null) await this.#remove('audit_events', before(audit));
    if (playground !== null) await forgetRuns(before(playground));
    const isKept = contents !== 'none';
    await this.#remove('call_contents', isKept ? before(await this.contentsDays()) : Number.MAX_SAFE_INTEGER);
    await this.#remove('call_contents', await this.#olderContents());
  }

  /** Contents of a call go with its record at the latest. */
  async contentsDays(): Promise<number> {
    const { usage_days: usage, contents_days: contents } = await this.get();
    return Math.min(contents, usage ?? contents);
  }

  /** The time of the oldest contents that may stay. */
  async #olderContents(): Promise<number> {
    const row = await this.#parts.db
      .selectFrom('call_contents')
      .select('created_at')
      .orderBy('created_at', 'desc')
      .offset(maxContents - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.created_at ?? 0;
  }

  async #remove(
    table: 'usage_records' | 'audit_events' | 'call_contents' | 'call_feedback',
    before: number,
  ): Promise<void> {
    const { db } = this.#parts;
    for (;;) {
      const due = db.selectFrom(table).select('id').where('created_at', '<', before).limit(batch);
      const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', due).executeTakeFirstOrThrow();
      if (numDeletedRows < batch) return;
    }
  }
}

function policyOf({ contents, contents_keys, contents_masked }: Retention): ContentsPolicy {
  const keys = new Set(contents_keys);
  return {
    isOn: contents !== 'none',
    isMasked: contents_masked,
    keeps: (keyId) => contents === 'all' || (contents === 'keys' && keys.has(keyId)),
  };
}
