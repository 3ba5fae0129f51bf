import type { JsonObject } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { type AppError, isAppError } from '../../../../lib/app-error.ts';
import { type StrictSchema, toStrictSchema, toToolSchema } from '../../../../lib/strict-schema.ts';
import type { Prompt, ResponseFormatMode } from '../../../../ports/language-model.ts';
import type { AskedEngine, PromptFit } from '../../../models/prompt-fit.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import type { ModeMemory } from './mode-memory.ts';

/** How an object was asked for: `embedded` engines take every schema as it stands. */
export type ObjectMode = ResponseFormatMode | 'embedded';

/** How one engine is being asked in this request. */
interface Step {
  mode: ObjectMode;
  /** See `StrictSchema.wrapper`. */
  wrapper: string | null;
  /** A lower one is left. */
  hasLower: boolean;
}

/**
 * Asks each engine for an object in the best way that it is known to take, and goes one way down at the same engine when
 * its vendor refuses. The memory learns of it once the engine has answered in a lower way.
 */
export class SchemaLadder implements PromptFit {
  readonly wantsObject = true;
  readonly #schema: CompiledSchema;
  readonly #memory: ModeMemory;
  readonly #prompts: PromptLibrary;
  /** Ways that are passed over in this request, by engine. */
  readonly #passed = new Map<string, Set<ResponseFormatMode>>();
  readonly #refused = new Map<string, ResponseFormatMode[]>();
  readonly #asked = new Map<string, Step>();
  #answering: AskedEngine | null = null;

  constructor(schema: CompiledSchema, memory: ModeMemory, prompts: PromptLibrary) {
    this.#prompts = prompts;
    this.#schema = schema;
    this.#memory = memory;
  }

  /** The engine that answered last; null while none has. */
  get engine(): AskedEngine | null {
    return this.#answering;
  }

  /** How the engine that answered last had been asked. */
  get step(): Step {
    const step = this.#answering === null ? undefined : this.#asked.get(this.#answering.id);
    return step ?? { mode: 'prompt', wrapper: null, hasLower: false };
  }

  fit(prompt: Prompt, engine: AskedEngine): Prompt {
    if (engine.embedded) {
      this.#asked.set(engine.id, { mode: 'embedded', wrapper: null, hasLower: false });
      return { ...prompt, responseFormat: { schema: this.#schema.schema, mode: 'strict' } };
    }
    const passed = this.#passed.get(engine.id);
    const ways = this.#memory
      .order(engine.id, this.#schema.hash)
      .filter((mode) => passed?.has(mode) !== true)
      .flatMap((mode) => {
        const asked = askForObject(prompt, this.#schema, mode, this.#prompts);
        return asked === null ? [] : [{ mode, asked }];
      });
    const [best] = ways;
    if (best === undefined) throw new Error('the ladder has no mode left');
    this.#asked.set(engine.id, { mode: best.mode, wrapper: best.asked.wrapper, hasLower: ways.length > 1 });
    return best.asked.prompt;
  }

  /** A vendor that does not know the mode, or not this schema in it, says so before it begins. */
  refit(engine: AskedEngine, error: unknown): boolean {
    const step = this.#asked.get(engine.id);
    if (
      !isAppError(error, 'request_refused') ||
      isAboutContent(error) ||
      step === undefined ||
      step.mode === 'embedded'
    )
      return false;
    if (!step.hasLower) return false;
    this.#refused.set(engine.id, [...(this.#refused.get(engine.id) ?? []), step.mode]);
    this.#pass(engine.id, step.mode);
    return true;
  }

  answers(engine: AskedEngine): void {
    this.#answering = engine;
    for (const mode of this.#refused.get(engine.id) ?? []) this.#memory.refused(engine.id, this.#schema.hash, mode);
    this.#refused.delete(engine.id);
  }

  /** The engine ignored the way in which it was asked: the next question to it goes one way down. */
  stepDown(): void {
    const { mode, hasLower } = this.step;
    if (this.#answering !== null && hasLower && mode !== 'embedded') this.#pass(this.#answering.id, mode);
  }

  /** The way in which the engine was asked gave a valid object. */
  worked(): void {
    const { mode } = this.step;
    if (this.#answering !== null && mode !== 'embedded') this.#memory.worked(this.#answering.id, mode);
  }

  #pass(engineId: string, mode: ResponseFormatMode): void {
    const passed = this.#passed.get(engineId) ?? new Set();
    this.#passed.set(engineId, passed.add(mode));
  }
}

const formatWords = /schema|format|json|tool|function|grammar|structured|output_config|generation_?config/i;

/** A refusal that names something else than the way of asking (a picture, a message) would come again in every mode. */
function isAboutContent({ message, param }: AppError): boolean {
  if (formatWords.test(`${param ?? ''} ${message}`)) return false;
  return param !== undefined || /image|picture|photo|audio|document|\bmessages?\b|content/i.test(message);
}

/** A prompt that asks for an object in one way. */
interface ObjectPrompt {
  prompt: Prompt;
  /** See `StrictSchema.wrapper`. */
  wrapper: string | null;
}

/** The prompt for one mode, or null when the mode cannot say this schema. */
function askForObject(
  prompt: Prompt,
  schema: CompiledSchema,
  mode: ResponseFormatMode,
  prompts: PromptLibrary,
): ObjectPrompt | null {
  switch (mode) {
    case 'strict': {
      const strict = toStrictSchema(schema.schema);
      return strict && withFormat(prompt, strict, mode);
    }
    case 'tool':
      // The caller's own tools and the forced one would get in each other's way.
      return prompt.tools && prompt.tools.length > 0 ? null : withFormat(prompt, toToolSchema(schema.schema), mode);
    case 'json':
    case 'prompt': {
      const words = prompts.text('object-in-words', { schema: inWords(schema.schema) });
      const guidance = [prompt.guidance ?? '', words].filter((text) => text !== '').join('\n\n');
      return withFormat({ ...prompt, guidance }, { schema: schema.schema, wrapper: null }, mode);
    }
  }
}

function withFormat(prompt: Prompt, { schema, wrapper }: StrictSchema, mode: ResponseFormatMode): ObjectPrompt {
  return { prompt: { ...prompt, responseFormat: { schema, mode } }, wrapper };
}

/** The schema under its own title and description, which tell what is wanted better than its keywords do. */
function inWords(schema: JsonObject): string {
  const { title, description } = schema;
  return [
    ...(typeof title === 'string' ? [`# ${title}`] : []),
    ...(typeof description === 'string' ? [description] : []),
    `JSON Schema:\n${JSON.stringify(schema)}`,
  ].join('\n');
}
