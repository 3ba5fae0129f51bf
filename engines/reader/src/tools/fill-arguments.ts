import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { absenceFeatures, candidateFeatures, describeCandidate } from './argument-features.ts';
import { type Candidate, candidatesFor } from './candidate.ts';
import type { Features } from './features.ts';
import type { ReadRequest } from './find-mentions.ts';
import { isSame, isUnitOf, type Mention, sharesWords } from './mention.ts';
import type { Parameter } from './parameter.ts';
import { indexOf } from './request-index.ts';
import type { ToolView } from './tool-view.ts';

/** Weights by feature, learned from examples. */
export type Weights = Map<string, number>;

/** A candidate with its probability among all candidates of its parameter. */
export interface Scored {
  candidate: Candidate | null;
  score: number;
}

export interface Filled {
  input: JsonObject;
  /** What each argument was made of. */
  chosen: Map<string, Candidate>;
  /** Sum of the logarithms of the probabilities. */
  score: number;
  /** Required parameters for which nothing was found. */
  missing: string[];
}

const keptCandidates = 8;
const beamWidth = 40;

/** Candidates of a parameter with their features; `null` is leaving it out. */
export function weigh(
  parameter: Parameter,
  request: ReadRequest,
  tool: ToolView,
): { candidate: Candidate | null; features: Features }[] {
  return [
    { candidate: null, features: absenceFeatures(parameter, request) },
    ...candidatesFor(parameter, request).map((candidate) => ({
      candidate,
      features: candidateFeatures(parameter, candidate, request, tool),
    })),
  ];
}

const scoredBefore = new WeakMap<ReadRequest, Map<Parameter, { weights: Weights; scored: Scored[] }>>();

/** The candidates of a parameter, best first; worked out once for each reading of a request. */
export function scoreCandidates(
  parameter: Parameter,
  request: ReadRequest,
  tool: ToolView,
  weights: Weights,
): Scored[] {
  const known = scoredBefore.get(request) ?? new Map<Parameter, { weights: Weights; scored: Scored[] }>();
  scoredBefore.set(request, known);
  const before = known.get(parameter);
  if (before?.weights === weights) return before.scored;
  let score = 0;
  const add = (name: string, value = 1): void => {
    score += value * (weights.get(name) ?? 0);
  };
  for (const [name, value] of absenceFeatures(parameter, request)) add(name, value);
  const raw: Scored[] = [{ candidate: null, score }];
  for (const candidate of candidatesFor(parameter, request)) {
    if (repeatsTool(candidate, request, tool)) continue;
    score = 0;
    describeCandidate(parameter, candidate, request, tool, add);
    raw.push({ candidate, score });
  }
  const top = Math.max(...raw.map((item) => item.score));
  const total = Math.log(raw.reduce((sum, item) => sum + Math.exp(item.score - top), 0)) + top;
  const scored = raw
    .map((item) => ({ candidate: item.candidate, score: item.score - total }))
    .sort((a, b) => b.score - a.score);
  known.set(parameter, { weights, scored });
  return scored;
}

/** "How many in stock?" names the tool and gives it nothing. */
function repeatsTool({ mention }: Candidate, request: ReadRequest, tool: ToolView): boolean {
  if (mention?.kind !== 'word' && mention?.kind !== 'phrase') return false;
  const words = indexOf(request).wordsOf(mention);
  return words.every((word) => word.isFunction || tool.nameStems.has(word.stem));
}

interface State {
  chosen: Map<string, Candidate>;
  score: number;
  /** Amounts that stand with their own currency. */
  pairs: number;
}

/** The best arguments together: no piece of the request serves two parameters, unless nothing else does. */
export function fillArguments(
  request: ReadRequest,
  tool: ToolView,
  weights: Weights,
  fixed: Map<string, Candidate> = new Map(),
): Filled {
  let beam: State[] = [{ chosen: new Map(), score: 0, pairs: 0 }];
  for (const parameter of tool.parameters) {
    const given = fixed.get(parameter.name);
    const options = given
      ? [{ candidate: given, score: 0 }]
      : keep(scoreCandidates(parameter, request, tool, weights), parameter);
    beam = beam
      .flatMap((state) => options.map((option) => extend(state, parameter, option)))
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, beamWidth);
  }
  const [best = { chosen: new Map<string, Candidate>(), score: 0, pairs: 0 }] = beam;
  return finish(best, request, tool, weights);
}

function keep(scored: Scored[], parameter: Parameter): Scored[] {
  const kept = scored.slice(0, keptCandidates);
  const absence = scored.find((item) => item.candidate === null);
  if (absence && !kept.includes(absence)) kept.push(absence);
  // A required parameter is left out only when there is nothing at all to put in.
  return parameter.isRequired && kept.length > 1
    ? kept.map((item) => (item.candidate ? item : { ...item, score: item.score - 2 }))
    : kept;
}

/** An amount takes its own currency before another one of the request; it is no surer for that. */
const worth = ({ score, pairs }: State): number => score + 2 * pairs;

const isPair = (a: Mention, b: Mention | null): boolean => b !== null && (isUnitOf(a, b) || isUnitOf(b, a));

function extend(state: State, parameter: Parameter, { candidate, score }: Scored): State {
  if (!candidate) return { ...state, score: state.score + score };
  let cost = 0;
  const others = [...state.chosen.values()].flatMap(({ mention }) => mention ?? []);
  for (const other of others) cost += overlapCost(other, candidate.mention);
  // One currency stands with an amount, not the same one twice.
  const isPaired = others.some(
    (other) => isPair(other, candidate.mention) && !others.some((third) => isSame(third, candidate.mention)),
  );
  const pairs = state.pairs + Number(isPaired);
  const chosen = new Map(state.chosen);
  chosen.set(parameter.name, candidate);
  return { chosen, score: state.score + score - cost, pairs };
}

/** What it costs that two arguments are made of the same words; an option may also be told by words of another value. */
function overlapCost(a: Mention | null, b: Mention | null): number {
  if (!a || !b || !sharesWords(a, b)) return 0;
  if (a.kind === 'option' && b.kind === 'option') return a.value === b.value ? 2 : 0.5;
  return a.kind === 'option' || b.kind === 'option' ? 2 : 3.5;
}

function finish(state: State, request: ReadRequest, tool: ToolView, weights: Weights): Filled {
  const input: JsonObject = {};
  const missing: string[] = [];
  for (const parameter of tool.parameters) {
    const candidate = state.chosen.get(parameter.name);
    let value: JsonValue | undefined = candidate?.value;
    if (value === undefined && parameter.type === 'object' && parameter.properties.length > 0) {
      value = nested(parameter, request, tool, weights);
    }
    if (value !== undefined && isTold(parameter, candidate, request)) input[parameter.name] = value;
    else if (parameter.isRequired) missing.push(parameter.name);
  }
  return { input, chosen: state.chosen, score: state.score, missing };
}

/** A yes or no that is required counts when the request names what it is about. */
function isTold(parameter: Parameter, candidate: Candidate | undefined, request: ReadRequest): boolean {
  if (!parameter.isRequired || parameter.type !== 'boolean' || candidate?.mention !== null) return true;
  return parameter.nameStems.some((stem) => stem.length > 2 && request.stems.has(stem));
}

/** An object argument is filled like the arguments of a tool; it stays out when nothing of it was found. */
function nested(parameter: Parameter, request: ReadRequest, tool: ToolView, weights: Weights): JsonObject | undefined {
  const inner = fillArguments(request, { ...tool, parameters: parameter.properties }, weights);
  const isEmpty = Object.keys(inner.input).length === 0;
  if (isEmpty || (inner.missing.length > 0 && !parameter.isRequired)) return undefined;
  return isJsonObject(inner.input) ? inner.input : undefined;
}
