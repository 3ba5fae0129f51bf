import { readWeights } from './read-weights.ts';

/** Where a piece begins a word; in texts it stands for a space. */
const space = '\u2581';
export const [begin, padding, end] = [0, 1, 2];
const unknown = 3;
/** An unknown character is this much less likely than the rarest piece. */
const unknownCost = 10;
/** Letters that are read as a word of their own: behind a mark, and within a word. */
const leastLetters = { behindMark: 2, withinWord: 4 };

/** Numbers of the pieces that a text is made of, without those that begin and end it. */
export type Pieces = Int32Array;

/**
 * Splits texts into the pieces that the encoder knows: of all ways to write a text with them the most likely one (a unigram model,
 * Kudo 2018), found in time that grows with the length of the text alone.
 *
 * Of the model's pieces those were kept that words behind a space are made of. Behind an apostrophe, a quotation mark or a bracket, and
 * as parts of compounds, the same words came in splinters (`"Where`: `"`, `W`, `her`, `e`), which tell the model little: what no piece of its
 * own stands for is read there as the word that it is.
 */
export class WordPieces {
  readonly #numbers = new Map<string, number>();
  /** Letters that only a piece which begins a word stands for. */
  readonly #words = new Map<string, number>();
  readonly #costs: Float32Array;
  readonly #normal = new Map<string, string>();
  readonly #longest: number;
  readonly #unknownCost: number;

  /** `pieces`: a piece and its logarithm of likelihood a line. `normal`: a character and those it is read as, in hexadecimal. */
  constructor(pieces: string, normal: string) {
    const rows = linesOf(pieces);
    this.#costs = new Float32Array(rows.length);
    let [longest, dearest] = [1, 0];
    for (const [number, row] of rows.entries()) {
      const [piece = '', likelihood = ''] = row.split('\t');
      const cost = -Number(likelihood);
      this.#costs[number] = cost;
      // The first four stand for no text.
      if (number > unknown) this.#numbers.set(piece, number);
      longest = Math.max(longest, piece.length);
      dearest = Math.max(dearest, cost);
    }
    this.#longest = longest;
    for (const [piece, number] of this.#numbers) {
      const letters = piece.startsWith(space) ? piece.slice(space.length) : '';
      if (!/^\p{L}{2,}$/u.test(letters)) continue;
      if (!this.#numbers.has(letters)) this.#words.set(letters, number);
      const small = letters.charAt(0).toLowerCase() + letters.slice(1);
      const isWord = this.#numbers.has(small) || this.#numbers.has(space + small);
      if (!isWord) this.#words.set(small, number);
    }
    this.#unknownCost = dearest + unknownCost;
    for (const row of linesOf(normal)) {
      const [old = '', read = ''] = row.split('\t');
      this.#normal.set(charactersOf(old), charactersOf(read));
    }
  }

  /** Throws when a file of the pieces is missing or damaged. */
  static async open(): Promise<WordPieces> {
    const [pieces, normal] = await Promise.all([
      readWeights('sentences/pieces.tsv'),
      readWeights('sentences/normal.tsv'),
    ]);
    return new WordPieces(pieces.toString('utf8'), normal.toString('utf8'));
  }

  split(text: string): Pieces {
    const written = this.#written(text);
    const { length } = written;
    const costs = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
    const [from, piece] = [new Int32Array(length + 1), new Int32Array(length + 1)];
    costs[0] = 0;
    // Behind the last letter of the word that goes on from `start`.
    let wordEnd = 0;
    for (let start = 0; start < length; start++) {
      const before = costs[start] ?? 0;
      const reach = (stop: number, number: number, cost: number) => {
        if (before + cost >= (costs[stop] ?? 0)) return;
        costs[stop] = before + cost;
        from[stop] = start;
        piece[stop] = number;
      };
      reach(start + 1, unknown, this.#unknownCost);
      while (wordEnd <= start || (wordEnd < length && letter.test(written.charAt(wordEnd)))) wordEnd++;
      const wordFrom = start + leastWord(written, start);
      for (let stop = start + 1; stop <= Math.min(length, start + this.#longest); stop++) {
        const letters = written.slice(start, stop);
        const number =
          this.#numbers.get(letters) ?? (stop >= wordFrom && stop <= wordEnd ? this.#words.get(letters) : undefined);
        if (number !== undefined) reach(stop, number, this.#costs[number] ?? 0);
      }
    }
    const found: number[] = [];
    for (let at = length; at > 0; at = from[at] ?? 0) found.push(piece[at] ?? unknown);
    return Int32Array.from(found.reverse());
  }

  /** As the pieces are written: characters of one meaning alike, one mark for each run of spaces, one before the text. */
  #written(text: string): string {
    let read = '';
    for (const character of text) read += this.#normal.get(character) ?? character;
    const marked = read.replace(/ +/g, space);
    return marked.startsWith(space) ? marked : space + marked;
  }
}

/** A text's pieces as the encoder wants them: those from `start` to `stop`, between the two that begin and end a text. */
export function framed(pieces: Pieces, start: number, stop: number): BigInt64Array {
  const frame = new BigInt64Array(stop - start + 2);
  frame[0] = BigInt(begin);
  for (let at = start; at < stop; at++) frame[at - start + 1] = BigInt(pieces[at] ?? unknown);
  frame[frame.length - 1] = BigInt(end);
  return frame;
}

/** How many letters from `start` on may be read as a word of their own; none where a word begins anyway. */
function leastWord(written: string, start: number): number {
  const before = written.charAt(start - 1);
  if (before === '' || before === space) return Number.POSITIVE_INFINITY;
  return letter.test(before) ? leastLetters.withinWord : leastLetters.behindMark;
}

const letter = /[\p{L}\p{M}\p{N}]/u;

const linesOf = (rows: string): string[] => rows.split('\n').filter((row) => row !== '');

const charactersOf = (numbers: string): string =>
  numbers === '' ? '' : String.fromCodePoint(...numbers.split(' ').map((number) => Number.parseInt(number, 16)));
