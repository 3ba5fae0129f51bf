import type { JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError } from '../../../../lib/app-error.ts';
import { EventFlow, type Through, through } from '../../../../lib/event-flow.ts';
import type { StepTrace } from '../../../../lib/traced.ts';
import type {
  FinishReason,
  LanguageModel,
  ModelEvent,
  Prompt,
  PromptMessage,
} from '../../../../ports/language-model.ts';
import type { EngineLessons } from '../../../models/engine-lessons.ts';
import type { PromptFit } from '../../../models/prompt-fit.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { ModeMemory } from './mode-memory.ts';
import { PartialObject } from './partial-object.ts';
import type { ObjectReading } from './read-object.ts';
import type { ReplyReader } from './reply-reader.ts';
import { type ObjectMode, SchemaLadder } from './schema-ladder.ts';
import type { ToolInputs } from './tool-inputs.ts';

/** A model that can be asked in a way of its own by engine. */
export interface FittedModel extends Pick<LanguageModel, 'id' | 'embedded'> {
  stream(prompt: Prompt, signal: AbortSignal, fit?: PromptFit): AsyncIterable<ModelEvent>;
}

export interface StructuredOutputParts {
  tools: ToolInputs;
  replies: ReplyReader;
  lessons: Pick<EngineLessons, 'get' | 'put'>;
  prompts: PromptLibrary;
}

export interface StructuredRequest {
  model: FittedModel;
  prompt: Prompt;
  /** Made with `compileSchema` before anything is spent. */
  schema: CompiledSchema;
  signal: AbortSignal;
  /** Told of each way of asking, and whether what came met the schema. */
  trace?: StepTrace;
  /** The reader of the events takes `retry`: text is shown as it comes. Default: as much of it is shown as holds so far. */
  showsRetries?: boolean;
  /** The words of a model that declines are handed on. Default: they are `schema_not_met`. */
  showsRefusals?: boolean | undefined;
}

/** What comes out: the model's events (one `finish`), and after `finish` the object. `retry`: the text so far is void. */
export type StructuredEvent =
  | ModelEvent
  | { type: 'retry'; reason: 'schema_not_met' | 'length' }
  | { type: 'object'; value: JsonValue; mode: ObjectMode; isRepaired: boolean; attempts: number };

type Steps = AsyncGenerator<StructuredEvent | Through<StructuredEvent>, undefined>;

const maxAnswers = 2;
const maxRaw = 100_000;

/** How far one request has come. */
interface Progress {
  /** Answers the model has given, refusals of a mode not counted. */
  answers: number;
  /** Shown to a reader who can take it back. */
  hasStreamedText: boolean;
  /** Shown to a reader who cannot: the final text begins with it. */
  shown: string;
}

/** One answer of the model, read to its end. */
interface Attempt {
  text: string;
  /** The words with which the model declined. */
  refusal: string;
  finish: Extract<ModelEvent, { type: 'finish' }> | null;
  logprobs: JsonValue[];
  hasCalls: boolean;
}

/**
 * Gets an object that satisfies a schema from any model: asks in the best way that its engine is known to take, goes one
 * mode down when the vendor refuses, reads the reply leniently, repairs it, and asks once more with the errors. What
 * still does not hold is `schema_not_met`, with the first errors in `details` and the model's text in `raw`.
 */
export class StructuredOutput {
  readonly #memory: ModeMemory;
  readonly #tools: ToolInputs;
  readonly #replies: ReplyReader;
  readonly #prompts: PromptLibrary;

  constructor({ tools, replies, lessons, prompts }: StructuredOutputParts) {
    this.#prompts = prompts;
    this.#replies = replies;
    this.#tools = tools;
    this.#memory = new ModeMemory(lessons);
  }

  run(request: StructuredRequest): EventFlow<StructuredEvent> {
    return new EventFlow(this.#steps(request));
  }

  async *#steps(request: StructuredRequest): Steps {
    const { schema, signal } = request;
    const workspaceId = request.prompt.workspaceId ?? '';
    const progress: Progress = { answers: 0, hasStreamedText: false, shown: '' };
    const ladder = new SchemaLadder(schema, this.#memory, this.#prompts);
    let prompt = request.prompt;
    for (;;) {
      const startedAt = performance.now();
      const attempt: Attempt = { text: '', refusal: '', finish: null, logprobs: [], hasCalls: false };
      yield this.#attempt({ ...request, prompt }, ladder, attempt, progress);
      progress.answers++;
      if (attempt.hasCalls) {
        yield finishOf(attempt, 'tool-calls');
        return;
      }
      const { wrapper } = ladder.step;
      const reading = await this.#replies.readObject(attempt.text, schema, { wrapper, workspaceId, signal });
      request.trace?.did?.({
        kind: 'schema',
        name: ladder.step.mode,
        startedAt,
        endedAt: performance.now(),
        error: reading.isValid ? null : 'schema_not_met',
      });
      const isCut = attempt.finish?.reason === 'length' && (!reading.isValid || reading.isTruncated);
      const isWithheld = withheldReason(attempt) !== null;
      const isLast = progress.answers >= maxAnswers || ladder.engine?.embedded === true || isWithheld;
      if (request.showsRefusals && !reading.isValid && withheldReason(attempt) === 'refusal') {
        if (attempt.refusal !== '') yield { type: 'refusal', text: attempt.refusal };
        yield finishOf(attempt, 'refusal');
        return;
      }
      if (isLast && isCut) throw cutOff(attempt);
      if (isLast || (reading.isValid && !isCut)) {
        yield* this.#end(ladder, reading, attempt, progress);
        return;
      }
      const base = isCut ? withRoom(request.prompt, attempt) : request.prompt;
      prompt = askAgain(
        base,
        attempt.text,
        isCut || reading.isValid ? [cutAt(attempt)] : reading.errors,
        this.#prompts,
      );
      if (progress.hasStreamedText) {
        progress.hasStreamedText = false;
        yield { type: 'retry', reason: isCut ? 'length' : 'schema_not_met' };
      }
      // A model that answered in prose ignores this mode; one that sent flawed JSON understood it.
      if (!reading.isValid && !reading.hasJson) ladder.stepDown();
    }
  }

  #attempt(
    request: StructuredRequest,
    ladder: SchemaLadder,
    attempt: Attempt,
    progress: Progress,
  ): Through<StructuredEvent> {
    const { prompt, signal } = request;
    const { id, embedded } = request.model;
    const stream = (asked: Prompt, bound: AbortSignal) => request.model.stream(asked, bound, ladder);
    const hasTools = prompt.tools !== undefined && prompt.tools.length > 0;
    const isShown = request.showsRetries !== true && prompt.isStreamed !== false;
    let partial: PartialObject | null = null;
    const events = hasTools
      ? this.#tools.run({ model: { id, embedded, stream }, prompt, signal })
      : stream(prompt, signal);
    return through<ModelEvent, StructuredEvent>(events, (event) => {
      switch (event.type) {
        case 'text-delta':
          attempt.text += event.text;
          if (isShown) {
            partial ??= new PartialObject(request.schema, { wrapper: ladder.step.wrapper, shown: progress.shown });
            const text = partial.push(event.text);
            progress.shown = partial.shown;
            return text === '' ? [] : [{ type: 'text-delta', text }];
          }
          if (request.showsRetries !== true || ladder.step.wrapper !== null) return [];
          progress.hasStreamedText = true;
          return [event];
        case 'tool-call':
          if (hasTools) attempt.hasCalls = true;
          else attempt.text += event.arguments;
          return hasTools ? [event] : [];
        case 'tool-call-start':
          return hasTools ? [event] : [];
        case 'finish':
          attempt.finish = event;
          return [];
        case 'refusal':
          attempt.refusal += event.text;
          return [];
        case 'logprobs':
          attempt.logprobs.push(...event.content);
          return [];
        case 'reasoning-delta':
        case 'reasoning-signature':
          return progress.answers === 0 ? [event] : [];
        default:
          return [event];
      }
    });
  }

  async *#end(
    ladder: SchemaLadder,
    reading: ObjectReading,
    attempt: Attempt,
    progress: Progress,
  ): AsyncGenerator<StructuredEvent> {
    const reason = attempt.finish?.reason ?? 'other';
    if (!reading.isValid) throw notMet(reading.errors, attempt, progress);
    ladder.worked();
    const text = JSON.stringify(reading.value);
    if (!text.startsWith(progress.shown)) throw notMet([changed], attempt, progress);
    const rest = text.slice(progress.shown.length);
    if (!progress.hasStreamedText && rest !== '') yield { type: 'text-delta', text: rest };
    if (attempt.logprobs.length > 0) yield { type: 'logprobs', content: attempt.logprobs };
    yield finishOf(attempt, reason === 'tool-calls' ? 'stop' : reason);
    const { value, isRepaired } = reading;
    yield { type: 'object', value, mode: ladder.step.mode, isRepaired, attempts: progress.answers };
  }
}

const changed = 'what had been sent of it does not stand in what the model gave in the end';

/** A reply that its vendor withheld or its model declined is not a flawed one, and asking again would not help. */
function notMet(errors: string[], attempt: Attempt, { answers }: Progress): AppError {
  const withheld = withheldReason(attempt);
  const message =
    withheld === 'content_filter'
      ? "The vendor's content filter withheld the reply."
      : withheld === 'refusal'
        ? 'The model declined to answer this request.'
        : `The model's reply does not satisfy the schema${answers > 1 ? ', also after asking again' : ''}.`;
  return new AppError('schema_not_met', message, {
    details: errors.slice(0, 5).join('; '),
    fields: { raw: (attempt.text || attempt.refusal).slice(0, maxRaw), ...(withheld !== null && { reason: withheld }) },
  });
}

function withheldReason({ finish }: Attempt): 'content_filter' | 'refusal' | null {
  if (finish?.reason === 'content-filter') return 'content_filter';
  return finish?.reason === 'refusal' ? 'refusal' : null;
}

/** The end of the last answer, under the reason that the caller shall see. */
function finishOf({ finish }: Attempt, reason: FinishReason): ModelEvent {
  return { type: 'finish', usage: null, ...finish, reason };
}

function cutAt({ finish }: Attempt): string {
  const tokens = finish?.usage?.outputTokens;
  return `it was cut off${tokens === undefined ? '' : ` at ${tokens} tokens`}: give all of it, as briefly as the schema allows`;
}

/** Output tokens that a reply gets at least when its first try was cut. */
const leastRoom = 8_192;

/** The caller's own limit stands; where there is none the vendor's default was too small. */
function withRoom(prompt: Prompt, { finish }: Attempt): Prompt {
  if (prompt.maxTokens !== undefined) return prompt;
  return { ...prompt, maxTokens: Math.max(leastRoom, 2 * (finish?.usage?.outputTokens ?? 0)) };
}

/** A reply that was cut is never a whole one, even where its beginning satisfies the schema. */
function cutOff(attempt: Attempt): AppError {
  return new AppError('schema_not_met', "The model's reply reached its output limit before it was whole.", {
    details: `${cutAt(attempt)}; raise max_tokens or ask for less`,
    fields: { raw: attempt.text.slice(0, maxRaw), reason: 'length' },
  });
}

const maxEcho = 20_000;

/** The same question again, with the reply that did not hold and what is wrong with it. */
function askAgain(prompt: Prompt, reply: string, errors: string[], prompts: PromptLibrary): Prompt {
  const echo: PromptMessage[] =
    reply.trim() === '' ? [] : [{ role: 'assistant', parts: [{ type: 'text', text: reply.slice(0, maxEcho) }] }];
  const problem = prompts.text('object-again', { errors: errors.map((error) => `- ${error}`).join('\n') });
  return {
    ...prompt,
    messages: [...prompt.messages, ...echo, { role: 'user', parts: [{ type: 'text', text: problem }] }],
  };
}
