import { isJsonObject, type JsonObject, type OpenAIMessage } from '@parley/contract';
import { wellFormedJson } from '../../../lib/well-formed.ts';
import type { AssistantPart, PromptMessage, ToolResultPart } from '../../../ports/language-model.ts';
import { type ContentReader, readPlainText } from './content-parts.ts';
import { invalid } from './refusals.ts';

/** Messages in our words; what they point at is in the reader's `documents` and `fileIds`. */
export interface ReadChat {
  /** What stands above the conversation. */
  system: string;
  messages: PromptMessage[];
  /** Text of the last question. */
  query: string;
}

/** Reads the messages of a chat completion. Throws `invalid_request` that names the field by its path. */
export async function readChatMessages(given: readonly OpenAIMessage[], content: ContentReader): Promise<ReadChat> {
  const reader = new ChatReader(content);
  for (const [index, message] of given.entries()) await reader.read(message, index);
  return reader.end(given.length);
}

class ChatReader {
  readonly #content: ContentReader;
  readonly #system: string[] = [];
  readonly #messages: PromptMessage[] = [];
  readonly #open = new Map<string, string>();
  #results: ToolResultPart[] = [];
  #query = '';
  #hasQuestion = false;

  constructor(content: ContentReader) {
    this.#content = content;
  }

  async read(message: OpenAIMessage, index: number): Promise<void> {
    const field = `messages[${index}]`;
    if (message.role === 'tool') {
      this.#result(message, field);
      return;
    }
    this.#closeCalls(index);
    switch (message.role) {
      case 'developer':
      case 'system':
        if (this.#messages.length === 0) this.#content.markSystem(message.content, `${field}.content`);
        this.#instruction(readPlainText(message.content, `${field}.content`));
        return;
      case 'user':
        await this.#user(message, field);
        return;
      case 'assistant':
        this.#assistant(message, field);
        return;
      default:
        message.role satisfies never;
    }
  }

  end(count: number): ReadChat {
    this.#closeCalls(count);
    if (!this.#hasQuestion) throw invalid('messages', 'must hold at least one message of role user');
    return { system: this.#system.join('\n\n'), messages: this.#messages, query: this.#query };
  }

  #instruction(text: string): void {
    if (text.trim() === '') return;
    if (this.#messages.length === 0) this.#system.push(text);
    else this.#messages.push({ role: 'system', text });
  }

  async #user({ content }: OpenAIMessage, field: string): Promise<void> {
    if (content === undefined || content === null) throw invalid(`${field}.content`, 'is required');
    const files = this.#content.fileIds.size + this.#content.documents.length;
    const parts = await this.#content.userParts(content, `${field}.content`);
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const hasFiles = this.#content.fileIds.size + this.#content.documents.length > files;
    if (text.trim() === '' && !hasFiles && parts.every(({ type }) => type === 'text')) {
      throw invalid(`${field}.content`, 'must not be blank');
    }
    if (parts.length === 0) parts.push({ type: 'text', text: 'See the attached file.' });
    if (text.trim() !== '') this.#query = text;
    this.#hasQuestion = true;
    this.#messages.push({ role: 'user', parts });
  }

  #assistant(message: OpenAIMessage, field: string): void {
    const text = readPlainText(message.content ?? message.refusal, `${field}.content`);
    const { reasoning_content: thought } = message;
    const parts: AssistantPart[] = thought ? [{ type: 'reasoning', text: thought }] : [];
    if (text !== '') parts.push({ type: 'text', text });
    for (const [position, { id, function: called }] of (message.tool_calls ?? []).entries()) {
      const place = `${field}.tool_calls[${position}]`;
      this.#open.set(id, called.name);
      parts.push({
        type: 'tool-call',
        id,
        name: called.name,
        input: readArguments(called.arguments, `${place}.function.arguments`),
      });
    }
    if (parts.length > 0) this.#messages.push({ role: 'assistant', parts });
  }

  #result(message: OpenAIMessage, field: string): void {
    const id = message.tool_call_id ?? '';
    const toolName = this.#open.get(id);
    if (toolName === undefined) {
      throw invalid(`${field}.tool_call_id`, `"${id.slice(0, 80)}" is not the id of a tool call before it that waits`);
    }
    this.#open.delete(id);
    const result = readPlainText(message.content, `${field}.content`);
    this.#results.push({ toolCallId: id, toolName, result });
    if (this.#open.size === 0) this.#closeResults();
  }

  /** All results of one turn stand in one message. */
  #closeResults(): void {
    if (this.#results.length > 0) this.#messages.push({ role: 'tool', results: this.#results });
    this.#results = [];
    this.#hasQuestion = true;
  }

  #closeCalls(index: number): void {
    if (this.#open.size === 0) return;
    const ids = [...this.#open.keys()].map((id) => `"${id}"`).join(', ');
    throw invalid(`messages[${index}]`, `must be a message of role tool: the tool calls ${ids} have no result yet`);
  }
}

/** The inputs of an echoed call. Throws `invalid_request` when they are not a JSON object. */
export function readArguments(text: string, field: string): JsonObject {
  if (text.trim() === '') return {};
  try {
    const value = wellFormedJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below, by its name.
  }
  throw invalid(field, 'must be the JSON text of an object');
}
