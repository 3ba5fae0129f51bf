import { type JudgeValues, judgeSharesWith, type ValueWeights } from './judge-value.ts';
import type { Truth } from './match-truth.ts';
import { type TruthCandidate, truthFeatureNames } from './truth-features.ts';

/** Says of each candidate how likely it is what the text says, 0 to 1; together with nothing being said they are 1. */
export const judgeTruthsWith = (weights: ValueWeights): JudgeValues =>
  judgeSharesWith(weights, truthFeatureNames, 'train-truths.ts');

let loading: Promise<JudgeValues> | undefined;

export function loadTruthJudge(): Promise<JudgeValues> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<JudgeValues> {
  const { default: stored }: { default: ValueWeights } = await import('./truth-weights.json', {
    with: { type: 'json' },
  });
  return judgeTruthsWith(stored);
}

/** From this chance on yes or no is given: measured by `quality/sets/train-truths.ts`. */
export const leastTruth = 0.8;

/** The likelier of yes and no, with the clause that says so most likely. */
export function likelier(
  candidates: readonly TruthCandidate[],
  judge: JudgeValues,
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
