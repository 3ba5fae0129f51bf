import { type JudgedPair, type Prompt, ReaderError, type Reading, read } from '@parley/reader';
import { estimateTokens } from '@parley/tokens';
import { serveThreadTasks } from '../../lib/serve-thread-tasks.ts';

/** What a thread is asked to read. */
export interface ReadTask {
  prompt: Prompt;
  /** What time it is, in milliseconds since 1970-01-01 UTC. */
  now: number;
  /** Of words and headings that an earlier reading of the same missed. */
  vectors?: [text: string, vector: Float32Array][];
  /** Passages that it would have had judged. */
  judged?: JudgedPair[];
}

/** The reply, or why the reader cannot give one: an error of its own has more to say than threads carry over. */
export type ReadTaskResult =
  | { reading: Reading }
  | {
      refusal: Pick<ReaderError, 'code' | 'message' | 'details' | 'raw' | 'unasked'>;
    };

serveThreadTasks({
  async read({ prompt, now, vectors, judged = [] }: ReadTask): Promise<ReadTaskResult> {
    try {
      const options = { now, countTokens: estimateTokens, vectors: new Map(vectors), judged };
      return { reading: await read(prompt, options) };
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      const { code, message, details, raw, unasked } = error;
      return { refusal: { code, message, details, raw, unasked } };
    }
  },
});
