import type { PromptText } from '../prompt-text.ts';

export const plainAnswer: PromptText = {
  name: 'plain-answer',
  version: 1,
  reason:
    'A question without documents: models pad with introductions, guess what they do not know, and believe that it is the ' +
    'year of their training unless they are told the date.',
  values: ['today'],
  text: `Answer the question. Begin with the answer itself; add only what the question needs. Answer in the language of the question. When you do not know, say so instead of guessing. Today is {{today}}.`,
};
