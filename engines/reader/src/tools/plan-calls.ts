import type { JsonObject, JsonValue } from '@parley/contract';
import type { PromptTool } from '../prompt.ts';
import { expandCalls } from './expand-calls.ts';
import { type Filled, fillArguments, type Weights } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import { repeatCalls } from './repeat-calls.ts';
import { type Clause, restrict, splitClauses, splitSentences } from './split-request.ts';
import { toolFeatures } from './tool-features.ts';
import { type KnownTool, verbsOf } from './tool-view.ts';

export interface ToolWeights {
  /** Of values for parameters. */
  arguments: Weights;
  /** Of tools for requests. */
  tools: Weights;
}

export interface PlannedCall {
  name: string;
  input: JsonObject;
  /** Required inputs that the request does not give. */
  missing: string[];
}

/** How well each tool suits a request, and how it would be called. */
interface Ranked extends KnownTool {
  filled: Filled;
  /** Probability that the tool is wanted. */
  chance: number;
}

const maxRequestClauses = 12;
const usualChance = 0.5;
/** Tools that are weighed in full, and those that each part of a request is tried with. */
const maxWeighed = 8;
const maxClauseTools = 4;

/** Plans the calls that a request asks for; none when no tool suits it. The best tool is taken from `leastChance` on. */
export function planCalls(
  request: ReadRequest,
  tools: KnownTool[],
  weights: ToolWeights,
  leastChance = usualChance,
): PlannedCall[] {
  const whole = rankTools(request, shortlist(request, tools), weights);
  const likely = whole.slice(0, maxClauseTools);
  const best = whole[0];
  if (!best || best.chance <= leastChance) return severalCalls(request, likely, weights, whole);
  const several = tools.length > 1 ? severalCalls(request, likely, weights, whole) : [];
  if (several.length > 1) return several;
  return distinct(
    repeatCalls(best.filled, request, best, weights.arguments).map((filled) => toCall(best.tool, filled)),
  );
}

/** The tools that share most words with the request, rare words before common ones. */
export function shortlist(request: ReadRequest, tools: KnownTool[]): KnownTool[] {
  if (tools.length <= maxWeighed) return tools;
  const counts = new Map<string, number>();
  for (const { view } of tools) for (const stem of view.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const scored = tools.map((known) => {
    let score = 0;
    for (const stem of known.view.stems) if (request.stems.has(stem)) score += 1 / (counts.get(stem) ?? 1);
    for (const { nameStems } of known.view.parameters)
      if (nameStems.some((stem) => request.stems.has(stem))) score += 0.1;
    return { known, score };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, maxWeighed).map(({ known }) => known);
}

export function rankTools(request: ReadRequest, tools: KnownTool[], weights: ToolWeights): Ranked[] {
  const views = tools.map((known) => known.view);
  const scored = tools.map((known) => {
    const filled = fillArguments(request, known.view, weights.arguments);
    let score = 0;
    for (const [name, value] of toolFeatures(request, known.tool, known.view, filled, views))
      score += value * (weights.tools.get(name) ?? 0);
    return { ...known, filled, score };
  });
  // The chance of a tool against calling none, so that one request can want several tools.
  return scored
    .map(({ score, ...known }) => ({ ...known, score, chance: 1 / (1 + Math.exp(-score)) }))
    .sort((a, b) => b.score - a.score);
}

/** Calls for the parts of a request, when at least two parts are requests of their own. */
function severalCalls(request: ReadRequest, tools: KnownTool[], weights: ToolWeights, whole: Ranked[]): PlannedCall[] {
  const verbs = verbsOf(tools.map(({ view }) => view));
  for (const split of [splitSentences, splitClauses]) {
    const clauses = split(request, verbs).slice(0, maxRequestClauses);
    if (clauses.length < 2) continue;
    const calls = distinct(clauses.flatMap((clause) => callsOfClause(clause, request, tools, weights, whole)));
    if (calls.length > 1) return calls;
  }
  return [];
}

function callsOfClause(
  clause: Clause,
  request: ReadRequest,
  tools: KnownTool[],
  weights: ToolWeights,
  whole: Ranked[],
): PlannedCall[] {
  const part = restrict(request, clause);
  const [best] = rankTools(part, tools, weights);
  if (!best || best.chance < 0.4) return [];
  const grounded = [...best.filled.chosen.values()].filter((candidate) => candidate.mention !== null).length;
  const required = best.view.parameters.filter((parameter) => parameter.isRequired).length;
  if (grounded === 0 && required > 0) return [];
  const outer = whole.find((other) => other.tool === best.tool)?.filled;
  return expandCalls(best.filled, part, best.view, weights.arguments).flatMap((filled) => {
    const call = toCall(best.tool, filled);
    // What the part leaves open, the rest of the request may say.
    const still = call.missing.filter((name) => {
      const value: JsonValue | undefined = outer?.input[name];
      if (value === undefined) return true;
      call.input[name] = value;
      return false;
    });
    return still.length === 0 ? [{ ...call, missing: [] }] : [];
  });
}

function toCall(tool: PromptTool, filled: Filled): PlannedCall {
  return { name: tool.name, input: { ...filled.input }, missing: filled.missing };
}

function distinct(calls: PlannedCall[]): PlannedCall[] {
  const seen = new Set<string>();
  return calls.filter((call) => {
    const key = JSON.stringify([call.name, Object.entries(call.input).sort(([a], [b]) => (a < b ? -1 : 1))]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
