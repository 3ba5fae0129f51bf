import type { MessagePart, PromptMessage as ReaderMessage, Prompt as ReaderPrompt } from '@parley/reader';
import type { AssistantPart, Prompt, PromptMessage, UserPart } from '../../ports/language-model.ts';

/** Of a prompt what the reader reads, so that pictures and what is written for vendors are not copied into its thread. */
export function toReaderPrompt(prompt: Prompt): ReaderPrompt {
  const { system, messages, documents, tools, toolChoice, responseFormat, maxTokens, stopSequences } = prompt;
  return {
    system,
    messages: messages.map(toReaderMessage),
    ...(documents && {
      documents: documents.map(({ filename, text, passages, outline, facts, ranked }) => ({
        filename,
        text,
        ...(passages && { passages: passages.map(({ start, end }) => ({ start, end })) }),
        ...(outline !== undefined && { outline }),
        ...(facts && { facts }),
        ...(ranked && { ranked }),
      })),
    }),
    ...(tools && {
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(responseFormat && { responseFormat: { schema: responseFormat.schema } }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stopSequences && { stopSequences }),
  };
}

function toReaderMessage(message: PromptMessage): ReaderMessage {
  switch (message.role) {
    case 'system':
    case 'tool':
      return message;
    case 'user':
      return { role: 'user', parts: message.parts.map(toReaderPart) };
    case 'assistant':
      return { role: 'assistant', parts: message.parts.map(toReaderPart) };
    default:
      return message satisfies never;
  }
}

function toReaderPart(part: UserPart | AssistantPart): MessagePart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'tool-call') return part;
  return { type: part.type === 'image' ? 'image' : 'reasoning' };
}
