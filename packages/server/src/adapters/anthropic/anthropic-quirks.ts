import { isAppError } from '../../lib/app-error.ts';
import { UpstreamRefusal } from '../../outbound/model-http/upstream-errors.ts';

/** What the models of this vendor differ in; learned from their refusals. */
export interface AnthropicQuirks {
  /** The most that the model can write, once it has said so; asking for more is refused. */
  maxTokens: number | undefined;
  /** Newer models decide themselves how long to think and refuse a budget. */
  thinksAdaptively: boolean;
  refusesSampling: boolean;
  /** The models of 4.6 have the efforts low, medium, high and max. */
  refusesXhigh: boolean;
  /** A server that only speaks the vendor's language knows no marks for its cache. */
  refusesCaching: boolean;
}

/** From 4.6 on (https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking). */
const adaptiveModel = /^claude-(?:opus|sonnet|haiku)-(?:4-[6-9]|[5-9])(?:$|-)/;

export function knownAnthropicQuirks(model: string): AnthropicQuirks {
  return {
    maxTokens: undefined,
    thinksAdaptively: adaptiveModel.test(model),
    refusesSampling: false,
    refusesXhigh: false,
    refusesCaching: false,
  };
}

/** The field is required; this is asked for when the caller named no limit. */
const defaultMaxTokens = 16_000;

export function maxTokensFor(wanted: number | undefined, quirks: AnthropicQuirks): number {
  return Math.min(wanted ?? defaultMaxTokens, quirks.maxTokens ?? Number.POSITIVE_INFINITY);
}

/**
 * Changes the quirk that a refusal speaks of. `sent`: what was known when the refused request was made. False when the same
 * request would be made again: then the refusal stands.
 */
export function learnQuirk(quirks: AnthropicQuirks, sent: Readonly<AnthropicQuirks>, error: unknown): boolean {
  if (!isAppError(error) || !(error.cause instanceof UpstreamRefusal) || error.cause.status !== 400) return false;
  const text = error.cause.message;
  const limit = Number(/max_tokens: \d+ > (\d+)/.exec(text)?.[1] ?? Number.NaN);
  if (limit > 0 && limit !== sent.maxTokens) {
    quirks.maxTokens = limit;
    return true;
  }
  if (!sent.refusesXhigh && /xhigh/.test(text)) {
    quirks.refusesXhigh = true;
    return true;
  }
  if (!sent.thinksAdaptively && /adaptive/.test(text)) {
    quirks.thinksAdaptively = true;
    return true;
  }
  if (!sent.refusesSampling && /temperature|top_p/.test(text) && /deprecated|not supported|unsupported/.test(text)) {
    quirks.refusesSampling = true;
    return true;
  }
  if (!sent.refusesCaching && /cache_control/.test(text)) {
    quirks.refusesCaching = true;
    return true;
  }
  return false;
}
