import { isJsonObject } from '@parley/contract';
import { readAddress } from '../../outbound/model-http/upstream-address.ts';
import { cutError, errorFromBody, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { ReplyReader } from '../../outbound/model-http/upstream-exchange.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';
import type { OpenAIProviderOptions } from './openai-language-model.ts';

/** What the smallest of the usual servers takes in one call (TEI: 32 unless told otherwise). */
const batchSize = 32;

/** Any server with OpenAI's `/embeddings`: OpenAI, Ollama, vLLM, llama.cpp, TEI, Mistral, Jina, Voyage and others. */
export class OpenAIEmbedder implements Embedder {
  readonly id: string;
  readonly embedded = false;
  readonly isSemantic = true;
  readonly batchSize = batchSize;
  readonly #model: string;
  readonly #options: OpenAIProviderOptions;

  constructor(model: string, options: OpenAIProviderOptions) {
    this.id = `${options.id}/${model}`;
    this.#model = model;
    this.#options = options;
  }

  async embed(texts: readonly string[], { dimensions, signal }: EmbedOptions): Promise<Embedding> {
    const { baseUrl, apiKey, headers, client } = this.#options;
    const address = readAddress(baseUrl);
    const answers = client.post(
      {
        origin: address.origin,
        path: `${address.prefix}/embeddings${address.search}`,
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...headers,
        },
        body: JSON.stringify({ model: this.#model, input: texts, dimensions, encoding_format: 'float' }),
        isStreamed: false,
      },
      reader(texts.length),
      signal,
    );
    for await (const answer of answers) return answer;
    throw cutError();
  }
}

function reader(count: number): ReplyReader<Embedding> {
  return {
    readEvent: () => {
      throw invalidError(new Error('a stream instead of an answer'));
    },
    readEnd: () => {
      throw cutError();
    },
    readBody: (body, emit) => emit(readEmbedding(body, count)),
  };
}

/** Reads the vectors and holds them to what was asked: all there, each in its place, all of one length, all numbers. */
function readEmbedding(body: unknown, count: number): Embedding {
  if (!isJsonObject(body)) throw invalidError(new Error('not an object'));
  if (body.error !== undefined && body.error !== null) throw errorFromBody(body);
  if (!Array.isArray(body.data)) throw invalidError(new Error('no data'));
  const vectors: Float32Array[] = [];
  for (const [position, item] of body.data.entries()) {
    if (!isJsonObject(item)) throw invalidError(new Error('an item is not an object'));
    const index = typeof item.index === 'number' ? item.index : position;
    vectors[index] = readVector(item.embedding);
  }
  const [first] = vectors;
  const isSound = vectors.length === count && body.data.length === count;
  if (!isSound || first === undefined || vectors.some((vector) => vector?.length !== first.length)) {
    throw invalidError(new Error(`${count} vectors of one length were expected`));
  }
  const tokens = isJsonObject(body.usage) ? (body.usage.prompt_tokens ?? body.usage.total_tokens) : undefined;
  return { vectors, inputTokens: typeof tokens === 'number' && tokens >= 0 ? tokens : null };
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
