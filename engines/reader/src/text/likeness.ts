import { AsyncLocalStorage } from 'node:async_hooks';

/** Vectors of length 1 by their texts: texts that mean alike point the same way. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/** A question and a passage that may answer it. */
export interface AnswerPair {
  question: string;
  passage: string;
}

/** `odds`: the logarithm of how much likelier the passage answers than that none does. */
export type JudgedPair = AnswerPair & { odds: number };

/** What a sentence encoder said of texts of this prompt. */
export interface Encodings {
  vectors: Vectors;
  judged: readonly JudgedPair[];
}

/** What a reading would have had an encoder say, to tell more. */
export interface Unasked {
  /** Words and headings whose likeness in meaning would have told more. Read again with `ReadOptions.vectors` of them. */
  missed?: readonly string[];
  /** Passages of which it would have told more to know how likely they answer. Read again with `ReadOptions.judged` of them. */
  unjudged?: readonly AnswerPair[];
}

interface Known {
  vectors: Vectors;
  missed: Set<string>;
  odds: ReadonlyMap<string, number>;
  unjudged: Map<string, AnswerPair>;
}

const known = new AsyncLocalStorage<Known>();
/** A reading asks for no more than some tens of headings and words. */
const mostMissed = 64;
const longestText = 80;
/** Somebody waits for each: eight passages of a question, and of a short text its sentences. */
const mostUnjudged = 32;

/** Does the work with what an encoder said at hand, and tells what else it would have had it asked. */
export async function withEncodings<T>(
  { vectors, judged }: Encodings,
  work: () => Promise<T>,
): Promise<{ result: T; missed: readonly string[]; unjudged: readonly AnswerPair[] }> {
  const odds = new Map(judged.map((pair) => [keyOf(pair), pair.odds]));
  const store: Known = { vectors, missed: new Set(), odds, unjudged: new Map() };
  const result = await known.run(store, work);
  return { result, missed: [...store.missed], unjudged: [...store.unjudged.values()] };
}

/** How alike two short texts are in meaning, by the cosine of their vectors; null where one of them has none. */
export function likeness(one: string, other: string): number | null {
  const store = known.getStore();
  if (!store || one.length > longestText || other.length > longestText) return null;
  const [first, second] = [vectorOf(one, store), vectorOf(other, store)];
  if (!first || !second) return null;
  return first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0);
}

/** `JudgedPair.odds` of each passage; null where one of them was not judged. */
export function oddsOf(question: string, passages: readonly string[]): number[] | null {
  const store = known.getStore();
  if (!store) return null;
  const pairs = passages.map((passage) => ({ question, passage }));
  const odds = pairs.flatMap((pair) => store.odds.get(keyOf(pair)) ?? []);
  if (odds.length === pairs.length) return odds;
  if (store.unjudged.size + pairs.length <= mostUnjudged)
    for (const pair of pairs) store.unjudged.set(keyOf(pair), pair);
  return null;
}

const keyOf = ({ question, passage }: AnswerPair): string => `${question}\n${passage}`;

function vectorOf(text: string, { vectors, missed }: Known): Float32Array | undefined {
  const vector = vectors.get(text);
  if (!vector && missed.size < mostMissed) missed.add(text);
  return vector;
}
