import { type ConfigSource, integer } from './config-source.ts';

/** What a key may do when its own settings do not say otherwise. */
export interface DefaultLimits {
  requestsPerMinute: number;
  tokensPerMinute: number;
  openStreams: number;
  /** Tokens of documents that a connected model is sent in a call. */
  groundingTokens: number;
}

const names = {
  requests_per_minute: ['requestsPerMinute', 600],
  tokens_per_minute: ['tokensPerMinute', 2_000_000],
  open_streams: ['openStreams', 100],
  grounding_tokens: ['groundingTokens', 24_000],
} as const;
const largest = 1_000_000_000;

/** The part `limits` of the configuration file, and `GROUNDING_TOKENS`, which goes before it. */
export function readLimitsConfig(source: ConfigSource): DefaultLimits {
  const limits: DefaultLimits = {
    requestsPerMinute: 600,
    tokensPerMinute: 2_000_000,
    openStreams: 100,
    groundingTokens: 24_000,
  };
  const given = source.file.limits ?? {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    source.problem('limits', 'must be an object');
    return limits;
  }
  for (const [name, value] of Object.entries(given)) {
    const known = Object.entries(names).find(([candidate]) => candidate === name)?.[1];
    if (!known) source.problem(`limits.${name}`, `is not known; known are ${Object.keys(names).join(', ')}`);
    else if (Number.isInteger(value) && value >= 1 && value <= largest) limits[known[0]] = value;
    else source.problem(`limits.${name}`, `must be a whole number from 1 to ${largest}`);
  }
  limits.groundingTokens = integer(source, 'GROUNDING_TOKENS', {
    default: limits.groundingTokens,
    min: 500,
    max: 10_000_000,
  });
  return limits;
}
