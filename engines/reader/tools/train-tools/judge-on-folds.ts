import path from 'node:path';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { readRequest } from '../../src/tools/find-mentions.ts';
import { type PlannedCall, planCalls, shortlist } from '../../src/tools/plan-calls.ts';
import { knowTools } from '../../src/tools/tool-view.ts';
import { categories, type Example, isSame, readExamples } from './examples.ts';
import { decisionsOf, train } from './train-arguments.ts';
import { choicesOf } from './train-choice.ts';

const now = Date.UTC(2026, 0, 1);

export interface Judged {
  category: string;
  isRight: boolean;
}

/**
 * The requests of `directory`, each planned with weights learned from the folds that it is not in, and whether the calls are right: as
 * many as accepted, with the same names and accepted values, in any order. Of `every` requests one is taken, all by default.
 */
export async function judgeOnFolds(directory: string, folds: number, every = 1): Promise<Judged[]> {
  const examples = readExamples(path.join(directory, 'toolcall'), categories).filter((_, index) => index % every === 0);
  const tagger = await loadTagger('en');
  const judged: Judged[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const seen = examples.filter(({ id }) => foldOf(id, folds) !== fold);
    const values = train(decisionsOf(seen, now, tagger), 12, 1);
    const weights = { arguments: values, tools: train(choicesOf(seen, values, now, tagger), 20, 2) };
    for (const example of examples.filter(({ id }) => foldOf(id, folds) === fold)) {
      const request = readRequest(example.text, now, tagger);
      const calls = planCalls(request, shortlist(request, knowTools(example.tools)), weights);
      const whole = calls.filter((call) => call.missing.length === 0);
      judged.push({ category: example.category, isRight: isRight(whole, example) });
    }
  }
  return judged;
}

function foldOf(id: string, folds: number): number {
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
