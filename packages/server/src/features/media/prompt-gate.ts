import { AppError } from '../../lib/app-error.ts';
import type { PromptModerator } from '../../ports/prompt-moderator.ts';
import { type BlockedTerms, touchedTopics } from './term-list.ts';

/** Lets a prompt through or throws `prompt_rejected`: first the list, then each moderator that is connected. */
export class PromptGate {
  readonly #lists: readonly BlockedTerms[];
  readonly #moderators: readonly PromptModerator[];

  constructor(lists: readonly BlockedTerms[], moderators: readonly PromptModerator[]) {
    this.#lists = lists;
    this.#moderators = moderators;
  }

  async check(prompt: string, safetyTolerance: number, signal: AbortSignal): Promise<void> {
    refuse(touchedTopics(prompt, safetyTolerance, this.#lists));
    for (const moderator of this.#moderators) refuse(await moderator.judge(prompt, safetyTolerance, signal));
  }
}

function refuse(reasons: string[]): void {
  if (reasons.length === 0) return;
  throw new AppError('prompt_rejected', 'Nothing is made of this prompt. Word it differently.', {
    details: reasons.join(', '),
  });
}
