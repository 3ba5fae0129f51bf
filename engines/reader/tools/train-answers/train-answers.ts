/**
 * Learns the weights by which the reader tells how likely a passage answers, and reports how well the same method does on
 * questions it has not seen (whole articles are held out).
 *
 *   node engines/reader/tools/train-answers/train-answers.ts FOLDER [--write] [--without NAME,NAME]
 *
 * FOLDER holds the files that `tools/inputs.ts` lists; one that is missing or differs stops the training. The seed is fixed: the
 * same files give the same weights. `--write` stores them. `--without` blinds the named features, to see what they bring.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { passageFeatureNames } from '../../src/answers/passage-features.ts';
import { answerInputs, checkInputs } from '../inputs.ts';
import { type JudgedQuestion, learnChances } from './judge-passages.ts';
import { judgeAll, type Rated, rateOnFolds, trainingOptions } from './rate-on-folds.ts';

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
  writeFileSync(file, `${JSON.stringify(learnChances(judged, trainingOptions), null, 2)}\n`);
  console.log('written');
}
