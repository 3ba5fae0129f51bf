import type { AnswerPair, JudgedPair, Reading, Unasked } from '@parley/reader';
import { AppError } from '../../lib/app-error.ts';
import { type OpenThreads, openThreads, type Threads } from '../../lib/open-threads.ts';
import { TaskError } from '../../lib/thread-pool.ts';
import type { Prompt } from '../../ports/language-model.ts';
import type { ReadTask, ReadTaskResult } from './reader-thread.ts';
import { toReaderPrompt } from './to-reader-prompt.ts';

export interface ReaderThreadsOptions {
  /** Threads at once; with more than one, no workspace has all of them. */
  threads: number;
  /** The longest that one request is read for, in milliseconds. */
  timeoutMs: number;
  open?: OpenThreads;
  /** What tells meanings, where there is an encoder. */
  encoder?: ReadersEncoder;
}

/** Each gives null where it has nothing in time. */
export interface ReadersEncoder {
  /** Vectors of words and headings. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[] | null>;
  /** `JudgedPair.odds` of each pair. */
  judge(pairs: readonly AnswerPair[]): Promise<readonly number[] | null>;
}

export interface ReadCall {
  /** What time it is, in milliseconds since 1970-01-01 UTC. */
  now: number;
  /** Whose call it is: waiting calls are taken in turns. */
  workspaceId: string;
  signal: AbortSignal;
}

/** The longest prompts that are read need about 300 MB; this is for what is worse than that. */
const memoryBytes = 768_000_000;
/** Long enough that the caller is told at once, and does not wait for a second and a third try. */
const retryAfterMs = 10_000;
/**
 * Beyond the time for one request, for its waiting: whoever waits longer has less time to be read, as most requests need a few
 * milliseconds. The default of 10 s and this are together less than the 15 s within which every call is answered.
 */
const moreMs = 4_000;
/** What took so long is not read twice. */
const slowMs = 1_500;
/** Nobody waits longer for a thread. */
const mostWaitMs = 30_000;
/** A thread takes 45 MB while it has nothing to do, and 0.3 s to start. */
const idleMs = 120_000;

/** The embedded reader in threads of its own, so that no text holds up the event loop, whatever it is made of. */
export class ReaderThreads {
  readonly #pool: Threads;
  readonly #timeoutMs: number;
  readonly #encoder: ReadersEncoder | undefined;

  constructor({ threads, timeoutMs, open = openThreads, encoder }: ReaderThreadsOptions) {
    this.#timeoutMs = timeoutMs;
    this.#encoder = encoder;
    this.#pool = open({
      entry: new URL('./reader-thread.ts', import.meta.url),
      size: threads,
      timeoutMs,
      waitMs: Math.min(timeoutMs + moreMs / 2, mostWaitMs),
      callMs: timeoutMs + moreMs,
      memoryBytes,
      idleMs,
    });
  }

  /** Throws `AppError`: the reader's own, `too_much_to_read`, or an `upstream_*` code. */
  async read(prompt: Prompt, { now, workspaceId, signal }: ReadCall): Promise<Reading> {
    const task: ReadTask = { prompt: toReaderPrompt(prompt), now };
    const startedAt = performance.now();
    const first = await this.#run(task, workspaceId, signal);
    const isSlow = performance.now() - startedAt > slowMs;
    const encodings = isSlow
      ? null
      : await this.#encodingsFor('reading' in first ? first.reading : first.refusal.unasked);
    signal.throwIfAborted();
    if (!encodings) return unwrap(first);
    // What was read is not lost where there is no time to read it once more.
    const second = await this.#run({ ...task, ...encodings }, workspaceId, signal).catch(() => first);
    signal.throwIfAborted();
    return unwrap(second);
  }

  /** What a reading would have had the encoder say; null where that is nothing. */
  async #encodingsFor({ missed = [], unjudged = [] }: Unasked): Promise<Pick<ReadTask, 'vectors' | 'judged'> | null> {
    if (!this.#encoder || missed.length + unjudged.length === 0) return null;
    const [found, odds] = await Promise.all([
      missed.length > 0 ? this.#encoder.embed(missed) : [],
      unjudged.length > 0 ? this.#encoder.judge(unjudged) : [],
    ]);
    const vectors = missed.flatMap((text, at): [string, Float32Array][] => {
      const vector = found?.[at];
      return vector ? [[text, vector]] : [];
    });
    const judged = unjudged.flatMap((pair, at): JudgedPair[] => {
      const own = odds?.[at];
      return own === undefined ? [] : [{ ...pair, odds: own }];
    });
    return vectors.length + judged.length > 0 ? { vectors, judged } : null;
  }

  #run(task: ReadTask, turn: string, signal: AbortSignal): Promise<ReadTaskResult> {
    return this.#pool.run<ReadTaskResult>('read', task, { turn, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw this.#toAppError(error);
    });
  }

  /** Before a stop: nothing waits any more, and what is being read is ended after so long. */
  windDown(leftMs: number): void {
    this.#pool.windDown(leftMs);
  }

  /** Ends all threads, also in the middle of their work. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #toAppError(cause: unknown): AppError {
    switch (cause instanceof TaskError ? cause.reason : 'task') {
      case 'timeout':
        return new AppError(
          'too_much_to_read',
          `The embedded reader was not done with this request within ${this.#timeoutMs / 1000} s. ${whatToDo}`,
          { cause },
        );
      case 'memory':
        return new AppError(
          'too_much_to_read',
          `The embedded reader needs too much memory for this request. ${whatToDo}`,
          { cause },
        );
      case 'busy':
        return new AppError('upstream_overloaded', 'The embedded reader has too much to do. Send it again later.', {
          cause,
          retryAfterMs,
        });
      case 'closed':
        return new AppError('service_unavailable', 'The service is stopping. Send the request again.', { cause });
      default:
        return new AppError('upstream_error', 'The embedded reader failed on this request.', { cause });
    }
  }
}

function unwrap(result: ReadTaskResult): Reading {
  if ('reading' in result) return result.reading;
  const { code, message, details, raw } = result.refusal;
  throw new AppError(code, message, {
    ...(details !== undefined && { details }),
    ...(raw !== undefined && { fields: { raw } }),
  });
}

const whatToDo = 'Send less text at once, upload long texts as files and name them, or connect a language model.';
