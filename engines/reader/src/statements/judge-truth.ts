import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { sharesOf } from './judge-value.ts';
import type { Truth } from './match-truth.ts';
import { type TruthCandidate, truthFeatureNames } from './truth-features.ts';

/** Trees that were grown from several seeds; what they say counts alike. */
export interface TruthWeights {
  features: readonly string[];
  bags: readonly StoredTrees[];
}

/** Says of each candidate how likely it is what the text says, 0 to 1; together with nothing being said they are 1. */
export type JudgeTruths = (rows: readonly (readonly number[])[]) => number[];

export function judgeTruthsWith({ features, bags }: TruthWeights): JudgeTruths {
  if (features.join() !== truthFeatureNames.join())
    throw new Error(
      'The weights of yes and no were learned from other features: run quality/sets/train-truths.ts --write.',
    );
  const ensembles = bags.map((bag) => new TreeEnsemble(bag));
  return (rows) =>
    sharesOf(rows.map((row) => ensembles.reduce((all, ensemble) => all + ensemble.score(row), 0) / ensembles.length));
}

let loading: Promise<JudgeTruths> | undefined;

export function loadTruthJudge(): Promise<JudgeTruths> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<JudgeTruths> {
  const { default: stored }: { default: TruthWeights } = await import('./truth-weights.json', {
    with: { type: 'json' },
  });
  return judgeTruthsWith(stored);
}

/** From this chance on yes or no is given: measured by `quality/sets/train-truths.ts`. */
export const leastTruth = 0.8;

/** The likelier of yes and no, with the clause that says so most likely. */
export function likelier(
  candidates: readonly TruthCandidate[],
  judge: JudgeTruths,
): (Truth & { chance: number }) | undefined {
  const chances = judge(candidates.map(({ row }) => row));
  const rated = candidates.map((candidate, at) => ({ ...candidate, chance: chances[at] ?? 0 }));
  const [best] = [true, false]
    .map((isSo) => rated.filter((each) => each.isSo === isSo).sort((one, other) => other.chance - one.chance))
    .map(
      ([first, ...others]) =>
        first && { ...first, chance: others.reduce((sum, { chance }) => sum + chance, first.chance) },
    )
    .sort((one, other) => (other?.chance ?? 0) - (one?.chance ?? 0));
  return best && { isSo: best.isSo, start: best.start, end: best.end, chance: best.chance };
}
