import type { AnswerPair } from '@parley/reader';
import { AppError } from '../../lib/app-error.ts';
import type { OpenProcesses, Processes } from '../../lib/open-processes.ts';
import { TaskError } from '../../lib/process-pool.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';
import type { Encoded } from './encoder.ts';

type EncodeTask = Pick<EmbedOptions, 'purpose'> & { texts: readonly string[] };

const dimensionsOfAll = 384;
/** Characters of one text; about 8,000 pieces of words. */
const longestText = 40_000;

/**
 * The embedded sentence encoder: texts are alike when they mean the same, in other words or another language too. It runs in
 * processes of its own, below requests in priority, that are started when first needed and given back when idle: one for questions,
 * so that none waits behind the texts of a collection, and `processes` for texts. The one for questions is kept for half an hour: who asks now
 * and then would wait for it to start each time.
 */
export class SentenceEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = true;
  readonly isSemantic = true;
  /** Few, so that callers take turns. */
  readonly batchSize = 16;
  readonly #questions: Processes;
  readonly #texts: Processes;

  constructor(options: { id: string; open: OpenProcesses; processes: number; timeoutMs: number }) {
    const { id, open, processes, timeoutMs } = options;
    this.id = id;
    const pool = (size: number, idleMs: number) =>
      open({
        entry: new URL('./encoder-worker.ts', import.meta.url),
        size,
        timeoutMs,
        memoryBytes: 1_000_000_000,
        tasksPerProcess: 100_000,
        idleMs,
      });
    this.#questions = pool(1, 30 * 60_000);
    this.#texts = pool(processes, 2 * 60_000);
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding> {
    const { purpose, dimensions = dimensionsOfAll, signal } = options;
    if (dimensions !== dimensionsOfAll) throw wrongLength(this.id, dimensions);
    for (const text of texts) if (text.length > longestText) throw tooLong(this.id, text.length);
    return await this.#encode(purpose === 'query' ? this.#questions : this.#texts, { texts, purpose }, signal);
  }

  /** Vectors of words and headings, for a question that waits for them: among each other those of texts tell more than those of questions. */
  async embedWords(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { vectors } = await this.#encode(this.#questions, { texts, purpose: 'document' }, signal);
    return vectors;
  }

  /** How likely each passage answers its question, see `AnswerJudge`; as a `document` behind the texts, so that no question waits for it. */
  async judge(
    pairs: readonly AnswerPair[],
    { purpose = 'query', signal }: { purpose?: EmbedOptions['purpose']; signal: AbortSignal },
  ): Promise<number[]> {
    return await this.#run<number[]>(purpose === 'query' ? this.#questions : this.#texts, 'judge', pairs, signal);
  }

  async #encode(pool: Processes, task: EncodeTask, signal: AbortSignal): Promise<Embedding> {
    const { vectors, pieces } = await this.#run<Encoded>(pool, 'encode', task, signal);
    return {
      vectors: task.texts.map((_, text) => vectors.slice(text * dimensionsOfAll, (text + 1) * dimensionsOfAll)),
      inputTokens: pieces,
    };
  }

  async #run<T>(pool: Processes, name: 'encode' | 'judge', task: unknown, signal: AbortSignal): Promise<T> {
    try {
      return await pool.run<T>(name, task, { signal });
    } catch (cause) {
      if (!(cause instanceof TaskError)) throw cause;
      const code = cause.reason === 'busy' ? 'upstream_overloaded' : 'upstream_unavailable';
      throw new AppError(code, `The sentence encoder did not answer: ${cause.message}.`, { cause });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#questions.close(), this.#texts.close()]);
  }
}

function wrongLength(model: string, dimensions: number): AppError {
  const sentence = `dimensions can only be ${dimensionsOfAll} with the model ${model}, not ${dimensions}`;
  return new AppError('invalid_request', sentence, { title: sentence, param: 'dimensions' });
}

function tooLong(model: string, length: number): AppError {
  return new AppError(
    'context_length_exceeded',
    `A text of ${length} characters is too long for ${model}, which takes ${longestText}. Split it.`,
    { param: 'input' },
  );
}
