import {
  framed,
  needRuntime,
  type Pieces,
  padding,
  type Runtime,
  readWeights,
  sessionOptions,
  WordPieces,
} from '@parley/weights';

/** Numbers of a vector. */
export const encoderDimensions = 384;
/** Pieces of words that the model sees at once, besides the two around them. */
const windowPieces = 510;
/** Windows of one text: as many as a long text of any language has. A text of unknown words, a piece to a letter, would have four times as many. */
const mostWindows = 24;
/** Characters of a question that are looked at: more than one window of any language. */
const longestQuestion = 4000;
/** Pieces of one run, padding included: more at once is no faster and needs more memory. */
const piecesAtOnce = 2048;

export interface Encoded {
  /** One text's vector after the other. */
  vectors: Float32Array;
  /** Pieces of words of all texts. */
  pieces: number;
}

type Session = Awaited<ReturnType<Runtime['InferenceSession']['create']>>;

interface Window {
  text: number;
  frame: BigInt64Array;
}

/**
 * multilingual-e5-small (Wang et al. 2024): vectors of length 1 that are near each other when texts mean the same, in whatever
 * language. It was taught with `query: ` before what is searched for and `passage: ` before what is searched. Of a text longer than
 * it sees at once, the mean over its stretches, or over 24 of them; of such a question the beginning alone, since somebody waits for it.
 */
export class Encoder {
  readonly #runtime: Runtime;
  readonly #session: Session;
  readonly #words: WordPieces;

  private constructor(runtime: Runtime, session: Session, words: WordPieces) {
    this.#runtime = runtime;
    this.#session = session;
    this.#words = words;
  }

  /** Throws where the platform has no runtime, or when a file of weights is missing or damaged. */
  static async open(): Promise<Encoder> {
    const runtime = await needRuntime();
    const [model, words] = await Promise.all([readWeights('sentences/encoder.onnx'), WordPieces.open()]);
    return new Encoder(runtime, await runtime.InferenceSession.create(model, sessionOptions), words);
  }

  async encode(texts: readonly string[], purpose: 'document' | 'query'): Promise<Encoded> {
    const isQuestion = purpose === 'query';
    const split = texts.map((text) =>
      isQuestion
        ? this.#words.split(`query: ${text.slice(0, longestQuestion)}`).subarray(0, windowPieces)
        : this.#words.split(`passage: ${text}`),
    );
    // Alike in length together: what is shorter is filled up to the longest.
    const windows = split
      .flatMap((pieces, text) => windowsOf(pieces, text))
      .sort((a, b) => b.frame.length - a.frame.length);
    const vectors = new Float32Array(texts.length * encoderDimensions);
    for (const batch of batchesOf(windows)) {
      const made = await this.#run(batch);
      for (const [row, { text, frame }] of batch.entries()) {
        for (let at = 0; at < encoderDimensions; at++) {
          const place = text * encoderDimensions + at;
          vectors[place] = (vectors[place] ?? 0) + frame.length * (made[row * encoderDimensions + at] ?? 0);
        }
      }
    }
    for (let text = 0; text < texts.length; text++) {
      toLengthOne(vectors.subarray(text * encoderDimensions, (text + 1) * encoderDimensions));
    }
    return { vectors, pieces: split.reduce((sum, { length }) => sum + length, 0) };
  }

  async #run(windows: readonly Window[]): Promise<Float32Array> {
    const { Tensor } = this.#runtime;
    const rows = windows.length;
    const columns = windows[0]?.frame.length ?? 0;
    const pieces = new BigInt64Array(rows * columns).fill(BigInt(padding));
    const counts = new Float32Array(rows * columns);
    const places = new BigInt64Array(rows * columns);
    for (const [row, { frame }] of windows.entries()) {
      pieces.set(frame, row * columns);
      counts.fill(1, row * columns, row * columns + frame.length);
      for (let at = 0; at < columns; at++) places[row * columns + at] = BigInt(at);
    }
    const size = [rows, columns];
    const lengths = Int32Array.from(windows, ({ frame }) => frame.length);
    const { vectors } = await this.#session.run({
      pieces: new Tensor('int64', pieces, size),
      places: new Tensor('int64', places, size),
      counts: new Tensor('float32', counts, size),
      lengths: new Tensor('int32', lengths, [rows]),
    });
    if (!(vectors?.data instanceof Float32Array)) throw new Error('the encoder gave no vectors');
    return vectors.data;
  }
}

/** All of a text, or so much of it from its beginning to its end as is looked at. */
export function windowsOf(pieces: Pieces, text: number): Window[] {
  const all = Math.ceil(pieces.length / windowPieces);
  const looked = Math.min(all, mostWindows);
  return Array.from({ length: looked }, (_, index) => {
    const start = Math.floor((index * all) / looked) * windowPieces;
    return { text, frame: framed(pieces, start, Math.min(pieces.length, start + windowPieces)) };
  });
}

function* batchesOf(windows: readonly Window[]): Generator<Window[]> {
  let batch: Window[] = [];
  for (const window of windows) {
    const longest = batch[0]?.frame.length ?? 0;
    if (batch.length > 0 && longest * (batch.length + 1) > piecesAtOnce) {
      yield batch;
      batch = [];
    }
    batch.push(window);
  }
  if (batch.length > 0) yield batch;
}

function toLengthOne(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
}
