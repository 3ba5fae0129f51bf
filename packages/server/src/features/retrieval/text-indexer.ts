import { PassageIndex } from '@parley/text';
import { ProcessPool } from '../../lib/process-pool.ts';
import { buildIndex } from './build-index.ts';

/** Up to this length a text is indexed in a few milliseconds, less than handing it to another process takes. */
const shortLength = 30_000;

/** Builds search indexes; for long texts in a process of its own. */
export class TextIndexer {
  readonly #pool: ProcessPool;

  constructor(options: { processes: number }) {
    this.#pool = new ProcessPool({
      entry: new URL('./index-worker.ts', import.meta.url),
      size: options.processes,
      timeoutMs: 120_000,
      memoryBytes: 1_500_000_000,
    });
  }

  build(text: string, signal: AbortSignal): Promise<Uint8Array[]> {
    if (text.length <= shortLength) return Promise.resolve(buildIndex(text));
    return this.#pool.run<Uint8Array[]>('build', { text }, { signal });
  }

  /** The index of a text that is used at once. */
  async index(text: string, signal?: AbortSignal): Promise<PassageIndex[]> {
    const parts = await this.build(text, signal ?? new AbortController().signal);
    return parts.flatMap((part) => PassageIndex.decode(part) ?? []);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
