/** Where a piece begins a word; in texts it stands for a space. */
const space = '\u2581';
const [begin, end, unknown] = [0, 2, 3];
/** An unknown character is this much less likely than the rarest piece. */
const unknownCost = 10;

/** Numbers of the pieces that a text is made of, without those that begin and end it. */
export type Pieces = Int32Array;

/**
 * Splits texts into the pieces that the encoder knows: of all ways to write a text with them the most likely one (a unigram model,
 * Kudo 2018), found in time that grows with the length of the text alone.
 */
export class WordPieces {
  readonly #numbers = new Map<string, number>();
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
    this.#unknownCost = dearest + unknownCost;
    for (const row of linesOf(normal)) {
      const [old = '', read = ''] = row.split('\t');
      this.#normal.set(charactersOf(old), charactersOf(read));
    }
  }

  split(text: string): Pieces {
    const written = this.#written(text);
    const { length } = written;
    const costs = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
    const [from, piece] = [new Int32Array(length + 1), new Int32Array(length + 1)];
    costs[0] = 0;
    for (let start = 0; start < length; start++) {
      const before = costs[start] ?? 0;
      const reach = (stop: number, number: number, cost: number) => {
        if (before + cost >= (costs[stop] ?? 0)) return;
        costs[stop] = before + cost;
        from[stop] = start;
        piece[stop] = number;
      };
      reach(start + 1, unknown, this.#unknownCost);
      for (let stop = start + 1; stop <= Math.min(length, start + this.#longest); stop++) {
        const number = this.#numbers.get(written.slice(start, stop));
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

const linesOf = (rows: string): string[] => rows.split('\n').filter((row) => row !== '');

const charactersOf = (numbers: string): string =>
  numbers === '' ? '' : String.fromCodePoint(...numbers.split(' ').map((number) => Number.parseInt(number, 16)));
