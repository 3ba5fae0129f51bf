import { type CollectedSpan, collectSpans, viewMaterial } from '../../src/answers/collect-spans.ts';
import { openInquiry } from '../../src/answers/find-answer.ts';
import type { KeyTable } from '../../src/answers/key-table.ts';
import { rowOf } from '../../src/answers/rate-spans.ts';
import { type Material, readMaterial } from '../../src/answers/read-material.ts';
import { guessLanguage } from '../../src/text/function-words.ts';
import { randomFrom, type TrainingOptions, trainTrees } from './boosted-trees.ts';
import { answerWords, type KnownQuestion, wordOverlap } from './read-questions.ts';

/** A question with its possible answers and how right each of them is (0 to 1). */
export interface Example {
  known: KnownQuestion;
  material: Material;
  collected: CollectedSpan[];
  spans: {
    keys: string[];
    features: number[];
    overlap: number;
    text: string;
    from: number;
    to: number;
    rank: number;
  }[];
}

export async function makeExample(known: KnownQuestion): Promise<Example> {
  const language = guessLanguage(`${known.question} ${known.context.slice(0, 400)}`);
  const material = readMaterial([{ filename: 'context', text: known.context }], language);
  const { inquiry, tagger } = await openInquiry(known.question, material, language);
  const golds = known.answers.map((answer) => answerWords(answer, language));
  const found = collectSpans(inquiry, viewMaterial(inquiry, material, tagger));
  const spans = found.map((collected) => {
    const text = textOf(known.context, collected);
    const words = answerWords(text, language);
    const overlap = Math.max(0, ...golds.map((gold) => wordOverlap(words, gold)));
    return {
      keys: collected.keys,
      features: collected.features,
      overlap,
      text,
      from: collected.span.from,
      to: collected.span.to,
      rank: collected.view.rank,
    };
  });
  return { known, material, collected: found, spans };
}

function textOf(context: string, { view, span }: CollectedSpan): string {
  return context.slice(view.tokens[span.from]?.start, view.tokens[span.to - 1]?.end);
}

const strength = 15;

/** How much more often than chance a key stands on a right answer, as a logarithm, drawn towards nothing where little is known. */
export function learnKeys(examples: Example[]): KeyTable {
  const counts = new Map<string, { right: number; all: number }>();
  let right = 0;
  let all = 0;
  for (const { spans } of examples) {
    const total = spans.reduce((sum, span) => sum + span.overlap ** 3, 0);
    if (total === 0) continue;
    for (const span of spans) {
      const share = span.overlap ** 3 / total;
      right += share;
      all++;
      for (const [kind, key] of span.keys.entries()) {
        const entry = counts.get(`${kind}${key}`) ?? { right: 0, all: 0 };
        entry.right += share;
        entry.all++;
        counts.set(`${kind}${key}`, entry);
      }
    }
  }
  const rate = right / Math.max(1, all);
  const table: KeyTable = {};
  for (const [key, entry] of counts) {
    if (entry.all < 12) continue;
    table[key] = Number(Math.log((entry.right + strength * rate) / ((entry.all + strength) * rate)).toFixed(2));
  }
  return table;
}

/** Features with the keys' worth learned from other groups than the example's own, so that the trees see honest values. */
export function withKeyFeatures(examples: Example[], folds: number): Float32Array[][] {
  const result: Float32Array[][] = examples.map(() => []);
  for (let fold = 0; fold < folds; fold++) {
    const table = learnKeys(examples.filter((example) => foldOf(example.known.group, folds) !== fold));
    for (const [index, example] of examples.entries()) {
      if (foldOf(example.known.group, folds) === fold) result[index] = rowsOf(example, table);
    }
  }
  return result;
}

export const rowsOf = (example: Example, table: KeyTable): Float32Array[] =>
  example.spans.map((span) => rowOf(span, table));

export function foldOf(group: string, folds: number): number {
  let hash = 7;
  for (const letter of group) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 3) % folds;
}

/** Learns trees whose softmax over the spans of a question points at the right ones. */
export function learnTrees(
  examples: Example[],
  rowsByExample: Float32Array[][],
  options: TrainingOptions,
  weightOf: (example: Example) => number,
) {
  const random = randomFrom(options.seed + 1);
  const rows: Float32Array[] = [];
  const targets: number[] = [];
  const groups: { from: number; to: number; weight: number }[] = [];
  for (const [index, example] of examples.entries()) {
    const total = example.spans.reduce((sum, span) => sum + span.overlap ** 4, 0);
    if (total === 0) continue;
    const from = rows.length;
    const keep = Math.min(1, 60 / example.spans.length);
    for (const [at, span] of example.spans.entries()) {
      if (span.overlap < 0.3 && random() > keep) continue;
      rows.push(rowsByExample[index]?.[at] ?? new Float32Array());
      targets.push(span.overlap ** 4 / total);
    }
    groups.push({ from, to: rows.length, weight: weightOf(example) });
  }
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    for (const { from, to, weight } of groups) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) highest = Math.max(highest, scores[i] ?? 0);
      let sum = 0;
      for (let i = from; i < to; i++) sum += Math.exp((scores[i] ?? 0) - highest);
      for (let i = from; i < to; i++) {
        const chance = Math.exp((scores[i] ?? 0) - highest) / sum;
        gradients[i] = weight * (chance - (targets[i] ?? 0));
        hessians[i] = weight * Math.max(chance * (1 - chance), 1e-4);
      }
    }
  };
  return trainTrees({ rows, derive }, options);
}
