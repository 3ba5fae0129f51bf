/**
 * Learns the weights of the embedded reader from a folder of questions with known answers, and reports how well the same
 * method does on questions it has not seen (whole articles are held out).
 *
 *   node packages/reader/tools/train-answers/train-reader.ts FOLDER [--write]
 *
 * FOLDER holds `qa/xquad.{en,es,de,zh}.json` and `qa/squad2.json` (SQuAD's shape) and `retrieval/nq` (passages with answers);
 * what is missing is left out. The seed is fixed: the same folder gives the same weights. `--write` stores them.
 */
import { writeFileSync } from 'node:fs';
import { type StoredRanking, writeKeys } from '../../src/answers/ranking.ts';
import { rateSpans } from '../../src/answers/rate-spans.ts';
import { type StoredTrees, TreeEnsemble } from '../../src/answers/tree-ensemble.ts';
import type { TrainingOptions } from './boosted-trees.ts';
import { type DoubtExample, learnDoubt, makeDoubtExample, makeUnanswerable } from './learn-doubt.ts';
import { type Example, foldOf, learnKeys, learnTrees, makeExample, withKeyFeatures } from './learn-ranking.ts';
import { type KnownQuestion, readQuestions } from './read-questions.ts';

const folds = 3;
const seed = 11;
const spanOptions: TrainingOptions = {
  rounds: 120,
  depth: 5,
  rate: 0.1,
  minWeight: 1,
  lambda: 3,
  featureShare: 0.5,
  rowShare: 0.7,
  seed,
};
const doubtOptions: TrainingOptions = {
  rounds: 80,
  depth: 4,
  rate: 0.08,
  minWeight: 4,
  lambda: 4,
  featureShare: 0.6,
  rowShare: 0.7,
  seed,
};

const weightOf = (example: Example): number => (example.known.set === 'nq' ? 0.5 : 1);

interface Learned {
  keys: ReturnType<typeof learnKeys>;
  trees: StoredTrees;
}

function learn(examples: Example[]): Learned {
  return {
    keys: learnKeys(examples),
    trees: learnTrees(examples, withKeyFeatures(examples, 4), spanOptions, weightOf),
  };
}

async function train(name: string, questions: KnownQuestion[], write: boolean): Promise<void> {
  const examples: Example[] = [];
  for (const known of questions) if (known.answers.length > 0) examples.push(await makeExample(known));
  const answerable = questions.filter((known) => known.answers.length > 0);
  const missing = [
    ...questions.filter((known) => known.answers.length === 0).map((known) => ({ known, isMade: false })),
    ...(await makeUnanswerable(answerable, seed)).map((known) => ({ known, isMade: true })),
  ];
  const doubts: DoubtExample[] = [];
  const overlaps = new Map<string, number[]>();
  for (let fold = 0; fold < folds; fold++) {
    const learned = learn(examples.filter((example) => foldOf(example.known.group, folds) !== fold));
    const ranking = { keys: learned.keys, trees: new TreeEnsemble(learned.trees) };
    for (const example of examples.filter(({ known }) => foldOf(known.group, folds) === fold)) {
      const overlap = await overlapOf(example, ranking);
      overlaps.set(example.known.set, [...(overlaps.get(example.known.set) ?? []), overlap]);
      doubts.push(await makeDoubtExample(example.known, false, ranking));
    }
    for (const { known, isMade } of missing) {
      if (foldOf(known.group, folds) === fold) doubts.push(await makeDoubtExample(known, isMade, ranking));
    }
  }
  for (const [set, values] of overlaps)
    console.log(
      `${name}: ${set}: F1 of the first span on unseen articles ${mean(values).toFixed(3)} (${values.length})`,
    );
  reportDoubt(name, doubts);
  if (!write) return;
  const learned = learn(examples);
  const stored: StoredRanking = {
    keys: writeKeys(learned.keys),
    trees: learned.trees,
    doubt: learnDoubt(doubts, doubtOptions),
  };
  const file = new URL(`../../src/answers/weights/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
  console.log(`${name}: written`);
}

async function overlapOf(example: Example, ranking: Parameters<typeof rateSpans>[2]): Promise<number> {
  const { collected, material } = example;
  const text = rateSpans(collected, material, ranking)[0]?.text;
  return example.spans.find((span) => span.text === text)?.overlap ?? 0;
}

/** The share of unanswerable questions told as such, at thresholds that refuse so many answerable ones. */
function reportDoubt(name: string, doubts: DoubtExample[]): void {
  const rated: { known: KnownQuestion; doubt: number; isMissing: boolean; isMade: boolean }[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const trees = new TreeEnsemble(
      learnDoubt(
        doubts.filter(({ known }) => foldOf(known.group, folds) !== fold),
        doubtOptions,
      ),
    );
    for (const each of doubts) {
      if (foldOf(each.known.group, folds) === fold)
        rated.push({ ...each, doubt: 1 / (1 + Math.exp(-trees.score(each.features))) });
    }
  }
  for (const threshold of [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]) {
    const share = (list: typeof rated): string =>
      `${((100 * list.filter((each) => each.doubt > threshold).length) / Math.max(1, list.length)).toFixed(0)} % of ${list.length}`;
    const real = rated.filter((each) => !each.isMade);
    const sets = [...new Set(real.filter((each) => !each.isMissing).map((each) => each.known.set))];
    console.log(
      `${name}: doubt over ${threshold}: unanswerable ${share(real.filter((each) => each.isMissing))}, made ${share(rated.filter((each) => each.isMade))}; wrongly ` +
        sets
          .map((set) => `${set} ${share(real.filter((each) => !each.isMissing && each.known.set === set))}`)
          .join(', '),
    );
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Give the folder that holds the questions.');
  process.exitCode = 2;
} else {
  const questions = readQuestions(folder);
  const of = (...sets: string[]): KnownQuestion[] => questions.filter((known) => sets.includes(known.set));
  const only = process.argv[4];
  if (only !== 'neutral')
    await train('english', of('en', 'squad2', 'nq', 'multihop'), process.argv.includes('--write'));
  if (only !== 'english') await train('neutral', of('es', 'de', 'zh'), process.argv.includes('--write'));
}
