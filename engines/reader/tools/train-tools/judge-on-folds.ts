import path from 'node:path';
import { guessLanguage } from '../../src/text/function-words.ts';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { loadWeights } from '../../src/tools/choose-tool-calls.ts';
import { type RequestSetting, readRequest } from '../../src/tools/find-mentions.ts';
import { inWordsOf } from '../../src/tools/in-words-of.ts';
import { type PlannedCall, planCalls } from '../../src/tools/plan-calls.ts';
import { shortlist, type ToolWeights } from '../../src/tools/rank-tools.ts';
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
 * many as accepted, with the same names and accepted values, in any order. Of `every` requests one is taken, all by default. Without folds
 * the weights that are kept judge them.
 */
export async function judgeOnFolds(directory: string, folds: number, every = 1): Promise<Judged[]> {
  if (folds === 0) return judgeAsKept(directory, every);
  const examples = readExamples(path.join(directory, 'toolcall'), categories).filter((_, index) => index % every === 0);
  const setting = { now, language: 'en', tagger: await loadTagger('en') } as const;
  const decisions = new Map(examples.map((example) => [example, decisionsOf([example], setting)]));
  const judged: Judged[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const seen = examples.filter(({ id }) => foldOf(id, folds) !== fold);
    const values = train(
      seen.flatMap((example) => decisions.get(example) ?? []),
      12,
      1,
    );
    const weights = { arguments: values, tools: train(choicesOf(seen, values, setting), 20, 2) };
    for (const example of examples.filter(({ id }) => foldOf(id, folds) === fold))
      judged.push(judge(example, weights, setting));
  }
  return judged;
}

/** The requests with the weights that are kept, which were learned from them: how rules change that hold no feature, in a minute. */
async function judgeAsKept(directory: string, every: number): Promise<Judged[]> {
  const weights = await loadWeights();
  const setting = { now, language: 'en', tagger: await loadTagger('en') } as const;
  return readExamples(path.join(directory, 'toolcall'), categories)
    .filter((_, index) => index % every === 0)
    .map((example) => judge(example, weights, setting));
}

function judge(example: Example, weights: ToolWeights, setting: RequestSetting): Judged {
  const tools = knowTools(example.tools);
  const request = inWordsOf(tools, readRequest(example.text, { ...setting, language: guessLanguage(example.text) }));
  const calls = planCalls(request, shortlist(request, tools), weights);
  const whole = calls.filter((call) => call.missing.length === 0);
  return { category: example.category, isRight: isRight(whole, example) };
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
