import { EventEmitter, once } from 'node:events';
import type { Clock } from '../../../ports/clock.ts';
import type { FileRepository, FileRow } from './file-repository.ts';

/** Another process may end the work, and it cannot tell this one; so the table is looked at now and then. */
const lookMs = 500;

/** Lets callers wait for files to be processed. */
export class FileWatch {
  readonly #files: FileRepository;
  readonly #clock: Clock;
  readonly #listeners: ((fileId: string) => void)[] = [];
  readonly #ended = new EventEmitter().setMaxListeners(0);

  constructor(parts: { files: FileRepository; clock: Clock }) {
    this.#files = parts.files;
    this.#clock = parts.clock;
  }

  /** A file became ready or failed, or was deleted. */
  notify(fileId: string): void {
    this.#ended.emit(fileId);
    for (const listener of this.#listeners) listener(fileId);
  }

  /** Has a listener told of every file whose processing ends in this process. It must not throw. */
  subscribe(listener: (fileId: string) => void): void {
    this.#listeners.push(listener);
  }

  /** The row when it is no longer being processed, or as it is after `waitMs`; undefined when it is gone. */
  async settled(
    file: { workspaceId: string; id: string },
    options: { waitMs: number; signal: AbortSignal },
  ): Promise<FileRow | undefined> {
    const { signal } = options;
    const until = this.#clock.now() + options.waitMs;
    for (;;) {
      signal.throwIfAborted();
      const news = new AbortController();
      // Listening begins before looking, so that nothing falls between the two.
      const told = once(this.#ended, file.id, { signal: news.signal }).catch(() => {});
      try {
        const [row] = await this.#files.find(file.workspaceId, [file.id]);
        const leftMs = until - this.#clock.now();
        if (row?.status !== 'processing' || leftMs <= 0) return row;
        const stop = AbortSignal.any([signal, news.signal]);
        await Promise.race([told, this.#clock.sleep(Math.min(lookMs, leftMs), stop)]);
      } finally {
        news.abort();
      }
    }
  }
}
