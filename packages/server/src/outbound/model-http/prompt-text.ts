import type { Prompt, PromptMessage } from '../../ports/language-model.ts';

/** All that stands above the conversation: the caller's instructions, then the rules for a language model. */
export function systemText({ system, guidance = '' }: Prompt): string {
  return [system, guidance].filter((text) => text !== '').join('\n\n');
}

/**
 * The messages with the documents as one of their own, before the first that is not the system's, and what of them the last question
 * alone needs before that question.
 */
export function messagesWithMaterial({ messages, material = [], lateMaterial = [] }: Prompt): PromptMessage[] {
  if (material.length === 0) return messages;
  const first = messages.findIndex((message) => message.role !== 'system');
  const start = first < 0 ? messages.length : first;
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const late: PromptMessage[] = lateMaterial.length > 0 ? [{ role: 'user', parts: lateMaterial }] : [];
  return messages
    .toSpliced(Math.max(start, question), 0, ...late)
    .toSpliced(start, 0, { role: 'user', parts: material });
}
