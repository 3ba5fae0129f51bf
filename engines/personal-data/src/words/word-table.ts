import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { foldWord, hashOf, wordFlags } from './fold-word.ts';

let loading: Promise<WordTable> | undefined;

/**
 * Names, ordinary words and places, as sorted hashes of 28 bits with four flags each: 1.5 MB, used as they lie in the file, so that loading
 * takes no time on the event loop. One unknown word in a thousand is taken for a known one. `tools/pack-words.ts` writes the file.
 */
export class WordTable {
  readonly #entries: Uint32Array;

  static load(): Promise<WordTable> {
    loading ??= WordTable.#read().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  static async #read(): Promise<WordTable> {
    const file = await readFile(new URL('./word-table.bin', import.meta.url));
    const bytes = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
    if (endianness() === 'BE') bytes.swap32();
    return new WordTable(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));
  }

  private constructor(entries: Uint32Array) {
    this.#entries = entries;
  }

  /** What is known of a word, however it is written: a sum of `wordFlags`, 0 for nothing. */
  flagsOf(word: string): number {
    const hash = hashOf(foldWord(word));
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    const entry = this.#entries[low] ?? 0;
    return entry - (entry & flagMask) === hash ? entry & flagMask : 0;
  }
}

const flagMask = wordFlags.given | wordFlags.family | wordFlags.ordinary | wordFlags.place;
