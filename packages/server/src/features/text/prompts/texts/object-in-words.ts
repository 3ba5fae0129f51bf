import type { PromptText } from '../prompt-text.ts';

export const objectInWords: PromptText = {
  name: 'object-in-words',
  version: 1,
  reason:
    'Asks for JSON where the vendor has no mode for the schema. The schema goes under its own title and description, which ' +
    'tell a model more than its keywords do.',
  values: ['schema'],
  text: `Reply with one JSON value that satisfies the JSON Schema below, and with nothing else: no explanation, no code fence. Use null or leave optional properties out where the information is missing.

{{schema}}`,
};
