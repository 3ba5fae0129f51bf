import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { longestQuestion } from '../bounds/bounds.ts';
import { oddsOf } from '../text/likeness.ts';
import { claimFeatureNames } from './claim-features.ts';

/** Trees that were grown from several seeds; what they say counts alike. */
export interface ClaimWeights {
  features: readonly string[];
  bags: readonly StoredTrees[];
}

/** Says of each of the passages that would be quoted how likely it is the one that answers; what is left to 1 is that none does. */
export type JudgeClaim = (rows: readonly (readonly number[])[]) => number[];

export function judgeWith({ features, bags }: ClaimWeights, names: readonly string[] = claimFeatureNames): JudgeClaim {
  if (features.join() !== names.join())
    throw new Error(
      'The weights of claims were learned from other features: run quality/sets/train-claims.ts --write.',
    );
  const ensembles = bags.map((bag) => new TreeEnsemble(bag));
  return (rows) => {
    const odds = rows.map((row) =>
      Math.exp(ensembles.reduce((all, ensemble) => all + ensemble.score(row), 0) / ensembles.length),
    );
    const all = odds.reduce((sum, each) => sum + each, 1);
    return odds.map((each) => each / all);
  };
}

export interface ClaimJudges {
  byWords: JudgeClaim;
  /** Of `readRows`. */
  byReading: JudgeClaim;
}

let loading: Promise<ClaimJudges> | undefined;

export function loadJudges(): Promise<ClaimJudges> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<ClaimJudges> {
  const [{ default: words }, { default: reading }] = await Promise.all([
    import('./claim-weights.json', { with: { type: 'json' } }),
    import('./read-claim-weights.json', { with: { type: 'json' } }),
  ]);
  return { byWords: judgeWith(words), byReading: judgeWith(reading, readFeatureNames) };
}

const at = (name: (typeof claimFeatureNames)[number]): number => claimFeatureNames.indexOf(name);
const [asks, lacksForm, isShut] = [at('asks'), at('lacksForm'), at('isShut')];

/** What the encoder gives less is not told, however much its words speak for it. */
const leastOdds = 1;

/**
 * What is never claimed, however likely: a passage that asks itself; of what the encoder has read (`odds`) what it doubts, and by words alone one
 * without the form that is asked for.
 */
export const mayClaim = (features: readonly number[], odds: number | undefined): boolean =>
  features[asks] === 0 &&
  (odds === undefined ? features[lacksForm] === 0 && features[isShut] === 0 : odds >= leastOdds);

/** The encoder is asked about passages from this chance on: about half of those that are judged, which are nearly all that answer. */
const leastAsked = 0.03;
/** What is taken for what the encoder would say of passages that it is not asked about. */
const oddsOfOthers = -4;

/** The passages that the encoder is asked about, by their places: those that what it says may change. */
export const askedOf = (chances: readonly number[]): number[] =>
  [...chances.keys()].filter((at) => (chances[at] ?? 0) >= leastAsked);

/** What the encoder says of some passages; null where it was not asked yet, or none is asked about. */
export function oddsByPlace(
  question: string,
  passages: readonly { quote: string }[],
  asked: readonly number[],
): Map<number, number> | null {
  const quotes = asked.map((at) => passages[at]?.quote ?? '');
  const odds = asked.length > 0 ? oddsOf(inOneLine(question), quotes) : null;
  return odds && new Map(asked.map((at, index) => [at, odds[index] ?? 0]));
}

/** A part that is so much less likely than the whole does not answer without it. */
const mostLost = 1.5;

/** The only part of a passage that the encoder holds for the answer by itself; undefined where there are none or several, or it was not asked yet. `odds`: of the whole. */
export function likeliestPart<T extends { quote: string }>(
  question: string,
  parts: readonly T[],
  odds: number,
): T | undefined {
  const own =
    parts.length > 1
      ? oddsOf(
          inOneLine(question),
          parts.map(({ quote }) => quote),
        )
      : null;
  const likely = parts.filter((_, at) => (own?.[at] ?? Number.NEGATIVE_INFINITY) >= odds - mostLost);
  return likely.length === 1 ? likely[0] : undefined;
}

/** As the encoder is asked, which looks at the beginning: what it said is kept by it. */
export const inOneLine = (question: string): string => question.slice(0, longestQuestion).replaceAll(/\s+/g, ' ');

/** What a passage is judged from when the encoder has read it with its question; `chance` is that by words. */
export const readFeatureNames = ['odds', 'oddsShare', 'oddsLead', 'bestOdds', 'chance', 'passages'];

/** `chances`: of the passages by words. `known`: `JudgedPair.odds` by the places of the passages that were asked about. */
export function readRows(chances: readonly number[], known: ReadonlyMap<number, number>): number[][] {
  const odds = chances.map((_, at) => known.get(at) ?? oddsOfOthers);
  const all = odds.reduce((sum, each) => sum + Math.exp(each), 1);
  const [best = oddsOfOthers, next = oddsOfOthers] = odds.toSorted((one, other) => other - one);
  return odds.map((own, at) => {
    const lead = own - (own === best ? next : best);
    return [own, Math.exp(own) / all, lead, best, chances[at] ?? 0, odds.length];
  });
}
