import type { FieldOrigin, JsonObject, JsonValue, Source, Usage } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type {
  FinishReason,
  ModelEvent,
  ModelSource,
  Prompt,
  PromptDocument,
  TokenUsage,
} from '../../ports/language-model.ts';
import { estimatePromptTokens, estimateTokens } from '../billing/estimate-tokens.ts';
import { MeteredModel } from '../billing/metered-model.ts';
import type { ModelRouter, ResolvedModel } from '../models/model-router.ts';
import type { FileContext } from '../retrieval/file-context.ts';
import { type ImageText, readImages } from './image-text.ts';
import type { InlineDocument } from './inline-document.ts';
import { toFieldOrigins, toSources } from './sources.ts';
import type { StructuredEvent, StructuredOutput } from './structured/structured-output.ts';
import type { ToolEvent, ToolInputs } from './structured/tool-inputs.ts';

/** What any call for text comes down to. */
export interface GenerationRequest {
  /** Default: the router's default model. */
  model: string | undefined;
  prompt: Prompt;
  /** The reply must satisfy it. */
  schema?: CompiledSchema | undefined;
  fileIds: readonly string[];
  /** Text to answer from besides the files. */
  context?: string | undefined;
  /** Documents that came inside the request, to answer from as well. */
  documents?: readonly InlineDocument[] | undefined;
  /** What is asked, for ranking passages. */
  query: string;
}

export interface GenerationResult {
  type: 'result';
  model: string;
  reason: FinishReason;
  stopSequence: string | undefined;
  tokens: TokenUsage;
  usage: Usage;
  /** The validated object and how it was obtained, when a schema was given. */
  object: { value: JsonValue; mode: string } | undefined;
  /** Undefined when neither files nor context were given. */
  sources: Source[] | undefined;
  shortAnswer: string | undefined;
  /** For each leaf of the object, by JSON Pointer, where it comes from; from engines that know. */
  fields: Record<string, FieldOrigin> | undefined;
  /** The provider that answered. */
  engine: string | undefined;
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
  | GenerationResult;

export interface GenerationParts {
  models: ModelRouter;
  tools: ToolInputs;
  structured: StructuredOutput;
  files: FileContext;
  /** Stands in for models that cannot see. */
  images: ImageText;
}

/** Share of a model's context that files may fill. */
const filesShare = 0.6;
/** An engine of this process reads every sentence it is given, so it gets the best passages only. */
const embeddedFilesTokens = 12_000;

/** From a prompt to metered, validated model output: the one path of every call for text. */
export class GenerationService {
  readonly #parts: GenerationParts;

  constructor(parts: GenerationParts) {
    this.#parts = parts;
  }

  async *stream(request: GenerationRequest, call: Call): AsyncGenerator<GenerationEvent> {
    const model = this.#parts.models.resolve(request.model ?? this.#parts.models.defaultModel);
    const documents = await this.#documents(request, model, call);
    const seen = model.readsImages ? null : await this.#readImages(request.prompt, model, call.signal);
    documents.push(...(seen?.documents ?? []).map(toPromptDocument));
    const prompt: Prompt = {
      ...request.prompt,
      ...(seen && { messages: seen.messages }),
      ...(documents.length > 0 && { documents }),
    };
    const metered = new MeteredModel(model, call.meter);
    await metered.reserve(prompt);
    const run = new Run(metered);
    try {
      for await (const event of this.#events(request, prompt, metered, call.signal)) {
        const out = run.take(event);
        if (out) yield out;
      }
      // The port forbids it; a reply without an end must still never look complete.
      if (!run.hasFinished) throw new AppError('upstream_cut', 'The model ended its reply without finishing it');
    } finally {
      metered.charge();
    }
    yield { ...(await this.#result(request, documents, run)), warnings: seen?.warnings ?? [] };
  }

  #events(
    request: GenerationRequest,
    prompt: Prompt,
    model: MeteredModel,
    signal: AbortSignal,
  ): AsyncIterable<StructuredEvent | ToolEvent> {
    const { structured, tools } = this.#parts;
    if (request.schema) return structured.run({ model, prompt, schema: request.schema, signal });
    if (prompt.tools && prompt.tools.length > 0) return tools.run({ model, prompt, signal });
    return model.stream(prompt, signal);
  }

  async #documents(request: GenerationRequest, model: ResolvedModel, call: Call): Promise<PromptDocument[]> {
    const { context, fileIds, query } = request;
    const documents: PromptDocument[] = [];
    if (fileIds.length > 0) {
      const free =
        model.contextLength - estimatePromptTokens(request.prompt, model.imageRule) - estimateTokens(context ?? '');
      const loaded = await this.#parts.files.load({
        workspaceId: call.workspaceId,
        fileIds,
        query,
        budgetTokens: Math.min(
          Math.max(1000, Math.floor(free * filesShare)),
          model.embedded ? embeddedFilesTokens : free,
        ),
        signal: call.signal,
      });
      documents.push(...loaded);
    }
    if (context !== undefined && context !== '') {
      documents.push({ fileId: null, filename: 'context', text: context });
    }
    documents.push(...(request.documents ?? []).map(toPromptDocument));
    return documents;
  }

  #readImages(prompt: Prompt, { id }: ResolvedModel, signal: AbortSignal) {
    return readImages(prompt, this.#parts.images, { model: id, signal });
  }

  async #result(
    request: GenerationRequest,
    documents: PromptDocument[],
    run: Run,
  ): Promise<Omit<GenerationResult, 'warnings'>> {
    const tokens = run.model.usage;
    return {
      type: 'result',
      model: run.model.id,
      reason: run.reason,
      stopSequence: run.stopSequence,
      tokens,
      usage: { input_tokens: tokens.inputTokens, output_tokens: tokens.outputTokens },
      object: run.object,
      sources: documents.length > 0 ? await this.#sources(request, documents, run) : undefined,
      shortAnswer: run.shortAnswer,
      fields: run.fields && toFieldOrigins(documents, run.fields),
      engine: run.model.engine,
      code: run.code,
    };
  }

  async #sources(request: GenerationRequest, documents: PromptDocument[], run: Run): Promise<Source[]> {
    const named = run.sources;
    const found = await this.#parts.files.sources({
      documents,
      query: request.query,
      answer: run.text,
      ...(named && { named }),
    });
    const basis = named === undefined ? 'matched' : run.model.embedded ? 'quoted' : 'cited';
    return toSources(documents, found).map((source) => ({ ...source, basis }));
  }
}

const toPromptDocument = ({ filename, text }: InlineDocument): PromptDocument => ({ fileId: null, filename, text });

/** What one generation has produced so far. */
class Run {
  text = '';
  hasFinished = false;
  reason: FinishReason = 'other';
  stopSequence: string | undefined;
  object: { value: JsonValue; mode: string } | undefined;
  sources: ModelSource[] | undefined;
  shortAnswer: string | undefined;
  fields: Extract<ModelEvent, { type: 'sources' }>['fields'];
  code: 'needs_model' | undefined;
  readonly model: MeteredModel;

  constructor(model: MeteredModel) {
    this.model = model;
  }

  /** Takes an event in and returns what of it goes on to the caller. */
  take(event: StructuredEvent | ToolEvent): GenerationEvent | null {
    switch (event.type) {
      case 'text-delta':
        this.text += event.text;
        return event;
      case 'reasoning-delta':
      case 'reasoning-signature':
      case 'tool-call-start':
        return event;
      case 'tool-call':
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
