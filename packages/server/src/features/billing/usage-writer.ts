import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { UsageRepository, UsageRow } from './usage-repository.ts';

const maxBatch = 400;
const gatherMs = 8;

/**
 * The only writer of the ledger. Records that arrive in one turn of the event loop, or while the database is busy, go in
 * together. When the database refuses, records go to a file and come back from there, so that trouble with accounting
 * neither loses a record nor fails a call.
 */
export class UsageWriter {
  readonly #repository: UsageRepository;
  readonly #spillFile: string;
  readonly #onError: (error: unknown) => void;
  #waiting: { row: UsageRow; written: () => void }[] = [];
  #running: Promise<void> | null = null;
  /** The last batch held more than one record. */
  #isBusy = false;

  constructor(parts: { repository: UsageRepository; spillFile: string; onError: (error: unknown) => void }) {
    this.#repository = parts.repository;
    this.#spillFile = parts.spillFile;
    this.#onError = parts.onError;
  }

  /** Resolves when the record is safe: in the database, or in the file that stands in for it. */
  write(row: UsageRow): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ row, written });
      this.#running ??= this.#drain();
    });
  }

  /** Brings back what an earlier process could not store. */
  async recover(): Promise<void> {
    if (!existsSync(this.#spillFile)) return;
    const lines = readFileSync(this.#spillFile, 'utf8').split('\n').filter(Boolean);
    for (let start = 0; start < lines.length; start += maxBatch) {
      const rows = lines.slice(start, start + maxBatch).flatMap(parseRow);
      if (rows.length > 0) await this.#repository.insertMissing(rows);
    }
    rmSync(this.#spillFile, { force: true });
  }

  async flush(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      // Where calls end close together, a few milliseconds of waiting let many share one transaction.
      if (this.#isBusy) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      this.#isBusy = this.#waiting.length > 1;
      const batch = this.#waiting.splice(0, maxBatch);
      const rows = batch.map((entry) => entry.row);
      try {
        await this.#repository.insert(rows);
        await this.recover();
      } catch (error) {
        this.#onError(error);
        this.#spill(rows);
      }
      for (const entry of batch) entry.written();
    }
    this.#running = null;
  }

  #spill(rows: UsageRow[]): void {
    try {
      appendFileSync(this.#spillFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** A line cut short by a crash holds no whole record and is left out. */
function parseRow(line: string): UsageRow[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
