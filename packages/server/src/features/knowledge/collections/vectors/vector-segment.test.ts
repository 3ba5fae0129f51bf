import { describe, expect, it } from 'vitest';
import { nearestVectors } from './nearest-vectors.ts';
import { buildVectors, decodeVectors, encodeVectors, joinVectors, type VectorSegment } from './vector-segment.ts';

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
const nearest = (
  vectors: VectorSegment,
  wanted: Float32Array,
  limit: number,
  counts: (number: number) => boolean = all,
) => nearestVectors([{ vectors, counts }], wanted, limit);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('a segment of vectors', () => {
  it('keeps cosines to a hundredth', async () => {
    const vectors = vectorsOf(50, 70, 1);
    const [wanted = new Float32Array()] = vectorsOf(1, 70, 2);
    for (const { number, similarity } of await nearest(buildVectors(vectors), wanted, 50)) {
      expect(similarity).toBeCloseTo(dot(vectors[number] ?? wanted, wanted), 2);
    }
  });

  it('finds among many what is truly near, by signs first', async () => {
    const vectors = vectorsOf(6000, 96, 3);
    const [noise = new Float32Array()] = vectorsOf(1, 96, 4);
    const wanted = unit((vectors[4321] ?? noise).map((value, at) => value + 0.4 * (noise[at] ?? 0)));
    const exact = vectors
      .map((vector, number) => ({ number, similarity: dot(vector, wanted) }))
      .sort((a, b) => b.similarity - a.similarity);
    const found = await nearest(buildVectors(vectors), wanted, 5);
    expect(found[0]?.number).toBe(4321);
    expect(exact.slice(0, 20).map(({ number }) => number)).toEqual(
      expect.arrayContaining(found.map(({ number }) => number)),
    );
  });

  it('looks at nothing that does not count', async () => {
    const vectors = vectorsOf(5000, 64, 5);
    const [wanted = new Float32Array()] = vectors;
    const found = await nearest(buildVectors(vectors), wanted, 3, (number) => number >= 100);
    expect(found).toHaveLength(3);
    expect(found.every(({ number }) => number >= 100)).toBe(true);
  });

  it('gives of several parts what one of them all gives', async () => {
    const vectors = vectorsOf(9000, 96, 10);
    const [noise = new Float32Array()] = vectorsOf(1, 96, 11);
    const parts = [vectors.slice(0, 200), vectors.slice(200, 5000), vectors.slice(5000)].map((part) => ({
      vectors: buildVectors(part),
      counts: all,
    }));
    const other = { vectors: buildVectors(vectorsOf(50, 33, 12)), counts: all };
    const starts = [0, 200, 0, 5000];
    const whole = await nearest(buildVectors(vectors), noise, 40);
    const inParts = await nearestVectors([...parts.slice(0, 2), other, ...parts.slice(2)], noise, 40);
    expect(inParts.map(({ part, number, similarity }) => [(starts[part] ?? 0) + number, similarity])).toEqual(
      whole.map(({ number, similarity }) => [number, similarity]),
    );
    const exact = vectors.map((vector, number) => ({ number, similarity: dot(vector, noise) }));
    const wanted = exact.sort((a, b) => b.similarity - a.similarity).slice(0, 10);
    const found = new Set(whole.map(({ number }) => number));
    expect(wanted.filter(({ number }) => found.has(number)).length).toBeGreaterThanOrEqual(9);
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

  it('takes no vectors of different lengths and nothing that is no number', async () => {
    expect(() => buildVectors([new Float32Array(3), new Float32Array(4)])).toThrow(TypeError);
    expect(() => buildVectors([Float32Array.from([1, Number.NaN])])).toThrow(TypeError);
    expect(() => joinVectors([buildVectors(vectorsOf(1, 3, 8)), buildVectors(vectorsOf(1, 4, 8))])).toThrow(TypeError);
    expect(await nearest(buildVectors(vectorsOf(2, 3, 9)), new Float32Array(4), 1)).toEqual([]);
  });
});
