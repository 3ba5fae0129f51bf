import type { ProviderWishes } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { Prompt } from '../../ports/language-model.ts';
import type { Candidate } from './upstream-target.ts';
import { notTaken } from './vendor-fields.ts';

/** What the operator says of an engine's provider. */
export interface EngineMarks {
  /** Its vendor keeps no prompts for its own use. */
  collectsNothing: boolean;
  /** Its vendor keeps nothing at all. */
  keepsNothing: boolean;
  region: string | null;
}

export interface LeftOut {
  engine: string;
  why: string;
}

interface Wished {
  order: Candidate[];
  leftOut: LeftOut[];
}

/** The engines that a call may be put to, in the order that its caller wants, and why others are left out. */
export function applyWishes(
  candidates: readonly Candidate[],
  wishes: ProviderWishes,
  { marksOf, prompt }: { marksOf: (engine: string) => EngineMarks; prompt: Prompt },
): Wished {
  const leftOut: LeftOut[] = [];
  const fitting = candidates.filter((candidate) => {
    const why = obstacle(candidate, wishes, marksOf) ?? unmet(candidate, wishes, prompt);
    if (why !== null) leftOut.push({ engine: candidate.target.id, why });
    return why === null;
  });
  const by = typeof wishes.sort === 'object' ? wishes.sort?.by : wishes.sort;
  const sorted = by ? fitting.toSorted(compareBy(by)) : fitting;
  const order = wishes.order ? inOrder(sorted, wishes.order) : sorted;
  if (wishes.allow_fallbacks !== false || order.length <= 1) return { order, leftOut };
  const others = order.slice(1).map(({ target }) => ({ engine: target.id, why: 'allow_fallbacks is false' }));
  return { order: order.slice(0, 1), leftOut: [...leftOut, ...others] };
}

/** What an engine that writes no text must be for a call: there is one alone, and what `provider` wants of prompts and prices is not asked. */
export function requireFitting(
  engine: string,
  wishes: ProviderWishes | null | undefined,
  marksOf: (engine: string) => EngineMarks,
): void {
  // Embedded ones never leave this machine.
  if (!wishes || !engine.includes('/')) return;
  const why = leaves(engine, wishes, marksOf);
  if (why !== null) throw nothingFits(engine, [{ engine, why }]);
}

/** The error of a call that no engine may take. */
export function nothingFits(model: string, leftOut: readonly LeftOut[]): AppError {
  const reasons = leftOut.slice(0, 10).map(({ engine, why }) => `${engine}: ${why}`);
  return new AppError(
    'no_provider_fits',
    `No engine behind ${model} meets \`provider\`: ${reasons.join('; ') || 'there is none'}.`,
    {
      param: 'provider',
    },
  );
}

/** A provider by its name, or one of its models by the whole name of the engine. */
const isNamed = (names: readonly string[], engine: string): boolean =>
  names.some((name) => name === engine || engine.startsWith(`${name}/`) || engine.startsWith(`${name}:`));

function obstacle(
  { target }: Candidate,
  wishes: ProviderWishes,
  marksOf: (engine: string) => EngineMarks,
): string | null {
  return leaves(target.id, wishes, marksOf) ?? (wishes.max_price ? tooDear(target, wishes.max_price) : null);
}

/** Why the caller does not want this provider to have its call. */
function leaves(
  engine: string,
  { only, ignore, data_collection, zdr, regions }: ProviderWishes,
  marksOf: (engine: string) => EngineMarks,
): string | null {
  if (only && !isNamed(only, engine)) return 'only names others';
  if (ignore && isNamed(ignore, engine)) return 'ignore names it';
  const marks = marksOf(engine);
  if (data_collection === 'deny' && !marks.collectsNothing) return 'it is not marked as collecting no data';
  if (zdr === true && !marks.keepsNothing) return 'it is not marked as keeping nothing';
  if (regions && (marks.region === null || !regions.includes(marks.region)))
    return `its region is ${marks.region ?? 'not known'}`;
  return null;
}

/** A field of the request that it does not take, where all must be taken. */
function unmet({ target }: Candidate, { require_parameters }: ProviderWishes, prompt: Prompt): string | null {
  const [missing] = require_parameters === true ? notTaken(target.model, prompt) : [];
  return missing === undefined ? null : `it does not take ${missing.field}`;
}

function tooDear({ prices }: Candidate['target'], most: NonNullable<ProviderWishes['max_price']>): string | null {
  const asked = { prompt: prices.input * 1e6, completion: prices.output * 1e6, request: prices.request };
  for (const name of ['prompt', 'completion', 'request'] as const) {
    const limit = most[name];
    if (limit !== undefined && asked[name] > Number(limit) + 1e-9)
      return `its price for ${name} is ${rounded(asked[name])}`;
  }
  return null;
}

const rounded = (value: number): number => Number(value.toPrecision(6));

/** What is not known yet comes last, so that it is still asked where nothing else is. */
function compareBy(by: 'price' | 'throughput' | 'latency'): (one: Candidate, other: Candidate) => number {
  return (one, other) => rank(one.target, by) - rank(other.target, by);
}

function rank({ prices, pace }: Candidate['target'], by: 'price' | 'throughput' | 'latency'): number {
  if (by === 'price') return prices.input + prices.output;
  if (by === 'latency') return pace.firstTokenMs ?? Number.MAX_VALUE;
  return pace.tokensPerSecond === null ? Number.MAX_VALUE : -pace.tokensPerSecond;
}

/** Those that are named, as they are named, then the others as they stand. */
function inOrder(candidates: readonly Candidate[], names: readonly string[]): Candidate[] {
  const place = ({ target }: Candidate) => {
    const found = names.findIndex((name) => isNamed([name], target.id));
    return found < 0 ? names.length : found;
  };
  return candidates.toSorted((one, other) => place(one) - place(other));
}
