import {
  type MessageCitation as Citation,
  isJsonObject,
  type JsonObject,
  type MessageBlock,
  type MessageReply,
  type MessageUsage,
  type Source,
} from '@parley/contract';
import type { TokenUsage } from '../../../ports/language-model.ts';
import type { GenerationEnd, GenerationEvent, GenerationResult } from '../../text/generation/generation-event.ts';
import { type Origin, originOf, toUsage } from '../../text/generation/to-reply.ts';

type Delta =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'citations_delta'; citation: Citation | JsonObject };

/** Anthropic's stream events; `message_stop` also carries the whole message, which does not go over the wire. */
export type MessageStreamEvent =
  | {
      type: 'message_start';
      message: Omit<MessageReply, 'stop_reason' | 'token_usage' | 'tool_calls'> & { stop_reason: null };
    }
  | { type: 'content_block_start'; index: number; content_block: MessageBlock }
  | { type: 'content_block_delta'; index: number; delta: Delta }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_delta'; delta: { stop_reason: string; stop_sequence: string | null }; usage: MessageUsage }
  | ({ type: 'message_stop'; message: MessageReply } & Origin);

const noTokens: MessageUsage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** Turns generation into content blocks, as a stream and as the whole message at once, so that both say the same. */
export class MessageEvents {
  readonly #id: string;
  readonly #model: string;
  readonly #wantsThinking: boolean;
  readonly #citedAs: readonly string[] | null;
  readonly #content: MessageBlock[] = [];
  readonly #calls: MessageReply['tool_calls'] = [];
  #hasStarted = false;
  #open: 'text' | 'thinking' | null = null;

  constructor(options: {
    id: string;
    model: string;
    wantsThinking: boolean;
    /** The names of the documents of the request, when citations of them are asked for. */
    citedAs?: readonly string[] | null;
  }) {
    this.#id = options.id;
    this.#model = options.model;
    this.#wantsThinking = options.wantsThinking;
    this.#citedAs = options.citedAs ?? null;
  }

  take(event: GenerationEvent): readonly MessageStreamEvent[] {
    // Nearly all are these, and every event of every stream comes by here.
    if (event.type === 'text-delta' && this.#open === 'text') return [this.#delta(event.text)];
    return [...this.#say(event)];
  }

  *#say(event: GenerationEvent): Generator<MessageStreamEvent> {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      yield this.#start();
    }
    switch (event.type) {
      case 'text-delta':
      case 'refusal':
        yield* this.#text(event.text);
        break;
      case 'reasoning-delta':
        if (this.#wantsThinking) yield* this.#thinking(event.text);
        break;
      case 'reasoning-signature':
        if (this.#wantsThinking) yield* this.#signature(event);
        break;
      case 'tool-call':
        yield* this.#toolUse(event);
        break;
      case 'vendor-block':
        yield* this.#closeBlock();
        if (event.block !== null) yield* this.#vendorBlock(event.block);
        break;
      case 'vendor-citation':
        yield* this.#vendorCitation(event.citation);
        break;
      case 'tool-call-start':
      case 'logprobs':
      case 'retry':
        break;
      case 'result':
        yield* this.#end(event);
        break;
      default:
        event satisfies never;
    }
  }

  #start(): MessageStreamEvent {
    const message = {
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model: this.#model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: noTokens,
    } as const;
    return { type: 'message_start', message: { ...message, content: [] } };
  }

  *#text(text: string): Generator<MessageStreamEvent> {
    if (this.#open !== 'text') yield* this.#openBlock('text', { type: 'text', text: '' });
    yield this.#delta(text);
  }

  #delta(text: string): MessageStreamEvent {
    this.#append('text', text);
    return { type: 'content_block_delta', index: this.#index, delta: { type: 'text_delta', text } };
  }

  *#thinking(thinking: string): Generator<MessageStreamEvent> {
    if (this.#open !== 'thinking') {
      yield* this.#openBlock('thinking', { type: 'thinking', thinking: '', signature: '' });
    }
    this.#append('thinking', thinking);
    yield { type: 'content_block_delta', index: this.#index, delta: { type: 'thinking_delta', thinking } };
  }

  *#signature({ signature, redacted }: { signature?: string; redacted?: string }): Generator<MessageStreamEvent> {
    if (redacted !== undefined) {
      yield* this.#closeBlock();
      yield* this.#wholeBlock({ type: 'redacted_thinking', data: redacted });
    }
    if (signature === undefined) return;
    if (this.#open !== 'thinking') {
      yield* this.#openBlock('thinking', { type: 'thinking', thinking: '', signature: '' });
    }
    this.#append('signature', signature);
    yield { type: 'content_block_delta', index: this.#index, delta: { type: 'signature_delta', signature } };
    yield* this.#closeBlock();
  }

  *#toolUse(call: Extract<GenerationEvent, { type: 'tool-call' }>): Generator<MessageStreamEvent> {
    const { id, name, input } = call;
    yield* this.#closeBlock();
    this.#calls.push({ id, name, arguments: input });
    this.#content.push({ type: 'tool_use', id, name, input });
    const index = this.#index;
    yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
    const delta = { type: 'input_json_delta', partial_json: call.arguments } as const;
    yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }

  /** A block of a tool that the vendor ran, as it came; inputs of calls come as they do for any other. */
  *#vendorBlock(block: JsonObject): Generator<MessageStreamEvent> {
    const { type, input } = block;
    if (!isJsonObject(input)) {
      yield* this.#wholeBlock({ ...block, type: String(type) });
      return;
    }
    this.#content.push({ ...block, type: String(type) });
    const index = this.#index;
    yield { type: 'content_block_start', index, content_block: { ...block, type: String(type), input: {} } };
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) } as const;
    yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }

  *#vendorCitation(citation: JsonObject): Generator<MessageStreamEvent> {
    if (this.#open !== 'text') yield* this.#openBlock('text', { type: 'text', text: '' });
    const block = this.#content.at(-1);
    if (block) block.citations = [...(Array.isArray(block.citations) ? block.citations : []), citation];
    yield { type: 'content_block_delta', index: this.#index, delta: { type: 'citations_delta', citation } };
  }

  /** The passages that the text rests on, in the block of text that is still open. */
  *#cite(sources: readonly Source[]): Generator<MessageStreamEvent> {
    const block = this.#content.at(-1);
    if (this.#citedAs === null || this.#open !== 'text' || block === undefined || sources.length === 0) return;
    const citations = sources.map((source) => toCitation(source, this.#citedAs ?? []));
    block.citations = citations;
    for (const citation of citations) {
      yield { type: 'content_block_delta', index: this.#index, delta: { type: 'citations_delta', citation } };
    }
  }

  *#end(result: GenerationResult): Generator<MessageStreamEvent> {
    yield* this.#cite(result.reply.sources ?? []);
    yield* this.#closeBlock();
    const usage = toMessageUsage(result.tokens);
    const stop_reason = stopReason(result.reason, this.#calls.length > 0);
    const stop_sequence = result.stopSequence ?? null;
    yield { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage };
    const origin = originOf(result);
    yield {
      type: 'message_stop',
      ...origin,
      message: {
        id: this.#id,
        type: 'message',
        role: 'assistant',
        model: this.#model,
        content: this.#content,
        stop_reason,
        stop_sequence,
        usage,
        token_usage: toUsage(result.tokens),
        tool_calls: this.#calls,
        ...origin,
      },
    };
  }

  get #index(): number {
    return this.#content.length - 1;
  }

  *#openBlock(kind: 'text' | 'thinking', block: MessageBlock): Generator<MessageStreamEvent> {
    yield* this.#closeBlock();
    this.#open = kind;
    this.#content.push({ ...block });
    yield { type: 'content_block_start', index: this.#index, content_block: block };
  }

  *#wholeBlock(block: MessageBlock): Generator<MessageStreamEvent> {
    this.#content.push(block);
    yield { type: 'content_block_start', index: this.#index, content_block: block };
    yield { type: 'content_block_stop', index: this.#index };
  }

  *#closeBlock(): Generator<MessageStreamEvent> {
    if (this.#open === null) return;
    this.#open = null;
    yield { type: 'content_block_stop', index: this.#index };
  }

  #append(field: 'text' | 'thinking' | 'signature', text: string): void {
    const block = this.#content.at(-1);
    if (block) block[field] = `${block[field] ?? ''}${text}`;
  }
}

function toCitation({ file_id, filename, quote, ...place }: Source, names: readonly string[]): Citation {
  const { page, end_page = page ?? 0, start, end } = place;
  const cited = {
    cited_text: quote,
    document_index: Math.max(0, names.indexOf(file_id ?? filename)),
    document_title: filename,
    file_id,
  };
  if (page === undefined) return { type: 'char_location', ...cited, start_char_index: start, end_char_index: end };
  return { type: 'page_location', ...cited, start_page_number: page, end_page_number: end_page + 1 };
}

function toMessageUsage(tokens: TokenUsage): MessageUsage {
  const written = tokens.cacheWriteTokens ?? 0;
  const long = tokens.longCacheWriteTokens ?? 0;
  return {
    input_tokens: tokens.inputTokens - tokens.cachedTokens - written,
    cache_creation_input_tokens: written,
    cache_creation: { ephemeral_5m_input_tokens: written - long, ephemeral_1h_input_tokens: long },
    cache_read_input_tokens: tokens.cachedTokens,
    output_tokens: tokens.outputTokens,
    ...(tokens.reasoningTokens && { reasoning_tokens: tokens.reasoningTokens }),
  };
}

function stopReason(reason: GenerationEnd, hasCalls: boolean): string {
  switch (reason) {
    case 'length':
      return 'max_tokens';
    case 'tool-calls':
      return 'tool_use';
    case 'stop-sequence':
      return 'stop_sequence';
    case 'content-filter':
    case 'refusal':
      return 'refusal';
    case 'pause':
      return 'pause_turn';
    case 'stop':
    case 'max-steps':
    case 'other':
      return hasCalls ? 'tool_use' : 'end_turn';
  }
}
