import { describe, expect, it } from 'vitest';
import { buildVectors, decodeVectors, encodeVectors, joinVectors, nearest } from './vector-segment.ts';

/** Deterministic numbers between -1 and 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function vectorsOf(count: number, dimensions: number, seed: number): Float32Array[] {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, () => unit(Float32Array.from({ length: dimensions }, next)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const all = () => true;
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('a segment of vectors', () => {
  it('keeps cosines to a hundredth', () => {
    const vectors = vectorsOf(50, 70, 1);
    const [wanted = new Float32Array()] = vectorsOf(1, 70, 2);
    for (const { number, similarity } of nearest(buildVectors(vectors), wanted, { limit: 50, counts: all })) {
      expect(similarity).toBeCloseTo(dot(vectors[number] ?? wanted, wanted), 2);
    }
  });

  it('finds among many what is truly near, by signs first', () => {
    const vectors = vectorsOf(6000, 96, 3);
    const [noise = new Float32Array()] = vectorsOf(1, 96, 4);
    const wanted = unit((vectors[4321] ?? noise).map((value, at) => value + 0.4 * (noise[at] ?? 0)));
    const exact = vectors
      .map((vector, number) => ({ number, similarity: dot(vector, wanted) }))
      .sort((a, b) => b.similarity - a.similarity);
    const found = nearest(buildVectors(vectors), wanted, { limit: 5, counts: all });
    expect(found[0]?.number).toBe(4321);
    expect(exact.slice(0, 20).map(({ number }) => number)).toEqual(
      expect.arrayContaining(found.map(({ number }) => number)),
    );
  });

  it('looks at nothing that does not count', () => {
    const vectors = vectorsOf(5000, 64, 5);
    const [wanted = new Float32Array()] = vectors;
    const found = nearest(buildVectors(vectors), wanted, { limit: 3, counts: (number) => number >= 100 });
    expect(found).toHaveLength(3);
    expect(found.every(({ number }) => number >= 100)).toBe(true);
  });

  it('is written, read and joined without change', () => {
    const first = buildVectors(vectorsOf(3, 33, 6));
    const second = buildVectors(vectorsOf(2, 33, 7));
    const joined = joinVectors([first, joinVectors([]), second]);
    const read = decodeVectors(Uint8Array.from([0, ...encodeVectors(joined)]).subarray(1));
    expect(read).toEqual(joined);
    expect(joined.count).toBe(5);
    expect(decodeVectors(encodeVectors(joined).subarray(1))).toBeNull();
    expect(decodeVectors(new Uint8Array(3))).toBeNull();
  });

  it('takes no vectors of different lengths and nothing that is no number', () => {
    expect(() => buildVectors([new Float32Array(3), new Float32Array(4)])).toThrow(TypeError);
    expect(() => buildVectors([Float32Array.from([1, Number.NaN])])).toThrow(TypeError);
    expect(() => joinVectors([buildVectors(vectorsOf(1, 3, 8)), buildVectors(vectorsOf(1, 4, 8))])).toThrow(TypeError);
    expect(nearest(buildVectors(vectorsOf(2, 3, 9)), new Float32Array(4), { limit: 1, counts: all })).toEqual([]);
  });
});
