import type { ChatItem, JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { PromptMessage } from '../../../ports/language-model.ts';
import type { MessagePrompt } from '../../text/generation/message-prompt.ts';

interface OpenCall {
  id: string;
  names: string[];
}

/** Reads the items of a chat completion. Throws `invalid_request` that names the item by its index. */
export function readChatItems(items: readonly ChatItem[]): MessagePrompt & { hasUser: boolean } {
  const reader = new ChatItemReader();
  items.forEach((item, index) => {
    reader.read(item, index);
  });
  return reader.end();
}

class ChatItemReader {
  readonly #messages: PromptMessage[] = [];
  readonly #files = new Set<string>();
  #query = '';
  #hasUser = false;
  #open: OpenCall | null = null;

  read(item: ChatItem, index: number): void {
    const kind = item.type ?? 'message';
    switch (kind) {
      case 'function_call':
        this.#call(item, index);
        return;
      case 'function_call_result':
        this.#results(item, index);
        return;
      case 'message':
        this.#message(item, index);
        return;
      default:
        kind satisfies never;
    }
  }

  end(): MessagePrompt & { hasUser: boolean } {
    if (this.#open) throw invalid('messages', `the function call "${this.#open.id}" has no function_call_result`);
    return { messages: this.#messages, fileIds: [...this.#files], query: this.#query, hasUser: this.#hasUser };
  }

  #message(item: ChatItem, index: number): void {
    const { role } = item;
    const content = Array.isArray(item.content) ? item.content.map(({ text }) => text).join('\n') : item.content;
    const field = `messages[${index}]`;
    if (this.#open) throw invalid(field, `must be the function_call_result of "${this.#open.id}"`);
    if (role === undefined) throw invalid(`${field}.role`, 'is required (user, assistant or system)');
    // An answer that was nothing but a function call is echoed with empty text.
    if (role === 'assistant' && (content === '' || content === null)) return;
    if (typeof content !== 'string' || content.trim() === '') {
      throw invalid(`${field}.content`, 'is required and must not be blank');
    }
    for (const id of item.file_ids ?? []) this.#files.add(id);
    if (role === 'user') {
      this.#hasUser = true;
      this.#query = content;
      this.#messages.push({ role, parts: [{ type: 'text', text: content }] });
    } else if (role === 'assistant') {
      this.#messages.push({ role, parts: [{ type: 'text', text: content }] });
    } else {
      this.#messages.push({ role, text: content });
    }
  }

  #call(item: ChatItem, index: number): void {
    const { function_call_id: id, function_calls: calls } = item;
    const field = `messages[${index}]`;
    if (!id) throw invalid(`${field}.function_call_id`, 'is required');
    if (!calls || calls.length === 0) throw invalid(`${field}.function_calls`, 'must hold at least one call');
    const parts = calls.map((call, position) => ({
      type: 'tool-call' as const,
      id: callId(id, position),
      name: call.name,
      // It came in as JSON; the schema only could not say so to the compiler.
      input: call.input as JsonValue,
    }));
    const last = this.#messages.at(-1);
    // The text before a call and the call are one turn of the assistant.
    if (last?.role === 'assistant') last.parts.push(...parts);
    else this.#messages.push({ role: 'assistant', parts });
    this.#open = { id, names: calls.map((call) => call.name) };
  }

  #results(item: ChatItem, index: number): void {
    const { function_call_id: id, function_call_results: results = [] } = item;
    const field = `messages[${index}]`;
    const open = this.#open;
    if (!open || open.id !== id) {
      throw invalid(`${field}.function_call_id`, `"${id ?? ''}" is not the id of the function call before it`);
    }
    if (results.length !== open.names.length) {
      throw invalid(
        `${field}.function_call_results`,
        `must hold ${open.names.length} results, one for each call in their order; it holds ${results.length}`,
      );
    }
    this.#messages.push({
      role: 'tool',
      results: open.names.map((toolName, position) => ({
        toolCallId: callId(open.id, position),
        toolName,
        result: (results[position] ?? null) as JsonValue,
      })),
    });
    this.#open = null;
  }
}

/** One id of the wire stands for several calls; vendors want one each. */
const callId = (id: string, position: number): string => (position === 0 ? id : `${id}_${position}`);

function invalid(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field} ${problem}`, { title: `${field} ${problem}` });
}
