import { AsyncLocalStorage } from 'node:async_hooks';

/** Vectors of length 1 by their texts: texts that mean alike point the same way. */
export type Vectors = ReadonlyMap<string, Float32Array>;

interface Known {
  vectors: Vectors;
  missed: Set<string>;
}

const known = new AsyncLocalStorage<Known>();
/** A reading asks for no more than some tens of headings and words. */
const mostMissed = 64;
const longestText = 80;

/** Does the work with these vectors at hand, and tells of which texts it would have needed others. */
export async function withVectors<T>(
  vectors: Vectors,
  work: () => Promise<T>,
): Promise<{ result: T; missed: readonly string[] }> {
  const store: Known = { vectors, missed: new Set() };
  const result = await known.run(store, work);
  return { result, missed: [...store.missed] };
}

/** How alike two short texts are in meaning, by the cosine of their vectors; null where one of them has none. */
export function likeness(one: string, other: string): number | null {
  const store = known.getStore();
  if (!store || one.length > longestText || other.length > longestText) return null;
  const [first, second] = [vectorOf(one, store), vectorOf(other, store)];
  if (!first || !second) return null;
  return first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0);
}

function vectorOf(text: string, { vectors, missed }: Known): Float32Array | undefined {
  const vector = vectors.get(text);
  if (!vector && missed.size < mostMissed) missed.add(text);
  return vector;
}
