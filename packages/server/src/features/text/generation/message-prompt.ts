import type { AgentMessage, JsonObject, JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { AssistantPart, PromptMessage, ToolChoice, ToolResultPart } from '../../../ports/language-model.ts';

/** Older clients send the results of tools as assistant text that begins like this. */
const toolResultText = /^\s*tool results?\s*:/i;

/** A request's messages in our words, with the ids of all files that they name and the text of the last question. */
export interface MessagePrompt {
  messages: PromptMessage[];
  fileIds: string[];
  query: string;
}

/** Reads the messages of conversation and agent. Throws `invalid_request` that names the message by its index. */
export function readMessages(given: readonly AgentMessage[], fileIds: readonly string[] = []): MessagePrompt {
  const messages: PromptMessage[] = [];
  const files = new Set<string>();
  let query = '';
  let openCalls: Map<string, string> | null = null;
  given.forEach((message, index) => {
    for (const id of message.file_ids ?? []) files.add(id);
    if (message.role === 'tool') {
      const results = readResults(message, index, openCalls);
      const last = messages.at(-1);
      // Results may come in several messages that follow each other; for a model they are one.
      if (last?.role === 'tool') last.results.push(...results);
      else messages.push({ role: 'tool', results });
      if (openCalls?.size === 0) openCalls = null;
      return;
    }
    if (openCalls !== null) throw missingResults(openCalls, index);
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const content = readContent(message, index, calls.length > 0);
    if (calls.length > 0) openCalls = new Map(calls.map((call) => [call.id, call.name]));
    messages.push(toPromptMessage(message.role, content, calls));
    if (message.role === 'user') query = content;
  });
  if (openCalls !== null) throw missingResults(openCalls, given.length);
  for (const id of fileIds) files.add(id);
  return { messages, fileIds: [...files], query };
}

function toPromptMessage(
  role: 'user' | 'assistant' | 'system',
  content: string,
  calls: { id: string; name: string; inputs: object }[],
): PromptMessage {
  if (role === 'system') return { role, text: content };
  // A conversation must not end in the assistant's own words, or a model would go on with them instead of answering.
  if (role === 'user' || (calls.length === 0 && toolResultText.test(content))) {
    return { role: 'user', parts: [{ type: 'text', text: content }] };
  }
  const parts: AssistantPart[] = content === '' ? [] : [{ type: 'text', text: content }];
  for (const { id, name, inputs } of calls) parts.push({ type: 'tool-call', id, name, input: asJsonObject(inputs) });
  return { role, parts };
}

function readContent(message: AgentMessage, index: number, hasCalls: boolean): string {
  const { content, role } = message;
  if (typeof content === 'string' && content.trim() !== '') return content;
  if (role === 'assistant' && (hasCalls || content === '')) return content ?? '';
  const field = `messages[${index}].content`;
  throw new AppError('invalid_request', `${field} is required for a message of role ${role} and must not be blank`, {
    title: `${field} is required`,
  });
}

/** Takes the calls that have a result off the open ones. */
function readResults(message: AgentMessage, index: number, openCalls: Map<string, string> | null): ToolResultPart[] {
  const field = `messages[${index}].tool_call_results`;
  const given = message.tool_call_results ?? [];
  if (given.length === 0) {
    throw new AppError('invalid_request', `${field} must hold a result for each tool call`, {
      title: `${field} is required`,
    });
  }
  return given.map(({ tool_call_id, result, is_error }, position) => {
    const toolName = openCalls?.get(tool_call_id);
    if (toolName === undefined) {
      throw new AppError(
        'invalid_request',
        `${field}[${position}].tool_call_id "${tool_call_id}" is not the id of a call of the assistant message before it`,
        { title: `${field}[${position}].tool_call_id is unknown` },
      );
    }
    openCalls?.delete(tool_call_id);
    return { toolCallId: tool_call_id, toolName, result: asJson(result), ...(is_error && { isError: true }) };
  });
}

function missingResults(open: Map<string, string>, index: number): AppError {
  const ids = [...open.keys()].map((id) => `"${id}"`).join(', ');
  return new AppError(
    'invalid_request',
    `messages[${index}] must be a tool message with results for the tool calls ${ids}`,
    { title: `A tool call has no result: ${ids}` },
  );
}

/** `auto`, `none`, `required` or the name of one of the tools. Throws `invalid_request` for anything else. */
export function readToolChoice(choice: string | undefined, toolNames: readonly string[]): ToolChoice {
  if (choice === undefined || choice === 'auto') return 'auto';
  if (choice === 'none' || choice === 'required') return choice;
  if (toolNames.includes(choice)) return { name: choice };
  throw new AppError(
    'invalid_request',
    `tool_choice must be auto, none, required or the name of one of the tools (${toolNames.join(', ')})`,
    { title: 'tool_choice is not valid' },
  );
}

/** Tool names must be unique; throws `invalid_request` that names the second of two. */
export function requireUniqueNames(names: readonly string[], field: string): void {
  names.forEach((name, index) => {
    if (names.indexOf(name) === index) return;
    throw new AppError('invalid_request', `${field}[${index}].name "${name}" is used twice; names must be unique`, {
      title: `${field}[${index}].name is not unique`,
    });
  });
}

// What came in as JSON is JSON; the schema only could not say so to the compiler.
const asJson = (value: unknown): JsonValue => (value === undefined ? null : (value as JsonValue));
const asJsonObject = (value: object): JsonObject => value as JsonObject;
