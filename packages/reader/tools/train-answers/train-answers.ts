/**
 * Learns the weights by which the reader tells how likely a passage answers, and reports how well the same method does on
 * questions it has not seen (whole articles are held out).
 *
 *   node packages/reader/tools/train-answers/train-answers.ts FOLDER [--write] [--without NAME,NAME]
 *
 * FOLDER holds the files that `tools/inputs.ts` lists; one that is missing or differs stops the training. The seed is fixed: the
 * same files give the same weights. `--write` stores them. `--without` blinds the named features, to see what they bring.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { passageFeatureNames } from '../../src/answers/passage-features.ts';
import { TreeEnsemble } from '../../src/answers/tree-ensemble.ts';
import { answerInputs, checkInputs } from '../inputs.ts';
import type { TrainingOptions } from './boosted-trees.ts';
import { type JudgedQuestion, judgePassages, learnChances } from './judge-passages.ts';
import { makeUnanswerable } from './make-unanswerable.ts';
import { readQuestions } from './read-questions.ts';

const folds = 4;
const seed = 11;
const options: TrainingOptions = {
  rounds: 90,
  depth: 4,
  rate: 0.08,
  minWeight: 6,
  lambda: 4,
  featureShare: 0.6,
  rowShare: 0.7,
  seed,
};

interface Rated {
  question: JudgedQuestion;
  chance: number;
  isRight: boolean;
}

async function judgeAll(folder: string): Promise<JudgedQuestion[]> {
  const questions = readQuestions(folder);
  const answerable = questions.filter(({ answers }) => answers.length > 0);
  const judged: JudgedQuestion[] = [];
  for (const known of questions) judged.push(await judgePassages(known, false));
  for (const known of await makeUnanswerable(answerable, seed)) judged.push(await judgePassages(known, true));
  return judged;
}

/** The passage that each question would be given by trees that have not seen its article. */
function rateOnFolds(judged: JudgedQuestion[]): Rated[] {
  const rated: Rated[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = ({ known }: JudgedQuestion): boolean => foldOf(known.group) === fold;
    const trees = new TreeEnsemble(
      learnChances(
        judged.filter((each) => !isHeldOut(each)),
        options,
      ),
    );
    for (const question of judged.filter(isHeldOut)) {
      const chances = question.passages.map(({ features, isRight }) => ({
        question,
        isRight,
        chance: 1 / (1 + Math.exp(-trees.score(features))),
      }));
      const best = chances.sort((a, b) => b.chance - a.chance)[0];
      rated.push(best ?? { question, isRight: false, chance: 0 });
    }
  }
  return rated;
}

function foldOf(group: string): number {
  let hash = 7;
  for (const letter of group) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 3) % folds;
}

function report(rated: Rated[]): void {
  const real = rated.filter(({ question }) => !question.isMade);
  const hasAnswer = ({ question }: Rated): boolean => question.known.answers.length > 0;
  for (const set of [...new Set(real.map(({ question }) => question.known.set))]) {
    const own = real.filter((each) => each.question.known.set === set && hasAnswer(each));
    console.log(`${set}: the passage chosen holds the answer ${share(own, ({ isRight }) => isRight)}`);
  }
  for (const limit of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7]) {
    const isShown = ({ chance }: Rated): boolean => chance >= limit;
    const answerable = real.filter(hasAnswer);
    console.log(
      `shown from ${limit}: right ${share(answerable, (each) => isShown(each) && each.isRight)}, ` +
        `wrong ${share(answerable, (each) => isShown(each) && !each.isRight)}; for no answer: real ` +
        `${share(
          real.filter((each) => !hasAnswer(each)),
          isShown,
        )}, made ${share(
          rated.filter(({ question }) => question.isMade),
          isShown,
        )}`,
    );
  }
  for (let low = 0; low < 1; low += 0.2) {
    const bin = real.filter(({ chance }) => chance >= low && chance < low + 0.2);
    console.log(`chance ${low.toFixed(1)} to ${(low + 0.2).toFixed(1)}: right ${share(bin, ({ isRight }) => isRight)}`);
  }
}

const share = <T>(list: T[], isCounted: (item: T) => boolean): string =>
  `${((100 * list.filter(isCounted).length) / Math.max(1, list.length)).toFixed(1)} % of ${list.length}`;

function blind(judged: JudgedQuestion[], names: string[]): void {
  for (const name of names) {
    const at = passageFeatureNames.findIndex((known) => known === name);
    if (at < 0) throw new Error(`There is no feature "${name}"; there are ${passageFeatureNames.join(', ')}.`);
    for (const { passages } of judged) for (const { features } of passages) features[at] = 0;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, without: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder that holds the inputs; tools/inputs.ts lists them.');
checkInputs(folder, answerInputs);
const judged = await judgeAll(folder);
blind(judged, values.without?.split(',') ?? []);
report(rateOnFolds(judged));
if (values.write) {
  const file = new URL('../../src/answers/passage-weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(learnChances(judged, options), null, 2)}\n`);
  console.log('written');
}
