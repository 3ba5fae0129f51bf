import { LRUCache } from 'lru-cache';

/** How an engine was seen last: whether it answered, and when. Milliseconds. */
export interface Sighting {
  at: number;
  hasFailed: boolean;
  status: number;
}

/** What a record of the ledger tells of the engine that its call asked. */
interface SeenCall {
  engine: string | null;
  /** The operation. Without it, the engine was asked for something else than a video. */
  endpoint?: string;
  status: number;
  created_at: number;
}

/** Names come from callers, too (`provider/model`). */
const maxEngines = 1_000;

/** What was seen last of each engine: of the calls of this process, and of those before that it was told of. */
export class EngineSightings {
  readonly #last = new LRUCache<string, Sighting>({ max: maxEngines });

  /** What a caller did wrong, or that one left, says nothing of the engine. */
  saw({ engine, endpoint, status, created_at: at }: SeenCall): void {
    const hasFailed = this.isFailure(status);
    if (engine === null || (status >= 400 && !hasFailed)) return;
    const key = this.keyOf({ engine, isVideo: this.isOfVideo(endpoint) });
    if ((this.#last.get(key)?.at ?? 0) <= at) this.#last.set(key, { at, hasFailed, status });
  }

  /** Whether a call that asked an engine failed for the engine's sake. */
  isFailure(status: number): boolean {
    return status >= 500 || status === 429;
  }

  of(engine: string, { isVideo = false } = {}): Sighting | null {
    return this.#last.get(this.keyOf({ engine, isVideo })) ?? null;
  }

  /** One engine may make pictures and videos under one name: what is seen of the one says nothing of the other. */
  keyOf({ engine, isVideo }: { engine: string; isVideo: boolean }): string {
    return isVideo ? `${engine} of videos` : engine;
  }

  /** Whether a record of the ledger is that of a video. */
  isOfVideo(endpoint: string | undefined): boolean {
    return endpoint === 'generateVideo';
  }
}
