import type { CollectedSpan } from './collect-spans.ts';
import type { KeyTable } from './key-table.ts';
import type { Ranking } from './ranking.ts';
import type { Material } from './read-material.ts';

/** A possible answer and how likely it is the best of all (chances sum to 1 over the spans kept). */
export interface RatedSpan extends CollectedSpan {
  text: string;
  chance: number;
}

/** What the best ranked passage adds to the log chance of its spans. */
const chancePerPrior = 3;

const kept = 24;

/** The row that the trees see: the span's numbers, then the worth of its keys. */
export function rowOf({ features, keys }: Pick<CollectedSpan, 'features' | 'keys'>, table: KeyTable): Float32Array {
  return fillRow(new Float32Array(features.length + keys.length), { features, keys }, table);
}

function fillRow(
  row: Float32Array,
  { features, keys }: Pick<CollectedSpan, 'features' | 'keys'>,
  table: KeyTable,
): Float32Array {
  row.set(features);
  for (let kind = 0; kind < keys.length; kind++) row[features.length + kind] = table[`${kind}${keys[kind]}`] ?? 0;
  return row;
}

/** Turns scores into chances and puts first the span that agrees most with all likely ones. */
export function rateSpans(
  collected: CollectedSpan[],
  material: Material,
  ranking: Pick<Ranking, 'keys' | 'trees'>,
): RatedSpan[] {
  // One row for all spans: hundreds of small arrays for each question would keep the collector busy.
  const first = collected[0];
  const row = first ? rowOf(first, ranking.keys) : new Float32Array();
  const scored = collected.map((span) => ({
    span,
    score: ranking.trees.score(fillRow(row, span, ranking.keys)) + chancePerPrior * span.view.ranked.sentence.prior,
  }));
  scored.sort((one, other) => other.score - one.score);
  const best = scored.slice(0, kept);
  const highest = best[0]?.score ?? 0;
  const total = best.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  const rated = best.map(
    ({ span, score }): RatedSpan => ({
      ...span,
      text: textOf(span, material),
      chance: Math.exp(score - highest) / total,
    }),
  );
  const support = rated.map((one) => rated.reduce((sum, other) => sum + other.chance * agreement(one, other), 0));
  const order = rated.map((_, index) => index).sort((a, b) => (support[b] ?? 0) - (support[a] ?? 0));
  return order.flatMap((index) => rated[index] ?? []);
}

function textOf({ view, span }: CollectedSpan, material: Material): string {
  const text = material.documents[view.ranked.sentence.document]?.text ?? '';
  return text.slice(view.tokens[span.from]?.start, view.tokens[span.to - 1]?.end);
}

/** Share of words that two spans have in common, articles and marks aside (0 to 1). */
function agreement(one: RatedSpan, other: RatedSpan): number {
  const words = wordsOf(one);
  const others = wordsOf(other);
  let shared = 0;
  for (const word of words) if (others.includes(word)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (words.length + others.length);
}

function wordsOf({ view, span }: RatedSpan): string[] {
  const words: string[] = [];
  for (let i = span.from; i < span.to; i++) {
    const token = view.tokens[i];
    if (token && token.kind !== 'mark' && token.wordClass !== 'article') words.push(token.lower);
  }
  return words;
}
