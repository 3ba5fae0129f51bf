import { isJsonObject, type JsonValue } from '@parley/contract';
import type { Prompt, ReasoningEffort, VendorField } from '../../../ports/language-model.ts';
import { invalid, wanted } from './refusals.ts';

interface GivenFields {
  /** Without these the reply would be another one. */
  needed: Record<string, unknown>;
  hints: Record<string, unknown>;
  /** Where a field stands in the request, if not under its own name. */
  places?: Record<string, string>;
  /** Some part of the request has `cache_control`. */
  hasMarks: boolean;
}

/** The fields of a request in OpenAI's shape that only some vendors have. What asks for nothing is left out. */
export function openaiVendorFields({
  needed,
  hints,
  places = {},
  hasMarks,
}: GivenFields): Pick<Prompt, 'vendorFields'> {
  const fields: VendorField[] = [
    ...given(needed).map(([name, value]) => ({ name, value, field: places[name] ?? name, isHint: false })),
    ...given(hints).map(([name, value]) => ({ name, value, field: places[name] ?? name, isHint: true })),
    ...(hasMarks ? [{ name: 'cache_control', value: undefined, field: 'cache_control', isHint: true }] : []),
  ];
  return fields.length === 0 ? {} : { vendorFields: { shape: 'openai', fields } };
}

/** What vendors do anyway when they are not asked. */
const usual: Record<string, readonly unknown[]> = { verbosity: ['medium'], service_tier: ['auto', 'default'] };

function given(fields: Record<string, unknown>): [string, JsonValue][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    // It came in as JSON; the schemas only could not say so to the compiler.
    wanted(value) && !usual[name]?.includes(value) ? [[name, value as JsonValue]] : [],
  );
}

const efforts: readonly string[] = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] satisfies ReasoningEffort[];
const isEffort = (value: unknown): value is ReasoningEffort => typeof value === 'string' && efforts.includes(value);

/** OpenRouter's object, which says how long to think by a word or in tokens, in our words. Refuses by name what it cannot say. */
export function readReasoning(reasoning: unknown): {
  effort?: ReasoningEffort;
  thinking?: { budgetTokens: number };
  isHidden: boolean;
} {
  if (!isJsonObject(reasoning)) return { isHidden: false };
  const { effort, max_tokens: tokens, enabled, exclude, summary: _, ...unknown } = reasoning;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw invalid(`reasoning.${name.slice(0, 60)}`, 'is not known; leave it out');
  const isHidden = exclude === true;
  if (isEffort(effort)) return { effort, isHidden };
  if (effort !== undefined && effort !== null)
    throw invalid('reasoning.effort', `must be one of ${efforts.join(', ')}`);
  if (tokens !== undefined && tokens !== null) {
    if (typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0) {
      return { thinking: { budgetTokens: tokens }, isHidden };
    }
    throw invalid('reasoning.max_tokens', 'must be a whole number above 0');
  }
  if (enabled === false) return { effort: 'none', isHidden };
  return enabled === true ? { effort: 'medium', isHidden } : { isHidden };
}
