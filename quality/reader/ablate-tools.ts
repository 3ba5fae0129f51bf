/**
 * A table of what each family of rules for tools brings: weights learned and requests judged with each family left out, on folds by
 * request (`engines/reader/tools/train-tools/evaluate.ts`).
 *
 *   node quality/reader/ablate-tools.ts FOLDER [--folds 3] [--every 1] [--family NAME]
 *
 * FOLDER as for `train-tools/run.ts`. With `--every 4` one request of four is taken: a quarter of an hour becomes a few minutes. With
 * `--folds 0` nothing is learned anew and the weights that are kept judge the requests that they were learned from.
 */
import { parseArgs } from 'node:util';
import { checkInputs, toolInputs } from '../../engines/reader/tools/inputs.ts';
import { type Family, leaveOutOf, type Rule } from '../leave-out.ts';

const none = (file: string, name: string, gives: string): Rule => ({ file: `tools/${file}.ts`, name, gives });
const families: Family[] = [
  { name: 'one tool called several times', rules: [none('read-parts', 'cutsOf', '[]')] },
  { name: 'one call for each of several values', rules: [none('expand-calls', 'expandCalls', '[given[0]]')] },
  {
    name: 'parts of a request',
    rules: [none('split-request', 'splitSentences', '[]'), none('split-request', 'splitClauses', '[]')],
  },
  { name: 'roles of parameters', rules: [none('parameter-roles', 'rolesOf', 'new Set()')] },
  { name: 'options of an enum', rules: [none('option-match', 'matchOptions', '[]')] },
  { name: 'flags', rules: [none('flag-features', 'flagFeatures', 'undefined')] },
  {
    name: 'units',
    rules: [none('named-units', 'namedUnit', 'undefined'), none('named-units', 'namedUnits', '[]')],
  },
  { name: 'dates', rules: [none('date-mentions', 'findDates', '[]')] },
  { name: 'times', rules: [none('date-mentions', 'findTimes', '[]')] },
  { name: 'numbers', rules: [none('number-mentions', 'findNumbers', '[]')] },
  { name: 'quotations', rules: [none('text-mentions', 'findQuotes', '[]')] },
  { name: 'codes', rules: [none('text-mentions', 'findCodes', '[]'), none('whole-mentions', 'findJoinedCodes', '[]')] },
  { name: 'names', rules: [none('text-mentions', 'findNames', '[]')] },
  { name: 'titles', rules: [none('whole-mentions', 'findTitles', '[]')] },
  { name: 'pieces that a reading uses', rules: [none('read-parts', 'salientMentions', '[]')] },
  { name: 'groups of values', rules: [none('find-mentions', 'groupMentions', 'given[1]')] },
  { name: 'words in a row', rules: [none('find-mentions', 'wordGroups', '[]')] },
  { name: 'places behind a comma', rules: [none('text-mentions', 'places', '[]')] },
  { name: 'dates as they are described', rules: [none('date-mentions', 'writeDate', 'null')] },
  { name: 'wholes before parts', rules: [none('whole-mentions', 'wholeMentions', 'given[1]')] },
  { name: 'phrases', rules: [none('text-mentions', 'findPhrases', '[]')] },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: 'string', default: '3' },
    every: { type: 'string', default: '1' },
    family: { type: 'string', multiple: true },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Give the folder that holds the inputs; engines/reader/tools/inputs.ts lists them.');
checkInputs(folder, toolInputs);
const moduleOf = leaveOutOf(new URL('../../engines/reader/', import.meta.url).href, families, /\/src\/text\//);
const kinds: [string, RegExp][] = [
  ['one call', /simple|multiple$/],
  ['several calls', /parallel/],
  ['no call', /irrelevance/],
];
console.log(`| Without | ${kinds.map(([name]) => name).join(' | ')} |\n|---|--:|--:|--:|`);
const wanted = values.family ?? families.map(({ name }) => name);
for (const family of [undefined, ...families.filter(({ name }) => wanted.includes(name))])
  console.log(`| ${family?.name ?? '(nothing)'} | ${await sharesWithout(family)} |`);

async function sharesWithout(family: Family | undefined): Promise<string> {
  const { judgeOnFolds }: typeof import('../../engines/reader/tools/train-tools/judge-on-folds.ts') = await import(
    moduleOf('tools/train-tools/judge-on-folds.ts', family)
  );
  const judged = await judgeOnFolds(folder ?? '', Number(values.folds), Number(values.every));
  return kinds
    .map(([name, pattern]) => {
      const own = judged.filter(({ category }) =>
        name === 'one call' ? pattern.test(category) && !category.includes('parallel') : pattern.test(category),
      );
      return `${((100 * own.filter(({ isRight }) => isRight).length) / Math.max(1, own.length)).toFixed(1)} % of ${own.length}`;
    })
    .join(' | ');
}
