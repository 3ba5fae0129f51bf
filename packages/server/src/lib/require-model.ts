import { AppError } from './app-error.ts';

/** Throws `forbidden` when the caller's key may not use this model. */
export function requireModel({ models }: { models: readonly string[] | null }, model: string): void {
  if (mayUseModel(models, model)) return;
  const known = (models ?? []).join(', ');
  throw new AppError('forbidden', `This key may not use the model ${model.slice(0, 200)}; it is limited to ${known}`, {
    title: 'This model is not allowed',
    param: 'model',
  });
}

/** By the patterns of a key; null allows every model. */
export function mayUseModel(models: readonly string[] | null, model: string): boolean {
  return models === null || models.some((pattern) => meetsPattern(pattern, model));
}

/** `openai/*`, or a name as it stands. */
export function meetsPattern(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}
