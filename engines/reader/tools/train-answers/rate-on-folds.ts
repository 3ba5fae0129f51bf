import { TreeEnsemble } from '@parley/text';
import type { TrainingOptions } from './boosted-trees.ts';
import { type JudgedQuestion, judgePassages, learnChances } from './judge-passages.ts';
import { makeUnanswerable } from './make-unanswerable.ts';
import { readQuestions } from './read-questions.ts';

const folds = 4;
const seed = 11;
export const trainingOptions: TrainingOptions = {
  rounds: 90,
  depth: 4,
  rate: 0.08,
  minWeight: 6,
  lambda: 4,
  featureShare: 0.6,
  rowShare: 0.7,
  seed,
};

/** The passage that a question would be given, how likely it was held to answer, and whether it does. */
export interface Rated {
  question: JudgedQuestion;
  chance: number;
  isRight: boolean;
}

/** The questions of the inputs and those made without an answer, with the passages found for each. */
export async function judgeAll(folder: string): Promise<JudgedQuestion[]> {
  const questions = readQuestions(folder);
  const answerable = questions.filter(({ answers }) => answers.length > 0);
  const judged: JudgedQuestion[] = [];
  for (const known of questions) judged.push(await judgePassages(known, false));
  for (const known of await makeUnanswerable(answerable, seed)) judged.push(await judgePassages(known, true));
  return judged;
}

/** The passage that each question would be given by trees that have not seen its article. */
export function rateOnFolds(judged: readonly JudgedQuestion[]): Rated[] {
  const rated: Rated[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = ({ known }: JudgedQuestion): boolean => foldOf(known.group) === fold;
    const trees = new TreeEnsemble(
      learnChances(
        judged.filter((each) => !isHeldOut(each)),
        trainingOptions,
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
