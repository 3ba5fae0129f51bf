import type { FileInfo, Parley } from '@parley/sdk';

export type UploadState = 'waiting' | 'uploading' | 'confirming' | 'done' | 'failed' | 'cancelled';

/** One file on its way to the service. */
export interface Upload {
  id: number;
  file: File;
  state: UploadState;
  sentBytes: number;
  error: unknown;
}

type Uploader = Pick<Parley['files'], 'upload'>;

const maxAtOnce = 3;

/**
 * Files on their way, three at a time, whatever page is open. `onUploaded` gets each file as it is stored; it is processed after
 * that. Listeners are told at most once a frame, so that a thousand files do not draw a thousand times.
 */
export class UploadQueue {
  readonly #controllers = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #nextFrame: (callback: () => void) => void;
  #uploads: readonly Upload[] = [];
  #lastId = 0;
  #isTelling = false;

  constructor(nextFrame: (callback: () => void) => void = (callback) => requestAnimationFrame(callback)) {
    this.#nextFrame = nextFrame;
  }

  get = (): readonly Upload[] => this.#uploads;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: Iterable<File>, uploader: Uploader, onUploaded: (file: FileInfo) => void): void {
    const added = [...files].map((file): Upload => {
      this.#lastId += 1;
      return { id: this.#lastId, file, state: 'waiting', sentBytes: 0, error: null };
    });
    this.#uploads = [...this.#uploads, ...added];
    this.#tell();
    for (let index = 0; index < maxAtOnce; index++) void this.#work(uploader, onUploaded);
  }

  cancel(id: number): void {
    this.#put(id, { state: 'cancelled' });
    this.#controllers.get(id)?.abort();
  }

  cancelAll(): void {
    for (const { id, state } of this.#uploads) if (!isOver(state)) this.cancel(id);
  }

  /** Forgets what has ended. */
  clear(): void {
    this.#uploads = this.#uploads.filter(({ state }) => !isOver(state));
    this.#tell();
  }

  /** Takes what waits, until nothing does or others do the work. */
  async #work(uploader: Uploader, onUploaded: (file: FileInfo) => void): Promise<void> {
    while (this.#controllers.size < maxAtOnce) {
      const next = this.#uploads.find(({ state }) => state === 'waiting');
      if (!next) return;
      await this.#upload(next, uploader, onUploaded);
    }
  }

  async #upload({ id, file }: Upload, uploader: Uploader, onUploaded: (file: FileInfo) => void): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    this.#put(id, { state: 'uploading' });
    try {
      const stored = await uploader.upload(file, {
        wait: false,
        signal: controller.signal,
        onProgress: (progress) => {
          if (progress.phase !== 'uploading' || controller.signal.aborted) return;
          const isSent = progress.sentBytes >= progress.totalBytes && progress.totalBytes > 0;
          this.#put(id, { sentBytes: progress.sentBytes, state: isSent ? 'confirming' : 'uploading' });
        },
      });
      this.#put(id, { state: 'done', sentBytes: file.size });
      onUploaded(stored);
    } catch (error) {
      if (!controller.signal.aborted) this.#put(id, { state: 'failed', error });
    } finally {
      this.#controllers.delete(id);
    }
  }

  #put(id: number, change: Partial<Upload>): void {
    this.#uploads = this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
    this.#tell();
  }

  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#nextFrame(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** Whether nothing more will happen to it. */
export const isOver = (state: UploadState): boolean => ['done', 'failed', 'cancelled'].includes(state);
