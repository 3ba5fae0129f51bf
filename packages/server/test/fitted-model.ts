import { EngineLessons } from '../src/features/models/engine-lessons.ts';
import type { PromptFit } from '../src/features/models/prompt-fit.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../src/ports/language-model.ts';

/** Asks one engine as its caller fits the prompt to it, as a chain of engines does. */
export async function* streamFitted(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
  fit: PromptFit | undefined,
  onAsk: (asked: Prompt) => (event: ModelEvent) => void = () => () => {},
): AsyncGenerator<ModelEvent> {
  for (;;) {
    const asked = fit?.fit(prompt, model) ?? prompt;
    const take = onAsk(asked);
    let hasBegun = false;
    try {
      for await (const event of model.stream(asked, signal)) {
        take(event);
        if (event.type === 'usage' || event.type === 'tool-call-delta') continue;
        if (!hasBegun) fit?.answers?.(model);
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasBegun || !(await fit?.refit?.(model, error))) throw error;
    }
  }
}

/** A model that takes a fit. */
export function fitted(model: LanguageModel) {
  return {
    id: model.id,
    embedded: model.embedded,
    stream: (prompt: Prompt, signal: AbortSignal, fit?: PromptFit) => streamFitted(model, prompt, signal, fit),
  };
}

/** Lessons that only this process keeps. */
export const ownLessons = () => new EngineLessons({ repository: null, clock: { now: () => 0 } });
