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

/** What the encoder gives less is not told, however much its words speak for it. Of several sentences one is liked too well by chance. */
const leastOdds = { ofWhole: 1, ofParts: 2.5 };

/**
 * What is never claimed, however likely: a passage that asks itself; of what the encoder has read what it doubts (`heard`; null for what it was not
 * asked about), and by words alone one without the form that is asked for.
 */
export function mayClaim(features: readonly number[], heard: Heard<unknown> | null | undefined): boolean {
  if (features[asks] !== 0) return false;
  if (heard === undefined) return features[lacksForm] === 0 && features[isShut] === 0;
  return heard !== null && heard.odds >= (heard.hasParts ? leastOdds.ofParts : leastOdds.ofWhole);
}

/** The encoder is asked about passages from this chance on: about half of those that are judged, which are nearly all that answer. */
const leastAsked = 0.03;
/** What is taken for what the encoder would say of passages that it is not asked about. */
const oddsOfOthers = -4;

/** The passages that the encoder is asked about, by their places: those that what it says may change. */
export const askedOf = (chances: readonly number[]): number[] =>
  [...chances.keys()].filter((at) => (chances[at] ?? 0) >= leastAsked);

/** A passage as the encoder is asked about it: whole and, where it has several, by its parts. */
export interface AskedPassage<Part extends { quote: string } = { quote: string }> {
  quote: string;
  parts: readonly Part[];
}

/** What the encoder says of a passage. */
export interface Heard<Part> {
  /** Of the passage or, where that is more, of the likeliest of its parts. */
  odds: number;
  /** Whether it was asked about parts. */
  hasParts: boolean;
  /** The only part that answers without the others; undefined where there are none or several. */
  part?: Part | undefined;
}

/** A part that is so much less likely than the whole does not answer without it. */
const mostLost = 1.5;

/** What the encoder says of some passages, by their places; null where it was not asked yet, or none is asked about. */
export function heardByPlace<Part extends { quote: string }>(
  question: string,
  passages: readonly AskedPassage<Part>[],
  asked: readonly number[],
): Map<number, Heard<Part>> | null {
  const odds = asked.length > 0 ? oddsOf(inOneLine(question), quotesOf(passages, asked)) : null;
  return odds && heardOf(passages, asked, odds);
}

const partsOf = <Part extends { quote: string }>({ parts }: AskedPassage<Part>): readonly Part[] =>
  parts.length > 1 ? parts : [];

/** What the encoder is given for some passages, in order. */
export const quotesOf = (passages: readonly AskedPassage[], asked: readonly number[]): string[] =>
  asked.flatMap((at) => {
    const passage = passages[at];
    return passage ? [passage.quote, ...partsOf(passage).map(({ quote }) => quote)] : [];
  });

/** `odds`: of `quotesOf`. */
export function heardOf<Part extends { quote: string }>(
  passages: readonly AskedPassage<Part>[],
  asked: readonly number[],
  odds: readonly number[],
): Map<number, Heard<Part>> {
  const found = new Map<number, Heard<Part>>();
  let next = 0;
  for (const at of asked) {
    const parts = passages[at] ? partsOf(passages[at]) : [];
    const [whole = oddsOfOthers, ...own] = odds.slice(next, next + 1 + parts.length);
    const likely = parts.filter((_, index) => (own[index] ?? Number.NEGATIVE_INFINITY) >= whole - mostLost);
    found.set(at, {
      odds: Math.max(whole, ...own),
      hasParts: parts.length > 0,
      part: likely.length === 1 ? likely[0] : undefined,
    });
    next += 1 + parts.length;
  }
  return found;
}

/** As the encoder is asked, which looks at the beginning: what it said is kept by it. */
export const inOneLine = (question: string): string => question.slice(0, longestQuestion).replaceAll(/\s+/g, ' ');

/** What a passage is judged from when the encoder has read it with its question; `chance` is that by words. */
export const readFeatureNames = ['odds', 'oddsShare', 'oddsLead', 'bestOdds', 'chance', 'passages'];

/** `chances`: of the passages by words. `heard`: of those that were asked about, by their places. */
export function readRows(
  chances: readonly number[],
  heard: ReadonlyMap<number, Pick<Heard<unknown>, 'odds'>>,
): number[][] {
  const odds = chances.map((_, at) => heard.get(at)?.odds ?? oddsOfOthers);
  const all = odds.reduce((sum, each) => sum + Math.exp(each), 1);
  const [best = oddsOfOthers, next = oddsOfOthers] = odds.toSorted((one, other) => other - one);
  return odds.map((own, at) => {
    const lead = own - (own === best ? next : best);
    return [own, Math.exp(own) / all, lead, best, chances[at] ?? 0, odds.length];
  });
}
