/**
 * Learns how likely a clause says that what a property names is so, or that it is not, from the open halves of the sets and from `quality/practice`, and
 * reports on files that were held out. Of the frozen halves nothing is read.
 *
 *     node quality/sets/train-truths.ts [--write] [--texts FOLDER] [--list]
 *
 * The seeds are fixed: the same files give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { viewOf } from '../../engines/reader/src/extraction/extract-reply.ts';
import { judgeTruthsWith, likelier } from '../../engines/reader/src/statements/judge-truth.ts';
import { sharesOf, type ValueWeights } from '../../engines/reader/src/statements/judge-value.ts';
import { matchTruth } from '../../engines/reader/src/statements/match-truth.ts';
import {
  type TruthCandidate,
  truthCandidates,
  truthFeatureNames,
} from '../../engines/reader/src/statements/truth-features.ts';
import { trainTrees } from '../../engines/reader/tools/learning/boosted-trees.ts';
import { readValueSets } from '../reader/value-cases.ts';
import { foldOf, folds } from './folds.ts';
import { practiceSets, setNames } from './read-sets.ts';

const seeds = [11, 12, 13];
const options = { rounds: 120, depth: 4, rate: 0.06, minWeight: 4, lambda: 4, featureShare: 0.5, rowShare: 0.7 };
const limits = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];

interface Asked {
  file: string;
  name: string;
  expected: boolean | null;
  ruled: boolean | undefined;
  candidates: TruthCandidate[];
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    texts: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const asked: Asked[] = [];
for (const { name, set, half, schema, documents, query, judge } of await readValueSets(values.texts, [
  ...setNames,
  ...practiceSets,
])) {
  if (half === 'frozen') continue;
  const wanted = new Map(judge({}, undefined).map((each) => [each.name, each.expected]));
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const { source, contexts } = viewOf(schema, query, documents);
  for (const [property, flat] of Object.entries(properties)) {
    const expected = wanted.get(property);
    if (![flat.type].flat().includes('boolean') || !(typeof expected === 'boolean' || expected === null)) continue;
    const field = { name: property, schema: JSON.parse(JSON.stringify(flat)) };
    asked.push({
      file: `${set} ${name}`,
      name: property,
      expected,
      ruled: matchTruth(field, source, contexts)?.isSo,
      candidates: truthCandidates(field, source, contexts),
    });
  }
}
report();
if (values.write) {
  const file = new URL('../../engines/reader/src/statements/truth-weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(learn(asked), null, 2)}\n`);
  console.log('written');
}

function learn(known: readonly Asked[]): ValueWeights {
  const lists = known.filter(({ candidates }) => candidates.length > 0);
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    let from = 0;
    for (const { candidates, expected } of lists) {
      const shares = sharesOf([...scores.subarray(from, from + candidates.length)]);
      const right = candidates.reduce((sum, { isSo }, at) => sum + (isSo === expected ? (shares[at] ?? 0) : 0), 0);
      for (const [at, { isSo }] of candidates.entries()) {
        const share = shares[at] ?? 0;
        gradients[from + at] = share - (isSo === expected ? share / Math.max(right, 1e-12) : 0);
        hessians[from + at] = Math.max(share * (1 - share), 0.05);
      }
      from += candidates.length;
    }
  };
  const rows = lists.flatMap(({ candidates }) => candidates.map(({ row }) => Float32Array.from(row)));
  return { features: truthFeatureNames, bags: seeds.map((seed) => trainTrees({ rows, derive }, { ...options, seed })) };
}

function report(): void {
  const told = Array.from({ length: folds }, (_, fold): { asked: Asked; best: ReturnType<typeof likelier> }[] => {
    const judge = judgeTruthsWith(learn(asked.filter(({ file }) => foldOf(file) !== fold)));
    return asked
      .filter(({ file }) => foldOf(file) === fold)
      .map((each) => ({ asked: each, best: likelier(each.candidates, judge) }));
  }).flat();
  const there = asked.filter(({ expected }) => expected !== null).length;
  const count = (list: readonly { expected: boolean | null; said: boolean }[]): string =>
    `right ${list.filter(({ expected, said }) => expected === said).length}, wrong ${list.filter(({ expected, said }) => expected !== null && expected !== said).length}, made up ${list.filter(({ expected }) => expected === null).length}`;
  console.log(
    `${asked.length} properties, ${there} said; with candidates ${asked.filter(({ candidates }) => candidates.length > 0).length}`,
  );
  console.log(
    `rules: ${count(asked.flatMap(({ expected, ruled }) => (ruled === undefined ? [] : [{ expected, said: ruled }])))}`,
  );
  for (const limit of limits)
    console.log(
      `from ${limit}: ${count(told.flatMap(({ asked: { expected }, best }) => (best && best.chance >= limit ? [{ expected, said: best.isSo }] : [])))}`,
    );
  if (!values.list) return;
  for (const {
    asked: { file, name, expected },
    best,
  } of told)
    if (best && best.chance >= 0.7 && best.isSo !== expected)
      console.log(`${file} ${name}: ${expected}, said ${best.isSo} ${best.chance.toFixed(2)}`);
}
