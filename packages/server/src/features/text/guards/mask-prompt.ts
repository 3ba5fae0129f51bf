import type { JsonValue } from '@parley/contract';
import type { AssistantPart, ModelEvent, Prompt, PromptMessage, UserPart } from '../../../ports/language-model.ts';
import type { HiddenPrompt, PromptMask } from '../../models/prompt-mask.ts';
import { type Finding, type FindPlaces, placeholder, replaced } from './finding.ts';

/** A guard that masks what vendors are sent. */
export interface Hiding {
  find: FindPlaces;
  /** Whether the reply has the values again. */
  restores: boolean;
  onFound: (found: readonly Finding[]) => void;
}

/** Hides what guards find in all that a vendor is sent, each value behind a placeholder of its own, the same wherever it stands. */
export class GuardPromptMask implements PromptMask {
  readonly #hidings: readonly Hiding[];
  readonly #instruction: string;
  /** Placeholders by value. */
  readonly #placeholders = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #numbers = new Map<string, number>();
  /** Texts that were looked at, with what they became: messages of a conversation are sent again and again. */
  readonly #known = new Map<string, string>();

  constructor(hidings: readonly Hiding[], instruction: string) {
    this.#hidings = hidings;
    this.#instruction = instruction;
  }

  async hide(prompt: Prompt): Promise<HiddenPrompt> {
    const messages: PromptMessage[] = [];
    for (const message of prompt.messages) messages.push(await this.#message(message));
    const material = prompt.material && (await this.#parts(prompt.material));
    const lateMaterial = prompt.lateMaterial && (await this.#parts(prompt.lateMaterial));
    const system = await this.#text(prompt.system);
    const told =
      this.#values.size === 0 ? system : [system, this.#instruction].filter((text) => text !== '').join('\n\n');
    const hidden: Prompt = {
      ...prompt,
      system: told,
      messages,
      ...(material && { material }),
      ...(lateMaterial && { lateMaterial }),
    };
    const restorer = new Restorer(this.#values, prompt.responseFormat !== undefined);
    return { prompt: hidden, restore: (event) => restorer.take(event) };
  }

  async #message(message: PromptMessage): Promise<PromptMessage> {
    switch (message.role) {
      case 'system':
        return { ...message, text: await this.#text(message.text) };
      case 'user':
        return { ...message, parts: await this.#parts(message.parts) };
      case 'assistant': {
        const parts: AssistantPart[] = [];
        for (const part of message.parts) {
          if (part.type === 'text') parts.push({ ...part, text: await this.#text(part.text) });
          else if (part.type === 'tool-call') parts.push({ ...part, input: await this.#json(part.input) });
          else parts.push(part);
        }
        return { ...message, parts };
      }
      case 'tool': {
        const results = [];
        for (const result of message.results) results.push({ ...result, result: await this.#json(result.result) });
        return { ...message, results };
      }
    }
  }

  async #parts(parts: readonly UserPart[]): Promise<UserPart[]> {
    const hidden: UserPart[] = [];
    for (const part of parts) hidden.push(part.type === 'text' ? { ...part, text: await this.#text(part.text) } : part);
    return hidden;
  }

  async #json(value: JsonValue): Promise<JsonValue> {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) {
      const items: JsonValue[] = [];
      for (const item of value) items.push(await this.#json(item));
      return items;
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields: Record<string, JsonValue> = {};
    for (const [name, own] of Object.entries(value)) fields[name] = await this.#json(own);
    return fields;
  }

  async #text(text: string): Promise<string> {
    if (text === '') return text;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    let hidden = text;
    for (const { find, restores, onFound } of this.#hidings) {
      const found = await find(hidden);
      onFound(found);
      const now = hidden;
      hidden = replaced(now, found, ({ start, end, kind }) =>
        restores ? this.#placeholderOf(now.slice(start, end), kind) : placeholder(kind),
      );
    }
    this.#known.set(text, hidden);
    return hidden;
  }

  #placeholderOf(value: string, kind: string): string {
    const known = this.#placeholders.get(value);
    if (known !== undefined) return known;
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    const made = placeholder(kind, number);
    this.#numbers.set(kind, number);
    this.#placeholders.set(value, made);
    this.#values.set(made, value);
    return made;
  }
}

const whole = /\[[A-Z][A-Z_]{0,30}_\d{1,6}\]/g;
/** What may become a placeholder with the next piece. */
const begun = /\[(?:[A-Z][A-Z_]{0,30}\d{0,6})?$/;

/** Puts values in place of their placeholders in a reply that comes in pieces. */
class Restorer {
  readonly #values: ReadonlyMap<string, string>;
  readonly #waiting = new Map<'text-delta' | 'reasoning-delta' | 'refusal', string>();

  readonly #isJson: boolean;

  /** `isJson`: the text of the reply is JSON, into whose strings the values go. */
  constructor(values: ReadonlyMap<string, string>, isJson: boolean) {
    this.#values = values;
    this.#isJson = isJson;
  }

  take(event: ModelEvent): readonly ModelEvent[] {
    if (this.#values.size === 0) return [event];
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'refusal':
        return this.#piece(event.type, event.text);
      case 'tool-call':
        return [...this.#rest(), { ...event, arguments: this.#inJson(event.arguments) }];
      case 'usage':
      case 'tool-call-delta':
        return [event];
      default:
        return [...this.#rest(), event];
    }
  }

  #piece(type: 'text-delta' | 'reasoning-delta' | 'refusal', text: string): ModelEvent[] {
    const all = (this.#waiting.get(type) ?? '') + text;
    const open = begun.exec(all.slice(-40));
    const cut = open ? all.length - open[0].length : all.length;
    this.#waiting.set(type, all.slice(cut));
    const given =
      this.#isJson && type === 'text-delta' ? this.#inJson(all.slice(0, cut)) : this.#inText(all.slice(0, cut));
    return given === '' ? [] : [{ type, text: given }];
  }

  #rest(): ModelEvent[] {
    const rest = [...this.#waiting].filter(([, text]) => text !== '').map(([type, text]) => ({ type, text }));
    this.#waiting.clear();
    return rest;
  }

  #inText(text: string): string {
    return text.replace(whole, (mark) => this.#values.get(mark) ?? mark);
  }

  #inJson(text: string): string {
    return text.replace(whole, (mark) => {
      const value = this.#values.get(mark);
      return value === undefined ? mark : JSON.stringify(value).slice(1, -1);
    });
  }
}
