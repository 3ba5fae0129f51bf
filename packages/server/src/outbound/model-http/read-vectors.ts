import { isJsonObject } from '@parley/contract';
import { Turn } from '../../lib/turn.ts';
import type { Embedding } from '../../ports/embedder.ts';
import { invalidError } from './upstream-errors.ts';

/** How long vectors hold the event loop at a time. */
const sliceMs = 6;

/** Vectors as servers send them, held to what was asked: all there, of one length, made of numbers; each made of length 1. */
export async function readVectors(values: readonly unknown[], count: number): Promise<Float32Array[]> {
  const turn = new Turn(sliceMs);
  const vectors: Float32Array[] = [];
  for (const value of values) {
    vectors.push(readVector(value));
    await turn.next();
  }
  const [first] = vectors;
  if (vectors.length !== count || first === undefined || vectors.some(({ length }) => length !== first.length)) {
    throw invalidError(new Error(`${count} vectors of one length were expected`));
  }
  return vectors;
}

/** An answer in OpenAI's shape: `data` with `embedding` and its `index`. */
export async function readEmbeddingList(body: unknown, count: number): Promise<Embedding> {
  if (!isJsonObject(body) || !Array.isArray(body.data)) throw invalidError(new Error('no data'));
  const values: unknown[] = [];
  for (const [position, item] of body.data.entries()) {
    if (!isJsonObject(item)) throw invalidError(new Error('an item is not an object'));
    values[typeof item.index === 'number' ? item.index : position] = item.embedding;
  }
  if (body.data.length !== count) throw invalidError(new Error(`${count} vectors were expected`));
  const usage = isJsonObject(body.usage) ? body.usage : {};
  return {
    vectors: await readVectors(Array.from(values), count),
    inputTokens: readCount(usage.prompt_tokens ?? usage.total_tokens),
  };
}

/** A number of tokens or calls; null for anything else. */
export function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function readVector(value: unknown): Float32Array {
  const vector = typeof value === 'string' ? fromBase64(value) : fromNumbers(value);
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += (vector[index] ?? 0) ** 2;
  if (!Number.isFinite(sum) || sum === 0) throw invalidError(new Error('an embedding is not made of numbers'));
  const length = Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

function fromNumbers(value: unknown): Float32Array {
  if (!Array.isArray(value) || value.length === 0) throw invalidError(new Error('an embedding is no list'));
  const vector = new Float32Array(value.length);
  for (let index = 0; index < value.length; index++) {
    const number: unknown = value[index];
    if (typeof number !== 'number') throw invalidError(new Error('an embedding holds no number'));
    vector[index] = number;
  }
  return vector;
}

/** Some servers send base64 whatever was asked for: four bytes a number, the lowest first. */
function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const vector = new Float32Array(Math.floor(bytes.length / 4));
  for (let index = 0; index < vector.length; index++) vector[index] = bytes.readFloatLE(index * 4);
  if (vector.length === 0) throw invalidError(new Error('an embedding is no list'));
  return vector;
}
