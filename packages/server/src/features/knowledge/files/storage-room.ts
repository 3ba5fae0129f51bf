import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Counters } from '../../../ports/counters.ts';
import type { FileRepository } from './file-repository.ts';

/** How much a workspace may store, counted over what is stored and what is under way. */
export class StorageRoom {
  readonly #files: FileRepository;
  readonly #counters: Counters;

  constructor(parts: { files: FileRepository; counters: Counters }) {
    this.#files = parts.files;
    this.#counters = parts.counters;
  }

  /**
   * Takes room for an upload of at most `sizeBytes`; throws `storage_full` when there is none. Returns what gives it back,
   * once the bytes are stored or gone.
   */
  async take(workspaceId: string, sizeBytes: number): Promise<() => Promise<void>> {
    const { limitBytes, usedBytes } = await this.#files.storage(workspaceId);
    if (limitBytes === null) return async () => {};
    const name = `storage:${workspaceId}`;
    const id = newId('upl');
    const underWay = await this.#counters.hold(name, id, sizeBytes);
    const release = async () => void (await this.#counters.release(name, id));
    if (usedBytes + underWay <= limitBytes) return release;
    await release();
    const message =
      `This workspace may store ${limitBytes} bytes; ${usedBytes} are stored and ${underWay - sizeBytes} are being ` +
      `uploaded, so ${sizeBytes} more do not fit. Delete files, or send the upload with its length.`;
    throw new AppError('storage_full', message, {
      fields: { used_bytes: usedBytes, storage_bytes: limitBytes },
    });
  }
}
