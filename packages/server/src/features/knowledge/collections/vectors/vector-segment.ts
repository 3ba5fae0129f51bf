import { crc32 } from 'node:zlib';

/**
 * Vectors of passages, eight bits a number, and their signs, one bit a number. Far vectors are told by their signs alone
 * (Hamming distance, as in binary quantisation); what comes near is compared by the eight bits.
 */
export interface VectorSegment {
  readonly dimensions: number;
  readonly count: number;
  /** `count` times `dimensions` numbers of -127 to 127; each vector has about the same length. */
  readonly numbers: Int8Array;
  /** Per vector: what its numbers are multiplied with to have length 1. */
  readonly scales: Float32Array;
  /** `count` times `wordsOf(dimensions)` words of signs. */
  readonly signs: Uint32Array;
}

const magic = 0x50_56_45_32;
/** The mark, the length of a vector, how many there are, and the checksum of all that follows. */
const prefixBytes = 16;
const most = 127;

/** Vectors of one length, each of length 1, in the order given. Throws a `TypeError` for others. */
export function buildVectors(vectors: readonly Float32Array[]): VectorSegment {
  const dimensions = vectors[0]?.length ?? 0;
  const words = wordsOf(dimensions);
  const numbers = new Int8Array(vectors.length * dimensions);
  const scales = new Float32Array(vectors.length);
  const signs = new Uint32Array(vectors.length * words);
  for (const [index, vector] of vectors.entries()) {
    if (vector.length !== dimensions) throw new TypeError('vectors of one segment have one length');
    let highest = 0;
    for (const value of vector) {
      if (!Number.isFinite(value)) throw new TypeError('a vector holds what is no number');
      highest = Math.max(highest, Math.abs(value));
    }
    const factor = highest === 0 ? 0 : most / highest;
    let squares = 0;
    for (let at = 0; at < dimensions; at++) {
      const number = Math.round((vector[at] ?? 0) * factor);
      numbers[index * dimensions + at] = number;
      squares += number * number;
    }
    scales[index] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    setSigns(vector, signs.subarray(index * words, (index + 1) * words));
  }
  return { dimensions, count: vectors.length, numbers, scales, signs };
}

/** One segment of several of the same length, in their order. */
export function joinVectors(parts: readonly VectorSegment[]): VectorSegment {
  const filled = parts.filter(({ count }) => count > 0);
  const dimensions = filled[0]?.dimensions ?? 0;
  if (filled.some((part) => part.dimensions !== dimensions))
    throw new TypeError('vectors of one segment have one length');
  const count = filled.reduce((sum, part) => sum + part.count, 0);
  const numbers = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  const signs = new Uint32Array(count * wordsOf(dimensions));
  let at = 0;
  for (const part of filled) {
    numbers.set(part.numbers, at * dimensions);
    scales.set(part.scales, at);
    signs.set(part.signs, at * wordsOf(dimensions));
    at += part.count;
  }
  return { dimensions, count, numbers, scales, signs };
}

export function encodeVectors({ dimensions, count, numbers, scales, signs }: VectorSegment): Uint8Array {
  const head = new Uint32Array([magic, dimensions, count, 0]);
  const bytes = Buffer.concat([bytesOf(head), bytesOf(scales), bytesOf(signs), bytesOf(numbers)]);
  bytes.writeUInt32LE(crc32(bytes.subarray(prefixBytes)), 12);
  return bytes;
}

/** Reads what `encodeVectors` wrote; null when it is not whole, was damaged or is of another version. */
export function decodeVectors(given: Uint8Array): VectorSegment | null {
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  if (bytes.length < prefixBytes) return null;
  const [mark, dimensions = 0, count = 0, checksum] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
  const signWords = count * wordsOf(dimensions);
  if (mark !== magic || bytes.length !== prefixBytes + 4 * count + 4 * signWords + count * dimensions) return null;
  if (crc32(bytes.subarray(prefixBytes)) !== checksum) return null;
  const from = bytes.byteOffset + prefixBytes;
  return {
    dimensions,
    count,
    scales: new Float32Array(bytes.buffer, from, count),
    signs: new Uint32Array(bytes.buffer, from + 4 * count, signWords),
    numbers: new Int8Array(bytes.buffer, from + 4 * count + 4 * signWords, count * dimensions),
  };
}

/** Its vectors, of length 1. */
export function toFloats({ dimensions, count, numbers, scales }: VectorSegment): Float32Array[] {
  return Array.from({ length: count }, (_, index) =>
    Float32Array.from(
      numbers.subarray(index * dimensions, (index + 1) * dimensions),
      (value) => value * (scales[index] ?? 0),
    ),
  );
}

/** Bytes in memory. */
export function vectorBytes({ numbers, scales, signs }: VectorSegment): number {
  return numbers.byteLength + scales.byteLength + signs.byteLength;
}

function setSigns(vector: Float32Array, signs: Uint32Array): void {
  for (const [at, value] of vector.entries()) {
    if (value > 0) signs[at >>> 5] = ((signs[at >>> 5] ?? 0) | (1 << (at & 31))) >>> 0;
  }
}

export const wordsOf = (dimensions: number): number => Math.ceil(dimensions / 32);

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
