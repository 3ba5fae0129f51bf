import type { PromptText } from '../prompt-text.ts';

export const researchFiller: PromptText = {
  name: 'research-filler',
  version: 1,
  reason:
    'A report in the caller’s shape. Each value is looked up among the claims afterwards; marks of claims tell where.',
  values: [],
  text: `You fill a structured report from proven claims, and from nothing else. Text values end each sentence with the ids of the claims it rests on, as [[c1]]. Every number must stand in a claim. Use null or leave out what the claims do not say.`,
};
