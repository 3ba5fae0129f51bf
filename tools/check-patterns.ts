// Every pattern that sees a text from outside takes time in proportion to its length: a pasted text of 4 MB must not hold the process for
// minutes. This reads all literal patterns of our packages and composes all composed ones, and has `recheck` judge them.
//
// A search that is not anchored counts as quadratic where each start may run to the end of the text (`/\s+$/`, `/\w+@/`): that is right, and
// `trimEnd`, a bounded quantifier, a look-behind for the start of the run (`/(?<!\w)\w+@/`), or a scanner mends it.
//
// A pattern may be slower only where the texts that it sees are bounded, which a comment beside it says and proves:
//     // bounded: a line of a mail's head, at most 998 characters
// It speaks of the patterns of its line, or alone on a line of the statement or element below it; of all patterns of a file that have none of
// their own where it says `bounded: every pattern of this file sees …`. Each limit keeps the worst search below ten
// million steps, about 10 ms: 2,000² is 4 million, 200³ is 8 million, 50⁴ is 6 million; what doubles with each character does so 22 times.
//
// `new RegExp` that runs only in calls is judged by the sample beside it:
//     // such as: /<dc:title[^>]*>/
//
// `--write` keeps the verdicts in tools/patterns/verdicts.json, so that a fresh clone need not judge the patterns again; do so after a change of
// patterns. `--all` judges and shows the folders too that are not held to it yet, `--in engines/text/` one of them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Composing, findPatterns, type Pattern } from './patterns/find-patterns.ts';
import { growthBySight } from './patterns/growth-by-sight.ts';

/** Folders whose findings are counted and do not fail yet: none is left, and a new one needs a reason. */
const notYetChecked: string[] = [];

/** The longest text, in characters, for which a pattern may grow so. What is not here may see no text at all. */
const longestText: Record<string, number> = { 'degree 2': 2_000, 'degree 3': 200, 'degree 4': 50, exponential: 22 };

const root = join(import.meta.dirname, '..');
const committed = join(root, 'tools/patterns/verdicts.json');
const cache = join(root, 'node_modules/.cache/patterns.json');

const only = process.argv.includes('--in') ? process.argv.at(process.argv.indexOf('--in') + 1) : undefined;
const isWhole = process.argv.includes('--all') || only !== undefined;
const files = globSync('{packages,engines}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(?:test|d)\.tsx?$/.test(file) && file.startsWith(only ?? ''))
  .map((file) => join(root, file))
  .sort();
const found = files.map((file) => ({ file, ...findPatterns(file) }));
const problems: { file: string; text: string }[] = [];
const patterns = [
  ...found.flatMap(({ literals }) => literals),
  ...composedPatterns(found.flatMap(({ composings }) => composings)),
];

const verdicts = await judgeAll(
  patterns.filter((pattern) => !fitsBySight(pattern) && (isWhole || !isNotYetChecked(relative(root, pattern.file)))),
);
for (const pattern of patterns) {
  const problem = fitsBySight(pattern)
    ? undefined
    : problemOf(pattern, verdicts.get(hashOf(pattern)) ?? 'not judged yet');
  if (problem !== undefined) report(pattern, `${problem}: /${pattern.source}/${pattern.flags}`);
}
writeVerdicts();

const failing = problems.filter(({ file }) => !isNotYetChecked(file));
for (const { text } of isWhole ? problems : failing) console.log(text);
for (const folder of notYetChecked) {
  const count = problems.filter(({ file }) => file.startsWith(folder)).length;
  if (count > 0)
    console.log(`${folder} has ${count} patterns that are not known to be linear, and is not held to it yet.`);
}
console.log(`${patterns.length} patterns, ${failing.length} of them not linear and not bounded.`);
process.exit(failing.length === 0 ? 0 : 1);

/** Those that loading our files composes, and the samples of those that only calls compose. */
function composedPatterns(composings: readonly Composing[]): Pattern[] {
  const composers = new Set(composings.map(({ file }) => file));
  const loaded = found
    .filter(({ file, imports }) => composers.has(file) || imports.some((imported) => composers.has(imported)))
    .map(({ file }) => file)
    // A browser's files draw; their patterns are judged by samples.
    .filter((file) => !file.endsWith('.tsx'));
  const lines = execFileSync('node', [join(root, 'tools/patterns/compose-patterns.ts'), ...loaded], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const composed = lines
    .split('\n')
    .filter(Boolean)
    .map((line): Omit<Pattern, 'bound'> => JSON.parse(line));
  return composings.flatMap((composing) => {
    const { file, line, column, sample, bound } = composing;
    const own = composed.filter((one) => one.file === file && one.line === line && one.column === column);
    if (sample) return [...own, { file, line, column, ...sample }].map((one) => ({ ...one, bound }));
    if (own.length === 0) report(composing, 'is composed only in calls and has no "// such as: /…/" beside it');
    return own.map((one) => ({ ...one, bound }));
  });
}

/** What needs no verdict: its loops, counted, fit the texts that it sees. */
function fitsBySight({ source, flags, bound }: Pattern): boolean {
  if (bound !== undefined && bound.maximum === undefined) return false;
  const most = growthBySight(source, flags);
  return most === 1 || (most !== undefined && (bound?.maximum ?? Infinity) <= (longestText[`degree ${most}`] ?? 0));
}

function problemOf({ bound }: Pattern, verdict: string): string | undefined {
  if (bound !== undefined && bound.maximum === undefined) return 'has a bound that does not say "at most N characters"';
  if (verdict === 'linear') return undefined;
  const longest = longestText[verdict];
  if (bound?.maximum === undefined) return `takes more than linear time (${verdict})`;
  if (longest === undefined) return `may see no text, however short (${verdict})`;
  if (bound.maximum > longest)
    return `may see texts of ${longest} characters (${verdict}), and ${bound.maximum} are its bound`;
  return undefined;
}

function report({ file, line }: { file: string; line: number }, text: string): void {
  const name = relative(root, file);
  problems.push({ file: name, text: `${name}:${line} ${text}` });
}

function isNotYetChecked(file: string): boolean {
  return notYetChecked.some((folder) => file.startsWith(folder));
}

async function judgeAll(all: readonly Pattern[]): Promise<Map<string, string>> {
  const known = new Map([...readVerdicts(cache), ...readVerdicts(committed)]);
  const asked = new Map(all.map((pattern) => [hashOf(pattern), pattern]));
  const open = [...asked]
    .filter(([hash]) => !known.has(hash))
    .map(([hash, { source, flags }]) => ({ hash, source, flags }));
  await Promise.all(Array.from({ length: 3 }, () => judgeInThread(open, known)));
  return known;
}

/** Takes from the list until it is empty. */
async function judgeInThread(
  open: { hash: string; source: string; flags: string }[],
  known: Map<string, string>,
): Promise<void> {
  if (open.length === 0) return;
  mkdirSync(join(cache, '..'), { recursive: true });
  const thread = new Worker(join(root, 'tools/patterns/judge-pattern.ts'));
  for (let next = open.pop(); next; next = open.pop()) {
    const answer = Promise.withResolvers<{ hash: string; verdict: string }>();
    thread.once('message', answer.resolve);
    thread.once('error', answer.reject);
    thread.postMessage(next);
    const { hash, verdict } = await answer.promise;
    thread.removeAllListeners('error');
    known.set(hash, verdict);
    // Kept at once: thousands of patterns take minutes, and who stops the check shall not begin again.
    writeFileSync(cache, JSON.stringify(Object.fromEntries(known)));
  }
  await thread.terminate();
}

function readVerdicts(file: string): [string, string][] {
  if (!existsSync(file)) return [];
  const parsed: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(parsed).filter(([, verdict]) => !verdict.startsWith('unknown'));
}

/** Of the folders that are held to it; one a line and in order, so that two branches seldom change the same line. */
function writeVerdicts(): void {
  if (!process.argv.includes('--write') || only !== undefined) return;
  const kept = patterns
    .filter((pattern) => !fitsBySight(pattern) && !isNotYetChecked(relative(root, pattern.file)))
    .map(hashOf);
  const lines = [...new Set(kept)].sort().map((hash) => [hash, verdicts.get(hash) ?? 'unknown']);
  writeFileSync(committed, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
}

function hashOf({ source, flags }: { source: string; flags: string }): string {
  return createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, 16);
}
