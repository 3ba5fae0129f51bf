/**
 * A table of what each family of rules for answers brings: questions of files with each family left out, with the texts as the service reads them.
 *
 *   node quality/reader/ablate-answers.ts FOLDER... [--part tables] [--unseen NAME] [--family NAME] [--list] [--texts FOLDER]
 *   node quality/reader/ablate-answers.ts --made 4 [--seed 1] --part tables
 *
 * A FOLDER holds files and `questions.txt` (see `answer-sets.ts`). `--unseen` names the one that the rules were least written against; its
 * figures stand apart. `--list` prints what is wrong and each question whose verdict changes. `--texts` keeps what was read of
 * the files there, for the next run.
 */
import { parseArgs } from 'node:util';
import { rankPassages } from '@parley/text';
import { type Family, leaveOutOf } from '../leave-out.ts';
import { answerFamilies } from './answer-families.ts';
import { type AskedFile, judgeAnswer, readAnswerSet, type Verdict } from './answer-sets.ts';
import { madeTables } from './made-tables.ts';
import { traceFamilies } from './trace-families.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', multiple: true },
    unseen: { type: 'string' },
    family: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    texts: { type: 'string' },
    made: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (positionals.length === 0 && values.made === undefined)
  throw new Error('Give the folders that hold files and questions.txt, or --made with a number.');
const unseen = values.unseen ?? 'made';
const chosen = answerFamilies.filter(
  ({ part, name }) => (values.part ?? [part]).includes(part) && (values.family ?? [name]).includes(name),
);
const traced = traceFamilies(chosen);
const whole: Family = { name: '(nothing)', rules: traced.rules };
const moduleOf = leaveOutOf(
  new URL('../../engines/reader/', import.meta.url).href,
  [whole, ...chosen],
  /\/src\/text\//,
);
const asked: AskedFile[] = values.made === undefined ? [] : madeTables(Number(values.seed), Number(values.made));
for (const folder of positionals) asked.push(...(await readAnswerSet(folder, values.texts)));
const ranked = await Promise.all(asked.map(({ index, question }) => rankPassages([index], question, { limit: 400 })));

const figures = ['right', 'shown', 'wrong'] as const;
console.log(
  `| Without | matters to | ${['all', unseen].flatMap((set) => figures.map((name) => `${set}: ${name}`)).join(' | ')} |`,
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
const before: Verdict[] = [];
/** For each family the questions that it could matter to. */
const matters = chosen.map((): number[] => []);
const readWhole = await readerWithout(whole);
for (const at of asked.keys()) {
  before.push(await readWhole(at));
  for (const family of traced.take()) matters[family]?.push(at);
}
console.log(`| (nothing) | | ${cellsOf(before)} |`);
if (values.list)
  for (const [at, { set, filename, question }] of asked.entries())
    if (before[at] === 'wrong') console.log(`    ${set} ${filename}: ${question} (wrong)`);
for (const [index, family] of chosen.entries()) {
  const after = [...before];
  const readWithout = await readerWithout(family);
  for (const at of matters[index] ?? []) after[at] = await readWithout(at);
  console.log(`| ${family.name} | ${matters[index]?.length} | ${cellsOf(after)} |`);
  for (const [at, { set, filename, question }] of asked.entries())
    if (values.list && after[at] !== before[at])
      console.log(`    ${set} ${filename}: ${question} (${before[at]}, without it ${after[at]})`);
}

async function readerWithout(family: Family): Promise<(at: number) => Promise<Verdict>> {
  const { read }: typeof import('../../engines/reader/src/index.ts') = await import(moduleOf('src/index.ts', family));
  return async (at) => {
    const each = asked[at];
    if (!each) throw new Error('There is no such question.');
    const passages = (ranked[at] ?? []).flatMap(({ passage, score }) => {
      const place = each.index.passages[passage];
      return place ? [{ start: place.start, end: place.end, score }] : [];
    });
    const prompt = {
      system: '',
      messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: each.question }] }],
      documents: [{ filename: each.filename, text: each.text, ranked: passages }],
    };
    return judgeAnswer(each, await read(prompt, { now: Date.UTC(2026, 0, 1) }));
  };
}

function cellsOf(verdicts: readonly Verdict[]): string {
  const count = (name: Verdict, isOwn: (set: string) => boolean) =>
    verdicts.filter((verdict, at) => verdict === name && isOwn(asked[at]?.set ?? '')).length;
  return [() => true, (set: string) => set === unseen]
    .flatMap((isOwn) => figures.map((name) => count(name, isOwn)))
    .join(' | ');
}
