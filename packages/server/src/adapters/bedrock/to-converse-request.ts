import type { JsonValue } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { SafeNames } from '../../lib/safe-names.ts';
import { refuseUnknownSettings, thinkingFor } from '../../outbound/model-http/prompt-settings.ts';
import { messagesWithMaterial, systemText } from '../../outbound/model-http/prompt-text.ts';
import type {
  AssistantPart,
  CacheMark,
  Prompt,
  PromptMessage,
  ToolResultPart,
  UserPart,
} from '../../ports/language-model.ts';

interface ConverseOptions {
  /** Of Bedrock's, such as `eu.anthropic.claude-haiku-4-5-20251001-v1:0`. */
  model: string;
  names: SafeNames;
}

/** Which settings a model takes beyond those that all of them have. */
const isClaude = (model: string): boolean => /\banthropic\./.test(model);
/** https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const takesMarks = (model: string): boolean => /\banthropic\.|\bamazon\.nova/.test(model);

/** The body of `Converse` and `ConverseStream`. Undefined fields are left out of the JSON. */
export function toConverseRequest(prompt: Prompt, { model, names }: ConverseOptions): object {
  refuseUnknownSettings(prompt, 'Bedrock', ['frequencyPenalty', 'presencePenalty']);
  if (prompt.parallelToolCalls === false) refuseUnknownSettings(prompt, 'Bedrock', ['parallelToolCalls']);
  const messages = messagesWithMaterial(prompt);
  const first = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, first < 0 ? messages.length : first);
  const system = [
    systemText(prompt),
    ...leading.flatMap((message) => (message.role === 'system' ? [message.text] : [])),
  ]
    .filter((text) => text !== '')
    .map((text) => ({ text }));
  const marks = takesMarks(model);
  return {
    system: system.length === 0 ? undefined : [...system, ...markAfter(prompt.systemCache, marks)],
    messages: toMessages(messages.slice(leading.length), { names, marks }),
    inferenceConfig: toInference(prompt, model),
    toolConfig: toTools(prompt, names),
    additionalModelRequestFields: toMoreFields(prompt, model),
  };
}

function toInference(prompt: Prompt, model: string): object {
  // What thinks takes no temperature.
  const isThinking = thinkingOf(prompt, model) !== undefined;
  return {
    maxTokens: prompt.maxTokens,
    temperature: isThinking ? undefined : prompt.temperature,
    topP: isThinking ? undefined : prompt.topP,
    stopSequences: prompt.stopSequences?.length ? prompt.stopSequences : undefined,
  };
}

function toMoreFields(prompt: Prompt, model: string): object | undefined {
  const thinking = thinkingOf(prompt, model);
  const fields = {
    ...(isClaude(model) && prompt.topK !== undefined && { top_k: prompt.topK }),
    ...(thinking && { thinking: { type: 'enabled', budget_tokens: thinking.budgetTokens } }),
  };
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** No less than Claude takes. */
const leastThinking = 1024;

function thinkingOf(prompt: Prompt, model: string): Prompt['thinking'] {
  if (!isClaude(model)) return undefined;
  const asked = prompt.thinking ?? thinkingFor(prompt.reasoningEffort, prompt.maxTokens);
  return asked && asked.budgetTokens >= leastThinking ? asked : undefined;
}

/** A choice of none cannot be asked for: without calls in the conversation the tools are left out then. */
function toTools({ tools, toolChoice, messages }: Prompt, names: SafeNames): object | undefined {
  if (tools === undefined || tools.length === 0) return undefined;
  const hasCalls = messages.some(({ role }) => role === 'tool');
  if (toolChoice === 'none' && !hasCalls) return undefined;
  return {
    tools: tools.map((tool) => ({
      toolSpec: {
        name: names.toSafe(tool.name),
        // An empty one is refused.
        description: tool.description === '' ? undefined : tool.description,
        inputSchema: { json: tool.inputSchema },
      },
    })),
    toolChoice: toChoice(toolChoice, names),
  };
}

function toChoice(choice: Prompt['toolChoice'], names: SafeNames): object | undefined {
  if (typeof choice === 'object') return { tool: { name: names.toSafe(choice.name) } };
  if (choice === 'required') return { any: {} };
  return choice === 'auto' ? { auto: {} } : undefined;
}

interface MessageOptions {
  names: SafeNames;
  /** Whether the model takes marks. */
  marks: boolean;
}

/** Neighbours of one role become one message: the vendor wants them in turns, and the results of parallel calls together. */
function toMessages(messages: PromptMessage[], options: MessageOptions): { role: string; content: object[] }[] {
  const merged: { role: string; content: object[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toContent(message, options);
    const last = merged.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content });
  }
  return merged;
}

function toContent(message: PromptMessage, { names, marks }: MessageOptions): object[] {
  switch (message.role) {
    case 'system':
      return [{ text: `[Instruction of the system]\n${message.text}` }];
    case 'user':
      return message.parts.flatMap((part) => [...toUserBlock(part), ...markAfter(part.cache, marks)]);
    case 'assistant':
      return message.parts.flatMap((part) => [
        ...toAssistantBlock(part, names),
        ...markAfter('cache' in part ? part.cache : undefined, marks),
      ]);
    case 'tool':
      return message.results.flatMap((result) => [toResultBlock(result), ...markAfter(result.cache, marks)]);
    default:
      return message satisfies never;
  }
}

const markAfter = (mark: CacheMark | undefined, marks: boolean): object[] =>
  mark && marks ? [{ cachePoint: { type: 'default', ...(mark.ttl === '1h' && { ttl: '1h' }) } }] : [];

const formats: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Empty texts are refused. */
function toUserBlock(part: UserPart): object[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }];
  const format = formats[part.mediaType.toLowerCase()];
  if (format === undefined)
    throw new AppError('invalid_request', `Bedrock's models see PNG, JPEG, GIF and WebP, not ${part.mediaType}.`);
  return [{ image: { format, source: { bytes: part.base64 } } }];
}

function toAssistantBlock(part: AssistantPart, names: SafeNames): object[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ text: part.text }];
    case 'reasoning':
      if (part.redacted !== undefined) return [{ reasoningContent: { redactedContent: part.redacted } }];
      // Without its seal a thought is refused.
      if (part.signature === undefined) return [];
      return [{ reasoningContent: { reasoningText: { text: part.text, signature: part.signature } } }];
    case 'tool-call':
      return [{ toolUse: { toolUseId: toCallId(part.id), name: names.toSafe(part.name), input: part.input } }];
    case 'vendor-block':
      // Of another vendor's own.
      return [];
    default:
      return part satisfies never;
  }
}

function toResultBlock({ toolCallId, result, isError }: ToolResultPart): object {
  return {
    toolResult: {
      toolUseId: toCallId(toolCallId),
      content: [{ text: textOf(result) }],
      ...(isError === true && { status: 'error' }),
    },
  };
}

/** Ids of other vendors can hold characters that this one refuses, or more of them. */
const toCallId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

/** An empty text is refused here, too. */
const textOf = (value: JsonValue): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '(nothing)' : text;
};
