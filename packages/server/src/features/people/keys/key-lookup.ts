import type { KeyRecord } from './key-record.ts';
import type { KeyRepository } from './key-repository.ts';

const queriesAtOnce = 4;
const keysPerQuery = 100;

interface Asked {
  resolve(record: KeyRecord | null): void;
  reject(error: unknown): void;
}

/**
 * Looks keys up in a few queries at once, however many are asked for: those that come meanwhile wait together and go in one query. So
 * a flood of made-up keys costs the database little more than one, and a right key among them is found after a turn or two of the rest.
 */
export class KeyLookup {
  readonly #keys: Pick<KeyRepository, 'findByHash' | 'findByHashes'>;
  /** By hash, in the order in which they came. As many as there are open requests at most. */
  readonly #waiting = new Map<string, Asked[]>();
  #running = 0;

  constructor(keys: Pick<KeyRepository, 'findByHash' | 'findByHashes'>) {
    this.#keys = keys;
  }

  find(hash: string): Promise<KeyRecord | null> {
    return new Promise((resolve, reject) => {
      const asked = { resolve, reject };
      const twins = this.#waiting.get(hash);
      if (twins) twins.push(asked);
      else this.#waiting.set(hash, [asked]);
      if (this.#running < queriesAtOnce) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running++;
    while (this.#waiting.size > 0) {
      const batch = this.#takeBatch();
      try {
        const found = await this.#query([...batch.keys()]);
        for (const [hash, all] of batch) for (const { resolve } of all) resolve(found.get(hash) ?? null);
      } catch (error) {
        for (const all of batch.values()) for (const { reject } of all) reject(error);
      }
    }
    this.#running--;
  }

  #takeBatch(): Map<string, Asked[]> {
    const batch = new Map<string, Asked[]>();
    for (const [hash, all] of this.#waiting) {
      if (batch.size === keysPerQuery) break;
      batch.set(hash, all);
      this.#waiting.delete(hash);
    }
    return batch;
  }

  async #query(hashes: string[]): Promise<Map<string, KeyRecord | null>> {
    const [first = ''] = hashes;
    if (hashes.length === 1) return new Map([[first, await this.#keys.findByHash(first)]]);
    // Of one length always, so that one prepared statement does for all.
    return await this.#keys.findByHashes([...hashes, ...Array(keysPerQuery - hashes.length).fill(first)]);
  }
}
