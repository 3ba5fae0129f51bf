import type { ReaderReply } from '../../../../reader/src/reader-reply.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FinishReason, LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';

export interface ReaderOptions {
  /** Tells what day it is. */
  clock: Clock;
}

/**
 * The embedded engine: answers from the texts it is given, with rules, WordNet and a small learned ranking of answer spans.
 * It has no model weights to download, costs nothing and sends nothing anywhere. The same prompt gives the same reply.
 */
export class ReaderLanguageModel implements LanguageModel {
  readonly id = 'reader';
  readonly embedded = true;
  readonly #clock: Clock;

  constructor({ clock }: ReaderOptions) {
    this.#clock = clock;
  }

  async *stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    signal.throwIfAborted();
    // Loaded with the first question, so that an idle service does not carry the lexicon.
    const [{ composeReply }, { limitText, splitForStreaming, countTokens, countPromptTokens }] = await Promise.all([
      import('../../../../reader/src/compose-reply.ts'),
      import('../../../../reader/src/reply-text.ts'),
    ]);
    signal.throwIfAborted();
    const reply = await this.#reply(() => composeReply(prompt, this.#clock.now()));
    signal.throwIfAborted();
    const { text, reason, stopSequence } = limitText(reply, prompt);

    if (reply.reasoning !== '') yield { type: 'reasoning-delta', text: reply.reasoning };
    for (const part of splitForStreaming(text)) {
      signal.throwIfAborted();
      yield { type: 'text-delta', text: part };
    }
    yield* toolCallEvents(reply, countEarlierCalls(prompt));
    if (reply.sources) {
      const { sources, shortAnswer } = reply;
      yield { type: 'sources', sources, ...(shortAnswer === undefined ? {} : { shortAnswer }) };
    }
    const calls = reply.toolCalls ?? [];
    const outputTokens =
      countTokens(text) + countTokens(reply.reasoning) + countTokens(calls.length > 0 ? JSON.stringify(calls) : '');
    const finish: FinishReason = calls.length > 0 ? 'tool-calls' : reason;
    yield {
      type: 'finish',
      reason: finish,
      usage: { inputTokens: countPromptTokens(prompt), cachedTokens: 0, outputTokens },
      ...(stopSequence === undefined ? {} : { stopSequence }),
      upstreamCostUsd: 0,
    };
  }

  async #reply(compose: () => Promise<ReaderReply>): Promise<ReaderReply> {
    try {
      return await compose();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('upstream_error', 'The embedded reader failed on this request.', { cause: error });
    }
  }
}

function* toolCallEvents(reply: ReaderReply, earlier: number): Generator<ModelEvent> {
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const id = `call_${earlier + index + 1}`;
    yield { type: 'tool-call-start', id, name: call.name };
    yield { type: 'tool-call', id, name: call.name, arguments: JSON.stringify(call.input) };
  }
}

/** Ids go on counting through a conversation, so that no two calls of it share one. */
function countEarlierCalls(prompt: Prompt): number {
  let count = 0;
  for (const message of prompt.messages) {
    if (message.role === 'assistant') count += message.parts.filter((part) => part.type === 'tool-call').length;
  }
  return count;
}
