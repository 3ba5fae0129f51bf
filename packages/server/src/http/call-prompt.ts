import { isJsonObject, type PromptChoice } from '@parley/contract';

/** The kept prompt that the body of a call for text names; the schema of its endpoint has said what may stand there. */
export function promptOf(body: unknown): { prompt?: PromptChoice } {
  if (!isJsonObject(body) || !isJsonObject(body.prompt) || typeof body.prompt.id !== 'string') return {};
  // Checked by `PromptChoice` of the contract, as part of the body.
  return { prompt: body.prompt as unknown as PromptChoice };
}
