import { giveWay } from '@parley/text';
import { buildVectors, type VectorSegment, wordsOf } from './vector-segment.ts';

/** Vectors that are looked at, and which of them count. */
export interface SearchedVectors {
  vectors: VectorSegment;
  counts(number: number): boolean;
}

export interface NearVector {
  /** Which of the searched. */
  part: number;
  number: number;
  /** Cosine, -1 to 1. */
  similarity: number;
}

/** Up to so many vectors are all compared by their numbers. */
const fewVectors = 4000;
/** So many times the wanted vectors, and no fewer than this, are compared by their numbers after their signs. */
const share = 32;
const leastCompared = 2000;
/** No vector is as far: the distance of one that does not count. */
const uncounted = 0xffff;

/** The vectors nearest to `wanted` of all parts together, best first. Parts of another length than `wanted` are left out. */
export async function nearestVectors(
  parts: readonly SearchedVectors[],
  wanted: Float32Array,
  limit: number,
): Promise<NearVector[]> {
  const query = buildVectors([wanted]);
  const pause = giveWay();
  const alike = parts.map((searched) => (searched.vectors.dimensions === wanted.length ? searched : null));
  const count = alike.reduce((sum, searched) => sum + (searched?.vectors.count ?? 0), 0);
  const histogram = new Uint32Array(wanted.length + 1);
  const distances: Uint16Array[] = [];
  for (const searched of alike) {
    distances.push(searched ? distancesOf(searched, query.signs, histogram) : new Uint16Array());
    await pause();
  }
  const farthest = count <= fewVectors ? wanted.length : distanceOf(histogram, Math.max(leastCompared, limit * share));
  const found: NearVector[] = [];
  for (const [part, searched] of alike.entries()) {
    if (!searched) continue;
    const ofPart = distances[part] ?? new Uint16Array();
    for (let number = 0; number < ofPart.length; number++) {
      if ((ofPart[number] ?? uncounted) > farthest) continue;
      found.push({ part, number, similarity: cosine(searched.vectors, number, query) });
    }
    await pause();
  }
  return best(found, limit);
}

/** How many signs differ, for each vector; counted in the histogram. */
function distancesOf(
  { vectors: { count, signs, dimensions }, counts }: SearchedVectors,
  wanted: Uint32Array,
  histogram: Uint32Array,
): Uint16Array {
  const words = wordsOf(dimensions);
  // Seen as signed they are whole numbers of the machine.
  const signed = new Int32Array(signs.buffer, signs.byteOffset, signs.length);
  const asked = Int32Array.from(wanted);
  const distances = new Uint16Array(count).fill(uncounted);
  for (let number = 0, from = 0; number < count; number++, from += words) {
    if (!counts(number)) continue;
    let distance = 0;
    for (let word = 0; word < words; word++) distance += ones((signed[from + word] ?? 0) ^ (asked[word] ?? 0));
    distances[number] = distance;
    histogram[distance] = (histogram[distance] ?? 0) + 1;
  }
  return distances;
}

/** The distance within which so many lie. */
function distanceOf(histogram: Uint32Array, wanted: number): number {
  let seen = 0;
  for (const [distance, count] of histogram.entries()) {
    seen += count;
    if (seen >= wanted) return distance;
  }
  return histogram.length - 1;
}

function cosine({ numbers, scales, dimensions }: VectorSegment, number: number, query: VectorSegment): number {
  const from = number * dimensions;
  const wanted = query.numbers;
  let sum = 0;
  // Whole numbers throughout: vectors of 100,000 numbers still fit.
  for (let at = 0; at < dimensions; at++) sum = (sum + Math.imul(numbers[from + at] ?? 0, wanted[at] ?? 0)) | 0;
  return sum * (scales[number] ?? 0) * (query.scales[0] ?? 0);
}

function best(found: readonly NearVector[], limit: number): NearVector[] {
  const least =
    Float64Array.from(found, ({ similarity }) => similarity)
      .sort()
      .at(-limit) ?? -1;
  return found
    .filter(({ similarity }) => similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || a.part - b.part || a.number - b.number)
    .slice(0, limit);
}

/** Bits that are set in 32 (Hacker's Delight, 5-2). */
function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
