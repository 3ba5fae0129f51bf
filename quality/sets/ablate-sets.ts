/**
 * A table of what each family of the reader's rules brings on the sets: every question with each family left out, by `read()` in this process.
 *
 *   node quality/sets/ablate-sets.ts [--family NAME] [--without NAME] [--none] [--list] [--set NAME] [--texts FOLDER] [--encoder]
 *
 * `--family` chooses families, `--without` leaves one out throughout; both may be given several times. `--set` chooses sets. `--none` asks once and leaves no family out. `--list` prints, of the
 * open half, each question whose verdict changes; of the frozen half nothing is ever printed but counts. `--texts` is where what was
 * read of PDFs and pictures is kept for the next run. With `--encoder` the encoder is asked too, as the service does.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Prompt, Reading } from '../../engines/reader/src/index.ts';
import { withEncoder } from '../../engines/reader/test/with-encoder.ts';
import { type Family, leaveOutOf } from '../leave-out.ts';
import { answerFamilies } from '../reader/answer-families.ts';
import { traceFamilies } from '../reader/trace-families.ts';
import { judgeReply, type Verdict, verdicts } from './judge.ts';
import { SetPrompts } from './read-prompts.ts';
import { type Half, readSetQuestions, type SetQuestion, setNames } from './read-sets.ts';

const { values: options } = parseArgs({
  options: {
    family: { type: 'string', multiple: true },
    without: { type: 'string', multiple: true, default: [] },
    none: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: setNames },
    texts: { type: 'string', default: join(tmpdir(), 'parley-set-texts') },
    encoder: { type: 'boolean', default: false },
  },
});
const halves: readonly Half[] = ['open', 'frozen'];
const known = (name: string): Family => {
  const family = answerFamilies.find((each) => each.name === name);
  if (!family) throw new Error(`There is no family "${name}".`);
  return family;
};
const left = options.without.map(known);
const chosen = options.none
  ? []
  : (options.family?.map(known) ?? answerFamilies.filter(({ rules }) => rules.length > 0)).filter(
      (family) => !left.includes(family),
    );
const gone = left.flatMap(({ rules }) => rules);
const isGone = ({ file, name }: Family['rules'][number]) =>
  gone.some((rule) => rule.file === file && rule.name === name);
const traced = traceFamilies(chosen);
const whole: Family = { name: '(nothing)', rules: [...traced.rules.filter((rule) => !isGone(rule)), ...gone] };
const without = chosen.map(({ name, rules }) => ({
  name,
  rules: [...rules.filter((rule) => !isGone(rule)), ...gone],
}));
const moduleOf = leaveOutOf(
  new URL('../../engines/reader/', import.meta.url).href,
  [whole, ...without],
  /\/src\/text\//,
);

const reading = options.encoder ? await withEncoder() : null;
const prompts = new SetPrompts(options.texts);
const asked: { question: SetQuestion; prompt: Prompt }[] = [];
for (const set of options.set)
  for (const question of readSetQuestions(set)) asked.push({ question, prompt: await prompts.of(question) });

const columns = halves.flatMap((half) => verdicts.map((verdict) => `${half}: ${verdict}`));
console.log(`| Without | matters to | ${columns.join(' | ')} |\n|---|${'--:|'.repeat(columns.length + 1)}`);
/** For each family the questions that it could matter to. */
const matters = chosen.map((): number[] => []);
const before: Verdict[] = [];
const replies: Reading[] = [];
const readWhole = await readerWithout(whole);
const timesMs: number[] = [];
for (const at of asked.keys()) {
  const start = performance.now();
  const reading = await readWhole(at);
  timesMs.push(performance.now() - start);
  replies.push(reading);
  before.push(verdictOf(at, reading));
  for (const family of traced.take()) matters[family]?.push(at);
}
console.log(`| (nothing) | | ${cellsOf(before)} |`);
for (const [index, family] of without.entries()) {
  const after = [...before];
  const readWithout = await readerWithout(family);
  for (const at of matters[index] ?? []) after[at] = verdictOf(at, await readWithout(at));
  console.log(`| ${family.name} | ${matters[index]?.length} | ${cellsOf(after)} |`);
  if (options.list) listChanges(after);
}
if (options.none && options.list) listOpen();
const sorted = timesMs.toSorted((one, other) => one - other);
console.error(
  `A question takes ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms (median), ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1)} ms (95 %).`,
);

async function readerWithout(family: Family): Promise<(at: number) => Promise<Reading>> {
  const { read: byWords }: typeof import('../../engines/reader/src/index.ts') = await import(
    moduleOf('src/index.ts', family)
  );
  const read = reading ? reading(byWords) : byWords;
  return async (at) => {
    const prompt = asked[at]?.prompt;
    if (!prompt) throw new Error('There is no such question.');
    return await read(prompt, { now: Date.UTC(2026, 0, 1) });
  };
}

function verdictOf(at: number, { parts, sources, shortAnswer, code }: Reading): Verdict {
  const reply = {
    answer: parts.join(''),
    ...(sources && { sources }),
    ...(shortAnswer !== undefined && { short_answer: shortAnswer }),
    ...(code && { code }),
  };
  return judgeReply(asked[at]?.question ?? {}, reply);
}

function cellsOf(found: readonly Verdict[]): string {
  return halves
    .flatMap((half) =>
      verdicts.map(
        (verdict) => found.filter((each, at) => each === verdict && asked[at]?.question.half === half).length,
      ),
    )
    .join(' | ');
}

function listChanges(after: readonly Verdict[]): void {
  for (const [at, { question }] of asked.entries())
    if (question.half === 'open' && after[at] !== before[at])
      console.log(
        `    ${question.set} ${question.files}: ${question.question} (${before[at]}, without it ${after[at]})`,
      );
}

/** The open questions that are not answered, and what was said. */
function listOpen(): void {
  for (const [at, { question }] of asked.entries()) {
    const { parts = [], shortAnswer } = replies[at] ?? {};
    if (question.half !== 'open' || before[at] === 'right' || before[at] === 'declined') continue;
    console.log(
      `${before[at]?.padEnd(7)}${question.set}/${question.files}  ${question.question}  (${(question.accept ?? ['—']).join(' / ')})  →  ${shortAnswer ?? ''} ${JSON.stringify(parts.join('').slice(0, 200))}`,
    );
  }
}
