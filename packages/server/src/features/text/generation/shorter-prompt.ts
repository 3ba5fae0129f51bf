import { isAppError } from '../../../lib/app-error.ts';
import type { Prompt } from '../../../ports/language-model.ts';
import type { AskedEngine, PromptFit } from '../../models/prompt-fit.ts';
import { estimatePromptTokens } from '../../money/billing/estimate-tokens.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { ReadingModel } from './grounding/grounding.ts';

/** What counting tokens may be wrong by. */
const countedShare = 0.9;
/** A reply with less room than this is not worth asking for. */
const leastOutputTokens = 256;

/** An engine said that the prompt is too long for it, and a shorter one may be had. */
export class PromptTooLong extends Error {
  readonly engine: AskedEngine;

  constructor(engine: AskedEngine, cause: unknown) {
    super('the prompt is too long for its engine', { cause });
    this.name = 'PromptTooLong';
    this.engine = engine;
  }
}

/** Stops at the first engine that finds a prompt too long, so that it is shortened before another engine is asked. */
export class StopWhenTooLong implements PromptFit {
  readonly #inner: PromptFit | undefined;

  constructor(inner: PromptFit | undefined) {
    this.#inner = inner;
  }

  get wantsObject(): boolean {
    return this.#inner?.wantsObject === true;
  }

  fit(prompt: Prompt, engine: AskedEngine): Prompt {
    return this.#inner?.fit(prompt, engine) ?? prompt;
  }

  refit(engine: AskedEngine, error: unknown): boolean | Promise<boolean> {
    if (isAppError(error, 'context_length_exceeded')) throw new PromptTooLong(engine, error);
    return this.#inner?.refit?.(engine, error) ?? false;
  }

  answers(engine: AskedEngine): void {
    this.#inner?.answers?.(engine);
  }
}

/**
 * The request with less room for the reply, and its model as one that reads less, for less of the documents.
 * `assumedTokens`: the context that was believed in when the refused prompt was made.
 */
export function shorten(
  request: GenerationRequest,
  model: ReadingModel,
  assumedTokens: number,
): { request: GenerationRequest; model: ReadingModel } {
  const { id, embedded, imageRule, defaultMaxTokens } = model;
  // The refusal may have named the limit; else what was counted here was too little.
  const learned = model.contextLength;
  const contextLength = Math.floor(learned < assumedTokens ? learned * countedShare : assumedTokens / 2);
  const free = contextLength - estimatePromptTokens(request.prompt, imageRule);
  const limit = request.prompt.maxTokens ?? defaultMaxTokens;
  const room = Math.max(leastOutputTokens, Math.floor(free / 2));
  const prompt = limit === undefined || limit <= room ? request.prompt : { ...request.prompt, maxTokens: room };
  return {
    request: { ...request, prompt },
    model: { id, embedded, imageRule, defaultMaxTokens, contextLength },
  };
}
