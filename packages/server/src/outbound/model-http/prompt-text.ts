import type { Prompt, PromptMessage } from '../../ports/language-model.ts';

/** All that stands above the conversation: the caller's instructions, then the rules for a language model. */
export function systemText({ system, guidance = '' }: Prompt): string {
  return [system, guidance].filter((text) => text !== '').join('\n\n');
}

/** The messages with the documents as one of their own, before the first that is not the system's. */
export function messagesWithMaterial({ messages, material }: Prompt): PromptMessage[] {
  if (material === undefined || material.length === 0) return messages;
  const first = messages.findIndex((message) => message.role !== 'system');
  return messages.toSpliced(first < 0 ? messages.length : first, 0, { role: 'user', parts: material });
}
