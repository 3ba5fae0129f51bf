import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { joinModelEvents } from '../../outbound/model-http/join-model-events.ts';
import { cutError, errorFromBody, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { ReplyReader } from '../../outbound/model-http/upstream-exchange.ts';
import type { FinishReason, ModelEvent, TokenUsage } from '../../ports/language-model.ts';

type Emit = (event: ModelEvent) => void;

const finishReasons: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'refusal',
  pause_turn: 'pause',
};

const ownTypes = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);
/** https://platform.claude.com/docs/en/about-claude/pricing#web-search-tool */
const searchUsd = 0.01;

/** Reads messages, streamed and whole. Blocks of tools that the vendor ran itself go on as they are. */
export class AnthropicReply implements ReplyReader<ModelEvent> {
  readonly join = joinModelEvents;
  readonly #toOriginalName: (name: string) => string;
  /** Tool calls that are being written, by the index of their block. */
  readonly #calls = new Map<number, { id: string; name: string; input: string; json: string }>();
  /** Blocks of the vendor's own tools, with the text of their inputs. */
  readonly #blocks = new Map<number, { block: JsonObject; json: string }>();
  /** The text has citations, which belong to no other text. */
  #isCited = false;
  #searches = 0;
  #isInsideBlock = false;
  #usage: JsonObject = {};
  #stopReason: string | null = null;
  #stopSequence: string | undefined;

  constructor(options: { toOriginalName: (name: string) => string }) {
    this.#toOriginalName = options.toOriginalName;
  }

  readEvent(event: unknown, emit: Emit): void {
    if (!isJsonObject(event)) throw invalidError(new Error('not an object'));
    const index = typeof event.index === 'number' ? event.index : -1;
    switch (event.type) {
      case 'message_start':
        this.#begin(event.message, emit);
        break;
      case 'content_block_start':
        this.#isInsideBlock = true;
        if (isJsonObject(event.content_block)) this.#startBlock(index, event.content_block, emit);
        break;
      case 'content_block_delta':
        if (isJsonObject(event.delta)) this.#readDelta(index, event.delta, emit);
        break;
      case 'content_block_stop':
        this.#isInsideBlock = false;
        this.#endBlock(index, emit);
        break;
      case 'message_delta':
        if (isJsonObject(event.delta)) this.#readStop(event.delta);
        this.#readUsage(event.usage);
        break;
      case 'error':
        throw errorFromBody(event);
    }
  }

  textOf(event: unknown): string | null {
    if (!isJsonObject(event) || event.type !== 'content_block_delta' || !isJsonObject(event.delta)) return null;
    const { type, text } = event.delta;
    return type === 'text_delta' && typeof text === 'string' ? text : null;
  }

  readText(text: string, emit: Emit): void {
    if (text !== '') emit({ type: 'text-delta', text });
  }

  readBody(body: unknown, emit: Emit): void {
    if (!isJsonObject(body)) throw invalidError(new Error('not an object'));
    if (body.type === 'error' || isJsonObject(body.error)) throw errorFromBody(body);
    if (!Array.isArray(body.content)) throw invalidError(new Error('no content in the answer'));
    body.content.forEach((block, index) => {
      if (!isJsonObject(block)) return;
      this.#startBlock(index, block, emit);
      if (typeof block.signature === 'string' && block.signature !== '' && block.type === 'thinking') {
        emit({ type: 'reasoning-signature', signature: block.signature });
      }
      if (Array.isArray(block.citations)) for (const one of block.citations) this.#cite(one, emit);
      this.#endBlock(index, emit);
    });
    this.#readUsage(body.usage);
    this.#readStop(body);
    this.#stopReason ??= 'end_turn';
    this.readEnd(emit);
  }

  readEnd(emit: Emit): void {
    if (this.#stopReason === null) throw cutError();
    const reason = finishReasons[this.#stopReason] ?? 'other';
    emit({
      type: 'finish',
      reason,
      usage: toUsage(this.#usage),
      ...(this.#stopSequence === undefined ? {} : { stopSequence: this.#stopSequence }),
      ...(this.#searches > 0 && { toolCostUsd: this.#searches * searchUsd }),
    });
  }

  #begin(message: JsonValue | undefined, emit: Emit): void {
    // One stream can hold several messages (the vendor ran a tool in between). But a proxy that retries in the middle
    // splices a second answer into a half one, and nothing sound can come of that.
    if (this.#isInsideBlock) throw invalidError(new Error('a second message began inside a block of the first'));
    this.#usage = {};
    this.#stopReason = null;
    if (!isJsonObject(message) || !isJsonObject(message.usage)) return;
    this.#readUsage(message.usage);
    emit({ type: 'usage', usage: toUsage(this.#usage) });
  }

  #startBlock(index: number, block: JsonObject, emit: Emit): void {
    if (block.type === 'text' && typeof block.text === 'string' && block.text !== '') {
      emit({ type: 'text-delta', text: block.text });
    } else if (block.type === 'thinking' && typeof block.thinking === 'string' && block.thinking !== '') {
      emit({ type: 'reasoning-delta', text: block.thinking });
    } else if (block.type === 'redacted_thinking' && typeof block.data === 'string') {
      emit({ type: 'reasoning-signature', redacted: block.data });
    } else if (block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string') {
      if (!isJsonObject(block.input)) throw invalidError(new Error('the input of a tool call is not an object'));
      const name = this.#toOriginalName(block.name);
      this.#calls.set(index, { id: block.id, name, input: JSON.stringify(block.input), json: '' });
      emit({ type: 'tool-call-start', id: block.id, name });
    } else if (typeof block.type === 'string' && !ownTypes.has(block.type)) {
      this.#blocks.set(index, { block, json: '' });
    }
  }

  #cite(citation: JsonValue | undefined, emit: Emit): void {
    if (!isJsonObject(citation)) return;
    this.#isCited = true;
    emit({ type: 'vendor-citation', citation });
  }

  #endBlock(index: number, emit: Emit): void {
    this.#endCall(index, emit);
    if (this.#isCited) emit({ type: 'vendor-block', block: null });
    this.#isCited = false;
    const own = this.#blocks.get(index);
    if (own === undefined) return;
    this.#blocks.delete(index);
    emit({ type: 'vendor-block', block: own.json === '' ? own.block : { ...own.block, input: readInput(own.json) } });
  }

  #readDelta(index: number, delta: JsonObject, emit: Emit): void {
    if (delta.type === 'text_delta' && typeof delta.text === 'string') {
      if (delta.text !== '') emit({ type: 'text-delta', text: delta.text });
    } else if (delta.type === 'thinking_delta' && typeof delta.thinking === 'string') {
      if (delta.thinking !== '') emit({ type: 'reasoning-delta', text: delta.thinking });
    } else if (delta.type === 'citations_delta') {
      this.#cite(delta.citation, emit);
    } else if (delta.type === 'signature_delta' && typeof delta.signature === 'string') {
      emit({ type: 'reasoning-signature', signature: delta.signature });
    } else if (delta.type === 'input_json_delta' && typeof delta.partial_json === 'string') {
      const own = this.#blocks.get(index);
      if (own !== undefined) own.json += delta.partial_json;
      const call = this.#calls.get(index);
      if (call === undefined) return;
      call.json += delta.partial_json;
      emit({ type: 'tool-call-delta', text: delta.partial_json });
    }
  }

  #endCall(index: number, emit: Emit): void {
    const call = this.#calls.get(index);
    if (call === undefined) return;
    this.#calls.delete(index);
    emit({
      type: 'tool-call',
      id: call.id,
      name: call.name,
      arguments: call.json.trim() === '' ? call.input : call.json,
    });
  }

  #readStop(source: JsonObject): void {
    if (typeof source.stop_reason === 'string') this.#stopReason = source.stop_reason;
    if (typeof source.stop_sequence === 'string') this.#stopSequence = source.stop_sequence;
  }

  /** Counts come in parts: input with the first event, output with the last, which may correct the input. */
  #readUsage(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const { server_tool_use: ran } = usage;
    if (isJsonObject(ran)) this.#searches = Math.max(this.#searches, count(ran.web_search_requests));
    for (const [name, value] of Object.entries(usage)) {
      if (typeof value === 'number' || name === 'cache_creation') this.#usage[name] = value;
    }
  }
}

function readInput(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (cause) {
    throw invalidError(cause);
  }
}

/** The vendor's `input_tokens` leaves out what was read from the cache and written to it. */
function toUsage(usage: JsonObject): TokenUsage {
  const cached = count(usage.cache_read_input_tokens);
  const written = count(usage.cache_creation_input_tokens);
  const { cache_creation: kept } = usage;
  const long = isJsonObject(kept) ? Math.min(written, count(kept.ephemeral_1h_input_tokens)) : 0;
  return {
    inputTokens: count(usage.input_tokens) + cached + written,
    cachedTokens: cached,
    ...(written > 0 && { cacheWriteTokens: written }),
    ...(long > 0 && { longCacheWriteTokens: long }),
    outputTokens: count(usage.output_tokens),
  };
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.round(value) : 0;
}
