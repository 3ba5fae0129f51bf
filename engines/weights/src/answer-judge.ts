import { availableParallelism } from 'node:os';
import { needRuntime, type Runtime, sessionOptions } from './open-runtime.ts';
import { readWeights } from './read-weights.ts';
import { begin, end, padding, WordPieces } from './word-pieces.ts';

/** A question and a passage that may answer it. */
export interface Pair {
  question: string;
  passage: string;
}

/** Pieces of a question and of a passage that are looked at; it was taught with no more. */
const [questionPieces, passagePieces] = [40, 130];
/** Characters that are split for them: no piece has more than sixteen. */
const longestText = 16 * passagePieces;

const mostThreads = 4;

/** Pairs that are judged in one run. */
const mostAtOnce = 4;

interface Row {
  pieces: number[];
  /** Where its passage begins. */
  passageAt: number;
}

type Session = Awaited<ReturnType<Runtime['InferenceSession']['create']>>;

/**
 * The sentence encoder, taught to read a question and a passage together and to say how likely one answers the other
 * (`tools/train-answers.py`).
 */
export class AnswerJudge {
  readonly #runtime: Runtime;
  readonly #session: Session;
  readonly #words: WordPieces;

  private constructor(runtime: Runtime, session: Session, words: WordPieces) {
    this.#runtime = runtime;
    this.#session = session;
    this.#words = words;
  }

  /** Throws where the platform has no runtime, or when a file of weights is missing or damaged. `model`: other weights than those of the product. */
  static async open(model?: Uint8Array): Promise<AnswerJudge> {
    const runtime = await needRuntime();
    const [weights, encoder, words] = await Promise.all([
      model ?? readWeights('sentences/answers.onnx'),
      readWeights('sentences/encoder.onnx'),
      WordPieces.open(),
    ]);
    // Of words and places the file says where they stand in the encoder's.
    const externalData = [{ path: 'encoder.onnx', data: encoder }];
    // Whoever asks waits for it, and it judges one question after the other.
    const intraOpNumThreads = Math.min(mostThreads, availableParallelism());
    const session = await runtime.InferenceSession.create(weights, {
      ...sessionOptions,
      intraOpNumThreads,
      externalData,
    });
    return new AnswerJudge(runtime, session, words);
  }

  /** For each pair the logarithm of how much likelier the passage answers than that none of its question does. */
  async judge(pairs: readonly Pair[]): Promise<number[]> {
    const rows = pairs.map((pair, at) => ({ at, ...this.#rowOf(pair) }));
    // Those of one length together: none waits for a longer one, and the memory stays that of a few.
    rows.sort((one, other) => one.pieces.length - other.pieces.length);
    const found = new Array<number>(rows.length).fill(0);
    for (let from = 0; from < rows.length; from += mostAtOnce) {
      const some = rows.slice(from, from + mostAtOnce);
      const odds = await this.#judgeRows(some);
      for (const [index, { at }] of some.entries()) found[at] = odds[index] ?? 0;
    }
    return found;
  }

  #rowOf({ question, passage }: Pair): Row {
    const asked = this.#words.split(question.slice(0, longestText)).subarray(0, questionPieces);
    const said = this.#words.split(passage.slice(0, longestText)).subarray(0, passagePieces);
    return { pieces: [begin, ...asked, end, end, ...said, end], passageAt: asked.length + 3 };
  }

  async #judgeRows(rows: readonly Row[]): Promise<Float32Array> {
    const { Tensor } = this.#runtime;
    const columns = Math.max(...rows.map(({ pieces }) => pieces.length));
    const size = [rows.length, columns];
    const pieces = new BigInt64Array(rows.length * columns).fill(BigInt(padding));
    const places = BigInt64Array.from(pieces, (_, at) => BigInt(at % columns));
    const counts = new Float32Array(rows.length * columns);
    for (const [row, { pieces: own, passageAt }] of rows.entries()) {
      pieces.set(own.map(BigInt), row * columns);
      counts.fill(1, row * columns + passageAt, row * columns + own.length);
    }
    const { odds } = await this.#session.run({
      pieces: new Tensor('int64', pieces, size),
      places: new Tensor('int64', places, size),
      counts: new Tensor('float32', counts, size),
      lengths: new Tensor(
        'int32',
        Int32Array.from(rows, ({ pieces: own }) => own.length),
        [rows.length],
      ),
    });
    if (!(odds?.data instanceof Float32Array)) throw new Error('the encoder judged nothing');
    return odds.data;
  }
}
