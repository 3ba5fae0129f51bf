import type { Clock } from '../../../ports/clock.ts';

export interface BackupScheduleParts {
  clock: Clock;
  everyMs: number;
  /** Backs up unless there is a snapshot from this time on, in milliseconds since 1970; gives the id of the newest one then. */
  backUpUnless(sinceMs: number): Promise<string>;
  onError(error: unknown): void;
}

/** After a failure it is tried again after so long, or when the next one is due. */
const retryMs = 15 * 60_000;

/** Has a backup made whenever the newest one is old enough, one at a time, also over the end of the process. */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  #newestAt: number | null = null;
  #failedAt: number | null = null;
  #isWorking = false;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
  }

  /** When the newest backup was made, in milliseconds since 1970; null when none is known. */
  get newestAt(): number | null {
    return this.#newestAt;
  }

  /** A sentence where all is not well. */
  get trouble(): string | undefined {
    return this.#failedAt === null ? undefined : 'the last backup failed, and the log says why';
  }

  /** To be called every minute or so. */
  async check(): Promise<void> {
    const { clock, everyMs, backUpUnless, onError } = this.#parts;
    const now = clock.now();
    const isWell = this.#newestAt !== null && now - this.#newestAt < everyMs;
    const isPausing = this.#failedAt !== null && now - this.#failedAt < Math.min(retryMs, everyMs);
    if (this.#isWorking || isWell || isPausing) return;
    this.#isWorking = true;
    try {
      this.#newestAt = timeOf(await backUpUnless(now - everyMs));
      this.#failedAt = null;
    } catch (error) {
      this.#failedAt = now;
      onError(error);
    } finally {
      this.#isWorking = false;
    }
  }
}

/** An id is the time, without what names of files must not have. */
export const timeOf = (snapshot: string): number =>
  Date.parse(snapshot.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));
