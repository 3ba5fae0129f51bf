import type { Prompt } from '../../ports/language-model.ts';

/** An engine as far as it matters for how it is asked. */
export interface AskedEngine {
  /** `provider/model`. */
  readonly id: string;
  readonly embedded: boolean;
}

/** Puts one prompt to each engine in the way that suits it, and learns from what engines refuse. */
export interface PromptFit {
  /** An object is asked for, in whatever way. */
  readonly wantsObject?: boolean;
  /** The prompt for an engine that is about to be asked. */
  fit(prompt: Prompt, engine: AskedEngine): Prompt;
  /** The engine failed before it said anything. True when it shall be asked once more, as `fit` then says. */
  refit?(engine: AskedEngine, error: unknown): boolean | Promise<boolean>;
  /** The engine whose reply is about to be read. */
  answers?(engine: AskedEngine): void;
}

/** How a model is asked beyond the prompt itself. */
export interface Asking {
  fit?: PromptFit | undefined;
  /** The engine to begin with, where the choice is free: it has seen the beginning of this work. */
  preferred?: string | undefined;
  /** Whose call it is: engines are left alone by key. */
  key?: string | undefined;
  /** The caller's own user, who stays on one side of a canary. */
  user?: string | undefined;
  tags?: readonly string[] | undefined;
}
