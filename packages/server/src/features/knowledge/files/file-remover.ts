import type { JobQueue } from '../../../ports/job-queue.ts';
import type { BlobDiscards } from './blob-discards.ts';
import { FileContent } from './file-content.ts';
import { fileJobId, hearJobId } from './file-job.ts';
import type { FileRepository } from './file-repository.ts';
import type { FileWatch } from './file-watch.ts';

export interface FileRemoverParts {
  files: FileRepository;
  discards: BlobDiscards;
  jobs: JobQueue;
  watch: FileWatch;
}

/** Deletes files with all that was made of them and all that was taken out of them. */
export class FileRemover {
  readonly #parts: FileRemoverParts;

  constructor(parts: FileRemoverParts) {
    this.#parts = parts;
  }

  /** False when somebody else was quicker. */
  async remove(file: { workspaceId: string; id: string }): Promise<boolean> {
    const { files, discards, jobs, watch } = this.#parts;
    for (const job of [fileJobId(file.id), hearJobId(file.id)]) await jobs.cancel(job);
    // The bytes go first: if this breaks off, the row is still there to delete it by.
    await discards.discard(FileContent.path(file, ''));
    await this.removeChildren(file);
    const isDeleted = await files.delete(file.workspaceId, file.id);
    watch.notify(file.id);
    return isDeleted;
  }

  async removeChildren(parent: { workspaceId: string; id: string }): Promise<void> {
    for (const { id } of await this.#parts.files.children.of(parent)) {
      await this.remove({ workspaceId: parent.workspaceId, id });
    }
  }
}
