import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { joinModelEvents } from '../../outbound/model-http/join-model-events.ts';
import { cutError, errorFromBody, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { ReplyReader } from '../../outbound/model-http/upstream-exchange.ts';
import type { FinishReason, ModelEvent, TokenUsage } from '../../ports/language-model.ts';
import { applyPartialArguments } from './partial-arguments.ts';

type Emit = (event: ModelEvent) => void;

const finishReasons: Record<string, FinishReason> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
};

interface OpenCall {
  id: string;
  name: string;
  input: JsonObject;
}

/** Reads `GenerateContentResponse`: a stream is a row of them, an unstreamed answer is one. */
export class GoogleReply implements ReplyReader<ModelEvent> {
  readonly join = joinModelEvents;
  readonly #toOriginalName: (name: string) => string;
  readonly #keepSignature: (toolCallId: string, signature: string) => void;
  #open: OpenCall | null = null;
  #callCount = 0;
  #finish: FinishReason | null = null;
  #usage: TokenUsage | null = null;

  constructor(options: {
    toOriginalName: (name: string) => string;
    /** The vendor wants the seal of a call back together with the call. */
    keepSignature: (toolCallId: string, signature: string) => void;
  }) {
    this.#toOriginalName = options.toOriginalName;
    this.#keepSignature = options.keepSignature;
  }

  readEvent(chunk: unknown, emit: Emit): void {
    if (!isJsonObject(chunk)) throw invalidError(new Error('not an object'));
    if (isJsonObject(chunk.error)) throw errorFromBody(chunk);
    if (isJsonObject(chunk.usageMetadata)) this.#readUsage(chunk.usageMetadata, emit);
    if (isJsonObject(chunk.promptFeedback) && typeof chunk.promptFeedback.blockReason === 'string') {
      this.#finish = 'content-filter';
    }
    const candidate = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
    if (!isJsonObject(candidate)) return;
    const parts = isJsonObject(candidate.content) ? candidate.content.parts : undefined;
    if (Array.isArray(parts)) for (const part of parts) if (isJsonObject(part)) this.#readPart(part, emit);
    if (typeof candidate.finishReason === 'string' && candidate.finishReason !== '') {
      this.#finish = finishReasons[candidate.finishReason] ?? 'other';
    }
  }

  readBody(body: unknown, emit: Emit): void {
    const answers: unknown[] = Array.isArray(body) ? body : [body];
    for (const answer of answers) this.readEvent(answer, emit);
    const last = answers.at(-1);
    if (this.#finish === null && !(isJsonObject(last) && Array.isArray(last.candidates))) {
      throw invalidError(new Error('no candidate in the answer'));
    }
    this.#finish ??= 'other';
    this.readEnd(emit);
  }

  readEnd(emit: Emit): void {
    if (this.#finish === null) throw cutError();
    this.#closeCall(emit);
    const reason = this.#callCount > 0 && this.#finish === 'stop' ? 'tool-calls' : this.#finish;
    emit({ type: 'finish', reason, usage: this.#usage });
  }

  #readPart(part: JsonObject, emit: Emit): void {
    if (typeof part.text === 'string') {
      if (part.text !== '') emit({ type: part.thought === true ? 'reasoning-delta' : 'text-delta', text: part.text });
      return;
    }
    if (isJsonObject(part.functionCall)) this.#readCall(part.functionCall, part.thoughtSignature, emit);
  }

  /** A call comes whole, or as a name followed by nameless pieces of its arguments, the last one without `willContinue`. */
  #readCall(call: JsonObject, signature: JsonValue | undefined, emit: Emit): void {
    if (typeof call.name === 'string' && call.name !== '') this.#openCall(call, call.name, emit);
    if (this.#open !== null && Array.isArray(call.partialArgs)) {
      applyPartialArguments(this.#open.input, call.partialArgs);
      emit({ type: 'tool-call-delta', text: JSON.stringify(call.partialArgs) });
    }
    if (this.#open !== null && typeof signature === 'string') this.#keepSignature(this.#open.id, signature);
    if (call.willContinue !== true) this.#closeCall(emit);
  }

  #openCall(call: JsonObject, vendorName: string, emit: Emit): void {
    this.#closeCall(emit);
    const name = this.#toOriginalName(vendorName);
    const id = typeof call.id === 'string' && call.id !== '' ? call.id : `call_${randomBytes(12).toString('hex')}`;
    this.#open = { id, name, input: isJsonObject(call.args) ? call.args : {} };
    this.#callCount++;
    emit({ type: 'tool-call-start', id, name });
  }

  #closeCall(emit: Emit): void {
    if (this.#open === null) return;
    const { id, name, input } = this.#open;
    this.#open = null;
    emit({ type: 'tool-call', id, name, arguments: JSON.stringify(input) });
  }

  /** Thoughts are billed as output but counted apart. */
  #readUsage(usage: JsonObject, emit: Emit): void {
    if (typeof usage.promptTokenCount !== 'number') return;
    const before = this.#usage;
    const input = usage.promptTokenCount + count(usage.toolUsePromptTokenCount);
    const thought = count(usage.thoughtsTokenCount);
    this.#usage = {
      inputTokens: input,
      cachedTokens: Math.min(input, count(usage.cachedContentTokenCount)),
      outputTokens: count(usage.candidatesTokenCount) + thought,
      ...(thought > 0 && { reasoningTokens: thought }),
    };
    // Every chunk brings the counts so far: what is owed should the reply be cut after it.
    if (this.#usage.inputTokens !== before?.inputTokens || this.#usage.outputTokens !== before.outputTokens) {
      emit({ type: 'usage', usage: this.#usage });
    }
  }
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.round(value) : 0;
}
