import type { PromptText } from '../prompt-text.ts';

export const placeholders: PromptText = {
  name: 'placeholders',
  version: 1,
  reason: 'Values that a guard takes out come back into the reply only where their placeholders are kept as they are.',
  values: [],
  text: 'Marks such as [NAME_1] or [EMAIL_2] stand for values that are withheld from you. Where you speak of such a value, write its mark exactly as it stands.',
};
