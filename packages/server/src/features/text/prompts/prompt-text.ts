/** One text that is sent to connected models, with all that a maintainer has to know of it. */
export interface PromptText {
  /** Name of its file here, and of the operator's file in its place (`<name>.md` in `PROMPTS_DIR`). */
  name: string;
  /** Counts up with every change of the text, so that an evaluation can be read beside the version it measured. */
  version: number;
  /** Why it says what it says. */
  reason: string;
  /** Names of the `{{values}}` that must stand in it. */
  values: readonly string[];
  text: string;
}
