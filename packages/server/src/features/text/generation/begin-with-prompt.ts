import type { PromptTemplate } from '@parley/contract';
import type { Prompt, PromptMessage } from '../../../ports/language-model.ts';

/** A prompt of a call behind what a kept one says: its instructions and turns come first, its settings where the call has none. */
export function beginWith(template: PromptTemplate, prompt: Prompt): Prompt {
  const { system = '', messages = [], temperature, max_tokens: maxTokens } = template;
  return {
    ...prompt,
    system: [system, prompt.system].filter((text) => text !== '').join('\n\n'),
    messages: [...messages.map(toMessage), ...prompt.messages],
    ...(prompt.temperature === undefined && temperature !== undefined && { temperature }),
    ...(prompt.maxTokens === undefined && maxTokens !== undefined && { maxTokens }),
  };
}

const toMessage = ({ role, content }: { role: 'user' | 'assistant'; content: string }): PromptMessage =>
  role === 'user'
    ? { role, parts: [{ type: 'text', text: content }] }
    : { role, parts: [{ type: 'text', text: content }] };
