import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { joinModelEvents } from '../../outbound/model-http/join-model-events.ts';
import { cutError, errorFromStatus, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { ReplyReader } from '../../outbound/model-http/upstream-exchange.ts';
import type { FinishReason, ModelEvent, TokenUsage } from '../../ports/language-model.ts';
import { AwsEventStream, type AwsMessage } from './aws-event-stream.ts';

type Emit = (event: ModelEvent) => void;

const finishReasons: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
};

/** What an exception within a stream would have had as its status. */
const statusOfException: Record<string, number> = {
  internalServerException: 500,
  modelStreamErrorException: 502,
  modelTimeoutException: 504,
  // The request had been let in: what is behind it is overloaded.
  throttlingException: 503,
  serviceUnavailableException: 503,
  validationException: 400,
};

/** Reads replies of `Converse` and `ConverseStream` (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). */
export class ConverseReply implements ReplyReader<ModelEvent> {
  readonly join = joinModelEvents;
  readonly #toOriginalName: (name: string) => string;
  readonly #stream = new AwsEventStream();
  /** Tool calls that are being written, by the index of their block. */
  readonly #calls = new Map<number, { id: string; name: string; json: string }>();
  #usage: TokenUsage | null = null;
  #stopReason: string | null = null;

  constructor(options: { toOriginalName: (name: string) => string }) {
    this.#toOriginalName = options.toOriginalName;
  }

  readBytes(chunk: Uint8Array, emit: Emit): void {
    for (const message of this.#stream.take(chunk)) this.#readMessage(message, emit);
  }

  /** A gateway in front may have made server-sent events of it: `{"contentBlockDelta": {…}}`. */
  readEvent(event: unknown, emit: Emit): void {
    if (!isJsonObject(event)) throw invalidError(new Error('not an object'));
    for (const [type, payload] of Object.entries(event)) if (isJsonObject(payload)) this.#read(type, payload, emit);
  }

  readBody(body: unknown, emit: Emit): void {
    const output = isJsonObject(body) && isJsonObject(body.output) ? body.output.message : undefined;
    if (!isJsonObject(body) || !isJsonObject(output) || !Array.isArray(output.content))
      throw invalidError(new Error('no message in the answer'));
    for (const [index, block] of output.content.entries()) if (isJsonObject(block)) this.#readBlock(index, block, emit);
    this.#stopReason = typeof body.stopReason === 'string' ? body.stopReason : 'end_turn';
    this.#usage = toUsage(body.usage);
    this.readEnd(emit);
  }

  readEnd(emit: Emit): void {
    if (this.#stopReason === null || !this.#stream.isAtEnd) throw cutError();
    emit({ type: 'finish', reason: finishReasons[this.#stopReason] ?? 'other', usage: this.#usage });
  }

  #readMessage({ headers, payload }: AwsMessage, emit: Emit): void {
    const text = payload.toString('utf8');
    const exception = headers[':exception-type'] ?? headers[':error-code'];
    if (exception !== undefined) throw errorFromStatus(statusOfException[exception] ?? 500, {}, text);
    const type = headers[':event-type'] ?? '';
    const event: unknown = JSON.parse(text === '' ? '{}' : text);
    if (isJsonObject(event)) this.#read(type, event, emit);
  }

  #read(type: string, event: JsonObject, emit: Emit): void {
    const index = typeof event.contentBlockIndex === 'number' ? event.contentBlockIndex : 0;
    if (type === 'contentBlockStart' && isJsonObject(event.start)) this.#begin(index, event.start.toolUse, emit);
    else if (type === 'contentBlockDelta' && isJsonObject(event.delta)) this.#delta(index, event.delta, emit);
    else if (type === 'contentBlockStop') this.#end(index, emit);
    else if (type === 'messageStop') this.#stopReason = String(event.stopReason);
    else if (type === 'metadata') this.#usage = toUsage(event.usage);
    else if (type in statusOfException)
      throw errorFromStatus(statusOfException[type] ?? 500, {}, JSON.stringify(event));
  }

  #readBlock(index: number, block: JsonObject, emit: Emit): void {
    const { reasoningContent: thought, toolUse } = block;
    if (typeof block.text === 'string') this.#delta(index, { text: block.text }, emit);
    else if (isJsonObject(toolUse)) {
      this.#begin(index, toolUse, emit);
      this.#delta(index, { toolUse: { input: JSON.stringify(toolUse.input ?? {}) } }, emit);
      this.#end(index, emit);
    } else if (isJsonObject(thought)) {
      const { reasoningText } = thought;
      this.#delta(index, { reasoningContent: isJsonObject(reasoningText) ? reasoningText : thought }, emit);
    }
  }

  #begin(index: number, call: JsonValue | undefined, emit: Emit): void {
    if (!isJsonObject(call) || typeof call.toolUseId !== 'string' || typeof call.name !== 'string') return;
    const { toolUseId: id } = call;
    const name = this.#toOriginalName(call.name);
    this.#calls.set(index, { id, name, json: '' });
    emit({ type: 'tool-call-start', id, name });
  }

  #delta(index: number, { text, toolUse, reasoningContent: thought }: JsonObject, emit: Emit): void {
    if (typeof text === 'string' && text !== '') emit({ type: 'text-delta', text });
    else if (isJsonObject(toolUse) && typeof toolUse.input === 'string') {
      const call = this.#calls.get(index);
      if (call) call.json += toolUse.input;
      emit({ type: 'tool-call-delta', text: toolUse.input });
    } else if (isJsonObject(thought)) {
      if (typeof thought.text === 'string' && thought.text !== '')
        emit({ type: 'reasoning-delta', text: thought.text });
      if (typeof thought.signature === 'string') emit({ type: 'reasoning-signature', signature: thought.signature });
      if (typeof thought.redactedContent === 'string')
        emit({ type: 'reasoning-signature', redacted: thought.redactedContent });
    }
  }

  #end(index: number, emit: Emit): void {
    const call = this.#calls.get(index);
    if (call === undefined) return;
    this.#calls.delete(index);
    const { id, name, json } = call;
    emit({ type: 'tool-call', id, name, arguments: json.trim() === '' ? '{}' : json });
  }
}

/** The vendor's `inputTokens` leaves out what was read from the cache and written to it. */
function toUsage(usage: JsonValue | undefined): TokenUsage | null {
  if (!isJsonObject(usage)) return null;
  const [read, written] = [count(usage.cacheReadInputTokens), count(usage.cacheWriteInputTokens)];
  return {
    inputTokens: count(usage.inputTokens) + read + written,
    cachedTokens: read,
    ...(written > 0 && { cacheWriteTokens: written }),
    outputTokens: count(usage.outputTokens),
  };
}

const count = (value: JsonValue | undefined): number =>
  typeof value === 'number' && value > 0 ? Math.round(value) : 0;
