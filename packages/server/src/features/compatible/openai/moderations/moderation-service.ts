import { randomUUID } from 'node:crypto';
import type { ModerationList, ModerationRequest } from '@parley/contract';
import { AppError } from '../../../../lib/app-error.ts';
import type { InTurn } from '../../../../lib/in-turn.ts';
import { requireModel } from '../../../../lib/require-model.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Moderator } from '../../../../ports/moderator.ts';
import { costOf, type TokenPrices } from '../../../money/billing/cost.ts';
import { estimateTokens } from '../../../money/billing/estimate-tokens.ts';
import { invalid } from '../refusals.ts';

export interface ModerationParts {
  /** `MODERATION_MODEL`, else OpenAI's where it is set up; null where nothing judges. */
  defaultModel: string | null;
  /** What judges under a name of `provider/model`; null for a name that nobody serves. */
  createModerator(name: string): Moderator | null;
  pricesOf(name: string): TokenPrices;
  /** Throws where `provider` of the call does not let it go to an engine. */
  permit(engine: string, provider: ModerationRequest['provider']): void;
  /** The chain of a route, for a call that names one. */
  inTurn: InTurn;
}

const maxCharacters = 4_000_000;

/** `POST /v1/moderations`: judged by a vendor, paid as the vendor asks, which is mostly nothing. */
export class ModerationService {
  readonly #parts: ModerationParts;

  constructor(parts: ModerationParts) {
    this.#parts = parts;
  }

  /** Throws what `Moderator` throws, `model_not_configured`, `model_not_found`, and what the meter refuses. */
  moderate({ model, ...request }: ModerationRequest, call: Call): Promise<ModerationList> {
    return this.#parts.inTurn(model, (engine) => this.#moderate({ ...request, model: engine ?? null }, call));
  }

  async #moderate(
    { model, input, provider }: ModerationRequest,
    { meter, signal, models }: Call,
  ): Promise<ModerationList> {
    const texts = textsOf(input);
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    if (characters > maxCharacters) {
      throw invalid('input', `has ${characters} characters of text; ${maxCharacters} are the limit of a call`);
    }
    const moderator = this.#moderator(model ?? null);
    requireModel({ models }, moderator.id);
    this.#parts.permit(moderator.id, provider);
    const prices = this.#parts.pricesOf(moderator.id);
    const costFor = (tokens: number) => costOf(prices, { inputTokens: tokens, cachedTokens: 0, outputTokens: 0 });
    const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    await meter.reserve({ costUsd: costFor(estimate), tokens: estimate, model: moderator.id });
    const { id, results, inputTokens } = await moderator.moderate(input, signal);
    const used = inputTokens ?? estimate;
    const costUsd = costFor(used);
    meter.add({
      model: moderator.id,
      usage: { inputTokens: used, cachedTokens: 0, outputTokens: 0 },
      costUsd,
      upstreamCostUsd: costUsd,
    });
    return { id: id ?? `modr-${randomUUID()}`, model: moderator.id, results };
  }

  #moderator(asked: string | null): Moderator {
    const { defaultModel, createModerator } = this.#parts;
    const provider = defaultModel?.slice(0, defaultModel.indexOf('/') + 1) ?? '';
    // By its whole name or that of a route, else a model of the default's provider.
    const names = asked === null ? [defaultModel] : asked.includes('/') ? [asked] : [asked, provider + asked];
    const made = names.reduce<Moderator | null>(
      (found, name) => found ?? (name === null ? null : createModerator(name)),
      null,
    );
    if (made) return made;
    if (defaultModel === null) {
      throw new AppError(
        'model_not_configured',
        'Nothing that moderates is connected. Set OPENAI_API_KEY, or MODERATION_MODEL to provider/model of a provider with /moderations.',
        { param: 'model' },
      );
    }
    throw new AppError(
      'model_not_found',
      `There is no moderation model "${(asked ?? '').slice(0, 200)}". Here are ${defaultModel}, and provider/model of a provider with /moderations that is set up.`,
      { param: 'model' },
    );
  }
}

function textsOf(input: ModerationRequest['input']): string[] {
  if (typeof input === 'string') return [input];
  return input.flatMap((part) => (typeof part === 'string' ? [part] : part.type === 'text' ? [part.text] : []));
}
