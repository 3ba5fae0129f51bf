import type { UsageJournal } from './usage-journal.ts';
import type { SpendPlace, UsageRepository } from './usage-repository.ts';
import { spentIn, type UsageRow } from './usage-row.ts';

/** Records of one transaction that calls wait for. */
const maxBatch = 500;
/** Records of one transaction that nobody waits for: it holds the loop for less than a millisecond, where 500 held it for 5 to 9. */
const loadStep = 64;
/** Steps of one load at most, so that it keeps up with whatever comes within them. */
const maxLoadSteps = 32;
/** How long records may lie in the journal before they are taken into the database, and how many at once begin it earlier. */
const loadAfterMs = 250;
const loadAtRecords = 2_000;
/** Pause after the database refused. */
const retryMs = 1_000;
/** Records kept in memory when neither database nor journal takes them. */
const maxHeld = 10_000;

type Journal = Pick<UsageJournal, 'append' | 'turn' | 'forget' | 'takeOver' | 'close'>;

export interface UsageWriterParts {
  repository: Pick<UsageRepository, 'insert' | 'spent'>;
  /** Null where there is no directory to write to. */
  journal: Journal | null;
  /**
   * What a record is safe in before its call is answered. `journal` (SQLite, one process): one append per turn of the event
   * loop, taken into the database in bulk behind it. `database` (PostgreSQL, many processes that must see each other's
   * spending): one insert of all that came while the one before ran; the journal stands in when it fails.
   */
  safeIn: 'journal' | 'database';
  onError: (error: unknown) => void;
}

/**
 * The only writer of the ledger. What `write` acknowledged survives the death of the process and is counted once; trouble
 * with accounting fails no call.
 */
export class UsageWriter {
  readonly #parts: UsageWriterParts;
  #waiting: { row: UsageRow; written: () => void }[] = [];
  #writing: Promise<void> | null = null;
  /** In the journal's open file and not in the database. */
  #fresh: UsageRow[] = [];
  /** In the journal's other file, on its way into the database. */
  #loading: UsageRow[] = [];
  /** In neither. */
  #held: UsageRow[] = [];
  #load: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The step of a load that moves records into the database right now. */
  #step: Promise<void> | null = null;
  /** Counts beginnings and ends of steps, so that a sum read meanwhile is known to be of no use. */
  #changes = 0;

  constructor(parts: UsageWriterParts) {
    this.#parts = parts;
  }

  /** Resolves when the record is safe. */
  write(row: UsageRow): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ row, written });
      this.#writing ??= this.#drain();
    });
  }

  /** Brings in what earlier processes could not store. */
  async recover(): Promise<void> {
    const { journal, repository, onError } = this.#parts;
    try {
      await journal?.takeOver((rows) => repository.insert(rows));
    } catch (error) {
      onError(error);
    }
  }

  /** All that was written until now is in the database; throws when it does not take it. */
  async flush(): Promise<void> {
    await this.#load;
    if (this.#loading.length + this.#fresh.length + this.#held.length > 0) await this.#startLoad();
  }

  /** What each owner spent in its period, in billionths of a US dollar, all acknowledged calls included. */
  async spent(places: readonly SpendPlace[]): Promise<bigint[]> {
    for (;;) {
      const changes = this.#changes;
      const stored = await this.#parts.repository.spent(places);
      // A step moves records from here to there; only with none on the way each is counted once.
      if (changes === this.#changes && this.#step === null) {
        const own = [this.#loading, this.#fresh, this.#held];
        return places.map(({ ownerId, period }, index) =>
          own.reduce((sum, rows) => sum + BigInt(spentIn(rows, ownerId, period)), stored[index] ?? 0n),
        );
      }
      await this.#step?.catch(() => {});
    }
  }

  /** Waits for calls that are being written, then empties the journal into the database, as far as that takes it. */
  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.flush();
    } catch {
      // Reported where it failed; the records stay in the journal for the next start.
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#parts.journal?.close();
  }

  async #drain(): Promise<void> {
    const { journal, safeIn } = this.#parts;
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      const rows = batch.map((entry) => entry.row);
      const isSafe = safeIn === 'journal' && journal !== null && this.#append(journal, rows);
      if (!isSafe) await this.#insert(rows);
      for (const entry of batch) entry.written();
    }
    this.#writing = null;
  }

  #append(journal: Journal, rows: UsageRow[]): boolean {
    try {
      journal.append(rows);
    } catch (error) {
      this.#parts.onError(error);
      return false;
    }
    for (const row of rows) this.#fresh.push(row);
    this.#planLoad(this.#fresh.length >= loadAtRecords ? 0 : loadAfterMs);
    return true;
  }

  async #insert(rows: UsageRow[]): Promise<void> {
    const { journal, repository, safeIn, onError } = this.#parts;
    try {
      await repository.insert(rows);
    } catch (error) {
      onError(error);
      if (safeIn === 'database' && journal !== null && this.#append(journal, rows)) return;
      this.#hold(rows);
    }
  }

  #hold(rows: UsageRow[]): void {
    const room = maxHeld - this.#held.length;
    for (const row of rows.slice(0, room)) this.#held.push(row);
    if (rows.length > room)
      this.#parts.onError(new Error(`${rows.length - room} usage records are lost: nothing takes them`));
    this.#planLoad(retryMs);
  }

  #planLoad(afterMs: number): void {
    if (this.#load !== null || (this.#timer !== null && afterMs > 0)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Reported and planned again where it failed.
      this.#startLoad().catch(() => {});
    }, afterMs).unref();
  }

  #startLoad(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#load ??= this.#loadAll().finally(() => {
      this.#load = null;
      const hasFailed = this.#loading.length + this.#held.length > 0;
      if (hasFailed || this.#fresh.length > 0) this.#planLoad(hasFailed ? retryMs : loadAfterMs);
    });
    return this.#load;
  }

  async #loadAll(): Promise<void> {
    const { journal, onError } = this.#parts;
    try {
      // What an earlier attempt could not bring in still fills the other file.
      if (this.#loading.length === 0) {
        this.#loading = this.#fresh;
        this.#fresh = [];
        journal?.turn();
      }
      await this.#moveAll(this.#loading);
      journal?.forget();
      await this.#moveAll(this.#held);
    } catch (error) {
      onError(error);
      throw error;
    }
  }

  /** Moves the records of a list into the database. Between two steps the loop goes on, and sums can be read. */
  async #moveAll(rows: UsageRow[]): Promise<void> {
    const step = Math.max(loadStep, Math.ceil(rows.length / maxLoadSteps));
    for (let left = rows.length; left > 0; left -= step) {
      this.#changes++;
      this.#step = this.#move(rows, Math.min(step, left)).finally(() => {
        this.#changes++;
        this.#step = null;
      });
      await this.#step;
      if (left > step) await new Promise(setImmediate);
    }
  }

  async #move(rows: UsageRow[], count: number): Promise<void> {
    await this.#parts.repository.insert(rows.slice(0, count));
    rows.splice(0, count);
  }
}
