import type { FieldOrigin, JsonObject, JsonValue, Source, UngroundedPart, Usage } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { ModelEvent, ModelSource, Prompt, PromptDocument, TokenUsage } from '../../ports/language-model.ts';
import { MeteredModel } from '../billing/metered-model.ts';
import type { ModelRouter, ResolvedModel } from '../models/model-router.ts';
import type { PromptFit } from '../models/prompt-fit.ts';
import type { FileContext } from '../retrieval/file-context.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { CitationGate } from './grounding/citation-gate.ts';
import type { Grounded, Grounding } from './grounding/grounding.ts';
import { judgeFields } from './grounding/judge-fields.ts';
import { traceFields } from './grounding/trace-fields.ts';
import { type ImageText, readImages } from './image-text.ts';
import { type GenerationEnd, toUsage, withheldSentence } from './reply-origin.ts';
import { PromptTooLong, StopWhenTooLong, shorten } from './shorter-prompt.ts';
import { toFieldOrigins, toSources } from './sources.ts';
import type { FittedModel, StructuredEvent, StructuredOutput } from './structured/structured-output.ts';
import type { ToolEvent, ToolInputs } from './structured/tool-inputs.ts';

export interface GenerationResult {
  type: 'result';
  model: string;
  reason: GenerationEnd;
  stopSequence: string | undefined;
  tokens: TokenUsage;
  usage: Usage;
  /** The validated object and how it was obtained, when a schema was given. */
  object: { value: JsonValue; mode: string } | undefined;
  /** Undefined when neither files nor context were given. */
  sources: Source[] | undefined;
  shortAnswer: string | undefined;
  /** What of the text no passage carries; undefined when there is nothing. */
  ungrounded: UngroundedPart[] | undefined;
  /** For each leaf of the object, by JSON Pointer, where it comes from; from engines that know. */
  fields: Record<string, FieldOrigin> | undefined;
  /** What the caller should know of the object. */
  details: string | undefined;
  /** The provider that answered. */
  engine: string | undefined;
  /** The engine that answered, as `provider/model`. */
  engineId: string | undefined;
  /** The engine cannot do what was asked without a connected model. */
  code: 'needs_model' | undefined;
  /** What the caller should know of how the request was taken, such as pictures that were read by OCR. */
  warnings: readonly string[];
}

/** Ends with exactly one `result`; failures throw. */
export type GenerationEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'reasoning-signature'; signature?: string; redacted?: string }
  | { type: 'tool-call-start'; id: string; name: string }
  | { type: 'tool-call'; id: string; name: string; input: JsonObject }
  /** The text so far was rejected and another follows; only for requests that take it. */
  | { type: 'retry'; reason: 'schema_not_met' | 'length' }
  | GenerationResult;

export interface GenerationParts {
  models: ModelRouter;
  tools: ToolInputs;
  structured: StructuredOutput;
  files: FileContext;
  /** Stands in for models that cannot see. */
  images: ImageText;
  grounding: Grounding;
}

/** From a prompt to metered, validated model output: the one path of every call for text. */
export class GenerationService {
  readonly #parts: GenerationParts;

  constructor(parts: GenerationParts) {
    this.#parts = parts;
  }

  async *stream(request: GenerationRequest, call: Call): AsyncGenerator<GenerationEvent> {
    const model = this.#parts.models.resolve(request.model ?? this.#parts.models.defaultModel);
    const seen = model.readsImages ? null : await this.#readImages(request.prompt, model, call.signal);
    const asked: GenerationRequest = seen
      ? {
          ...request,
          prompt: { ...request.prompt, messages: seen.messages },
          documents: [...(request.documents ?? []), ...seen.documents],
        }
      : request;
    let grounded = await this.#parts.grounding.prepare(asked, model, call);
    const metered = new MeteredModel(model, call.meter, { preferred: request.preferred });
    await metered.reserve(grounded.prompt);
    // What may still be changed is not shown yet: never two texts for one answer.
    const isHeld = grounded.passages.length > 0 && request.schema !== undefined && judgesValues(request);
    let run = new Run(metered, { gate: grounded.gate, isHeld });
    const assumedTokens = model.contextLength;
    const canShorten =
      grounded.documents.length > 0 || (grounded.prompt.maxTokens ?? model.defaultMaxTokens) !== undefined;
    try {
      try {
        yield* this.#run(request, grounded, run, { signal: call.signal, canShorten });
      } catch (error) {
        if (!(error instanceof PromptTooLong)) throw error;
        const shorter = shorten(asked, model, assumedTokens);
        grounded = await this.#parts.grounding.prepare(shorter.request, shorter.model, call);
        run = new Run(metered, { gate: grounded.gate, isHeld });
        yield* this.#run(request, grounded, run, { signal: call.signal, canShorten: false });
      }
    } finally {
      metered.charge();
    }
    await this.#judgeObject(request, grounded, run);
    if (isHeld && run.object) yield { type: 'text-delta', text: JSON.stringify(run.object.value) };
    yield { ...(await this.#result(request, grounded, run)), warnings: seen?.warnings ?? [] };
  }

  /** One generation from a prompt, to its end. With `canShorten` the first refusal of its length is `PromptTooLong`. */
  async *#run(
    request: GenerationRequest,
    { prompt }: Grounded,
    run: Run,
    { signal, canShorten }: { signal: AbortSignal; canShorten: boolean },
  ): AsyncGenerator<GenerationEvent> {
    const { id, embedded } = run.model;
    const stream = (asked: Prompt, bound: AbortSignal, fit?: PromptFit) =>
      run.model.stream(asked, bound, canShorten ? new StopWhenTooLong(fit) : fit);
    for await (const event of this.#events(request, prompt, { id, embedded, stream }, signal)) yield* run.take(event);
    // The port forbids it; a reply without an end must still never look complete.
    if (!run.hasFinished) throw new AppError('upstream_cut', 'The model ended its reply without finishing it');
    const withheld = run.text === '' && !run.hasCalls ? withheldSentence(run.reason) : null;
    if (withheld !== null) yield { type: 'text-delta', text: withheld };
  }

  #events(
    request: GenerationRequest,
    prompt: Prompt,
    model: FittedModel,
    signal: AbortSignal,
  ): AsyncIterable<StructuredEvent | ToolEvent> {
    const { structured, tools } = this.#parts;
    const { schema } = request;
    const showsRetries = request.showsRetries === true && !judgesValues(request);
    if (schema) return structured.run({ model, prompt, schema, signal, showsRetries });
    if (prompt.tools && prompt.tools.length > 0) return tools.run({ model, prompt, signal });
    return model.stream(prompt, signal);
  }

  #readImages(prompt: Prompt, { id }: ResolvedModel, signal: AbortSignal) {
    return readImages(prompt, this.#parts.images, { model: id, signal });
  }

  async #result(
    request: GenerationRequest,
    { documents, gate }: Grounded,
    run: Run,
  ): Promise<Omit<GenerationResult, 'warnings'>> {
    const tokens = run.model.usage;
    return {
      type: 'result',
      model: run.model.id,
      reason: run.reason,
      stopSequence: run.stopSequence,
      tokens,
      usage: toUsage(tokens),
      object: run.object,
      sources: documents.length > 0 ? await this.#sources(request, documents, run) : undefined,
      shortAnswer: run.shortAnswer,
      ungrounded: gate && gate.ungrounded.length > 0 ? gate.ungrounded : undefined,
      fields: run.fields && toFieldOrigins(documents, run.fields),
      details: run.details,
      engine: run.model.engine,
      engineId: run.model.engineId,
      code: run.code,
    };
  }

  /** Finds where each value of an object stands in what the model was shown, and does with the others as the caller chose. */
  async #judgeObject(request: GenerationRequest, { passages }: Grounded, run: Run): Promise<void> {
    const { object, fields } = run;
    if (!object || !request.schema || fields || passages.length === 0) return;
    const traced = await traceFields(object.value, passages);
    const judged = judgeFields(object.value, traced, request.schema, request.ungrounded ?? 'allow');
    run.object = { ...object, value: judged.value };
    run.fields = judged.isChanged ? await traceFields(judged.value, passages) : traced;
    run.details = judged.details;
    run.isTraced = true;
  }

  /** What the reply rests on: the passages that the model named, else those that speak most like it. */
  async #sources(request: GenerationRequest, documents: PromptDocument[], run: Run): Promise<Source[]> {
    const { gate, sources: named, text, model } = run;
    if (run.isTraced) {
      const places = Object.values(run.fields ?? {}).flatMap(({ source, parts = [] }) => (source ? [source] : parts));
      const distinct = new Map(places.map((place) => [`${place.document} ${place.start} ${place.end}`, place]));
      return toSources(documents, [...distinct.values()].slice(0, mostFieldSources)).map((source) => ({
        ...source,
        basis: 'matched',
      }));
    }
    if (named === undefined && gate?.hasMarks) {
      return toSources(documents, gate.cited).map((source) => ({ ...source, basis: 'cited' }));
    }
    const found = await this.#parts.files.sources({
      documents,
      query: request.query,
      answer: text,
      ...(named && { named }),
    });
    return found.flatMap((source) => {
      const isNamed = named?.some(
        ({ document, start, end }) => document === source.document && start === source.start && end === source.end,
      );
      const basis = !isNamed ? 'matched' : model.embedded ? 'quoted' : 'cited';
      return toSources(documents, [source]).map((one) => ({ ...one, basis }) as const);
    });
  }
}

/** Values stand in a few words each; this many places say enough. */
const mostFieldSources = 100;

/** The caller wants values that no passage carries to be taken out or refused. */
const judgesValues = ({ ungrounded = 'allow' }: GenerationRequest): boolean => ungrounded !== 'allow';

/** What one generation has produced so far. */
class Run {
  text = '';
  hasFinished = false;
  reason: GenerationEnd = 'other';
  hasCalls = false;
  stopSequence: string | undefined;
  object: { value: JsonValue; mode: string } | undefined;
  sources: ModelSource[] | undefined;
  shortAnswer: string | undefined;
  fields: Extract<ModelEvent, { type: 'sources' }>['fields'];
  code: 'needs_model' | undefined;
  readonly model: MeteredModel;
  details: string | undefined;
  /** `fields` were found by code in what a connected model was shown. */
  isTraced = false;
  readonly gate: CitationGate | null;
  readonly #isHeld: boolean;

  constructor(model: MeteredModel, { gate, isHeld }: { gate: CitationGate | null; isHeld: boolean }) {
    this.model = model;
    this.gate = gate;
    this.#isHeld = isHeld;
  }

  /** Takes an event in and gives what of it, and of the text before it, goes on to the caller. */
  *take(event: StructuredEvent | ToolEvent): Generator<GenerationEvent> {
    if (event.type === 'text-delta') {
      yield* this.#say(this.gate ? this.gate.push(event.text) : event.text);
      return;
    }
    // What follows the text may not overtake what of it still waits.
    const isAside = event.type === 'reasoning-delta' || event.type === 'usage';
    if (this.gate && !isAside) yield* this.#say(this.gate.end());
    const out = this.#note(event);
    if (out) yield out;
  }

  *#say(text: string): Generator<GenerationEvent> {
    if (text === '') return;
    this.text += text;
    if (this.#isHeld) return;
    yield { type: 'text-delta', text };
  }

  #note(event: Exclude<StructuredEvent | ToolEvent, { type: 'text-delta' }>): GenerationEvent | null {
    switch (event.type) {
      case 'reasoning-delta':
      case 'reasoning-signature':
      case 'tool-call-start':
        return event;
      case 'retry':
        this.text = '';
        return event;
      case 'tool-call':
        this.hasCalls = true;
        return { type: 'tool-call', id: event.id, name: event.name, input: 'input' in event ? event.input : {} };
      case 'sources':
        this.sources = event.sources;
        this.shortAnswer = event.shortAnswer;
        this.fields = event.fields;
        return null;
      case 'object':
        this.object = { value: event.value, mode: event.mode };
        return null;
      case 'usage':
      case 'tool-call-delta':
        return null;
      case 'finish':
        this.hasFinished = true;
        this.reason = event.reason;
        this.stopSequence = event.stopSequence;
        this.code = event.code;
        return null;
    }
  }
}
