import type { Question } from './question.ts';
import type { SentenceView } from './sentence-view.ts';
import type { Candidate } from './span-candidates.ts';

/** How near a span stands to the words that the question names, and on which side of them. */
export function distanceFeatures(view: SentenceView, { from, to }: Candidate, question: Question): number[] {
  const { tokens, terms, sums, clauses } = view;
  let nearLeft = 20;
  let nearRight = 20;
  let proximity = 0;
  let clauseWeight = 0;
  const clause = clauses[from];
  for (let i = 0; i < tokens.length; i++) {
    if ((terms[i] ?? -1) < 0 || (i >= from && i < to)) continue;
    const weight = (sums[i + 1] ?? 0) - (sums[i] ?? 0);
    const distance = i < from ? from - i : i - to + 1;
    if (i < from) nearLeft = Math.min(nearLeft, distance);
    else nearRight = Math.min(nearRight, distance);
    proximity += weight / (1 + distance);
    if (clauses[i] === clause) clauseWeight += weight;
  }
  const within = (reach: number): number => {
    const left = (sums[from] ?? 0) - (sums[Math.max(0, from - reach)] ?? 0);
    return left + (sums[Math.min(tokens.length, to + reach)] ?? 0) - (sums[to] ?? 0);
  };
  const total = (sums[tokens.length] ?? 0) - ((sums[to] ?? 0) - (sums[from] ?? 0));
  let distanceVerb = 25;
  let side = 0;
  for (const verb of view.verbs) {
    const distance = verb < from ? from - verb : verb >= to ? verb - to + 1 : 0;
    if (distance < distanceVerb) [distanceVerb, side] = [distance, verb < from ? -1 : verb >= to ? 1 : 0];
  }
  if (question.verb < 0) distanceVerb = -1;
  return [
    nearLeft,
    nearRight,
    proximity,
    within(3),
    within(7),
    clauseWeight,
    total > 0 ? (sums[from] ?? 0) / total : 0.5,
    distanceVerb,
    side,
  ];
}

/** How many question words stand on each side, and how many other words lie between them and the span. */
export function gapFeatures(view: SentenceView, { from, to }: Candidate): number[] {
  const { terms, tokens } = view;
  const left = new Set<number>();
  const right = new Set<number>();
  let gapLeft = 0;
  let gapRight = 0;
  for (let i = 0; i < from; i++) if ((terms[i] ?? -1) >= 0) left.add(terms[i] ?? 0);
  for (let i = to; i < tokens.length; i++) if ((terms[i] ?? -1) >= 0) right.add(terms[i] ?? 0);
  for (let i = from - 1; i >= 0 && (terms[i] ?? -1) < 0; i--) if (tokens[i]?.isContent) gapLeft++;
  for (let i = to; i < tokens.length && (terms[i] ?? -1) < 0; i++) if (tokens[i]?.isContent) gapRight++;
  return [left.size, right.size, gapLeft, gapRight];
}
