import { isAppError } from '../../lib/app-error.ts';
import { UpstreamRefusal } from '../../outbound/model-http/upstream-errors.ts';

/**
 * Where servers that call themselves OpenAI-compatible differ in what they accept. What is not known from the start is
 * learned from a refusal: the request is sent once more without what was refused.
 */
export type OpenAIQuirk =
  /** The output limit is called `max_completion_tokens`; reasoning models of OpenAI refuse the older name. */
  | 'max-completion-tokens'
  /** `temperature` and `top_p` are refused. */
  | 'no-sampling'
  /** `stream_options` is refused; usage then comes by itself or not at all. */
  | 'no-stream-options'
  /** `reasoning_effort` is understood, or passed over without a word. */
  | 'reasoning-effort'
  /** How long to think is told in an object `reasoning`, in tokens or by a word (OpenRouter). */
  | 'reasoning-object'
  /** A turn that called tools is refused without the thoughts that came before the calls (DeepSeek, Moonshot). */
  | 'thoughts-with-calls'
  /** Holds the inputs of tools to their schemas where `strict` asks for it: asked without a word of the caller. */
  | 'strict-tools'
  /** `strict` of a tool is refused. */
  | 'no-strict-tools'
  /** Hands marks for the cache on to vendors that take them (OpenRouter). */
  | 'cache-marks'
  /** The chat template takes no two turns of one role in a row, and no system message but the first. */
  | 'alternating-roles'
  /** The chat template takes no system message at all. */
  | 'no-system-role';

const reasoningModel = /^(?:o\d|gpt-5|gpt-oss)/;

/** https://platform.openai.com/docs/guides/function-calling#strict-mode */
const strictOrigins = new Set(['https://api.openai.com', 'https://openrouter.ai']);

/** What is known before the first call. */
export function knownQuirks(origin: string, model: string): Set<OpenAIQuirk> {
  const quirks = new Set<OpenAIQuirk>();
  const isOpenAI = origin === 'https://api.openai.com';
  if (isOpenAI) quirks.add('max-completion-tokens');
  if (isOpenAI && reasoningModel.test(model)) quirks.add('no-sampling');
  // https://api-docs.deepseek.com/guides/thinking_mode
  if (origin === 'https://api.deepseek.com') quirks.add('thoughts-with-calls');
  if (origin === 'https://openrouter.ai') quirks.add('cache-marks');
  if (strictOrigins.has(origin)) quirks.add('strict-tools');
  if (origin === 'https://openrouter.ai') quirks.add('reasoning-object');
  else if (!isOpenAI || reasoningModel.test(model)) quirks.add('reasoning-effort');
  return quirks;
}

/**
 * Adds or removes the quirk that a refusal speaks of. `sent`: what was known when the refused request was made. False when
 * the same request would be made again: then the refusal stands.
 */
export function learnQuirk(quirks: Set<OpenAIQuirk>, sent: ReadonlySet<OpenAIQuirk>, error: unknown): boolean {
  if (!isAppError(error) || !(error.cause instanceof UpstreamRefusal)) return false;
  // Templates raise their errors where they are run; some servers answer 500 then.
  if (/roles? must alternate|must alternate between/i.test(error.cause.message)) {
    return add(quirks, sent, 'alternating-roles');
  }
  if (/system (?:role|messages?|prompts?) (?:is |are )?not supported/i.test(error.cause.message)) {
    return add(quirks, sent, 'no-system-role');
  }
  if (error.code !== 'request_refused') return false;
  if (/reasoning_content.{0,60}(?:must be passed|is missing)/i.test(error.cause.message)) {
    return add(quirks, sent, 'thoughts-with-calls');
  }
  const text = `${error.cause.parameter ?? ''} ${error.cause.message}`;
  if (!/unsupported|not support|unknown|unrecognized|unexpected|extra|not permitted|not allowed/i.test(text)) {
    return false;
  }
  if (/\bstrict\b/.test(text) && /tool|function/.test(text)) return add(quirks, sent, 'no-strict-tools');
  if (text.includes('stream_options')) return add(quirks, sent, 'no-stream-options');
  // A value that the model does not have is the caller's to change; the setting stays for others.
  if (text.includes('reasoning_effort') && /unsupported value|invalid value/i.test(text)) return false;
  if (text.includes('reasoning_effort') || /not support thinking/i.test(text))
    return remove(quirks, sent, 'reasoning-effort');
  if (error.cause.parameter === 'max_completion_tokens') return remove(quirks, sent, 'max-completion-tokens');
  const wanted = text.lastIndexOf('max_completion_tokens');
  if (text.lastIndexOf('max_tokens', wanted) >= 0 && wanted > 0) return add(quirks, sent, 'max-completion-tokens');
  if (/max_completion_tokens/.test(text)) return remove(quirks, sent, 'max-completion-tokens');
  if (/temperature|top_p/.test(text)) return add(quirks, sent, 'no-sampling');
  return false;
}

/** Another call may have taught it meanwhile; what counts is what this one was sent with. */
function add(quirks: Set<OpenAIQuirk>, sent: ReadonlySet<OpenAIQuirk>, quirk: OpenAIQuirk): boolean {
  quirks.add(quirk);
  return !sent.has(quirk);
}

function remove(quirks: Set<OpenAIQuirk>, sent: ReadonlySet<OpenAIQuirk>, quirk: OpenAIQuirk): boolean {
  quirks.delete(quirk);
  return sent.has(quirk);
}
