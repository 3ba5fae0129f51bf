import type { Reading } from '@parley/reader';
import type { Clock } from '../../ports/clock.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ReaderThreads } from './reader-threads.ts';

export interface ReaderOptions {
  reader: Pick<ReaderThreads, 'read'>;
  /** Tells what day it is. */
  clock: Clock;
  /** The service's own count; an engine of our own counts as it does. */
  tokensOf: (prompt: Prompt) => number;
}

/** The embedded engine as a model provider: it costs nothing, sends nothing anywhere and needs no key. */
export class ReaderLanguageModel implements LanguageModel {
  readonly id = 'reader';
  readonly embedded = true;
  readonly readsImages = false;
  readonly #reader: ReaderOptions['reader'];
  readonly #clock: Clock;
  readonly #tokensOf: ReaderOptions['tokensOf'];

  constructor({ reader, clock, tokensOf }: ReaderOptions) {
    this.#reader = reader;
    this.#clock = clock;
    this.#tokensOf = tokensOf;
  }

  async *stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
    signal.throwIfAborted();
    const call = { now: this.#clock.now(), workspaceId: prompt.workspaceId ?? '', signal };
    const reading = await this.#reader.read(prompt, call);
    signal.throwIfAborted();
    if (reading.reasoning !== '') yield { type: 'reasoning-delta', text: reading.reasoning };
    for (const text of reading.parts) {
      signal.throwIfAborted();
      yield { type: 'text-delta', text };
    }
    yield* toolCallEvents(reading, countEarlierCalls(prompt));
    const { sources, near, shortAnswer, fields, stopSequence, outputTokens, code } = reading;
    if (sources)
      yield {
        type: 'sources',
        sources,
        ...(near && { near }),
        ...(shortAnswer !== undefined && { shortAnswer }),
        ...(fields && { fields }),
      };
    yield {
      type: 'finish',
      reason: reading.finish,
      usage: { inputTokens: this.#tokensOf(prompt), cachedTokens: 0, outputTokens },
      ...(stopSequence !== undefined && { stopSequence }),
      ...(code && { code }),
      upstreamCostUsd: 0,
    };
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
