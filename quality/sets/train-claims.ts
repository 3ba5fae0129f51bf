/**
 * Learns how likely a quoted passage answers a question, from the open halves of the sets, from `quality/practice` and from public questions about articles, and
 * reports on folds of open files that were held out. Of the frozen halves nothing is read.
 *
 *     node quality/sets/train-claims.ts FOLDER [--write] [--texts FOLDER] [--lessons FILE] [--encoder FILE]
 *
 * FOLDER holds the files that `engines/reader/tools/inputs.ts` lists. The seeds are fixed: the same files give the same weights.
 * With `--encoder` it learns the trees that know what the encoder says, from the files that this has not seen: FILE is what `train-answers.py` wrote.
 * `--lessons` writes the same questions and passages for `engines/weights/tools/train-answers.py`, a JSON line each, and learns nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AnswerJudge, WordPieces } from '@parley/weights';
import { claimFeatureNames } from '../../engines/reader/src/answers/claim-features.ts';
import {
  askedOf,
  type ClaimWeights,
  heardOf,
  inOneLine,
  judgeWith,
  mayClaim,
  quotesOf,
  readFeatureNames,
  readRows,
} from '../../engines/reader/src/answers/judge-claim.ts';
import { answerInputs, checkInputs } from '../../engines/reader/tools/inputs.ts';
import { trainTrees } from '../../engines/reader/tools/learning/boosted-trees.ts';
import { readQuestions } from '../../engines/reader/tools/learning/read-questions.ts';
import { type Judged, judgeArticles, judgeOpen, type Passage } from './claim-lessons.ts';
import { foldOf, foldOfHeld, folds, isHeldFromEncoder } from './folds.ts';
import { SetPrompts } from './read-prompts.ts';

const seeds = [11, 12, 13];
const leastHessian = 0.1;
const trees = { rounds: 150, depth: 4, rate: 0.06, minWeight: 6, lambda: 4, featureShare: 0.5, rowShare: 0.7 };
const byWords: Judging = { names: claimFeatureNames, rowOf: ({ features }) => features, trees };
const byReading: Judging = {
  names: readFeatureNames,
  rowOf: ({ read = [] }) => read,
  trees: { ...trees, depth: 3, featureShare: 0.8 },
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    encoder: { type: 'string' },
    lessons: { type: 'string' },
    texts: { type: 'string', default: join(tmpdir(), 'parley-set-texts') },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Give the folder that holds the inputs; engines/reader/tools/inputs.ts lists them.');
checkInputs(folder, answerInputs);
const judged = [...(await judgeOpen(new SetPrompts(values.texts))), ...(await judgeArticles(readQuestions(folder)))];
if (values.lessons !== undefined) await writeLessons(values.lessons, judged);
else if (values.encoder !== undefined) {
  const weights = await learnReading(await AnswerJudge.open(readFileSync(values.encoder)), judged);
  if (values.write) write('read-claim-weights.json', weights);
} else {
  reportOnFolds(judged);
  if (values.write) write('claim-weights.json', learn(judged));
}

function write(name: string, weights: ClaimWeights): void {
  const file = new URL(`../../engines/reader/src/answers/${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
  console.log('written');
}

/** What passages are judged by. */
interface Judging {
  names: readonly string[];
  rowOf(passage: Passage): readonly number[];
  trees: Omit<Parameters<typeof trainTrees>[1], 'seed'>;
}

/** One of the passages of a question answers, or none does: the odds of all of them stand beside 1 for none. */
function learn(questions: readonly Judged[], { names, rowOf, trees }: Judging = byWords): ClaimWeights {
  const asked = questions.filter(({ passages }) => passages.length > 0);
  const rows = asked.flatMap(({ passages }) => passages.map((passage) => Float32Array.from(rowOf(passage))));
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    let at = 0;
    for (const { weight, passages } of asked) {
      const odds = passages.map((_, index) => Math.exp(scores[at + index] ?? 0));
      const all = odds.reduce((sum, each) => sum + each, 1);
      const right = odds.reduce((sum, each, index) => sum + (passages[index]?.isRight ? each : 0), 0);
      for (const [index, each] of odds.entries()) {
        const chance = each / all;
        gradients[at] = weight * (chance - (passages[index]?.isRight ? each / right : 0));
        hessians[at] = weight * Math.max(chance * (1 - chance), leastHessian);
        at++;
      }
    }
  };
  return { features: names, bags: seeds.map((seed) => trainTrees({ rows, derive }, { ...trees, seed })) };
}

interface Best {
  isShort: boolean;
  isRight: boolean;
  chance: number;
  may: boolean;
}

/** The questions about some files as they are asked, and what a judge that has not seen those files says of their passages. */
function* heldOut(
  questions: readonly Judged[],
  isOut: (group: string) => boolean,
): Generator<{ question: Judged; chances: number[] }> {
  const isHeldOut = ({ isOpen, group }: Judged): boolean => isOpen && isOut(group);
  const judge = judgeWith(learn(questions.filter((each) => !isHeldOut(each))));
  for (const question of questions.filter(isHeldOut))
    if ((!question.isMade || question.isShort) && question.passages.length > 0)
      yield { question, chances: judge(question.passages.map(({ features }) => features)) };
}

/** What the likeliest passage of each open question would be, by weights that have not seen its files. */
function reportOnFolds(questions: readonly Judged[]): void {
  const best: Best[] = [];
  for (let fold = 0; fold < folds; fold++)
    for (const { question, chances } of heldOut(questions, (group) => foldOf(group) === fold))
      best.push(likeliest(question, chances));
  tell(best);
}

/** The trees once more with what the encoder says, of questions that neither saw; and how well, with a fifth of the files left out at a time. */
async function learnReading(encoder: AnswerJudge, questions: readonly Judged[]): Promise<ClaimWeights> {
  const known: Judged[] = [];
  for (const { question, chances } of heldOut(questions, isHeldFromEncoder)) {
    const asked = askedOf(chances);
    if (asked.length === 0) continue;
    const pairs = quotesOf(question.passages, asked).map((passage) => ({
      question: inOneLine(question.question),
      passage,
    }));
    const heard = heardOf(question.passages, asked, await encoder.judge(pairs));
    const read = readRows(chances, heard);
    known.push({
      ...question,
      weight: 1,
      passages: question.passages.map((passage, at) => ({
        ...passage,
        heard: heard.get(at) ?? null,
        read: read[at] ?? [],
      })),
    });
  }
  const best: Best[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = ({ group }: Judged): boolean => foldOfHeld(group) === fold;
    const judge = judgeWith(
      learn(
        known.filter((each) => !isHeldOut(each)),
        byReading,
      ),
      readFeatureNames,
    );
    for (const question of known.filter(isHeldOut))
      best.push(likeliest(question, judge(question.passages.map(byReading.rowOf))));
  }
  console.log(`${known.length} questions that the encoder was asked about`);
  tell(best);
  return learn(known, byReading);
}

function likeliest({ passages, isShort = false }: Judged, chances: readonly number[]): Best {
  const rated = passages.map(({ features, heard, isRight }, index) => ({
    isShort,
    isRight,
    chance: chances[index] ?? 0,
    may: mayClaim(features, heard),
  }));
  return rated.sort((one, other) => other.chance - one.chance)[0] ?? { isShort, isRight: false, chance: 0, may: false };
}

function tell(best: readonly Best[]): void {
  for (const limit of [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]) {
    const told = best.filter(({ chance, may }) => may && chance >= limit);
    const count = (list: readonly Best[]): string =>
      `right ${list.filter(({ isRight }) => isRight).length}, wrong ${list.filter(({ isRight }) => !isRight).length}`;
    const [whole, short] = [false, true].map((isOf) => told.filter(({ isShort }) => isShort === isOf));
    console.log(`from ${limit}: ${count(whole ?? [])}; of a few sentences alone: ${count(short ?? [])}`);
  }
}

/** Questions with the pieces that the encoder knows, see `AnswerJudge`. */
async function writeLessons(file: string, questions: readonly Judged[]): Promise<void> {
  const words = await WordPieces.open();
  const lines = questions
    .filter(({ passages }) => passages.length > 0)
    .map(({ question, group, isOpen, isMade, isShort = false, passages }) =>
      JSON.stringify({
        isArticle: !isOpen,
        isHeld: isOpen && isHeldFromEncoder(group),
        isMade,
        isShort,
        question: [...words.split(inOneLine(question))],
        passages: passages.map(({ quote, isRight }) => ({ pieces: [...words.split(quote)], isRight })),
      }),
    );
  writeFileSync(file, `${lines.join('\n')}\n`);
}
