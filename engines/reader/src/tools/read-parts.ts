import type { Candidate } from './candidate.ts';
import { expandCalls } from './expand-calls.ts';
import { type Filled, fillArguments, scoreCandidates, type Weights } from './fill-arguments.ts';
import type { ReadRequest } from './find-mentions.ts';
import { isSame, type Mention, mention, sharesWords } from './mention.ts';
import { currenciesIn } from './named-currencies.ts';
import { namedUnit } from './named-units.ts';
import type { Parameter } from './parameter.ts';
import { type Ranked, rankTools, type ToolWeights } from './rank-tools.ts';
import { type Clause, restrict, toClauses } from './split-request.ts';
import type { KnownTool, ToolView } from './tool-view.ts';

const mostParts = 12;
/** What each further call costs a reading. */
export const costOfCall = 0.9;
const scoreMargin = 5;
/** From this chance on a part of a request wants a tool. */
const leastPartChance = 0.4;

/** One call for each part that has something of its own; what it leaves open it shares with its neighbours and with the whole. */
export function readParts(clauses: Clause[], request: ReadRequest, whole: Ranked[], weights: ToolWeights): Ranked[] {
  if (clauses.length < 2 || clauses.length > mostParts) return [];
  const parts = clauses.flatMap((clause) => {
    const part = restrict(request, clause);
    const [best] = rankTools(part, whole, weights);
    return best && (whole.length === 1 || best.chance >= leastPartChance) && hasGround(best) ? [{ ...best, part }] : [];
  });
  return parts.flatMap((each, index) => {
    const { part, tool, view, filled } = each;
    const before = parts.slice(0, index).filter((other) => other.tool === tool);
    const behind = parts.slice(index + 1).filter((other) => other.tool === tool);
    const outer = whole.find((other) => other.tool === tool)?.filled;
    const shared = new Map<string, Candidate>();
    for (const parameter of view.parameters) {
      const { name } = parameter;
      const own = filled.chosen.get(name);
      const model = before.find((other) => other.filled.chosen.has(name))?.filled.chosen.get(name);
      const given =
        own && isOwn(own, model, shares(each, own, parameter, weights.arguments))
          ? own
          : inherited(parameter, before, behind, outer);
      if (given) shared.set(name, given);
    }
    const completed = fillArguments(part, view, weights.arguments, shared);
    return expandCalls(completed, part, view, weights.arguments).map((one) => ({ ...each, filled: one }));
  });
}

const hasGround = ({ filled }: Ranked): boolean => [...filled.chosen.values()].some(({ mention }) => mention !== null);

/** Whether another parameter of a part is made of the same words and suits them as well or better. */
function shares(
  { filled, view, part }: Ranked & { part: ReadRequest },
  own: Candidate,
  parameter: Parameter,
  weights: Weights,
): boolean {
  const suits = (one: Parameter, value: Candidate): number =>
    scoreCandidates(one, part, view, weights).find(({ candidate }) => candidate === value)?.score ?? 0;
  return view.parameters.some((other) => {
    const value = filled.chosen.get(other.name);
    if (other === parameter || !value?.mention || !own.mention || !sharesWords(value.mention, own.mention))
      return false;
    return suits(other, value) >= suits(parameter, own);
  });
}

/** Whether a part's value is of the kind that the parts before it have there; anything else is a poor excuse for theirs. */
function isOwn(own: Candidate, model: Candidate | undefined, isShared: boolean): boolean {
  if (!model?.mention || !own.mention) return true;
  return !isShared && model.how === own.how && sortOf(model.mention) === sortOf(own.mention);
}

const sortOf = ({ kind }: Mention): string => (kind === 'word' ? 'phrase' : kind);

/** What the end of a request says may hold for all of it, but a number belongs to its own part. */
function inherited(
  { name, isRequired }: Parameter,
  before: Ranked[],
  behind: Ranked[],
  outer: Filled | undefined,
): Candidate | undefined {
  const valueIn = ({ filled }: Ranked): Candidate | undefined => filled.chosen.get(name);
  const later = behind.map(valueIn).find((value) => value && (isRequired || value.mention?.kind !== 'number'));
  return before.map(valueIn).findLast((value) => value) ?? later ?? (isRequired ? outer?.chosen.get(name) : undefined);
}

/** Ways to cut a request where one value of a parameter ends and the next begins. */
export function cutsOf(best: Ranked, request: ReadRequest, weights: Weights): Clause[][] {
  return best.view.parameters.flatMap((parameter) => {
    const places = placesOf(parameter, best, request, weights);
    if (places.length < 2 || places.length > mostParts) return [];
    const cuts = places.slice(1).map((next, index) => cutBetween(request, places[index] ?? next, next));
    return cuts.every((cut) => cut !== undefined) ? [toClauses([0, ...cuts], request.text.length)] : [];
  });
}

/** The places that could each be the parameter's value, in the order of the request. */
function placesOf(parameter: Parameter, { filled, view }: Ranked, request: ReadRequest, weights: Weights): Mention[] {
  const chosen = filled.chosen.get(parameter.name);
  if (!chosen?.mention || parameter.type === 'boolean' || parameter.type === 'object') return [];
  const scored = scoreCandidates(parameter, request, view, weights);
  const top = scored.find((item) => item.candidate !== null)?.score ?? 0;
  const found: Mention[] = [chosen.mention];
  const others = [...filled.chosen].flatMap(([name, { mention }]) => (name === parameter.name ? [] : (mention ?? [])));
  for (const { candidate, score } of scored) {
    if (score < top - scoreMargin) break;
    const mention = candidate?.mention;
    if (
      !mention ||
      others.some((other) => isSame(other, mention)) ||
      candidate.how !== chosen.how ||
      !isAlike(chosen.mention, mention)
    )
      continue;
    if (!found.some((other) => other.start < mention.end && mention.start < other.end)) found.push(mention);
  }
  return found.sort((a, b) => a.start - b.start);
}

const isAlike = (one: Mention, other: Mention): boolean =>
  sortOf(one) === sortOf(other) && measureOf(one) === measureOf(other);

/** Euros and pounds count the same thing, minutes and hours do not. */
const measureOf = ({ unit }: Mention): string => (namedUnit(unit)?.dimension === 'money' ? 'money' : unit);

const boundary =
  /^(?:[;,]|then|finally|another|first|second|secondly|third|fourth|fifth|sixth|last|next|also|and|while|or|plus|und|dann|oder|y|luego|et|puis|ou)$/;

/** Where one call ends and the next begins between two values of the same parameter. */
const cutBetween = ({ words }: ReadRequest, left: Mention, right: Mention): number | undefined =>
  words.findLast(
    (word) => word.start >= left.end && word.start <= right.start && (word.isFirst || boundary.test(word.lower)),
  )?.start;

/** Kinds of mentions that hardly stand in a request without being meant as an input. */
const salientKinds = new Set(['number', 'quoted', 'name', 'date', 'email', 'url', 'code']);

/** The pieces of a request that a good reading makes use of. */
export function salientMentions(request: ReadRequest, tools: KnownTool[]): Mention[] {
  const found: Mention[] = [];
  const candidates = request.mentions
    .filter((mention) => salientKinds.has(mention.kind) && mention.form === 'plain' && mention.unit !== 'ordinal')
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const mention of candidates) {
    if (found.some((other) => other.start < mention.end && mention.start < other.end)) continue;
    if (mention.kind === 'number' && !/\d/.test(request.text.slice(mention.start, mention.end))) continue;
    if (mention.kind === 'name' && tools.some(({ view }) => isToolName(request, mention, view))) continue;
    if (mention.kind === 'quoted' && tools.some(({ tool }) => mention.value === tool.name)) continue;
    found.push(mention);
  }
  const isAsked = (code: string) =>
    tools.some(({ view }) => view.parameters.some(({ options }) => options.includes(code)));
  for (const { code, start, end } of currenciesIn(request.words))
    if (isAsked(code) && !found.some((other) => other.start < end && start < other.end))
      found.push(mention('option', start, end, code));
  return found;
}

function isToolName(request: ReadRequest, mention: Mention, view: ToolView): boolean {
  const words = request.words.filter(
    (word) => word.start >= mention.start && word.end <= mention.end && word.kind === 'word',
  );
  return words.length > 0 && words.every((word) => view.stems.has(word.stem));
}

/** What a reading costs: pieces it leaves unused, inputs it lacks, values that fit badly, and every further call a little. */
export function costOf(calls: Ranked[], salient: Mention[]): number {
  const used = calls.flatMap(({ filled }) => [...filled.chosen.values()].flatMap(({ mention }) => mention ?? []));
  const unused = salient.filter(
    (mention) => !used.some((other) => other.start < mention.end && mention.start < other.end),
  ).length;
  let [missing, doubt] = [0, 0];
  for (const { filled } of calls) {
    missing += filled.missing.length;
    doubt -= filled.score / Math.max(1, filled.chosen.size) / calls.length;
  }
  return (
    unused * costs.unused + missing * costs.missing + Math.min(6, doubt) * costs.doubt + (calls.length - 1) * costOfCall
  );
}

const costs = { unused: 1, missing: 3, doubt: 0.6 };
