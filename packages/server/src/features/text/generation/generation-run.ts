import { GrowingText } from '../../../lib/growing-text.ts';
import type { ModelEvent, ModelSource } from '../../../ports/language-model.ts';
import type { MeteredModel } from '../../models/metered-model.ts';
import type { GenerationEnd, GenerationEvent, ReplyFields } from './generation-event.ts';
import type { CitationGate } from './grounding/citation-gate.ts';
import type { StructuredEvent } from './structured/structured-output.ts';
import type { ToolEvent } from './structured/tool-inputs.ts';

const nothing: readonly GenerationEvent[] = [];

/** What one generation has produced so far. */
export class GenerationRun {
  /** Null where nobody asks for it: it would be as large as the reply, for each stream that is open. */
  readonly #text: GrowingText | null;
  hasText = false;
  hasFinished = false;
  reason: GenerationEnd = 'other';
  hasCalls = false;
  stopSequence: string | undefined;
  /** What goes out beside the text, as far as it is known. */
  readonly reply: Omit<ReplyFields, 'model'> = {};
  sources: ModelSource[] | undefined;
  near: Extract<ModelEvent, { type: 'sources' }>['near'];
  fields: Extract<ModelEvent, { type: 'sources' }>['fields'];
  readonly model: MeteredModel;
  /** `fields` were found by code in what a connected model was shown. */
  isTraced = false;
  readonly gate: CitationGate | null;
  readonly #isHeld: boolean;

  /** `keepsText`: `text` will be asked for. */
  constructor(
    model: MeteredModel,
    { gate, isHeld, keepsText }: { gate: CitationGate | null; isHeld: boolean; keepsText: boolean },
  ) {
    this.model = model;
    this.gate = gate;
    this.#text = keepsText ? new GrowingText() : null;
    this.#isHeld = isHeld;
  }

  get text(): string {
    return this.#text?.toString() ?? '';
  }

  /** Takes an event in and gives what of it, and of the text before it, goes on to the caller. */
  readonly take = (event: StructuredEvent | ToolEvent): readonly GenerationEvent[] => {
    if (event.type === 'text-delta') {
      if (this.gate) return this.#say(this.gate.push(event.text));
      return this.#say(event.text, event);
    }
    // What follows the text may not overtake what of it still waits.
    const isAside = event.type === 'reasoning-delta' || event.type === 'usage';
    const before = this.gate && !isAside ? this.#say(this.gate.end()) : nothing;
    const out = this.#note(event);
    return out ? [...before, out] : before;
  };

  #say(
    text: string,
    as: Extract<GenerationEvent, { type: 'text-delta' }> = { type: 'text-delta', text },
  ): readonly GenerationEvent[] {
    if (text === '') return nothing;
    this.hasText = true;
    this.#text?.add(text);
    return this.#isHeld ? nothing : [as];
  }

  #note(event: Exclude<StructuredEvent | ToolEvent, { type: 'text-delta' }>): GenerationEvent | null {
    switch (event.type) {
      case 'refusal':
        this.hasText = true;
        this.#text?.add(event.text);
        return event;
      case 'reasoning-delta':
      case 'reasoning-signature':
      case 'tool-call-start':
      case 'logprobs':
      case 'vendor-block':
      case 'vendor-citation':
        return event;
      case 'retry':
        this.hasText = false;
        this.#text?.clear();
        return event;
      case 'tool-call':
        this.hasCalls = true;
        return { ...event, input: 'input' in event ? event.input : {} };
      case 'sources':
        this.sources = event.sources;
        this.near = event.near;
        if (event.shortAnswer !== undefined) this.reply.short_answer = event.shortAnswer;
        this.fields = event.fields;
        return null;
      case 'object':
        Object.assign(this.reply, { data: event.value, schema_mode: event.mode });
        return null;
      case 'usage':
      case 'tool-call-delta':
        return null;
      case 'finish':
        this.hasFinished = true;
        this.reason = event.reason;
        this.stopSequence = event.stopSequence;
        if (event.code) this.reply.code = event.code;
        return null;
    }
  }
}
