import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { BlobDiscards } from './blob-discards.ts';
import { fileJobId, hearJobId, processFileKind } from './file-job.ts';
import type { FileProcessor } from './file-processor.ts';
import type { FileRepository } from './file-repository.ts';
import type { FileService } from './file-service.ts';

export interface FileSweeperParts {
  files: FileRepository;
  service: FileService;
  discards: BlobDiscards;
  processor: FileProcessor;
  jobs: JobQueue;
  clock: Clock;
}

const batch = 500;
/** Addresses that were given and never confirmed are forgotten after so long. */
const pendingMs = 24 * 60 * 60_000;
/** A file past its deadline by so much is failed here, should its job have been lost. */
const lateMs = 5000;

/** What time does to files: expiry, addresses never used, and the promise that none stays in `processing`. */
export class FileSweeper {
  readonly #parts: FileSweeperParts;

  constructor(parts: FileSweeperParts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    await this.#parts.discards.sweep();
    await this.#deleteDue();
    await this.#resumeOrFail();
  }

  async #deleteDue(): Promise<void> {
    const { files, service, clock } = this.#parts;
    for (;;) {
      const now = clock.now();
      const due = await files.due({ now, pendingBefore: now - pendingMs, limit: batch });
      for (const row of due) await service.remove({ workspaceId: row.workspace_id, id: row.id });
      if (due.length < batch) return;
    }
  }

  async #resumeOrFail(): Promise<void> {
    const { files, processor, jobs, clock } = this.#parts;
    const now = clock.now();
    for (const row of await files.processing(batch)) {
      const file = { workspaceId: row.workspace_id, id: row.id };
      if (row.deadline_at !== null && row.deadline_at + lateMs <= now) {
        for (const job of [fileJobId(row.id), hearJobId(row.id)]) await jobs.cancel(job);
        await processor.fail(file, new AppError('file_timeout', 'The file could not be processed in time.'));
        continue;
      }
      // Does nothing while a job for the file waits or runs.
      const payload = { workspace_id: row.workspace_id, file_id: row.id };
      await jobs.enqueue(processFileKind, payload, { id: fileJobId(row.id) });
    }
  }
}
