import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { ParleyError } from '../errors.ts';
import type { AgentMessage, AgentRequest, ToolDefinition } from '../generated/types.ts';
import type { FileUploads } from './file-uploads.ts';

export interface Translated {
  request: Omit<AgentRequest, 'stream'>;
  warnings: SharedV4Warning[];
}

/** A call of the AI SDK as a request to the agent. What stands in `providerOptions.parley` is sent as it is. */
export async function toRequest(
  model: string,
  options: LanguageModelV4CallOptions,
  uploads: FileUploads,
): Promise<Translated> {
  const warnings: SharedV4Warning[] = [];
  const system = options.prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const messages: AgentMessage[] = [];
  for (const message of options.prompt) {
    if (message.role !== 'system') messages.push(...(await toMessages(message, uploads, options.abortSignal)));
  }
  if (options.topK !== undefined) warnings.push({ type: 'unsupported', feature: 'topK' });
  const tools = toTools(options, warnings);
  const hasToolTurns = messages.some(({ role, tool_calls }) => role === 'tool' || tool_calls);
  const { reasoning, responseFormat } = options;
  const request = {
    model,
    messages,
    system_prompt: system.length > 0 ? system.join('\n\n') : undefined,
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    seed: options.seed,
    reasoning_effort: reasoning === undefined || reasoning === 'provider-default' ? undefined : reasoning,
    ...(responseFormat?.type === 'json' && { response_format: { type: 'object', ...responseFormat.schema } }),
    ...((tools.length > 0 || hasToolTurns) && { tools, tool_choice: toToolChoice(options) }),
    ...options.providerOptions?.parley,
  } satisfies Omit<AgentRequest, 'stream'>;
  return { request, warnings };
}

function toTools({ tools = [] }: LanguageModelV4CallOptions, warnings: SharedV4Warning[]): ToolDefinition[] {
  return tools.flatMap((tool) => {
    if (tool.type === 'function') {
      const { name, description = name, inputSchema } = tool;
      return [{ name, description, input_schema: { ...inputSchema } }];
    }
    warnings.push({ type: 'unsupported', feature: `the tool ${tool.id}, which a provider runs` });
    return [];
  });
}

function toToolChoice({ toolChoice }: LanguageModelV4CallOptions): string | undefined {
  return toolChoice?.type === 'tool' ? toolChoice.toolName : toolChoice?.type;
}

async function toMessages(
  message: Exclude<LanguageModelV4Message, { role: 'system' }>,
  uploads: FileUploads,
  signal: AbortSignal | undefined,
): Promise<AgentMessage[]> {
  if (message.role === 'tool') {
    const results = message.content.filter((part) => part.type === 'tool-result');
    return [{ role: 'tool', tool_call_results: results.map(toToolResult) }];
  }
  const texts: string[] = [];
  const files: string[] = [];
  const calls: AgentMessage['tool_calls'] = [];
  for (const part of message.content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'file') files.push(await fileId(part, uploads, signal));
    else if (part.type === 'tool-call') {
      // The AI SDK gives the inputs of a call as an object.
      calls.push({ id: part.toolCallId, name: part.toolName, inputs: part.input as Record<string, unknown> });
    }
  }
  return [
    {
      role: message.role,
      content: texts.join('\n'),
      ...(files.length > 0 && { file_ids: files }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function toToolResult({ toolCallId, output }: LanguageModelV4ToolResultPart) {
  const result = (): unknown => {
    switch (output.type) {
      case 'text':
      case 'json':
        return output.value;
      case 'error-text':
      case 'error-json':
        return { error: output.value };
      case 'execution-denied':
        return { error: output.reason ?? 'The user did not allow this call' };
      case 'content':
        return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    }
  };
  return { tool_call_id: toolCallId, result: result() };
}

async function fileId(
  { data, filename, mediaType }: LanguageModelV4FilePart,
  uploads: FileUploads,
  signal: AbortSignal | undefined,
): Promise<string> {
  const name = filename ?? `file.${extensions[mediaType] ?? mediaType.split('/').at(-1)}`;
  if (data.type === 'reference') {
    const id = data.reference.parley;
    if (id !== undefined) return id;
  }
  if (data.type === 'text') return uploads.idOf(new TextEncoder().encode(data.text), name, signal);
  if (data.type === 'data') return uploads.idOf(bytesOf(data.data), name, signal);
  throw new ParleyError('unsupported_file', `A file of the prompt must come as data or as a file id of the service`);
}

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'image/*': 'png',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

function bytesOf(data: Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof data !== 'string') return new Uint8Array(data);
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}
