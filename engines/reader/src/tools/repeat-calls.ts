import type { Candidate } from './candidate.ts';
import { costOf, salientMentions } from './cover-request.ts';
import { expandCalls } from './expand-calls.ts';
import { type Filled, fillArguments, scoreCandidates, type Weights } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import type { Mention } from './mention.ts';
import type { Parameter } from './parameter.ts';
import { type Clause, restrict, splitClauses, splitSentences } from './split-request.ts';
import { type KnownTool, verbsOf } from './tool-view.ts';

const maxCalls = 12;
const scoreMargin = 3;

/**
 * Reads a request as one call of a tool or as several of them, whichever makes best use of what it says: the values of one
 * parameter that occur several times mark where one call ends and the next begins.
 */
export function repeatCalls(filled: Filled, request: ReadRequest, known: KnownTool, weights: Weights): Filled[] {
  const salient = salientMentions(request, known);
  const readings = [[filled], expandCalls(filled, request, known.view, weights)];
  for (const clauses of segmentations(filled, request, known, weights)) {
    readings.push(readSegments(clauses, request, known, weights));
  }
  let best = [filled];
  let least = costOf(best, salient);
  for (const reading of readings) {
    if (reading.length < 2 || reading.length > maxCalls || reading.some((call) => call.missing.length > 0)) continue;
    const cost = costOf(reading, salient);
    if (cost < least - 1e-9) {
      best = reading;
      least = cost;
    }
  }
  return best;
}

/** Ways to cut the request into parts for one call each. */
function segmentations(filled: Filled, request: ReadRequest, known: KnownTool, weights: Weights): Clause[][] {
  const found: Clause[][] = [];
  const verbs = verbsOf([known.view]);
  for (const split of [splitSentences, splitClauses]) {
    const clauses = split(request, verbs);
    if (clauses.length > 1 && clauses.length <= maxCalls) found.push(clauses);
  }
  for (const parameter of known.view.parameters) {
    const occurrences = occurrencesOf(parameter, filled, request, known, weights);
    if (occurrences.length < 2 || occurrences.length > maxCalls) continue;
    for (const pick of ['strongest', 'last', 'any'] as const) {
      const cuts = occurrences
        .slice(1)
        .map((next, index) => cutBetween(request, occurrences[index] ?? next, next, pick));
      if (cuts.every((cut) => cut !== null)) found.push(toClauses(cuts, request.text.length));
    }
  }
  return found;
}

/** The places that could each be the parameter's value, in the order of the request. */
function occurrencesOf(
  parameter: Parameter,
  filled: Filled,
  request: ReadRequest,
  known: KnownTool,
  weights: Weights,
): Mention[] {
  const chosen = filled.chosen.get(parameter.name);
  if (!chosen?.mention || parameter.type === 'boolean' || parameter.type === 'object') return [];
  const scored = scoreCandidates(parameter, request, known.view, weights);
  const top = scored.find((item) => item.candidate !== null)?.score ?? 0;
  const found: Mention[] = [chosen.mention];
  for (const { candidate, score } of scored) {
    if (score < top - scoreMargin - 2) break;
    const mention = candidate?.mention;
    if (!mention || !isAlike(chosen, candidate)) continue;
    if (!found.some((other) => other.start < mention.end && mention.start < other.end)) found.push(mention);
  }
  return found.sort((a, b) => a.start - b.start);
}

function isAlike(chosen: Candidate, other: Candidate): boolean {
  if (chosen.how !== other.how || !chosen.mention || !other.mention) return false;
  const a = chosen.mention;
  const b = other.mention;
  const isText = (mention: Mention): boolean => mention.kind === 'word' || mention.kind === 'phrase';
  return (a.kind === b.kind || (isText(a) && isText(b))) && a.unit === b.unit;
}

const boundaries: [RegExp, number][] = [
  [/^(?:;)$/, 4],
  [/^(?:then|finally|another|first|second|secondly|third|fourth|fifth|sixth|last|next|also)$/, 3],
  [/^(?:and|while|or|plus)$/, 2],
  [/^,$/, 1],
];

/** Where one call ends and the next begins between two values of the same parameter. */
function cutBetween(
  request: ReadRequest,
  left: Mention,
  right: Mention,
  pick: 'strongest' | 'last' | 'any',
): number | null {
  let best: { at: number; strength: number } | null = null;
  for (const word of request.words) {
    if (word.start < left.end || word.start > right.start) continue;
    const strength = word.isFirst ? 5 : (boundaries.find(([pattern]) => pattern.test(word.lower))?.[1] ?? 0);
    if (strength === 0) continue;
    if (
      !best ||
      strength > best.strength ||
      pick === 'any' ||
      (pick === 'last' && strength >= Math.min(2, best.strength))
    )
      best = { at: word.start, strength };
  }
  return best?.at ?? null;
}

function toClauses(cuts: number[], length: number): Clause[] {
  return [...cuts, length].map((end, index) => ({ start: index === 0 ? 0 : (cuts[index - 1] ?? 0), end }));
}

/** One call for each part that has something of its own; what it leaves open it shares with its neighbours. */
function readSegments(clauses: Clause[], request: ReadRequest, known: KnownTool, weights: Weights): Filled[] {
  const parts = clauses
    .map((clause) => restrict(request, clause))
    .map((part) => ({ part, filled: fillArguments(part, known.view, weights) }))
    .filter(({ filled }) => hasGround(filled, known));
  const local = parts.map(({ filled }) => filled);
  return parts.flatMap(({ part, filled }, index) => {
    const shared = new Map<string, Candidate>();
    for (const parameter of known.view.parameters) {
      const own = filled.chosen.get(parameter.name);
      const given = own && isOwn(own, parameter, filled, local, index) ? own : inherited(parameter, local, index);
      if (given) shared.set(parameter.name, given);
    }
    const whole = fillArguments(part, known.view, weights, shared);
    return expandCalls(whole, part, known.view, weights);
  });
}

/** Whether a part's value is of the kind that the parts before it have there; anything else is a poor excuse for theirs. */
function isOwn(own: Candidate, parameter: Parameter, filled: Filled, local: Filled[], index: number): boolean {
  const model = local
    .slice(0, index)
    .find((other) => other.chosen.has(parameter.name))
    ?.chosen.get(parameter.name);
  if (!model?.mention || !own.mention) return true;
  const { start, end } = own.mention;
  const isShared = [...filled.chosen].some(
    ([name, { mention }]) => name !== parameter.name && mention && mention.start < end && start < mention.end,
  );
  if (isShared) return false;
  return model.how === own.how && kindOf(model.mention) === kindOf(own.mention);
}

function kindOf({ kind }: Mention): string {
  return kind === 'word' ? 'phrase' : kind;
}

/** A part of its own names at least one value outright. */
function hasGround(filled: Filled, { view }: KnownTool): boolean {
  return view.parameters.some((parameter) => {
    const mention = filled.chosen.get(parameter.name)?.mention;
    return (
      mention !== null &&
      mention !== undefined &&
      mention.kind !== 'word' &&
      (parameter.isRequired || mention.kind !== 'phrase')
    );
  });
}

function inherited(parameter: Parameter, local: Filled[], index: number): Candidate | undefined {
  for (let i = index - 1; i >= 0; i--) {
    const value = local[i]?.chosen.get(parameter.name);
    if (value) return value;
  }
  for (let i = index + 1; i < local.length; i++) {
    const value = local[i]?.chosen.get(parameter.name);
    // What the end of a request says may hold for all of it, but a number belongs to its own part.
    if (value && (parameter.isRequired || value.mention?.kind !== 'number')) return value;
  }
  return undefined;
}
