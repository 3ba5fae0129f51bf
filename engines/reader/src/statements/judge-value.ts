import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { valueFeatureNames } from './value-features.ts';

/** Trees that were grown from several seeds; what they say counts alike. */
export interface ValueWeights {
  features: readonly string[];
  bags: readonly StoredTrees[];
}

/** Says how likely a value is the one that a property asks for, 0 to 1. */
export type JudgeValue = (features: readonly number[]) => number;

export function judgeValuesWith({ features, bags }: ValueWeights): JudgeValue {
  if (features.join() !== valueFeatureNames.join())
    throw new Error(
      'The weights of values were learned from other features: run quality/sets/train-values.ts --write.',
    );
  const ensembles = bags.map((bag) => new TreeEnsemble(bag));
  return (row) => {
    const sum = ensembles.reduce((all, ensemble) => all + ensemble.score(row), 0);
    return 1 / (1 + Math.exp(-sum / ensembles.length));
  };
}

let loading: Promise<JudgeValue> | undefined;

export function loadValueJudge(): Promise<JudgeValue> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<JudgeValue> {
  const { default: stored }: { default: ValueWeights } = await import('./value-weights.json', {
    with: { type: 'json' },
  });
  return judgeValuesWith(stored);
}
