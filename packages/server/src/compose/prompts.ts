import { ConfigError } from '../config.ts';
import { PromptLibrary, promptProblems } from '../features/text/prompts/prompt-library.ts';

/** The texts for connected models, with the operator's own in their places. Throws `ConfigError` when one cannot be used. */
export function composePrompts(overrides: ReadonlyMap<string, string>): PromptLibrary {
  const problems = promptProblems(overrides);
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `PROMPTS_DIR: ${problem}`));
  return new PromptLibrary(overrides);
}
