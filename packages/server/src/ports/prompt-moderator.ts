/** Judges prompts before anything is made of them. */
export interface PromptModerator {
  /** The reasons against the prompt, in words for its author; empty when there are none. */
  judge(prompt: string, safetyTolerance: number, signal: AbortSignal): Promise<string[]>;
}
