import type {
  JsonValue,
  OpenAIResponse,
  OpenAIResponseEvent,
  ResponseAnnotation,
  ResponseItem,
  Source,
} from '@parley/contract';
import type { GenerationResult } from '../../../text/generation/generation-event.ts';
import type { LoopEvent } from '../../../text/generation/tool-loop.ts';
import { ownFields } from '../openai-usage.ts';
import type { Finding } from './built-in-tools.ts';

// long because each kind of item has its events in it, and all of them share one numbering

/** An event before its number is known. */
type Draft = OpenAIResponseEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'sequence_number'>
    : never
  : never;
type MessageItem = Extract<ResponseItem, { type: 'message' }>;
type ReasoningItem = Extract<ResponseItem, { type: 'reasoning' }>;
/** What the service found by itself, by the id of the tool call. */
type FindingOf = (name: string, input: object, result: unknown) => Finding | null;

/** A response while it comes. */
export interface RunningResponse {
  events: AsyncIterable<OpenAIResponseEvent>;
  /** The last event when `events` failed. */
  failure(error: { code: string; message: string }): OpenAIResponseEvent;
}

/** Turns generation into the items of a response, as OpenAI's events and as the whole object at once, so that both agree. */
export class ResponseEvents {
  readonly response: OpenAIResponse;
  readonly #findingOf: FindingOf;
  readonly #findings: Finding[] = [];
  readonly #isOurs: (name: string) => boolean;
  readonly #now: () => number;
  #sequence = 0;
  #open: MessageItem | ReasoningItem | null = null;
  /** Of the message that is being written. */
  #logprobs: JsonValue[] = [];

  constructor(response: OpenAIResponse, tools: { findingOf: FindingOf; isOurs(name: string): boolean; now(): number }) {
    this.response = response;
    this.#findingOf = tools.findingOf;
    this.#isOurs = tools.isOurs;
    this.#now = tools.now;
  }

  *begin(): Generator<OpenAIResponseEvent> {
    yield* this.#send({ type: 'response.created', response: this.#snapshot() });
    yield* this.#send({ type: 'response.in_progress', response: this.#snapshot() });
  }

  /** What was looked up before the model was asked. */
  *found(finding: Finding): Generator<OpenAIResponseEvent> {
    yield* this.#close();
    this.#findings.push(finding);
    const { item } = finding;
    const kind = item.type;
    const pending = { ...item, status: 'in_progress' as const };
    const output_index = this.response.output.length;
    const place = { item_id: item.id, output_index };
    yield* this.#send({ type: 'response.output_item.added', output_index, item: pending });
    for (const state of ['in_progress', 'searching', 'completed'] as const) {
      yield* this.#send({ type: `response.${kind}.${state}`, ...place });
    }
    yield* this.#done(item);
  }

  take(event: LoopEvent): readonly OpenAIResponseEvent[] {
    // Nearly all are these, and every event of every stream comes by here.
    if (event.type === 'text-delta' && this.#open?.type === 'message') return this.#delta(this.#open, event.text);
    return [...this.#say(event)];
  }

  *#say(event: LoopEvent): Generator<OpenAIResponseEvent> {
    switch (event.type) {
      case 'text-delta':
        yield* this.#text(event.text);
        break;
      case 'refusal':
        yield* this.#refusal(event.text);
        break;
      case 'reasoning-delta':
        yield* this.#thought(event.text);
        break;
      case 'tool-call':
        // A turn that called a tool of the caller as well: the caller answers, and the model may look again then.
        if (!this.#isOurs(event.name)) yield* this.#call(event);
        break;
      case 'tool-run': {
        const finding = this.#findingOf(event.name, event.input, event.result);
        if (finding) yield* this.found(finding);
        break;
      }
      case 'logprobs':
        this.#logprobs.push(...event.content);
        break;
      case 'result':
        yield* this.#end(event);
        break;
      case 'retry':
      case 'vendor-block':
      case 'vendor-citation':
      case 'reasoning-signature':
      case 'tool-call-start':
        break;
      default:
        event satisfies never;
    }
  }

  /** The last event of a response that failed. */
  failure(error: { code: string; message: string }): OpenAIResponseEvent {
    Object.assign(this.response, { status: 'failed', error });
    return { type: 'response.failed', sequence_number: this.#sequence++, response: this.#snapshot() };
  }

  /** An id that tells in which response the item is. */
  newItemId(prefix: string): string {
    return `${prefix}_${this.response.id.slice('resp_'.length)}_${this.response.output.length}`;
  }

  *#text(text: string): Generator<OpenAIResponseEvent> {
    let open = this.#open;
    if (open?.type !== 'message') {
      // Paragraphs between two turns: here they are messages of their own.
      if (text.trim() === '' && this.response.output.length > 0) return;
      yield* this.#close();
      const item: MessageItem = {
        type: 'message',
        id: this.newItemId('msg'),
        status: 'in_progress',
        role: 'assistant',
        content: [],
      };
      open = item;
      this.#open = item;
      const output_index = this.response.output.length;
      yield* this.#send({ type: 'response.output_item.added', output_index, item: { ...item, content: [] } });
      item.content.push({ type: 'output_text', text: '', annotations: [], logprobs: [] });
      const part = { type: 'output_text' as const, text: '', annotations: [], logprobs: [] };
      yield* this.#send({ type: 'response.content_part.added', ...this.#place(item), content_index: 0, part });
    }
    yield* this.#delta(open, text);
  }

  #delta(item: MessageItem, text: string): readonly OpenAIResponseEvent[] {
    const [part] = item.content;
    if (part?.type !== 'output_text') return [];
    part.text += text;
    const place = { ...this.#place(item), content_index: 0 };
    return [this.#numbered({ type: 'response.output_text.delta', ...place, delta: text, logprobs: [] })];
  }

  /** The words with which the model declined, in a message of their own. */
  *#refusal(refusal: string): Generator<OpenAIResponseEvent> {
    yield* this.#close();
    const part = { type: 'refusal' as const, refusal };
    const item: MessageItem = {
      type: 'message',
      id: this.newItemId('msg'),
      status: 'completed',
      role: 'assistant',
      content: [part],
    };
    const output_index = this.response.output.length;
    const place = { ...this.#place(item), content_index: 0 };
    const pending = { ...item, status: 'in_progress' as const, content: [] };
    yield* this.#send({ type: 'response.output_item.added', output_index, item: pending });
    yield* this.#send({ type: 'response.content_part.added', ...place, part: { ...part, refusal: '' } });
    yield* this.#send({ type: 'response.refusal.delta', ...place, delta: refusal });
    yield* this.#send({ type: 'response.refusal.done', ...place, refusal });
    yield* this.#send({ type: 'response.content_part.done', ...place, part: { ...part } });
    yield* this.#done(item);
  }

  *#thought(text: string): Generator<OpenAIResponseEvent> {
    if (this.#open?.type !== 'reasoning') {
      yield* this.#close();
      const item: ReasoningItem = { type: 'reasoning', id: this.newItemId('rs'), summary: [] };
      this.#open = item;
      const output_index = this.response.output.length;
      yield* this.#send({ type: 'response.output_item.added', output_index, item: { ...item, summary: [] } });
      item.summary.push({ type: 'summary_text', text: '' });
      const part = { type: 'summary_text' as const, text: '' };
      yield* this.#send({
        type: 'response.reasoning_summary_part.added',
        ...this.#place(item),
        summary_index: 0,
        part,
      });
    }
    const [part] = this.#open.type === 'reasoning' ? this.#open.summary : [];
    if (!part) return;
    part.text += text;
    const place = { ...this.#place(this.#open), summary_index: 0 };
    yield* this.#send({ type: 'response.reasoning_summary_text.delta', ...place, delta: text });
  }

  *#call(event: Extract<LoopEvent, { type: 'tool-call' }>): Generator<OpenAIResponseEvent> {
    yield* this.#close();
    const text = event.arguments;
    const item = {
      type: 'function_call' as const,
      id: this.newItemId('fc'),
      call_id: event.id,
      name: event.name,
      arguments: text,
      status: 'completed' as const,
    };
    const place = this.#place(item);
    const { output_index } = place;
    const pending = { ...item, arguments: '', status: 'in_progress' as const };
    yield* this.#send({ type: 'response.output_item.added', output_index, item: pending });
    yield* this.#send({ type: 'response.function_call_arguments.delta', ...place, delta: text });
    yield* this.#send({ type: 'response.function_call_arguments.done', ...place, name: event.name, arguments: text });
    yield* this.#done(item);
  }

  *#end(result: GenerationResult): Generator<OpenAIResponseEvent> {
    yield* this.#close(result.reply.sources ?? []);
    const { inputTokens, cachedTokens, outputTokens, reasoningTokens = 0 } = result.tokens;
    const reason = { length: 'max_output_tokens', 'content-filter': 'content_filter' } as const;
    const cut = result.reason === 'length' || result.reason === 'content-filter' ? reason[result.reason] : null;
    Object.assign(this.response, {
      status: cut === null ? 'completed' : 'incomplete',
      completed_at: cut === null ? Math.floor(this.#now() / 1000) : null,
      incomplete_details: cut === null ? null : { reason: cut },
      usage: {
        input_tokens: inputTokens,
        input_tokens_details: { cached_tokens: cachedTokens },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: reasoningTokens },
        total_tokens: inputTokens + outputTokens,
      },
      ...ownFields(result),
    });
    const type = cut === null ? 'response.completed' : 'response.incomplete';
    yield* this.#send({ type, response: this.#snapshot() });
  }

  *#close(sources: readonly Source[] = []): Generator<OpenAIResponseEvent> {
    const item = this.#open;
    this.#open = null;
    if (item === null) return;
    if (item.type === 'reasoning') {
      const [part = { type: 'summary_text' as const, text: '' }] = item.summary;
      const place = { ...this.#place(item), summary_index: 0 };
      yield* this.#send({ type: 'response.reasoning_summary_text.done', ...place, text: part.text });
      yield* this.#send({ type: 'response.reasoning_summary_part.done', ...place, part: { ...part } });
      yield* this.#done(item);
      return;
    }
    const [part] = item.content;
    if (part?.type !== 'output_text') return;
    const place = { ...this.#place(item), content_index: 0 };
    part.logprobs = this.#logprobs;
    this.#logprobs = [];
    part.annotations = annotationsOf(part.text, sources, this.#findings);
    for (const [annotation_index, annotation] of part.annotations.entries()) {
      yield* this.#send({ type: 'response.output_text.annotation.added', ...place, annotation_index, annotation });
    }
    yield* this.#send({ type: 'response.output_text.done', ...place, text: part.text, logprobs: part.logprobs });
    yield* this.#send({ type: 'response.content_part.done', ...place, part: structuredClone(part) });
    yield* this.#done({ ...item, status: 'completed' });
  }

  *#done(item: ResponseItem): Generator<OpenAIResponseEvent> {
    const output_index = this.response.output.length;
    this.response.output.push(item);
    yield* this.#send({ type: 'response.output_item.done', output_index, item: structuredClone(item) });
  }

  #place(item: { id: string }) {
    return { item_id: item.id, output_index: this.response.output.length };
  }

  #snapshot(): OpenAIResponse {
    return structuredClone(this.response);
  }

  *#send(draft: Draft): Generator<OpenAIResponseEvent> {
    yield this.#numbered(draft);
  }

  #numbered(draft: Draft): OpenAIResponseEvent {
    // A draft is an event without its number, which is added here.
    return { ...draft, sequence_number: this.#sequence++ } as OpenAIResponseEvent;
  }
}

/** Files by their passages; pages by their addresses in the text, or by the passages that were taken from them. */
function annotationsOf(text: string, sources: readonly Source[], findings: readonly Finding[]): ResponseAnnotation[] {
  const files = new Map<string, ResponseAnnotation>();
  const pages = new Map<string, ResponseAnnotation>();
  const titles = new Map(findings.flatMap(({ pages: found }) => found.map(({ url, title }) => [url, title] as const)));
  for (const { file_id, filename } of sources) {
    if (file_id !== null) files.set(file_id, { type: 'file_citation', file_id, filename, index: text.length });
    else if (titles.has(filename)) pages.set(filename, pageAt(filename, titles, 0, text.length));
  }
  for (const url of titles.keys()) {
    const at = text.indexOf(url);
    if (at >= 0) pages.set(url, pageAt(url, titles, at, at + url.length));
  }
  return [...files.values(), ...pages.values()];
}

function pageAt(
  url: string,
  titles: ReadonlyMap<string, string>,
  start_index: number,
  end_index: number,
): ResponseAnnotation {
  return { type: 'url_citation', url, title: titles.get(url) ?? url, start_index, end_index };
}
