import type { Reading } from '@parley/reader';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';

export interface ReaderOptions {
  /** Tells what day it is. */
  clock: Clock;
  /** The service's own counts; an engine of our own counts as they do. */
  tokens: { ofPrompt(prompt: Prompt): number; ofText(text: string): number };
}

/** The embedded engine as a model provider: it costs nothing, sends nothing anywhere and needs no key. */
export class ReaderLanguageModel implements LanguageModel {
  readonly id = 'reader';
  readonly embedded = true;
  readonly readsImages = false;
  readonly #clock: Clock;
  readonly #tokens: ReaderOptions['tokens'];

  constructor({ clock, tokens }: ReaderOptions) {
    this.#clock = clock;
    this.#tokens = tokens;
  }

  async *stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    signal.throwIfAborted();
    const reading = await this.#read(prompt);
    signal.throwIfAborted();
    if (reading.reasoning !== '') yield { type: 'reasoning-delta', text: reading.reasoning };
    for (const text of reading.parts) {
      signal.throwIfAborted();
      yield { type: 'text-delta', text };
    }
    yield* toolCallEvents(reading, countEarlierCalls(prompt));
    const { sources, shortAnswer, fields, stopSequence, outputTokens, code } = reading;
    if (sources)
      yield {
        type: 'sources',
        sources,
        ...(shortAnswer !== undefined && { shortAnswer }),
        ...(fields && { fields }),
      };
    yield {
      type: 'finish',
      reason: reading.finish,
      usage: { inputTokens: this.#tokens.ofPrompt(prompt), cachedTokens: 0, outputTokens },
      ...(stopSequence !== undefined && { stopSequence }),
      ...(code && { code }),
      upstreamCostUsd: 0,
    };
  }

  async #read(prompt: Prompt): Promise<Reading> {
    // Loaded with the first question, so that an idle service does not carry the reader.
    const { read, ReaderError } = await import('@parley/reader');
    try {
      return await read(prompt, { now: this.#clock.now(), countTokens: this.#tokens.ofText });
    } catch (error) {
      if (error instanceof ReaderError) {
        const { code, message, details, raw } = error;
        throw new AppError(code, message, {
          cause: error,
          ...(details !== undefined && { details }),
          ...(raw !== undefined && { fields: { raw } }),
        });
      }
      throw new AppError('upstream_error', 'The embedded reader failed on this request.', { cause: error });
    }
  }
}

function* toolCallEvents({ toolCalls }: Reading, earlier: number): Generator<ModelEvent> {
  for (const [index, { name, input }] of toolCalls.entries()) {
    const id = `call_${earlier + index + 1}`;
    yield { type: 'tool-call-start', id, name };
    yield { type: 'tool-call', id, name, arguments: JSON.stringify(input) };
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
