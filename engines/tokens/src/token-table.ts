import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { MergeQueue } from './merge-queue.ts';

const slots = 1 << 19;
const none = -1;
/** Words come again and again: their counts are kept, so many of them and so long. */
const knownWords = 20_000;
const knownLength = 24;
/** FNV-1a of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const hashStart = 0x811c9dc5;
const hashPrime = 0x01000193;

/**
 * All tokens of the encoding with their ranks, in flat arrays of about 5 MB: a hash table of ranks over the bytes of all tokens.
 * The file holds the number of tokens (four bytes, big-endian), one byte of length per token, and the bytes, by rank.
 */
export class TokenTable {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ranks = new Int32Array(slots).fill(none);
  readonly #encoder = new TextEncoder();
  readonly #merges = new MergeQueue();
  readonly #known = new Map<string, number>();

  static async load(): Promise<TokenTable> {
    const packed = await readFile(new URL('./o200k-base.br', import.meta.url));
    return new TokenTable(await promisify(brotliDecompress)(packed));
  }

  private constructor(file: Buffer) {
    const count = file.readUInt32BE(0);
    this.#bytes = file.subarray(4 + count);
    this.#starts = new Uint32Array(count + 1);
    for (let rank = 0; rank < count; rank++) {
      const start = this.#starts[rank] ?? 0;
      const end = start + (file[4 + rank] ?? 0);
      this.#starts[rank + 1] = end;
      let slot = this.#slotOf(this.#bytes, start, end);
      while (this.#ranks[slot] !== none) slot = (slot + 1) & (slots - 1);
      this.#ranks[slot] = rank;
    }
  }

  /** Tokens of one piece of a text. */
  count(piece: string): number {
    if (piece.length > knownLength) return this.#count(piece);
    const known = this.#known.get(piece);
    if (known !== undefined) return known;
    const count = this.#count(piece);
    if (this.#known.size >= knownWords) this.#known.clear();
    this.#known.set(piece, count);
    return count;
  }

  #count(piece: string): number {
    const bytes = this.#encoder.encode(piece);
    if (bytes.length === 1 || this.#rankOf(bytes, 0, bytes.length) !== none) return 1;
    return this.#merges.countParts(bytes.length, (start, end) => this.#rankOf(bytes, start, end));
  }

  #rankOf(bytes: Uint8Array, start: number, end: number): number {
    for (let slot = this.#slotOf(bytes, start, end); ; slot = (slot + 1) & (slots - 1)) {
      const rank = this.#ranks[slot] ?? none;
      if (rank === none || this.#isToken(rank, bytes, start, end)) return rank;
    }
  }

  #isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[from + at - start] !== bytes[at]) return false;
    return true;
  }

  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = hashStart;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), hashPrime);
    return (hash ^ (hash >>> 15)) & (slots - 1);
  }
}
