import type { Tag, Tagger } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import type { Evidence, RankedSentence } from './evidence.ts';
import type { Question } from './question.ts';

/** A sentence seen through a question: which of its words the question names, and how much they weigh. */
export interface SentenceView {
  ranked: RankedSentence;
  /** 0 for the best sentence. */
  rank: number;
  tokens: Token[];
  tags: Tag[];
  /** Term of the question that each token answers to; -1 for none. */
  terms: Int16Array;
  strengths: Float64Array;
  /** Running sum of matched weight: `sums[to] - sums[from]` is the weight within a stretch. */
  sums: Float64Array;
  /** Number of the clause (between marks) that each token stands in. */
  clauses: Int16Array;
  /** For each term, the tokens that answer to it. */
  places: number[][];
  /** Tokens that answer to the question's verb. */
  verbs: number[];
  /** Share of neighbouring question words that are neighbours here too. */
  pairs: number;
}

export function viewSentence(
  ranked: RankedSentence,
  rank: number,
  text: string,
  question: Question,
  evidence: Evidence,
  tagger: Tagger,
): SentenceView {
  const { tokens } = ranked.sentence;
  const count = tokens.length;
  const terms = new Int16Array(count).fill(-1);
  const strengths = new Float64Array(count);
  const sums = new Float64Array(count + 1);
  const clauses = new Int16Array(count);
  const places: number[][] = evidence.terms.map(() => []);
  let clause = 0;
  for (const [index, token] of tokens.entries()) {
    if (/^[,;:()–—，；：（）、]$/.test(token.text)) clause++;
    clauses[index] = clause;
    const match = token.isContent ? evidence.match(token.stem) : null;
    if (match) {
      terms[index] = match.term;
      strengths[index] = match.strength;
      places[match.term]?.push(index);
    }
    const weight = match ? (evidence.terms[match.term]?.weight ?? 0) * match.strength : 0;
    sums[index + 1] = (sums[index] ?? 0) + weight / evidence.totalWeight;
  }
  const verbTerm = evidence.terms.findIndex((term) => term.token === question.verb);
  const verbs = verbTerm < 0 ? [] : (places[verbTerm] ?? []);
  const pairs = countPairs(terms, evidence);
  return { ranked, rank, tokens, tags: tagger(tokens, text), terms, strengths, sums, clauses, places, verbs, pairs };
}

function countPairs(terms: Int16Array, evidence: Evidence): number {
  let previous = -1;
  const found = new Set<number>();
  for (const term of terms) {
    if (term < 0) continue;
    if (previous >= 0 && term === previous + 1) found.add(term);
    previous = term;
  }
  return evidence.terms.length < 2 ? 0 : found.size / (evidence.terms.length - 1);
}
