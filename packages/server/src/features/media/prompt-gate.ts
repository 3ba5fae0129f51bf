import { AppError } from '../../lib/app-error.ts';
import type { Meter } from '../../ports/meter.ts';
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

  /** A moderator is an engine that was asked: the record of a call that ends with it names it. */
  async check(
    prompt: string,
    safetyTolerance: number,
    { meter, signal }: { meter: Meter; signal: AbortSignal },
  ): Promise<void> {
    refuse(touchedTopics(prompt, safetyTolerance, this.#lists));
    for (const moderator of this.#moderators) {
      meter.trace.asks(moderator.id, 'else');
      refuse(await moderator.judge(prompt, safetyTolerance, signal));
    }
  }
}

function refuse(reasons: string[]): void {
  if (reasons.length === 0) return;
  throw new AppError('prompt_rejected', 'Nothing is made of this prompt. Word it differently.', {
    details: reasons.join(', '),
  });
}
