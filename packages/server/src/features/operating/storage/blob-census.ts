import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';

/** What the store keeps for one workspace. */
export interface BlobSums {
  count: number;
  bytes: number;
  filesBytes: number;
  collectionsBytes: number;
  otherBytes: number;
}

export interface BlobCount {
  /** By the id of the workspace. */
  workspaces: ReadonlyMap<string, BlobSums>;
  all: { count: number; bytes: number };
  /** Milliseconds since 1970. */
  countedAt: number;
  /** False when there was more than could be counted. */
  isComplete: boolean;
}

export const noBlobs: BlobSums = { count: 0, bytes: 0, filesBytes: 0, collectionsBytes: 0, otherBytes: 0 };

/** A count serves for so many times as long as it took, at least and at most for so long. */
const keptTimes = 100;
const keptMs = { least: 5_000, most: 5 * 60_000 };
const maxBlobs = 200_000;
const maxMs = 10_000;

/** Counts the blobs of every workspace: one count at a time, which serves all who ask soon after, the longer the more it cost. */
export class BlobCensus {
  readonly #blobs: Pick<BlobStore, 'list'>;
  readonly #clock: Clock;
  readonly #maxBlobs: number;
  #last: BlobCount | null = null;
  #keptUntil = 0;
  #counting: Promise<BlobCount> | null = null;

  /** At most `maxBlobs` are counted, by default 200,000, and for ten seconds. */
  constructor(parts: { blobs: Pick<BlobStore, 'list'>; clock: Clock }, options: { maxBlobs?: number } = {}) {
    this.#blobs = parts.blobs;
    this.#clock = parts.clock;
    this.#maxBlobs = options.maxBlobs ?? maxBlobs;
  }

  async count(): Promise<BlobCount> {
    const last = this.#last;
    if (last !== null && this.#clock.now() < this.#keptUntil) return last;
    this.#counting ??= this.#countAll().finally(() => {
      this.#counting = null;
    });
    return await this.#counting;
  }

  async #countAll(): Promise<BlobCount> {
    const countedAt = this.#clock.now();
    const workspaces = new Map<string, BlobSums>();
    const all = { count: 0, bytes: 0 };
    let isComplete = true;
    for await (const { key, sizeBytes } of this.#blobs.list()) {
      if (all.count === this.#maxBlobs || this.#clock.now() - countedAt > maxMs) {
        isComplete = false;
        break;
      }
      all.count += 1;
      all.bytes += sizeBytes;
      add(workspaces, key, sizeBytes);
    }
    const now = this.#clock.now();
    this.#keptUntil = now + Math.min(keptMs.most, Math.max(keptMs.least, keptTimes * (now - countedAt)));
    this.#last = { workspaces, all, countedAt, isComplete };
    return this.#last;
  }
}

/** Every key names the workspace that it belongs to; its first segment says what for. */
function add(workspaces: Map<string, BlobSums>, key: string, sizeBytes: number): void {
  const segments = key.split('/');
  const workspaceId = segments.find((segment) => segment.startsWith('ws_'));
  if (workspaceId === undefined) return;
  const sums = workspaces.get(workspaceId) ?? { ...noBlobs };
  sums.count += 1;
  sums.bytes += sizeBytes;
  if (segments[0] === 'files') sums.filesBytes += sizeBytes;
  else if (segments[0] === 'collections') sums.collectionsBytes += sizeBytes;
  else sums.otherBytes += sizeBytes;
  workspaces.set(workspaceId, sums);
}
