import type { JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type {
  FinishReason,
  LanguageModel,
  ModelEvent,
  Prompt,
  ResponseFormatMode,
} from '../../../ports/language-model.ts';
import { askAgain, askForObject, type ObjectPrompt } from './ask-for-object.ts';
import { ModeMemory } from './mode-memory.ts';
import { type ObjectReading, readObject } from './read-object.ts';
import { unwrap } from './strict-schema.ts';
import type { ToolInputs } from './tool-inputs.ts';

export interface StructuredRequest {
  model: LanguageModel;
  prompt: Prompt;
  /** Made with `compileSchema` before anything is spent. */
  schema: CompiledSchema;
  signal: AbortSignal;
}

/** What comes out: the model's events (text as it comes, one `finish`), and after `finish` the object. */
export type StructuredEvent =
  | ModelEvent
  | { type: 'object'; value: JsonValue; mode: ResponseFormatMode; isRepaired: boolean; attempts: number };

const maxAnswers = 2;
const maxRaw = 100_000;

/** How far one request has come. */
interface Progress {
  /** Answers the model has given, refusals of a mode not counted. */
  answers: number;
  hasStreamedText: boolean;
}

/** One answer of the model, read to its end. */
interface Attempt {
  text: string;
  finish: Extract<ModelEvent, { type: 'finish' }> | null;
  hasCalls: boolean;
}

/**
 * Gets an object that satisfies a schema from any model: asks in the best way that the model is known to take, goes one
 * mode down when the vendor refuses, reads the reply leniently, repairs it, and asks once more with the errors. What
 * still does not hold is `schema_not_met`, with the first errors in `details` and the model's text in `raw`.
 */
export class StructuredOutput {
  readonly #memory = new ModeMemory();
  readonly #tools: ToolInputs;

  constructor({ tools }: { tools: ToolInputs }) {
    this.#tools = tools;
  }

  async *run(request: StructuredRequest): AsyncGenerator<StructuredEvent> {
    const { model, schema } = request;
    const progress: Progress = { answers: 0, hasStreamedText: false };
    const order = this.#order(request);
    const refused: ResponseFormatMode[] = [];
    let base = request.prompt;
    for (let index = 0; ; ) {
      const step = order[index];
      if (!step) throw new Error('the ladder has no mode left');
      const [mode, ask] = step;
      const asked = ask(base);
      const attempt: Attempt = { text: '', finish: null, hasCalls: false };
      try {
        yield* this.#attempt({ ...request, prompt: asked.prompt }, asked.wrapper, attempt, progress);
      } catch (error) {
        // A vendor that does not know the mode, or not this schema in it, says so before it begins.
        if (isAppError(error, 'upstream_rejected') && attempt.text === '' && index < order.length - 1) {
          refused.push(mode);
          index++;
          continue;
        }
        throw error;
      }
      progress.answers++;
      for (const lower of refused) this.#memory.refused(model.id, schema.hash, lower);
      if (attempt.hasCalls) {
        yield finishOf(attempt, 'tool-calls');
        return;
      }
      const reading = readObject(attempt.text, schema, (value) => unwrap(value, asked.wrapper));
      const isCut = attempt.finish?.reason === 'length' && (!reading.isValid || reading.isTruncated);
      const isLast = progress.answers >= maxAnswers || model.embedded || attempt.finish?.reason === 'content-filter';
      if (isLast && isCut) throw cutOff(attempt);
      if (isLast || (reading.isValid && !isCut)) {
        yield* this.#end(request, { reading, mode }, attempt, progress);
        return;
      }
      const prompt = isCut ? withRoom(request.prompt, attempt) : request.prompt;
      base = askAgain(prompt, attempt.text, isCut || reading.isValid ? [cutAt(attempt)] : reading.errors);
      // A model that answered in prose ignores this mode; one that sent flawed JSON understood it.
      if (!reading.isValid && !reading.hasJson && index < order.length - 1) index++;
    }
  }

  /** The modes that can say this schema. An engine of our own takes every schema as it stands. */
  #order({ model, prompt, schema }: StructuredRequest): [ResponseFormatMode, (prompt: Prompt) => ObjectPrompt][] {
    if (model.embedded) {
      const responseFormat = { schema: schema.schema, mode: 'strict' } as const;
      return [['strict', (base) => ({ prompt: { ...base, responseFormat }, wrapper: null })]];
    }
    return this.#memory
      .order(model.id, schema.hash)
      .filter((mode) => askForObject(prompt, schema, mode) !== null)
      .map((mode) => [mode, (base) => askForObject(base, schema, mode) ?? { prompt: base, wrapper: null }]);
  }

  async *#attempt(
    request: StructuredRequest,
    wrapper: string | null,
    attempt: Attempt,
    progress: Progress,
  ): AsyncGenerator<StructuredEvent> {
    const { model, prompt, signal } = request;
    const hasTools = prompt.tools !== undefined && prompt.tools.length > 0;
    const events = hasTools ? this.#tools.run({ model, prompt, signal }) : model.stream(prompt, signal);
    // Only the first answer is shown as it comes; a second one would read as its continuation.
    const isShown = progress.answers === 0;
    for await (const event of events) {
      switch (event.type) {
        case 'text-delta':
          attempt.text += event.text;
          if (!isShown || wrapper !== null) break;
          progress.hasStreamedText = true;
          yield event;
          break;
        case 'tool-call':
          if (hasTools) {
            attempt.hasCalls = true;
            yield event;
          } else attempt.text += event.arguments;
          break;
        case 'tool-call-start':
          if (hasTools) yield event;
          break;
        case 'finish':
          attempt.finish = event;
          break;
        case 'reasoning-delta':
        case 'reasoning-signature':
          if (isShown) yield event;
          break;
        default:
          yield event;
      }
    }
  }

  async *#end(
    { model }: StructuredRequest,
    { reading, mode }: { reading: ObjectReading; mode: ResponseFormatMode },
    attempt: Attempt,
    progress: Progress,
  ): AsyncGenerator<StructuredEvent> {
    const reason = attempt.finish?.reason ?? 'other';
    if (!reading.isValid) {
      throw new AppError(
        'schema_not_met',
        `The model's reply does not satisfy the schema${progress.answers > 1 ? ', also after asking again' : ''}.`,
        {
          details: reading.errors.slice(0, 5).join('; '),
          fields: {
            raw: attempt.text.slice(0, maxRaw),
            ...(reason === 'content-filter' && { reason: 'content_filter' }),
          },
        },
      );
    }
    this.#memory.worked(model.id, mode);
    if (!progress.hasStreamedText) yield { type: 'text-delta', text: JSON.stringify(reading.value) };
    yield finishOf(attempt, reason === 'tool-calls' ? 'stop' : reason);
    const { value, isRepaired } = reading;
    yield { type: 'object', value, mode, isRepaired, attempts: progress.answers };
  }
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
