/**
 * Says how well the embedded reader chooses and fills tools on requests that its weights have not seen.
 *
 *     node packages/reader/tools/train-tools/evaluate.ts DIRECTORY [FOLDS]
 *
 * The examples are cut into folds by their ids; each fold is judged with weights learned from the others. A request is right
 * when the calls are as many as accepted, with the same names and accepted values, in any order.
 */
import path from 'node:path';
import { argv } from 'node:process';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { readRequest } from '../../src/tools/find-mentions.ts';
import { type PlannedCall, planCalls, shortlist } from '../../src/tools/plan-calls.ts';
import { knowTools } from '../../src/tools/tool-view.ts';
import { checkInputs, toolInputs } from '../inputs.ts';
import { categories, type Example, isSame, readExamples } from './examples.ts';
import { decisionsOf, train } from './train-arguments.ts';
import { choicesOf } from './train-choice.ts';

const now = Date.UTC(2026, 0, 1);
const [, , directory, given = '4'] = argv;
if (directory === undefined)
  throw new Error('usage: node packages/reader/tools/train-tools/evaluate.ts DIRECTORY [FOLDS]');
const folds = Number(given);
checkInputs(directory, toolInputs);
const examples = readExamples(path.join(directory, 'toolcall'), categories);
const tagger = await loadTagger('en');
const results = new Map<string, { right: number; all: number }>();
for (let fold = 0; fold < folds; fold++) {
  const seen = examples.filter((example) => foldOf(example.id) !== fold);
  const values = train(decisionsOf(seen, now, tagger), 12, 1);
  const weights = { arguments: values, tools: train(choicesOf(seen, values, now, tagger), 20, 2) };
  for (const example of examples.filter(({ id }) => foldOf(id) === fold)) {
    const request = readRequest(example.text, now, tagger);
    const calls = planCalls(request, shortlist(request, knowTools(example.tools)), weights);
    const result = results.get(example.category) ?? { right: 0, all: 0 };
    result.all++;
    if (
      isRight(
        calls.filter((call) => call.missing.length === 0),
        example,
      )
    )
      result.right++;
    results.set(example.category, result);
  }
}
for (const [category, { right, all }] of results) {
  console.log(`${category.padEnd(24)} ${String(all).padStart(4)} ${(right / all).toFixed(3)}`);
}

function foldOf(id: string): number {
  let hash = 7;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % folds;
}

function isRight(calls: PlannedCall[], { calls: accepted }: Example): boolean {
  const left = [...calls];
  for (const { name, accepted: values } of accepted) {
    const at = left.findIndex((call) => call.name === name && fits(call, values));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function fits({ input }: PlannedCall, values: Example['calls'][number]['accepted']): boolean {
  if (Object.keys(input).some((key) => !values.has(key))) return false;
  return [...values].every(([key, options]) => {
    const value = input[key];
    return value === undefined ? options.includes('') : options.some((option) => isSame(value, option));
  });
}
