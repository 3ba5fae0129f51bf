import { isJsonObject, type JsonObject } from '@parley/contract';
import type { AssistantPart, PromptMessage } from '../../../../ports/language-model.ts';
import { type ReadChat, readArguments } from '../chat-messages.ts';
import { type ContentReader, readPlainText } from '../content-parts.ts';
import { invalid } from '../refusals.ts';

/** What an input points at by its id. */
export type FindItem = (id: string) => Promise<JsonObject | null>;

/** Items that say nothing to the model: what it thought, and what the service looked up. */
const silent = new Set(['reasoning', 'web_search_call', 'file_search_call', 'compaction']);

/** Reads the items of a response's input, those of the responses before it included. Names what is wrong by its path. */
export async function readInput(
  items: readonly { item: JsonObject; field: string }[],
  content: ContentReader,
  find: FindItem,
): Promise<ReadChat> {
  const reader = new InputReader(content, find);
  for (const { item, field } of items) await reader.read(item, field);
  return reader.end();
}

class InputReader {
  readonly #content: ContentReader;
  readonly #find: FindItem;
  readonly #system: string[] = [];
  readonly #messages: PromptMessage[] = [];
  readonly #open = new Map<string, string>();
  #query = '';

  constructor(content: ContentReader, find: FindItem) {
    this.#content = content;
    this.#find = find;
  }

  async read(item: JsonObject, field: string): Promise<void> {
    const type = typeof item.type === 'string' ? item.type : 'message';
    if (silent.has(type)) return;
    switch (type) {
      case 'message':
        await this.#message(item, field);
        return;
      case 'function_call':
        this.#call(item, field);
        return;
      case 'function_call_output':
        await this.#output(item, field);
        return;
      case 'item_reference': {
        const found = await this.#find(String(item.id));
        if (!found) throw invalid(`${field}.id`, `"${String(item.id).slice(0, 80)}" is not the id of a stored item`);
        await this.read(found, field);
        return;
      }
      default:
        throw invalid(`${field}.type`, `"${type.slice(0, 60)}" is not supported here`);
    }
  }

  end(): ReadChat {
    if (this.#open.size > 0) {
      const ids = [...this.#open.keys()].map((id) => `"${id}"`).join(', ');
      throw invalid('input', `has no function_call_output for the calls ${ids}`);
    }
    if (this.#messages.every(({ role }) => role === 'system' || role === 'assistant')) {
      throw invalid('input', 'must hold at least one message of role user');
    }
    return { system: this.#system.join('\n\n'), messages: this.#messages, query: this.#query };
  }

  async #message({ role, content }: JsonObject, field: string): Promise<void> {
    const place = `${field}.content`;
    if (typeof content !== 'string' && !Array.isArray(content))
      throw invalid(place, 'must be a text or a list of parts');
    const parts =
      typeof content === 'string' ? content : content.map((part, index) => partOf(part, `${place}[${index}]`));
    switch (role) {
      case 'user': {
        const read = await this.#content.userParts(parts, place);
        const text = read.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
        if (text.trim() !== '') this.#query = text;
        if (read.length === 0) read.push({ type: 'text', text: 'See the attached file.' });
        this.#messages.push({ role: 'user', parts: read });
        return;
      }
      case 'assistant': {
        const text = readPlainText(parts, place);
        if (text !== '') this.#assistant({ type: 'text', text });
        return;
      }
      case 'system':
      case 'developer': {
        const text = readPlainText(parts, place);
        if (this.#messages.length === 0) this.#system.push(text);
        else this.#messages.push({ role: 'system', text });
        return;
      }
      default:
        throw invalid(`${field}.role`, 'must be user, assistant, system or developer');
    }
  }

  #call({ call_id: id, name, arguments: given }: JsonObject, field: string): void {
    if (typeof id !== 'string' || typeof name !== 'string') throw invalid(field, 'needs call_id and name');
    this.#open.set(id, name);
    const input = readArguments(typeof given === 'string' ? given : '', `${field}.arguments`);
    this.#assistant({ type: 'tool-call', id, name, input });
  }

  async #output({ call_id: id, output }: JsonObject, field: string): Promise<void> {
    const toolName = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (typeof id !== 'string' || toolName === undefined) {
      throw invalid(`${field}.call_id`, 'is not that of a function_call before it that waits');
    }
    this.#open.delete(id);
    const last = this.#messages.at(-1);
    const parts = Array.isArray(output)
      ? output.map((part, index) => partOf(part, `${field}.output[${index}]`))
      : output;
    const result = typeof parts === 'string' || Array.isArray(parts) ? readPlainText(parts, `${field}.output`) : '';
    const entry = { toolCallId: id, toolName, result };
    if (last?.role === 'tool') last.results.push(entry);
    else this.#messages.push({ role: 'tool', results: [entry] });
  }

  /** Text and calls that follow each other are one turn. */
  #assistant(part: AssistantPart): void {
    const last = this.#messages.at(-1);
    if (last?.role === 'assistant') last.parts.push(part);
    else this.#messages.push({ role: 'assistant', parts: [part] });
  }
}

function partOf(part: unknown, field: string): JsonObject {
  if (isJsonObject(part)) return part;
  throw invalid(field, 'must be an object with a type');
}
