import type { PromptText } from '../prompt-text.ts';

export const researchSummary: PromptText = {
  name: 'research-summary',
  version: 1,
  reason:
    'The summary is written last, when it is known what the report holds, and is checked like every other sentence.',
  values: [],
  text: `You summarise a finished report from its proven claims. Write two to five sentences in the language of the task: first the answer to the task itself, then what matters most about it, last what is disputed or could not be found. Each sentence rests on the claims whose ids it lists and states nothing beyond them: the same numbers, dates and names, the same meaning. Write no addresses, no marks, no headings.`,
};
