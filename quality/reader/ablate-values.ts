/**
 * A table of what each family of rules for values brings, without a service: values by schema of `quality/sets`, open and frozen, and of the
 * documents of `quality/values`, those of templates that no rule was written against apart, with each family left out.
 *
 *   node quality/reader/ablate-values.ts [--seed 1] [--family NAME] [--texts FOLDER] [--list] [--frozen]
 *
 * Frozen files are read with `--frozen` alone, which is a look (`quality/sets/LOOKS.md`). `--texts` keeps what was read of the files there, for the next run. `--list` prints what goes wrong in open files; of frozen ones only
 * counts are ever printed.
 */
import { parseArgs } from 'node:util';
import { type Family, leaveOutOf, type Rule } from '../leave-out.ts';
import { type ValueVerdict, valueVerdicts } from '../sets/judge.ts';
import { askValues, halves, makeValueCases, readValueSets, type ValueHalf } from './value-cases.ts';

const none = (file: string, name: string, gives = 'undefined'): Rule => ({
  file: `${file.includes('/') ? file : `extraction/${file}`}.ts`,
  name,
  gives,
});
const families: Family[] = [
  {
    name: 'statements of yes and no',
    rules: [none('statements/match-truth', 'matchTruth'), none('statements/truth-features', 'truthCandidates', '[]')],
  },
  { name: 'known forms of papers', rules: [none('find-field', 'findField')] },
  { name: 'words of one meaning in labels', rules: [none('label-words', 'isSameThing', 'given[0] === given[1]')] },
  { name: 'values below labels', rules: [none('read-line', 'isLabelAlone', 'false')] },
  { name: 'rows of tables', rules: [none('find-rows', 'findRows', '[]')] },
  { name: 'columns by their form', rules: [none('columns-by-form', 'columnByForm')] },
  { name: 'items of lists as rows', rules: [none('find-rows', 'itemsOf', '[]')] },
  { name: 'tables without bars', rules: [none('read-blocks', 'isHeader', 'false')] },
  { name: 'lists', rules: [none('find-list', 'findList', '[]')] },
  { name: 'values in sentences', rules: [none('find-in-sentence', 'findInSentence')] },
  { name: 'who bears a name', rules: [none('bearer-likelihood', 'bearerLikelihood', '0')] },
  { name: 'persons in sentences', rules: [none('find-person', 'findPerson')] },
  { name: 'issuer', rules: [none('parties', 'findIssuer')] },
  { name: 'main currency', rules: [none('amounts', 'mainCurrency')] },
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    family: { type: 'string', multiple: true },
    texts: { type: 'string' },
    list: { type: 'boolean', default: false },
    frozen: { type: 'boolean', default: false },
  },
});
const moduleOf = leaveOutOf(new URL('../../engines/reader/', import.meta.url).href, families, /\/src\/text\//);
const all = [...(await readValueSets(values.texts)), ...(await makeValueCases(Number(values.seed), values.texts))];
const cases = all.filter(({ half }) => half !== 'frozen' || values.frozen);
console.log(`Of each: ${valueVerdicts.join(', ')}.\n`);
console.log(`| Without | ${halves.join(' | ')} |\n|---|${'--:|'.repeat(halves.length)}`);
const wanted = values.family ?? families.map(({ name }) => name);
for (const family of [undefined, ...families.filter(({ name }) => wanted.includes(name))])
  console.log(`| ${family?.name ?? '(nothing)'} | ${await rowOf(family)} |`);

async function rowOf(without: Family | undefined): Promise<string> {
  const { read }: typeof import('../../engines/reader/src/index.ts') = await import(moduleOf('src/index.ts', without));
  const counts = new Map<ValueHalf, Map<ValueVerdict, number>>(halves.map((half) => [half, new Map()]));
  for (const each of cases)
    for (const { name, verdict, expected, got } of await askValues(each, read)) {
      const count = counts.get(each.half);
      count?.set(verdict, (count.get(verdict) ?? 0) + 1);
      const isWrong = verdict !== 'right' && verdict !== 'rightly left out';
      if (values.list && without === undefined && isWrong && (each.half === 'open' || each.half === 'made'))
        console.log(
          `${verdict.padEnd(9)}${each.name}  ${name}: ${JSON.stringify(expected)}  →  ${JSON.stringify(got ?? null).slice(0, 120)}`,
        );
    }
  return halves
    .map((half) => valueVerdicts.map((verdict) => counts.get(half)?.get(verdict) ?? 0).join(', '))
    .join(' | ');
}
