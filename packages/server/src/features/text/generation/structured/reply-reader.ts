import { isJsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError } from '../../../../lib/app-error.ts';
import { unwrap } from '../../../../lib/strict-schema.ts';
import { TaskError, ThreadPool } from '../../../../lib/thread-pool.ts';
import { mayHoldHalves, wellFormed } from '../../../../lib/well-formed.ts';
import { type ObjectReading, readObject } from './read-object.ts';
import { readToolCall, type ToolCallReading } from './read-tool-call.ts';
import type { ObjectTask, ToolCallTask } from './reply-thread.ts';

/** Whose reply it is, and until when it is waited for. */
interface ReplyCall {
  workspaceId: string;
  signal: AbortSignal;
}

/** What is read within some 10 ms, however flawed it is: lenient reading takes about 1 µs for a character. */
const mostHere = 10_000;
const threads = 2;
const timeoutMs = 8_000;
const memoryBytes = 512_000_000;

/**
 * Reads what a model wrote as JSON. A long reply that is not right as it stands is mended in a thread: looking for values in it and
 * repairing them takes up to half a second.
 */
export class ReplyReader {
  readonly #pool = new ThreadPool({
    entry: new URL('./reply-thread.ts', import.meta.url),
    size: threads,
    timeoutMs,
    memoryBytes,
  });

  /** Whether it costs too much to be read where it arrives. */
  isLong(text: string): boolean {
    return text.length > mostHere;
  }

  /** `wrapper`: see `StrictSchema.wrapper`. */
  async readObject(
    text: string,
    schema: CompiledSchema,
    { wrapper, ...call }: ReplyCall & { wrapper: string | null },
  ): Promise<ObjectReading> {
    if (!this.isLong(text)) return await readObject(text, schema, (value) => unwrap(value, wrapper));
    const value = strictly(text);
    const inner = value === undefined ? undefined : unwrap(value, wrapper);
    if (inner !== undefined && schema.validate(inner).length === 0) {
      return { isValid: true, value: inner, isTruncated: false, isRepaired: false };
    }
    const task: ObjectTask = { text, schema: schema.schema, wrapper };
    const reading = await this.#run<ObjectReading>('object', task, call);
    return reading ?? { isValid: false, errors: [unread], hasJson: true };
  }

  async readToolCall(
    name: string,
    text: string,
    { tools, ...call }: ReplyCall & { tools: Map<string, CompiledSchema> },
  ): Promise<ToolCallReading> {
    if (!this.isLong(text)) return readToolCall(name, text, tools);
    const input = strictly(text);
    if (isJsonObject(input) && tools.get(name)?.issues(input).length === 0)
      return { isValid: true, name, input, ...(!mayHoldHalves(text) && { text }) };
    const schemas = [...tools].map(([tool, { schema }]): ToolCallTask['tools'][number] => [tool, schema]);
    const task: ToolCallTask = { name, text, tools: schemas };
    const reading = await this.#run<ToolCallReading>('toolCall', task, call);
    return reading ?? { isValid: false, errors: [`${name}: ${unread}`], parsed: null };
  }

  /** Ends the threads, also in the middle of their work. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Null for what takes too long or too much memory. */
  async #run<Reading>(name: string, task: ObjectTask | ToolCallTask, call: ReplyCall): Promise<Reading | null> {
    try {
      return await this.#pool.run<Reading>(name, task, { turn: call.workspaceId, signal: call.signal });
    } catch (cause) {
      call.signal.throwIfAborted();
      const reason = cause instanceof TaskError ? cause.reason : 'task';
      if (reason === 'timeout' || reason === 'memory') return null;
      throw reason === 'busy' || reason === 'closed'
        ? new AppError('service_unavailable', 'Too many long replies are being read. Send it again later.', { cause })
        : cause;
    }
  }
}

const unread = 'the JSON is long and so flawed that it could not be read';

/** What does not end as JSON does is not parsed to its end: a million brackets that open cost 50 ms. */
function strictly(text: string): JsonValue | undefined {
  if (!/[\]}]\s{0,10}$/.test(text.slice(-20))) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return mayHoldHalves(text) ? wellFormed(value) : value;
  } catch {
    return undefined;
  }
}
