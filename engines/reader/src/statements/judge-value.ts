import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { valueFeatureNames } from './value-features.ts';

/** Trees that were grown from several seeds; what they say counts alike. */
export interface ValueWeights {
  features: readonly string[];
  bags: readonly StoredTrees[];
}

/** Says of each value of a property how likely it is the one that is asked for, 0 to 1; together with none of them they are 1. */
export type JudgeValues = (rows: readonly (readonly number[])[]) => number[];

export const judgeValuesWith = (weights: ValueWeights): JudgeValues =>
  judgeSharesWith(weights, valueFeatureNames, 'train-values.ts');

/** Throws where the weights were learned from other features; `script` is what learns them anew. */
export function judgeSharesWith(
  { features, bags }: ValueWeights,
  names: readonly string[],
  script: string,
): JudgeValues {
  if (features.join() !== names.join())
    throw new Error(`The weights were learned from other features: run quality/sets/${script} --write.`);
  const ensembles = bags.map((bag) => new TreeEnsemble(bag));
  return (rows) =>
    sharesOf(rows.map((row) => ensembles.reduce((all, ensemble) => all + ensemble.score(row), 0) / ensembles.length));
}

/** Shares of scores beside a score of 0, which stands for none of them. */
export function sharesOf(scores: readonly number[]): number[] {
  const highest = scores.reduce((most, score) => Math.max(most, score), 0);
  const powers = scores.map((score) => Math.exp(score - highest));
  const all = powers.reduce((sum, power) => sum + power, Math.exp(-highest));
  return powers.map((power) => power / all);
}

let loading: Promise<JudgeValues> | undefined;

export function loadValueJudge(): Promise<JudgeValues> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<JudgeValues> {
  const { default: stored }: { default: ValueWeights } = await import('./value-weights.json', {
    with: { type: 'json' },
  });
  return judgeValuesWith(stored);
}
