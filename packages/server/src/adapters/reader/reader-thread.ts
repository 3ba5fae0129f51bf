import { type Prompt, ReaderError, type ReaderErrorCode, type Reading, read } from '@parley/reader';
import { estimateTokens } from '@parley/tokens';
import { serveThreadTasks } from '../../lib/serve-thread-tasks.ts';

/** What a thread is asked to read. */
export interface ReadTask {
  prompt: Prompt;
  /** What time it is, in milliseconds since 1970-01-01 UTC. */
  now: number;
  /** Of words and headings that an earlier reading of the same missed. */
  vectors?: [text: string, vector: Float32Array][];
}

/** The reply, or why the reader cannot give one: an error of its own has more to say than threads carry over. */
export type ReadTaskResult =
  | { reading: Reading }
  | {
      refusal: { code: ReaderErrorCode; message: string; details: string | undefined; raw: string | undefined };
    };

serveThreadTasks({
  async read({ prompt, now, vectors }: ReadTask): Promise<ReadTaskResult> {
    try {
      return { reading: await read(prompt, { now, countTokens: estimateTokens, vectors: new Map(vectors) }) };
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      const { code, message, details, raw } = error;
      return { refusal: { code, message, details, raw } };
    }
  },
});
