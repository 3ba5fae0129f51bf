import { messagesWithMaterial, systemText } from '../../outbound/model-http/prompt-text.ts';
import { schemaName } from '../../outbound/model-http/schema-name.ts';
import type { AssistantPart, Prompt, PromptMessage, ToolResultPart, UserPart } from '../../ports/language-model.ts';

/** The call options of the provider specification. Version 2 and 3 take files as bare data, 4 as a tagged object. */
export function toAiSdkOptions(prompt: Prompt, version: string, abortSignal: AbortSignal): object {
  const system = systemText(prompt);
  const messages = messagesWithMaterial(prompt);
  const { responseFormat } = prompt;
  return {
    abortSignal,
    prompt: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map((message) => toMessage(message, version)),
    ],
    ...toTools(prompt),
    responseFormat:
      responseFormat?.mode === 'strict'
        ? { type: 'json', schema: responseFormat.schema, name: schemaName(responseFormat.schema) }
        : { type: responseFormat?.mode === 'json' ? 'json' : 'text' },
    maxOutputTokens: prompt.maxTokens,
    temperature: prompt.temperature,
    topP: prompt.topP,
    topK: prompt.topK,
    stopSequences: prompt.stopSequences?.length ? prompt.stopSequences : undefined,
    providerOptions: prompt.extraBody,
    seed: prompt.seed,
    frequencyPenalty: prompt.frequencyPenalty,
    presencePenalty: prompt.presencePenalty,
  };
}

function toTools({ tools, toolChoice }: Prompt): object {
  if (tools === undefined || tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema })),
    toolChoice:
      typeof toolChoice === 'object' ? { type: 'tool', toolName: toolChoice.name } : { type: toolChoice ?? 'auto' },
  };
}

function toMessage(message: PromptMessage, version: string): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: message.parts.map((part) => toUserPart(part, version)) };
    case 'assistant':
      return { role: 'assistant', content: message.parts.flatMap(toAssistantPart) };
    case 'tool':
      return { role: 'tool', content: message.results.map(toResultPart) };
    default:
      return message satisfies never;
  }
}

function toUserPart(part: UserPart, version: string): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const data = version === 'v4' ? { type: 'data', data: part.base64 } : part.base64;
  return { type: 'file', mediaType: part.mediaType, data };
}

/** Seals are kept by each provider in a form of its own, so thoughts are not sent back. */
function toAssistantPart(part: AssistantPart): object[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type !== 'tool-call') return [];
  return [{ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input }];
}

function toResultPart({ toolCallId, toolName, result, isError }: ToolResultPart): object {
  const kind = typeof result === 'string' ? 'text' : 'json';
  const type = isError === true ? `error-${kind}` : kind;
  return { type: 'tool-result', toolCallId, toolName, output: { type, value: result } };
}
