import type { JsonObject } from '@parley/contract';
import { expandCalls } from './expand-calls.ts';
import type { ReadRequest } from './find-mentions.ts';
import { type Ranked, rankTools, shortlist, type ToolWeights } from './rank-tools.ts';
import { costOf, costOfCall, cutsOf, readParts, salientMentions } from './read-parts.ts';
import { splitClauses, splitSentences } from './split-request.ts';
import { type KnownTool, nounsOf, verbsOf } from './tool-view.ts';

export interface PlannedCall {
  name: string;
  input: JsonObject;
  /** Required inputs that the request does not give. */
  missing: string[];
}

const usualChance = 0.5;
const maxCalls = 20;
/** Tools that each part of a request is tried with. */
const maxPartTools = 4;

/**
 * Plans the calls that a request asks for, as one call or as several, whichever makes best use of what it says; none when no tool suits it.
 * The best tool is taken from `leastChance` on.
 */
export function planCalls(
  request: ReadRequest,
  tools: KnownTool[],
  weights: ToolWeights,
  leastChance = usualChance,
): PlannedCall[] {
  const whole = rankTools(request, shortlist(request, tools), weights);
  const likely = whole.slice(0, maxPartTools);
  const [best] = likely;
  if (!best) return [];
  const isWanted = best.chance > leastChance;
  const salient = salientMentions(request, likely);
  let chosen = isWanted ? [best] : [];
  let least = isWanted ? costOf(chosen, salient) : Number.POSITIVE_INFINITY;
  // Nothing can be cheaper than one call more.
  if (least <= costOfCall) return toCalls(chosen);
  const views = likely.map(({ view }) => view);
  const parts = [splitSentences(request), splitClauses(request, verbsOf(views), nounsOf(views))].map((clauses) =>
    readParts(clauses, request, likely, weights),
  );
  const repeated = isWanted
    ? [
        expandCalls(best.filled, request, best.view, weights.arguments).map((filled) => ({ ...best, filled })),
        ...cutsOf(best, request, weights.arguments).map((clauses) => readParts(clauses, request, [best], weights)),
      ]
    : [];
  for (const reading of [...parts, ...repeated]) {
    if (reading.length < 2 || reading.length > maxCalls || reading.some(({ filled }) => filled.missing.length > 0))
      continue;
    const cost = costOf(reading, salient);
    if (cost < least - 1e-9) [chosen, least] = [reading, cost];
  }
  return toCalls(chosen);
}

function toCalls(reading: Ranked[]): PlannedCall[] {
  return distinct(
    reading.map(({ tool, filled }) => ({ name: tool.name, input: { ...filled.input }, missing: filled.missing })),
  );
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
