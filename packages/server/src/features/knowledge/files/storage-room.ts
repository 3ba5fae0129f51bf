import { AppError, isAppError } from '../../../lib/app-error.ts';
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
    return this.#hold({ workspaceId, limitBytes, usedBytes, sizeBytes });
  }

  /**
   * Takes room and stores in it. Bytes whose number nobody stated get what is left, at most `mostBytes`; what turns out to be
   * more than is left is `storage_full`.
   */
  async fill<Stored>(
    { workspaceId, statedBytes, mostBytes }: { workspaceId: string; statedBytes: number | null; mostBytes: number },
    store: (maxBytes: number) => Promise<Stored>,
  ): Promise<Stored> {
    const { limitBytes, usedBytes } = await this.#files.storage(workspaceId);
    if (limitBytes === null) return store(mostBytes);
    const underWay = await this.#underWay(workspaceId);
    const leftBytes = Math.max(1, limitBytes - usedBytes - underWay);
    const sizeBytes = statedBytes ?? Math.min(mostBytes, leftBytes);
    const release = await this.#hold({ workspaceId, limitBytes, usedBytes, sizeBytes });
    try {
      return await store(statedBytes === null ? sizeBytes : mostBytes);
    } catch (error) {
      if (statedBytes !== null || sizeBytes >= mostBytes || !isAppError(error, 'payload_too_large')) throw error;
      throw storageFull({ limitBytes, usedBytes, underWay, wanted: `more than ${sizeBytes}` });
    } finally {
      await release();
    }
  }

  async #underWay(workspaceId: string): Promise<number> {
    const [name, id] = [`storage:${workspaceId}`, newId('upl')];
    const sum = await this.#counters.hold(name, id, 0);
    await this.#counters.release(name, id);
    return sum;
  }

  async #hold({
    workspaceId,
    limitBytes,
    usedBytes,
    sizeBytes,
  }: {
    workspaceId: string;
    limitBytes: number;
    usedBytes: number;
    sizeBytes: number;
  }): Promise<() => Promise<void>> {
    const name = `storage:${workspaceId}`;
    const id = newId('upl');
    const underWay = await this.#counters.hold(name, id, sizeBytes);
    const release = async () => void (await this.#counters.release(name, id));
    if (usedBytes + underWay <= limitBytes) return release;
    await release();
    throw storageFull({ limitBytes, usedBytes, underWay: underWay - sizeBytes, wanted: String(sizeBytes) });
  }
}

function storageFull(state: { limitBytes: number; usedBytes: number; underWay: number; wanted: string }): AppError {
  const { limitBytes, usedBytes, underWay, wanted } = state;
  return new AppError(
    'storage_full',
    `This workspace may store ${limitBytes} bytes; ${usedBytes} are stored and ${underWay} are being uploaded, so ${wanted} ` +
      'more do not fit. Delete files.',
    { fields: { used_bytes: usedBytes, storage_bytes: limitBytes } },
  );
}
