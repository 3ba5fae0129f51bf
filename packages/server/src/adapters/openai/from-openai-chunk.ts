import { isJsonObject, type JsonObject } from '@parley/contract';
import { joinModelEvents } from '../../outbound/model-http/join-model-events.ts';
import { cutError, errorFromBody, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { ReplyReader } from '../../outbound/model-http/upstream-exchange.ts';
import type { FinishReason, ModelEvent, TokenUsage } from '../../ports/language-model.ts';
import { fromOpenAICost, fromOpenAIUsage } from './from-openai-usage.ts';
import { OpenAIToolCalls } from './openai-tool-calls.ts';
import { ThinkSplitter } from './think-splitter.ts';

type Emit = (event: ModelEvent) => void;

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

/** https://platform.openai.com/docs/pricing: flex is half; priority is between 1.7 and 2 times as much, by model. */
const tierFactors = new Map([
  ['flex', 0.5],
  ['priority', 2],
]);

/**
 * Reads chat completions, streamed and whole: the chunk's `delta` and the answer's `message` have the same fields. All
 * are read loosely, because every server fills them a little differently.
 */
export class OpenAIReply implements ReplyReader<ModelEvent> {
  readonly join = joinModelEvents;
  readonly #splitter: ThinkSplitter;
  readonly #calls: OpenAIToolCalls;
  #emit: Emit = () => {};
  #finish: FinishReason | null = null;
  #stopSequence: string | undefined;
  #usage: TokenUsage | null = null;
  #costUsd: number | undefined;
  #refusal = '';
  #priceFactor: number | undefined;

  constructor(options: { toOriginalName: (name: string) => string }) {
    this.#calls = new OpenAIToolCalls(options.toOriginalName);
    this.#splitter = new ThinkSplitter(
      (text) => this.#emit({ type: 'text-delta', text }),
      (text) => this.#emit({ type: 'reasoning-delta', text }),
    );
  }

  readEvent(chunk: unknown, emit: Emit): void {
    this.#emit = emit;
    this.#read(chunk, 'delta');
  }

  textOf(chunk: unknown): string | null {
    if (!isJsonObject(chunk) || (chunk.error !== undefined && chunk.error !== null)) return null;
    if (isJsonObject(chunk.usage) || isJsonObject(chunk.x_groq)) return null;
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isJsonObject(choice) || isText(choice.finish_reason) || isText(choice.stop_reason)) return null;
    if (isJsonObject(choice.logprobs)) return null;
    if (isText(chunk.service_tier) && chunk.service_tier !== 'default') return null;
    const { delta } = choice;
    if (!isJsonObject(delta) || typeof delta.content !== 'string' || Array.isArray(delta.tool_calls)) return null;
    const hasMore = [delta.reasoning_content, delta.reasoning, delta.reasoning_text, delta.refusal].some(isText);
    return hasMore ? null : delta.content;
  }

  readText(text: string, emit: Emit): void {
    this.#emit = emit;
    this.#splitter.write(text);
  }

  readBody(body: unknown, emit: Emit): void {
    this.#emit = emit;
    const choice = this.#read(body, 'message');
    if (choice === undefined) throw invalidError(new Error('no choice in the answer'));
    // The body arrived whole: a server that names no reason has finished all the same.
    this.#finish ??= 'other';
    this.readEnd(emit);
  }

  readEnd(emit: Emit): void {
    this.#emit = emit;
    if (this.#finish === null) throw cutError();
    this.#splitter.end();
    this.#calls.end(emit);
    const isRefused = this.#refusal !== '';
    const reason = isRefused
      ? 'refusal'
      : this.#calls.count > 0 && this.#finish !== 'length'
        ? 'tool-calls'
        : this.#finish;
    emit({
      type: 'finish',
      reason,
      usage: this.#usage,
      ...(isRefused && { refusal: this.#refusal }),
      ...(this.#stopSequence === undefined ? {} : { stopSequence: this.#stopSequence }),
      ...(this.#priceFactor === undefined ? {} : { priceFactor: this.#priceFactor }),
      ...(this.#costUsd === undefined ? {} : { upstreamCostUsd: this.#costUsd }),
    });
  }

  #read(body: unknown, field: 'delta' | 'message'): JsonObject | undefined {
    if (!isJsonObject(body)) throw invalidError(new Error('not an object'));
    if (body.error !== undefined && body.error !== null) throw errorFromBody(body);
    this.#readUsage(body);
    if (typeof body.service_tier === 'string') this.#priceFactor = tierFactors.get(body.service_tier);
    const choice = Array.isArray(body.choices) ? body.choices[0] : undefined;
    if (!isJsonObject(choice)) return undefined;
    const delta = choice[field];
    if (isJsonObject(delta)) this.#readDelta(delta);
    const { logprobs } = choice;
    if (isJsonObject(logprobs) && Array.isArray(logprobs.content) && logprobs.content.length > 0) {
      this.#emit({ type: 'logprobs', content: logprobs.content });
    }
    if (choice.finish_reason === 'error') throw errorFromBody(choice);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      this.#finish = finishReasons[choice.finish_reason] ?? 'other';
    }
    // vLLM says which stop sequence it met.
    if (typeof choice.stop_reason === 'string' && this.#finish === 'stop') {
      this.#finish = 'stop-sequence';
      this.#stopSequence = choice.stop_reason;
    }
    return choice;
  }

  #readDelta(delta: JsonObject): void {
    const { content } = delta;
    const thought = [delta.reasoning_content, delta.reasoning, delta.reasoning_text].find(
      (text) => typeof text === 'string' && text !== '',
    );
    if (typeof thought === 'string') this.#emit({ type: 'reasoning-delta', text: thought });
    if (typeof content === 'string') this.#splitter.write(content);
    else if (Array.isArray(content)) for (const part of content) this.#readPart(part);
    if (typeof delta.refusal === 'string') this.#refusal += delta.refusal;
    if (Array.isArray(delta.tool_calls)) this.#calls.read(delta.tool_calls, this.#emit);
  }

  /** Mistral's parts: `{type:"text"}` and `{type:"thinking", thinking:[{type:"text"}]}`. */
  #readPart(part: unknown): void {
    if (!isJsonObject(part)) return;
    if (part.type === 'text' && typeof part.text === 'string') this.#splitter.write(part.text);
    if (part.type !== 'thinking') return;
    const thoughts = Array.isArray(part.thinking) ? part.thinking : [{ text: part.thinking ?? '' }];
    for (const thought of thoughts) {
      const text = isJsonObject(thought) ? thought.text : undefined;
      if (typeof text === 'string' && text !== '') this.#emit({ type: 'reasoning-delta', text });
    }
  }

  #readUsage(body: JsonObject): void {
    const usage = isJsonObject(body.usage) ? body.usage : isJsonObject(body.x_groq) ? body.x_groq.usage : undefined;
    if (!isJsonObject(usage)) return;
    this.#usage = fromOpenAIUsage(usage);
    this.#costUsd = fromOpenAICost(usage) ?? this.#costUsd;
    if (this.#finish === null) this.#emit({ type: 'usage', usage: this.#usage });
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
