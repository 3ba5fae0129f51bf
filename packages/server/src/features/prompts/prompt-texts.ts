import type { PromptText } from './prompt-text.ts';
import { agent } from './texts/agent.ts';
import { extraction } from './texts/extraction.ts';
import { groundedAnswer } from './texts/grounded-answer.ts';
import { groundedConversation } from './texts/grounded-conversation.ts';
import { material } from './texts/material.ts';
import { objectAgain } from './texts/object-again.ts';
import { objectInWords } from './texts/object-in-words.ts';
import { plainAnswer } from './texts/plain-answer.ts';

/** Every text that is sent to connected models. */
export const promptTexts: readonly PromptText[] = [
  plainAnswer,
  groundedAnswer,
  groundedConversation,
  material,
  extraction,
  objectInWords,
  objectAgain,
  agent,
];
