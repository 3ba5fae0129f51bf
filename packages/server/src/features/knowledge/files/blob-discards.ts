import type { Db } from '../../../db/open-database.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Longer than any upload may take, and than a presigned address of a store works. */
const lastWriterMs = 60 * 60_000;
const batch = 200;

/**
 * Deletes blobs for good. Somebody may be writing under a prefix while it is deleted (an upload in another process, a
 * client with a store's own address), so it is deleted once more when that cannot be any longer.
 */
export class BlobDiscards {
  readonly #db: Db;
  readonly #blobs: BlobStore;
  readonly #clock: Clock;

  constructor(parts: { db: Db; blobs: BlobStore; clock: Clock }) {
    this.#db = parts.db;
    this.#blobs = parts.blobs;
    this.#clock = parts.clock;
  }

  /** Deletes all under the prefix now, and again later. */
  async discard(prefix: string): Promise<void> {
    const dueAt = this.#clock.now() + lastWriterMs;
    await this.#db
      .insertInto('blob_discards')
      .values({ prefix, due_at: dueAt })
      .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ due_at: dueAt }))
      .execute();
    await this.#blobs.deletePrefix(prefix);
  }

  /** Deletes what has become due. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.#db
        .selectFrom('blob_discards')
        .select('prefix')
        .where('due_at', '<=', this.#clock.now())
        .limit(batch)
        .execute();
      for (const { prefix } of due) {
        await this.#blobs.deletePrefix(prefix);
        await this.#db.deleteFrom('blob_discards').where('prefix', '=', prefix).execute();
      }
      if (due.length < batch) return;
    }
  }
}
