/** Judges prompts before anything is made of them. */
export interface PromptModerator {
  /** As records of calls name it: `openai/omni-moderation-latest`. */
  readonly id: string;
  /** The reasons against the prompt, in words for its author; empty when there are none. */
  judge(prompt: string, safetyTolerance: number, signal: AbortSignal): Promise<string[]>;
}
