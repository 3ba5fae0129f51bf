import type { PromptText } from '../prompt-text.ts';

export const objectAgain: PromptText = {
  name: 'object-again',
  version: 1,
  reason:
    'The second and last try for an object: the errors by their paths, and the whole value again, because models otherwise ' +
    'send the corrected part alone. It must not tempt to invent a value only to satisfy the schema.',
  values: ['errors'],
  text: `That reply does not satisfy the required JSON Schema:
{{errors}}
Reply again with the complete, corrected JSON value and nothing else. Keep every value that was right, and invent none to fill a gap.`,
};
