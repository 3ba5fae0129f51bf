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
  /** Holds the inputs of tools to their schemas where `strict` asks for it: asked without a word of the caller. */
  hasStrictTools: boolean;
  /** What is asked for in a grammar is asked for in words, and checked afterwards: of a call, or of a model that has no grammars. */
  withoutGrammar: boolean;
}

/** From 4.6 on (https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking). */
const adaptiveModel = /^claude-(?:opus|sonnet|haiku)-(?:4-[6-9]|[5-9])(?:$|-)/;

/** From 4.5 on (https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use). */
const strictModel = /^claude-(?:opus|sonnet|haiku)-(?:4-[5-9]|[5-9])(?:$|-)/;

export function knownAnthropicQuirks(model: string): AnthropicQuirks {
  return {
    maxTokens: undefined,
    thinksAdaptively: adaptiveModel.test(model),
    refusesSampling: false,
    refusesXhigh: false,
    refusesCaching: false,
    hasStrictTools: strictModel.test(model),
    withoutGrammar: false,
  };
}

/** The field is required; this is asked for when the caller named no limit. */
const defaultMaxTokens = 16_000;

export function maxTokensFor(wanted: number | undefined, quirks: AnthropicQuirks): number {
  return Math.min(wanted ?? defaultMaxTokens, quirks.maxTokens ?? Number.POSITIVE_INFINITY);
}

/** A grammar made of this call's schemas is too much; another call's need not be. */
const largeGrammar =
  /grammar is too (?:large|complex)|schemas? (?:is|are) too complex|too many (?:strict|optional|recursive|union)/i;
/** What cannot be asked for in a grammar at all. */
const noGrammar = /\bstrict\b|output_config\.format|output_format|grammar|structured outputs?/i;

/**
 * What a call is sent with after a refusal: the quirks as they are now. Null when the
 * same request would be made again, or one without the grammar that a caller in the vendor's own language asked for.
 */
export function afterRefusal(
  quirks: AnthropicQuirks,
  { sent, mayDropGrammar }: { sent: Readonly<AnthropicQuirks>; mayDropGrammar: boolean },
  error: unknown,
): AnthropicQuirks | null {
  const text = refusalOf(error);
  if (text !== null && !mayDropGrammar && (largeGrammar.test(text) || noGrammar.test(text))) return null;
  if (text !== null && largeGrammar.test(text) && !sent.withoutGrammar) return { ...quirks, withoutGrammar: true };
  return learnQuirk(quirks, sent, error)
    ? { ...quirks, withoutGrammar: quirks.withoutGrammar || sent.withoutGrammar }
    : null;
}

function refusalOf(error: unknown): string | null {
  const isRefused = isAppError(error) && error.cause instanceof UpstreamRefusal && error.cause.status === 400;
  return isRefused && error.cause instanceof UpstreamRefusal ? error.cause.message : null;
}

/**
 * Changes the quirk that a refusal speaks of. `sent`: what was known when the refused request was made. False when the same
 * request would be made again: then the refusal stands.
 */
function learnQuirk(quirks: AnthropicQuirks, sent: Readonly<AnthropicQuirks>, error: unknown): boolean {
  const text = refusalOf(error);
  if (text === null) return false;
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
  if (!sent.withoutGrammar && noGrammar.test(text)) {
    quirks.withoutGrammar = true;
    return true;
  }
  return false;
}
