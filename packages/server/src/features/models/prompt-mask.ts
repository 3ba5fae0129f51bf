import type { ModelEvent, Prompt } from '../../ports/language-model.ts';

/** Takes out of prompts what a vendor must not see, and puts it into the replies again. */
export interface PromptMask {
  hide(prompt: Prompt): Promise<HiddenPrompt>;
}

export interface HiddenPrompt {
  prompt: Prompt;
  /** What an event of the reply becomes; what could be the beginning of a placeholder waits for the next one. */
  restore(event: ModelEvent): readonly ModelEvent[];
}
