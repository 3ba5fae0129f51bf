import type { PromptChoice, SheetQueryShown, Source } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { EventFlow, type Through, through } from '../../../lib/event-flow.ts';
import { requireModel } from '../../../lib/require-model.ts';
import type { Call } from '../../../ports/call.ts';
import type { Prompt, PromptDocument } from '../../../ports/language-model.ts';
import type { FileContext } from '../../knowledge/retrieval/file-context.ts';
import { MeteredModel } from '../../models/metered-model.ts';
import type { ModelRouter, ResolvedModel } from '../../models/model-router.ts';
import type { PromptFit } from '../../models/prompt-fit.ts';
import type { PromptMask } from '../../models/prompt-mask.ts';
import type { Likeness, ReplyCache } from '../../models/reply-cache.ts';
import type { GuardBook } from '../guards/guard-book.ts';
import type { PromptBook } from '../kept-prompts/prompt-book.ts';
import { beginWith } from './begin-with-prompt.ts';
import { readRouting } from './call-routing.ts';
import { unreadFiles } from './collection-choice.ts';
import type { GenerationEvent, ReplyFields } from './generation-event.ts';
import type { GenerationRequest } from './generation-request.ts';
import { GenerationRun } from './generation-run.ts';
import type { Grounded, Grounding, InformDocuments } from './grounding/grounding.ts';
import { judgeFields } from './grounding/judge-fields.ts';
import { traceFields } from './grounding/trace-fields.ts';
import { guardReply, guardRequest } from './guard-generation.ts';
import { hasImages, type ImageText, readImages } from './image-text.ts';
import { inPieces } from './in-pieces.ts';
import type { InquiryResult, SheetInquiry } from './sheets/sheet-inquiry.ts';
import { PromptTooLong, StopWhenTooLong, shorten } from './shorter-prompt.ts';
import { nearestPassages, toFieldOrigins, toNear, toSources } from './sources.ts';
import type { FittedModel, StructuredEvent, StructuredOutput } from './structured/structured-output.ts';
import type { ToolEvent, ToolInputs } from './structured/tool-inputs.ts';
import { cutByBudget, withheldSentence } from './to-reply.ts';

export interface GenerationParts {
  models: ModelRouter;
  tools: ToolInputs;
  structured: StructuredOutput;
  files: FileContext;
  /** Stands in for models that cannot see. */
  images: ImageText;
  grounding: Grounding;
  inquiry: SheetInquiry;
  /** Replies of connected models, for calls that take one again. */
  replyCache: ReplyCache;
  /** Whether two questions mean the same; null where nobody can say. */
  likeness: Likeness | null;
  /** What looks at what is said to and by models. */
  guards: Pick<GuardBook, 'of'>;
  /** Prompts that callers keep. */
  prompts: Pick<PromptBook, 'choose'>;
}

/** From a prompt to metered, validated model output: the one path of every call for text. */
export class GenerationService {
  readonly #parts: GenerationParts;

  constructor(parts: GenerationParts) {
    this.#parts = parts;
  }

  stream(request: GenerationRequest, call: Call): EventFlow<GenerationEvent> {
    return new EventFlow(this.#guarded(request, call));
  }

  async *#guarded(
    given: GenerationRequest,
    call: Call,
  ): AsyncGenerator<GenerationEvent | Through<GenerationEvent>, undefined> {
    const request = call.prompt ? await this.#begun(given, call, call.prompt) : given;
    const looked = this.#parts.guards.of(call);
    const guarding = looked instanceof Promise ? await looked : looked;
    if (guarding === null) return yield* this.#steps(request, call, undefined);
    try {
      const asked = await guardRequest(guarding, request);
      yield* guardReply(guarding, new EventFlow(this.#steps(asked, call, guarding.mask)));
    } finally {
      call.meter.guarded?.(guarding.decisions);
    }
    return undefined;
  }

  async modelOf(choice: PromptChoice, call: Call): Promise<string> {
    return (await this.#parts.prompts.choose(choice, call)).template.model ?? this.#parts.models.defaultModel;
  }

  /** The request behind the kept prompt that the call names. */
  async #begun(request: GenerationRequest, call: Call, choice: PromptChoice): Promise<GenerationRequest> {
    const { template, mark } = await this.#parts.prompts.choose(choice, call);
    call.meter.prompted?.(mark);
    return { ...request, model: request.model ?? template.model, prompt: beginWith(template, request.prompt) };
  }

  async *#steps(
    given: GenerationRequest,
    call: Call,
    mask: PromptMask | undefined,
  ): AsyncGenerator<GenerationEvent | Through<GenerationEvent>, undefined> {
    const { names, routing, prompt } = readRouting(given, this.#parts.models.defaultModel);
    const request = prompt === given.prompt ? given : { ...given, prompt };
    const model = this.#parts.models.resolve(names[0], routing);
    for (const name of names) requireModel(call, this.#parts.models.resolve(name).id);
    const isSeen = model.readsImages || !hasImages(request.prompt);
    const seen = isSeen ? null : await this.#readImages(request.prompt, model, call.signal);
    const asked: GenerationRequest = seen
      ? {
          ...request,
          prompt: { ...request.prompt, messages: seen.messages },
          documents: [...(request.documents ?? []), ...seen.documents],
        }
      : request;
    const metered = new MeteredModel(model, call, {
      preferred: request.preferred,
      replies: this.#parts.replyCache,
      likeness: this.#parts.likeness,
      mask,
    });
    const inform = this.#inform(request, metered, call);
    let grounded = await this.#prepared(asked, model, call, { inform, metered });
    // What may still be changed is not shown yet: never two texts for one answer.
    const isHeld = grounded.passages.length > 0 && request.schema !== undefined && judgesValues(request);
    let run = new GenerationRun(metered, holding(grounded, isHeld));
    const assumedTokens = model.contextLength;
    let canShorten =
      grounded.documents.length > 0 || (grounded.prompt.maxTokens ?? model.defaultMaxTokens) !== undefined;
    try {
      for (;;) {
        try {
          const events = this.#events(request, grounded.prompt, run.model, { call, canShorten });
          const { take } = run;
          yield through(inPieces(events), take);
          break;
        } catch (error) {
          if (!(error instanceof PromptTooLong)) throw error;
          canShorten = false;
          const shorter = shorten(asked, model, assumedTokens);
          grounded = await this.#parts.grounding.prepare(shorter.request, shorter.model, call, inform.documents);
          run = new GenerationRun(metered, holding(grounded, isHeld));
        }
      }
      // The port forbids it; a reply without an end must still never look complete.
      if (!run.hasFinished) throw new AppError('upstream_cut', 'The model ended its reply without finishing it');
      const withheld = !run.hasText && !run.hasCalls ? withheldSentence(run.reason) : null;
      if (withheld !== null) yield { type: run.reason === 'refusal' ? 'refusal' : 'text-delta', text: withheld };
    } finally {
      metered.charge();
    }
    await this.#judgeObject(request, grounded, run);
    if (isHeld && run.reply.data !== undefined) yield { type: 'text-delta', text: JSON.stringify(run.reply.data) };
    const reply = await this.#reply(request, grounded, run);
    if (inform.queries) reply.queries = inform.queries;
    const cut = metered.isCutByBudget ? [cutByBudget] : [];
    const warnings = [...(seen?.warnings ?? []), ...unreadFiles(grounded), ...cut];
    if (warnings.length > 0) reply.warnings = warnings;
    const { reason, stopSequence } = run;
    const { usage: tokens, engineId } = metered;
    yield { type: 'result', reason, stopSequence, tokens, engineId, documents: grounded.usage, reply };
  }

  /** The first preparation; what it spent is charged even when it fails. */
  async #prepared(
    request: GenerationRequest,
    model: ResolvedModel,
    call: Call,
    { inform, metered }: { inform: Informing; metered: MeteredModel },
  ): Promise<Grounded> {
    try {
      const grounded = await this.#parts.grounding.prepare(request, model, call, inform.documents);
      await metered.reserve(grounded.prompt);
      return grounded;
    } catch (error) {
      metered.charge();
      throw error;
    }
  }

  /** Has the model ask once what it needs to know of tables, however often documents are prepared. */
  #inform({ query }: GenerationRequest, metered: MeteredModel, { workspaceId, signal }: Call): Informing {
    const stream: FittedModel['stream'] = (prompt, bound, fit) => metered.stream(prompt, bound, fit);
    const model = { id: metered.id, embedded: metered.embedded, stream };
    let found: Promise<InquiryResult | null> | undefined;
    const informing: Informing = {
      queries: undefined,
      documents: async (documents) => {
        found ??= this.#parts.inquiry.ask({ workspaceId, documents, query, model, signal });
        const inquiry = await found;
        informing.queries = inquiry?.queries;
        return documents.map((document) => {
          const facts = inquiry?.facts.get(document.fileId ?? '');
          return facts ? { ...document, facts: [...facts, ...(document.facts ?? [])] } : document;
        });
      },
    };
    return informing;
  }

  /** One generation from a prompt, to its end. With `canShorten` the first refusal of its length is `PromptTooLong`. */
  #events(
    request: GenerationRequest,
    prompt: Prompt,
    metered: MeteredModel,
    { call, canShorten }: { call: Call; canShorten: boolean },
  ): AsyncIterable<StructuredEvent | ToolEvent> {
    const { structured, tools } = this.#parts;
    const { schema, showsRefusals } = request;
    const { signal } = call;
    const { trace } = call.meter;
    const stream = (asked: Prompt, bound: AbortSignal, fit?: PromptFit) =>
      metered.stream(asked, bound, canShorten ? new StopWhenTooLong(fit) : fit);
    const model: FittedModel = { id: metered.id, embedded: metered.embedded, stream };
    const showsRetries = request.showsRetries === true && !judgesValues(request);
    if (schema) return structured.run({ model, prompt, schema, signal, trace, showsRetries, showsRefusals });
    if (prompt.tools && prompt.tools.length > 0) return tools.run({ model, prompt, signal });
    return stream(prompt, signal);
  }

  #readImages(prompt: Prompt, { id }: ResolvedModel, signal: AbortSignal) {
    return readImages(prompt, this.#parts.images, { model: id, signal });
  }

  async #reply(request: GenerationRequest, { documents, gate }: Grounded, run: GenerationRun): Promise<ReplyFields> {
    const { model, fields, reply } = run;
    const sources = documents.length > 0 ? await this.#sources(request, documents, run) : undefined;
    const isUnanswered = sources?.length === 0 && !model.embedded && run.hasText && !run.hasCalls;
    const near = run.near ?? (isUnanswered ? nearestPassages(documents, request.query) : []);
    return {
      ...reply,
      model: model.answeredAs,
      ...(model.engine !== undefined && { engine: model.engine }),
      ...(sources && { sources }),
      ...(near.length > 0 && { near: toNear(documents, near) }),
      ...(gate && gate.ungrounded.length > 0 && { ungrounded: gate.ungrounded }),
      ...(fields && { fields: toFieldOrigins(documents, fields) }),
    };
  }

  /** Finds where each value of an object stands in what the model was shown, and does with the others as the caller chose. */
  async #judgeObject(request: GenerationRequest, { passages }: Grounded, run: GenerationRun): Promise<void> {
    const { fields, reply } = run;
    const { data } = reply;
    const { schema } = request;
    if (data === undefined || !schema || fields || passages.length === 0) return;
    const traced = await traceFields(data, passages);
    const judged = await judgeFields(data, traced, {
      choice: request.ungrounded ?? 'allow',
      fits: (value) => schema.validate(value).length === 0,
    });
    reply.data = judged.value;
    if (judged.details !== undefined) reply.details = judged.details;
    run.fields = judged.isChanged ? await traceFields(judged.value, passages) : traced;
    run.isTraced = true;
  }

  /** What the reply rests on: the passages that the model named, else those that speak most like it. */
  async #sources(request: GenerationRequest, documents: PromptDocument[], run: GenerationRun): Promise<Source[]> {
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
      return gate.cited.flatMap((passage) =>
        toSources(documents, [passage]).map(
          (source) => ({ ...source, basis: gate.isChecked(passage) ? 'cited' : 'unchecked' }) as const,
        ),
      );
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

/** Only what a reply about documents rests on is looked for in its text. */
const holding = ({ gate, documents }: Grounded, isHeld: boolean) => ({ gate, isHeld, keepsText: documents.length > 0 });

/** What was found out about documents, and how to add it to them. */
interface Informing {
  queries: SheetQueryShown[] | undefined;
  readonly documents: InformDocuments;
}

/** Values stand in a few words each; this many places say enough. */
const mostFieldSources = 100;

/** The caller wants values that no passage carries to be taken out or refused. */
const judgesValues = ({ ungrounded = 'allow' }: GenerationRequest): boolean => ungrounded !== 'allow';
