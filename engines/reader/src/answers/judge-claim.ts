import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { claimFeatureNames } from './claim-features.ts';

/** Trees that were grown from several seeds; what they say counts alike. */
export interface ClaimWeights {
  features: readonly string[];
  bags: readonly StoredTrees[];
}

/** Says of each of the passages that would be quoted how likely it is the one that answers; what is left to 1 is that none does. */
export type JudgeClaim = (rows: readonly (readonly number[])[]) => number[];

export function judgeWith({ features, bags }: ClaimWeights): JudgeClaim {
  if (features.join() !== claimFeatureNames.join())
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

let loading: Promise<JudgeClaim> | undefined;

export function loadJudge(): Promise<JudgeClaim> {
  loading ??= readWeights();
  return loading;
}

async function readWeights(): Promise<JudgeClaim> {
  const { default: stored }: { default: ClaimWeights } = await import('./claim-weights.json', {
    with: { type: 'json' },
  });
  return judgeWith(stored);
}

const at = (name: (typeof claimFeatureNames)[number]): number => claimFeatureNames.indexOf(name);
const [asks, lacksForm, isShut] = [at('asks'), at('lacksForm'), at('isShut')];

/** What is never claimed, however likely: a passage that asks itself, and one without the form that is asked for. */
export const mayClaim = (features: readonly number[]): boolean =>
  features[asks] === 0 && features[lacksForm] === 0 && features[isShut] === 0;
