import { APIError } from '../errors.ts';
import type { Completion, CompletionEvent } from '../generated/types.ts';
import type { Fold } from './event-stream.ts';
import { parseEvent } from './text-fold.ts';

/** What a completion streams: OpenAI's chunks, and the whole completion at the end. */
export type CompletionStreamEvent =
  | { type: 'chunk'; chunk: Exclude<CompletionEvent, { error: unknown }> }
  | { type: 'done'; result: Completion };

/** Gathers a streamed completion into what the plain call answers. */
export function completionFold(): Fold<CompletionStreamEvent, Completion> {
  let whole: Completion | undefined;
  let result: Completion | undefined;
  return {
    result: () => result,
    *take(event, headers) {
      if (event.data === '[DONE]') {
        result = whole;
        if (result) yield { type: 'done', result };
        return;
      }
      const chunk: CompletionEvent = parseEvent(event);
      if ('error' in chunk) throw APIError.fromEvent(chunk, headers);
      whole = added(whole, chunk);
      yield { type: 'chunk', chunk };
    },
  };
}

const nothing: Completion['usage'] = {
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  completion_tokens_details: { reasoning_tokens: 0 },
};

function added(whole: Completion | undefined, chunk: Exclude<CompletionEvent, { error: unknown }>): Completion {
  const choices = new Map((whole?.choices ?? []).map((choice) => [choice.index, choice]));
  for (const choice of chunk.choices) {
    const before = choices.get(choice.index);
    choices.set(choice.index, { ...choice, text: (before?.text ?? '') + choice.text });
  }
  const usage = chunk.usage ?? whole?.usage ?? nothing;
  return { ...chunk, choices: [...choices.values()].sort((a, b) => a.index - b.index), usage };
}
