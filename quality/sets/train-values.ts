/**
 * Learns how likely a value of a text is the one that a property of a schema asks for, from the open halves of the sets and from made documents
 * whose templates are not held back, and reports on what the weights have not seen: each set left out, and the held-back templates. Of the
 * frozen halves nothing is read.
 *
 *     node quality/sets/train-values.ts [--write] [--texts FOLDER] [--without FEATURE,FEATURE] [--list]
 *
 * The seeds are fixed: the same files give the same weights. `--without` blinds features, to see what they bring.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plainFields } from '../../engines/reader/src/extraction/extract-known.ts';
import { viewOf } from '../../engines/reader/src/extraction/extract-reply.ts';
import { SchemaShape } from '../../engines/reader/src/schema/schema-shape.ts';
import { assignValues, chancesOf, leastChance } from '../../engines/reader/src/statements/assign-values.ts';
import {
  type JudgeValues,
  judgeValuesWith,
  sharesOf,
  type ValueWeights,
} from '../../engines/reader/src/statements/judge-value.ts';
import {
  candidatesOf,
  rowOf,
  type ValueCandidate,
  valueFeatureNames,
} from '../../engines/reader/src/statements/value-features.ts';
import { trainTrees } from '../../engines/reader/tools/learning/boosted-trees.ts';
import { type AskedValues, makeValueCases, readValueSets } from '../reader/value-cases.ts';
import { sameValue } from '../values/judge-values.ts';
import { foldOf, folds } from './folds.ts';
import { judgeValue } from './judge.ts';
import { practiceSets, setNames } from './read-sets.ts';
import { type Paper as WrittenPaper, writePapers } from './write-papers.ts';

const seeds = [11, 12, 13];
const madeSeeds = [1, 2, 3];
const options = { rounds: 250, depth: 5, rate: 0.06, minWeight: 2, lambda: 3, featureShare: 0.35, rowShare: 0.7 };
const weights = { open: 3, made: 3, written: 2 };
const writtenPapers = 20;
const mostOthers = 30;
const limits = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

interface Rated {
  candidate: ValueCandidate;
  row: number[];
  isRight: boolean;
}

/** A property of a file. */
interface Asked {
  name: string;
  isThere: boolean;
  rated: Rated[];
}

/** A file with the properties that have one value each. */
interface Paper {
  name: string;
  set: string;
  source: 'open' | 'made' | 'written';
  isOpen: boolean;
  isHeldBack: boolean;
  asked: Asked[];
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    texts: { type: 'string' },
    without: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});
const blind = values.without.split(',').filter((name) => name !== '');
for (const name of blind)
  if (!valueFeatureNames.some((each) => each === name)) throw new Error(`There is no feature "${name}".`);

const cases = await readValueSets(values.texts, [...setNames, ...practiceSets]);
for (const seed of madeSeeds) cases.push(...(await makeValueCases(seed, values.texts)));
cases.push(...writePapers(madeSeeds.length + 1, writtenPapers).map(ofWritten));
const papers = cases.filter(({ half }) => half !== 'frozen').map(paperOf);
const learned = learn(papers.filter(({ isHeldBack }) => !isHeldBack));
reportOnOthers();
if (values.write) {
  const file = new URL('../../engines/reader/src/statements/value-weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(learned, null, 2)}\n`);
  console.log('written');
}

function ofWritten({ name, text, schema, expected }: WrittenPaper): AskedValues {
  return {
    name,
    set: 'written',
    half: 'made',
    documents: [{ filename: name, text }],
    query: 'Fill in the fields from the file.',
    schema: JSON.parse(JSON.stringify(schema)),
    judge: () =>
      Object.entries(expected).map(([property, value]) => ({ name: property, expected: value, verdict: 'right' })),
  };
}

function paperOf(each: AskedValues): Paper {
  const { schema, documents, query, half } = each;
  const wanted = new Map(each.judge({}, undefined).map(({ name, expected }) => [name.replace(/^\//, ''), expected]));
  const shape = new SchemaShape(schema);
  const root = shape.flatten(schema);
  const fields = root === false ? [] : plainFields(root, '', shape).filter(({ field }) => wanted.has(field.name));
  const view = viewOf(schema, query, documents);
  const rated = candidatesOf(
    fields.map(({ field }) => field),
    view,
  );
  return {
    name: each.name,
    set: each.set,
    source: half === 'open' ? half : each.set === 'written' ? 'written' : 'made',
    isOpen: half === 'open',
    isHeldBack: half === 'held back',
    asked: fields.map(({ field }, index) => {
      const expected = wanted.get(field.name);
      const isThere = expected !== undefined && expected !== null;
      return {
        name: field.name,
        isThere,
        rated: (rated[index] ?? []).map((candidate) => ({
          candidate,
          row: rowOf(candidate).map((value, at) => (blind.includes(valueFeatureNames[at] ?? '') ? 0 : value)),
          isRight: isThere && isRight(expected, candidate.value),
        })),
      };
    }),
  };
}

function isRight(expected: unknown, got: unknown): boolean {
  if (judgeValue(expected, got) === 'right') return true;
  return (typeof expected === 'string' || typeof expected === 'number') && sameValue(got, expected);
}

function learn(known: readonly Paper[]): ValueWeights {
  const lists = known.flatMap(({ source, asked }) =>
    asked.map(({ rated }) => ({ rated: someOf(rated), weight: weights[source] })),
  );
  // Of the values of a property, or none, one is right; where it stands several times, each of its places is as right as it is likely.
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    let from = 0;
    for (const { rated, weight } of lists) {
      const shares = sharesOf([...scores.subarray(from, from + rated.length)]);
      const right = rated.reduce((sum, { isRight: is }, at) => sum + (is ? (shares[at] ?? 0) : 0), 0);
      for (const [at, { isRight: is }] of rated.entries()) {
        const share = shares[at] ?? 0;
        gradients[from + at] = weight * (share - (is ? share / Math.max(right, 1e-12) : 0));
        hessians[from + at] = weight * Math.max(share * (1 - share), 1e-4);
      }
      from += rated.length;
    }
  };
  const data = { rows: lists.flatMap(({ rated }) => rated.map(({ row }) => Float32Array.from(row))), derive };
  return { features: valueFeatureNames, bags: seeds.map((seed) => trainTrees(data, { ...options, seed })) };
}

/** All right values of a property, and so many of the others. */
function someOf(rated: readonly Rated[]): Rated[] {
  const share = mostOthers / Math.max(mostOthers, rated.length);
  return rated.filter(({ isRight: is }, at) => is || Math.floor(at * share) !== Math.floor((at - 1) * share));
}

function reportOnOthers(): void {
  const usual = papers.filter(({ isHeldBack }) => !isHeldBack);
  const open = usual.filter(({ isOpen }) => isOpen);
  const told: Told[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = (paper: Paper): boolean => paper.isOpen && foldOf(`${paper.set} ${paper.name}`) === fold;
    const judge = judgeValuesWith(learn(usual.filter((paper) => !isHeldOut(paper))));
    told.push(...open.filter(isHeldOut).flatMap((paper) => tellsOf(paper, judge)));
  }
  report(
    'open files of the sets, a fifth left out at a time',
    told.filter(({ isPractice }) => !isPractice),
  );
  report(
    'practice, the same',
    told.filter(({ isPractice }) => isPractice),
  );
  const judge = judgeValuesWith(learned);
  report(
    'held back',
    papers.filter(({ isHeldBack }) => isHeldBack).flatMap((paper) => tellsOf(paper, judge)),
  );
}

interface Told {
  name: string;
  isPractice: boolean;
  isOpen: boolean;
  asked: Asked;
  best: (Rated & { chance: number }) | undefined;
}

function tellsOf({ name, set, isOpen, asked }: Paper, judge: JudgeValues): Told[] {
  const chosen = assignValues(
    asked.map(({ rated }) => {
      const chances = chancesOf(
        rated.map(({ candidate }) => candidate),
        judge,
      );
      return rated.map((each, index) => {
        const { found, signs } = each.candidate;
        return { ...each, ...found, chance: chances[index] ?? 0, isBare: signs.bare === 1 };
      });
    }),
  );
  return asked.map((each, index) => ({
    name,
    isPractice: practiceSets.includes(set),
    isOpen,
    asked: each,
    best: chosen[index],
  }));
}

function report(title: string, told: readonly Told[]): void {
  const there = told.filter(({ asked }) => asked.isThere);
  const found = there.filter(({ asked }) => asked.rated.some(({ isRight: is }) => is)).length;
  console.log(`${title}: ${told.length} values, ${there.length} there, ${found} among the candidates`);
  for (const limit of limits) {
    const sure = told.filter(({ best }) => best !== undefined && best.chance >= limit);
    const right = sure.filter(({ best }) => best?.isRight === true).length;
    const made = sure.filter(({ asked }) => !asked.isThere).length;
    console.log(
      `  from ${limit}: right ${right}, wrong ${sure.length - right - made}, left out ${there.length - sure.length + made}, made up ${made}`,
    );
  }
  if (!values.list) return;
  // Of documents that are held back only the kind and the property are looked at.
  if (told.some(({ isOpen }) => !isOpen)) {
    for (const { name, asked, best } of told)
      if (best && best.chance >= leastChance && !best.isRight)
        console.log(`  ${asked.isThere ? 'wrong' : 'made up'} ${name.split('-')[0]} ${asked.name}`);
    return;
  }
  for (const { name, asked, best } of told)
    if (best && !(best.isRight && best.chance >= leastChance) && (asked.isThere || best.chance >= leastChance)) {
      const right = asked.rated.filter(({ isRight: is }) => is).length;
      console.log(
        `  ${name} ${asked.name}: ${best.candidate.found.text.slice(0, 50)} ${best.chance.toFixed(2)}${best.isRight ? ' (right)' : ''}, ${right} right candidates`,
      );
    }
}
