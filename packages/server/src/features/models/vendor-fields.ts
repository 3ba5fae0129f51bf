import { AppError } from '../../lib/app-error.ts';
import type { LanguageModel, Prompt, VendorField } from '../../ports/language-model.ts';

/** Throws `invalid_request` for a field of the caller that the engine does not have and without which the reply would be another one. */
export function requireTaken(model: LanguageModel, prompt: Prompt): void {
  const refused = notTaken(model, prompt).find(({ isHint }) => !isHint);
  if (refused === undefined) return;
  const sentence = `${refused.field} is not supported here: ${model.id} has no such setting. Leave it out, or ask a model that has it`;
  throw new AppError('invalid_request', sentence, { title: sentence, param: refused.field });
}

/** A sentence for each field of the caller that the engine was not sent because it does not have it. */
export function leftOut(model: LanguageModel, prompt: Prompt): string[] {
  const told = notTaken(model, prompt).map(({ field }) => `${field} is not a setting of ${model.id} and was ignored`);
  const set = (prompt.vendorFields?.fields ?? []).filter(({ name }) => prompt.extraBody?.[name] !== undefined);
  return [...told, ...set.map(({ field }) => `${field} is set by the operator and was ignored`)];
}

/** Fields of the caller that only some vendors have, and this engine not. */
export function notTaken(model: LanguageModel, { vendorFields }: Prompt): VendorField[] {
  if (vendorFields === undefined) return [];
  const { shape, fields } = vendorFields;
  return fields.filter(({ name }) => model.takesField?.(shape, name) !== true);
}
