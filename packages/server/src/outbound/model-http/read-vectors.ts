import { isJsonObject } from '@parley/contract';
import type { Embedding } from '../../ports/embedder.ts';
import { invalidError } from './upstream-errors.ts';

/** Vectors as servers send them, held to what was asked: all there, of one length, made of numbers; each made of length 1. */
export function readVectors(values: readonly unknown[], count: number): Float32Array[] {
  const vectors = values.map(readVector);
  const [first] = vectors;
  if (vectors.length !== count || first === undefined || vectors.some(({ length }) => length !== first.length)) {
    throw invalidError(new Error(`${count} vectors of one length were expected`));
  }
  return vectors;
}

/** An answer in OpenAI's shape: `data` with `embedding` and its `index`. */
export function readEmbeddingList(body: unknown, count: number): Embedding {
  if (!isJsonObject(body) || !Array.isArray(body.data)) throw invalidError(new Error('no data'));
  const values: unknown[] = [];
  for (const [position, item] of body.data.entries()) {
    if (!isJsonObject(item)) throw invalidError(new Error('an item is not an object'));
    values[typeof item.index === 'number' ? item.index : position] = item.embedding;
  }
  if (body.data.length !== count) throw invalidError(new Error(`${count} vectors were expected`));
  const usage = isJsonObject(body.usage) ? body.usage : {};
  return {
    vectors: readVectors(Array.from(values), count),
    inputTokens: readCount(usage.prompt_tokens ?? usage.total_tokens),
  };
}

/** A number of tokens or calls; null for anything else. */
export function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function readVector(value: unknown): Float32Array {
  const numbers = typeof value === 'string' ? fromBase64(value) : value;
  if (!Array.isArray(numbers) || numbers.length === 0) throw invalidError(new Error('an embedding is no list'));
  if (!numbers.every((one) => typeof one === 'number')) throw invalidError(new Error('an embedding holds no number'));
  const vector = Float32Array.from(numbers);
  let sum = 0;
  for (const one of vector) sum += one * one;
  if (!Number.isFinite(sum) || sum === 0) throw invalidError(new Error('an embedding is not made of numbers'));
  const length = Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

/** Some servers send base64 whatever was asked for. */
function fromBase64(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4));
}
