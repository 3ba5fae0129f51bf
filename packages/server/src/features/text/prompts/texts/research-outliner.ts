import type { PromptText } from '../prompt-text.ts';

export const researchOutliner: PromptText = {
  name: 'research-outliner',
  version: 1,
  reason: 'An outline keeps sections from repeating each other. Headings without figures need no check.',
  values: [],
  text: `You arrange proven claims into the outline of a report. The first section answers the task; the others follow its questions, and what contradicts something stands in the section of what it contradicts. Every section lists the ids of the claims it will rest on. Use each id in one section. Headings are short, in the language of the task, and state no figures.`,
};
