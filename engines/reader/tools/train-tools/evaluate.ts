/**
 * Says how well the embedded reader chooses and fills tools on requests that its weights have not seen.
 *
 *     node engines/reader/tools/train-tools/evaluate.ts DIRECTORY [FOLDS]
 *
 * The examples are cut into folds by their ids; each fold is judged with weights learned from the others. A request is right
 * when the calls are as many as accepted, with the same names and accepted values, in any order.
 */
import { argv } from 'node:process';
import { checkInputs, toolInputs } from '../inputs.ts';
import { judgeOnFolds } from './judge-on-folds.ts';

const [, , directory, folds = '4'] = argv;
if (directory === undefined)
  throw new Error('usage: node engines/reader/tools/train-tools/evaluate.ts DIRECTORY [FOLDS]');
checkInputs(directory, toolInputs);
const results = new Map<string, boolean[]>();
for (const { category, isRight } of await judgeOnFolds(directory, Number(folds)))
  results.set(category, [...(results.get(category) ?? []), isRight]);
for (const [category, judged] of results) {
  const share = judged.filter(Boolean).length / judged.length;
  console.log(`${category.padEnd(24)} ${String(judged.length).padStart(4)} ${share.toFixed(3)}`);
}
