import { expect, test } from 'vitest';
import { judgeValuesWith, loadValueJudge } from './judge-value.ts';
import { valueFeatureNames } from './value-features.ts';

test('holds the weights to the features that they were learned from', async () => {
  const judge = await loadValueJudge();
  const [chance] = judge([valueFeatureNames.map(() => 0)]);
  expect(chance).toBeGreaterThan(0);
  expect(chance).toBeLessThan(0.5);
  expect(() => judgeValuesWith({ features: valueFeatureNames.slice(1), bags: [] })).toThrow(
    'learned from other features',
  );
});
