/**
 * A table of what each family of features brings: the same training without it, on whole articles held out.
 *
 *   node engines/reader/tools/train-answers/ablate.ts FOLDER
 *
 * FOLDER as for `train-answers.ts`. Takes a few minutes.
 */
import { passageFeatureNames } from '../../src/answers/passage-features.ts';
import { answerInputs, checkInputs } from '../inputs.ts';
import type { JudgedQuestion } from './judge-passages.ts';
import { judgeAll, type Rated, rateOnFolds } from './rate-on-folds.ts';

const families: Record<string, readonly (typeof passageFeatureNames)[number][]> = {
  'what is asked': ['kind', 'asked'],
  'rank among the others': ['rank', 'lead', 'coverage'],
  'order of words': ['pairs', 'swaps', 'tightness'],
  'missing anywhere': ['missingWeight', 'missingNouns', 'missingNames'],
  'missing here': ['namesNotHere', 'figuresNotHere', 'exactShare'],
  'verb and noun asked for': ['verbHere', 'focusHere'],
  'sort of thing held': ['fits'],
  'figure at what is counted': ['figureAtFocus'],
  'new words': ['news', 'newFigures', 'newNames'],
  shape: ['terms', 'length', 'sentences', 'isRow', 'asks', 'opensWithPronoun'],
};
/** From this chance on a passage is shown. */
const limit = 0.35;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds the inputs; tools/inputs.ts lists them.');
checkInputs(folder, answerInputs);
const judged = await judgeAll(folder);
console.log('| Without | right passage shown | another shown | shown for no answer |\n|---|--:|--:|--:|');
report('(nothing)', judged);
for (const [name, features] of Object.entries(families)) report(name, without(judged, new Set<string>(features)));

function without(all: readonly JudgedQuestion[], names: ReadonlySet<string>): JudgedQuestion[] {
  const blinded = passageFeatureNames.map((name) => names.has(name));
  return all.map((question) => ({
    ...question,
    passages: question.passages.map((passage) => ({
      ...passage,
      features: passage.features.map((value, at) => (blinded[at] ? 0 : value)),
    })),
  }));
}

function report(name: string, questions: readonly JudgedQuestion[]): void {
  const rated = rateOnFolds(questions);
  const isAnswerable = ({ question }: Rated): boolean => !question.isMade && question.known.answers.length > 0;
  const answerable = rated.filter(isAnswerable);
  const others = rated.filter((each) => !isAnswerable(each));
  const share = (list: readonly Rated[], isCounted: (each: Rated) => boolean): string =>
    `${((100 * list.filter(isCounted).length) / Math.max(1, list.length)).toFixed(1)} %`;
  const isShown = ({ chance }: Rated): boolean => chance >= limit;
  console.log(
    `| ${name} | ${share(answerable, (each) => isShown(each) && each.isRight)} | ${share(answerable, (each) => isShown(each) && !each.isRight)} | ${share(others, isShown)} |`,
  );
}
