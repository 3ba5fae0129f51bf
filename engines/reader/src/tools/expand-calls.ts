import type { Candidate } from './candidate.ts';
import { type Filled, fillArguments, scoreCandidates, type Weights } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import { isUnitOf } from './mention.ts';
import type { Parameter } from './parameter.ts';
import type { ToolView } from './tool-view.ts';

const maxCalls = 20;

/**
 * One call for each of several values of a parameter that takes one: "the weather in Oslo and Rome". Parameters with as
 * many values go along in step ("20 and 15 minutes respectively"), all others stay the same.
 */
export function expandCalls(filled: Filled, request: ReadRequest, view: ToolView, weights: Weights): Filled[] {
  const rows = view.parameters.flatMap((parameter) => {
    const row = valuesInGroup(parameter, filled, request, view, weights);
    return row.length > 1 ? [{ parameter, row }] : [];
  });
  const size = Math.max(0, ...rows.map(({ row }) => row.length));
  if (size < 2 || size > maxCalls) return [filled];
  const inStep = rows.filter(({ row }) => row.length === size);
  return Array.from({ length: size }, (_, index) => {
    const fixed = new Map<string, Candidate>(filled.chosen);
    for (const { parameter, row } of inStep) {
      const candidate = row[index];
      if (!candidate) continue;
      // "20 euros and 30 pounds": each amount has a currency of its own.
      const before = filled.chosen.get(parameter.name)?.mention;
      for (const [name, { mention }] of filled.chosen)
        if (before && mention && isUnitOf(mention, before)) fixed.delete(name);
      fixed.set(parameter.name, candidate);
    }
    return fillArguments(request, view, weights, fixed);
  });
}

/** The candidates of one group that could each be the parameter's value; one or none when it has a single value. */
function valuesInGroup(
  parameter: Parameter,
  filled: Filled,
  request: ReadRequest,
  view: ToolView,
  weights: Weights,
): Candidate[] {
  if (parameter.type === 'array' || parameter.type === 'object' || parameter.type === 'boolean') return [];
  const chosen = filled.chosen.get(parameter.name);
  if (!chosen?.mention) return [];
  const group = groupOf(chosen, request);
  if (group < 0) return [];
  // Two parameters that share a group split it between them: "between Boston and Washington".
  for (const [name, other] of filled.chosen)
    if (name !== parameter.name && groupOf(other, request) === group) return [];
  const found = new Map<number, Candidate>();
  for (const { candidate } of scoreCandidates(parameter, request, view, weights)) {
    if (!candidate?.mention || candidate.how !== chosen.how || candidate.mention.kind !== chosen.mention.kind) continue;
    if (candidate.mention.group === group && !found.has(candidate.mention.start))
      found.set(candidate.mention.start, candidate);
  }
  return [...found.values()].sort((a, b) => (a.mention?.start ?? 0) - (b.mention?.start ?? 0));
}

/** The group of a value, also when the value was cut out of a member. */
function groupOf(candidate: Candidate, request: ReadRequest): number {
  const { mention } = candidate;
  if (!mention) return -1;
  if (mention.group >= 0) return mention.group;
  return (
    request.mentions.find(
      (other) =>
        other.group >= 0 && other.kind !== 'list' && other.start === mention.start && other.end === mention.end,
    )?.group ?? -1
  );
}
