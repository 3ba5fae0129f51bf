import type { LanguageModel, ModelEvent, Prompt } from '../src/ports/language-model.ts';

/** A reply: its text, the events themselves, or an error to throw. */
export type ScriptedReply = string | ModelEvent[] | Error;

/** A model that says what it was given to say, one reply a call, and remembers what it was asked. */
export class ScriptedLanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly prompts: Prompt[] = [];
  readonly #reply: (prompt: Prompt, call: number) => ScriptedReply;

  constructor(replies: ScriptedReply[] | ((prompt: Prompt, call: number) => ScriptedReply), id = 'scripted/model') {
    this.id = id;
    this.#reply =
      typeof replies === 'function' ? replies : (_, call) => replies[Math.min(call, replies.length - 1)] ?? '';
  }

  async *stream(prompt: Prompt): AsyncGenerator<ModelEvent> {
    const reply = this.#reply(prompt, this.prompts.length);
    this.prompts.push(prompt);
    if (reply instanceof Error) throw reply;
    if (typeof reply !== 'string') {
      yield* reply;
      return;
    }
    for (const text of reply.match(/[\s\S]{1,7}/g) ?? []) yield { type: 'text-delta', text };
    yield finish();
  }
}

export function finish(reason: Extract<ModelEvent, { type: 'finish' }>['reason'] = 'stop'): ModelEvent {
  return { type: 'finish', reason, usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5 } };
}
