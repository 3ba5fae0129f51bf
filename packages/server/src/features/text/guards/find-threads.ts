import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ThreadPool } from '../../../lib/thread-pool.ts';
import type { PlacesCheck } from './compile-guard.ts';
import type { FindTask } from './find-thread.ts';
import type { Finding } from './finding.ts';

/** Characters that are looked through where they arrive: personal data takes about 2 µs a character. */
const mostHere = 8_000;
const threads = 2;
/** Guards look at two million characters of a call at most, which takes 4 s; the machine may have much else to do, which comes first. */
const timeoutMs = 180_000;
const memoryBytes = 512_000_000;
/** Texts whose findings are remembered, and how many findings of all of them. */
const mostTexts = 20_000;
const mostFindings = 200_000;
/** Looking through less costs about as much as remembering it. */
const shortest = 32;

interface Look {
  workspaceId: string;
  signal: AbortSignal;
  /** Whether it may be remembered where something was found, by a digest of the text. */
  remembers?: boolean;
}

/** Looks through texts for what guards find: long ones in a thread, so that nobody else waits for them. */
export class FindThreads {
  readonly #pool = new ThreadPool({
    entry: new URL('./find-thread.ts', import.meta.url),
    size: threads,
    timeoutMs,
    memoryBytes,
  });
  /** By workspace, check and text: a conversation is sent again with every turn, and most of it was looked through then. */
  readonly #known = new LRUCache<string, Finding[]>({
    max: mostTexts,
    maxSize: mostFindings,
    sizeCalculation: ({ length }) => length + 1,
  });
  readonly #checks = new WeakMap<PlacesCheck, string>();

  /** The same whether in a thread or not. Throws `TaskError` for what takes too long or too much memory, and the reason of the signal. */
  async find(check: PlacesCheck, text: string, { remembers = false, ...look }: Look): Promise<Finding[]> {
    if (!remembers || text.length < shortest) return await this.#find(check, text, look);
    const key = `${look.workspaceId} ${this.#nameOf(check)} ${hash('sha256', text)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = await this.#find(check, text, look);
    this.#known.set(key, found);
    return found;
  }

  #find(check: PlacesCheck, text: string, { workspaceId, signal }: Look): Promise<Finding[]> {
    if (text.length <= mostHere) return check.find(text);
    const task: FindTask = { check: check.given, text };
    return this.#pool.run<Finding[]>('find', task, { turn: workspaceId, signal });
  }

  #nameOf(check: PlacesCheck): string {
    const name = this.#checks.get(check) ?? hash('sha256', JSON.stringify(check.given));
    this.#checks.set(check, name);
    return name;
  }

  /** Ends the threads, also in the middle of their work. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
