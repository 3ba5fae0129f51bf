import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Position of the parts in a `traineddata` file. */
const wordsPart = 19;
const charactersPart = 21;
const lastOfNode = 1;
const backward = 2;
const endOfWord = 4;

/** The words of a language as Tesseract's data packs them: a graph whose paths from the root spell words. */
export class WordList {
  readonly #edges: BigUint64Array;
  readonly #letterBits: bigint;
  readonly #ids: ReadonlyMap<string, number>;

  private constructor(edges: BigUint64Array, letterBits: number, ids: ReadonlyMap<string, number>) {
    this.#edges = edges;
    this.#letterBits = BigInt(letterBits);
    this.#ids = ids;
  }

  /** Null where the language's data has no word list. */
  static async open(dataFolder: string, language: string): Promise<WordList | null> {
    const file = await readFile(join(dataFolder, `${language}.traineddata`));
    const words = part(file, wordsPart);
    const characters = part(file, charactersPart);
    if (!words || !characters || words.readInt16LE(0) !== 42) return null;
    const unicharCount = words.readInt32LE(2);
    const edgeCount = words.readInt32LE(6);
    if (words.length < 10 + edgeCount * 8) return null;
    // Copied, because the numbers must lie on a multiple of eight.
    const edges = new BigUint64Array(Uint8Array.from(words.subarray(10, 10 + edgeCount * 8)).buffer);
    const ids = new Map<string, number>();
    const lines = characters.toString('utf8').split('\n').slice(1);
    for (const [index, line] of lines.entries()) {
      const character = line.split(' ', 1)[0];
      if (character && !ids.has(character)) ids.set(character, index);
    }
    return new WordList(edges, Math.ceil(Math.log2(unicharCount + 1)), ids);
  }

  /** Whether the word stands in the list as written. */
  has(word: string): boolean {
    let node = 0;
    const letters = [...word];
    for (const [index, letter] of letters.entries()) {
      // Edges that lead to the root lead nowhere: no word goes on there.
      if (index > 0 && node === 0) return false;
      const edge = this.#edge(node, this.#ids.get(letter), index === letters.length - 1);
      if (edge === null) return false;
      node = edge;
    }
    return letters.length > 0;
  }

  /** The node that a letter leads to, or null when no word goes on (or ends) like that. */
  #edge(node: number, letter: number | undefined, mustEnd: boolean): number | null {
    if (letter === undefined) return null;
    const letterMask = (1n << this.#letterBits) - 1n;
    for (let index = node; index < this.#edges.length; index++) {
      const record = this.#edges[index] ?? 0n;
      const flags = Number((record >> this.#letterBits) & 7n);
      if (flags & backward) return null;
      const isEnd = (flags & endOfWord) !== 0;
      if (Number(record & letterMask) === letter && (!mustEnd || isEnd)) {
        return Number(record >> (this.#letterBits + 3n));
      }
      if (flags & lastOfNode) return null;
    }
    return null;
  }
}

function part(file: Buffer, index: number): Buffer | null {
  const count = file.readInt32LE(0);
  if (count < 0 || count > 64) return null;
  const offsets = Array.from({ length: count }, (_, entry) => Number(file.readBigInt64LE(4 + entry * 8)));
  const start = offsets[index] ?? -1;
  if (start < 0) return null;
  const end = Math.min(...offsets.filter((offset) => offset > start), file.length);
  return file.subarray(start, end);
}
