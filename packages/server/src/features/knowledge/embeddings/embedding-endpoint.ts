import type { EmbeddingList, EmbeddingRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { requireModel } from '../../../lib/require-model.ts';
import { Turn } from '../../../lib/turn.ts';
import type { Call } from '../../../ports/call.ts';
import type { EmbeddingService } from './embedding-service.ts';

const maxCharacters = 4_000_000;

/** `POST /v1/embeddings` over the embedding service. */
export async function createEmbeddings(
  embeddings: EmbeddingService,
  { model, input, dimensions, encoding_format, provider }: EmbeddingRequest,
  call: Call,
): Promise<EmbeddingList> {
  requireModel(call, model ?? embeddings.default.id);
  const texts = textsOf(input);
  const made = await embeddings.embed({
    model,
    texts,
    purpose: 'document',
    mayWait: true,
    provider,
    dimensions: dimensions ?? undefined,
    signal: call.signal,
    meter: call.meter,
  });
  const data: EmbeddingList['data'] = [];
  // A million numbers are written: others are served in between.
  const turn = new Turn();
  for (const [index, vector] of made.vectors.entries()) {
    const embedding = encoding_format === 'base64' ? toBase64(vector) : Array.from(vector, shortest);
    data.push({ object: 'embedding', index, embedding });
    await turn.next();
  }
  return {
    object: 'list',
    data,
    model: made.model,
    usage: { prompt_tokens: made.inputTokens, total_tokens: made.inputTokens },
  };
}

function textsOf(input: EmbeddingRequest['input']): string[] {
  const list = typeof input === 'string' ? [input] : input;
  const texts = list.map((text, index) => {
    if (typeof text !== 'string') throw tokenArrays();
    if (text.trim() !== '') return text;
    const param = typeof input === 'string' ? 'input' : `input[${index}]`;
    throw new AppError('invalid_request', `${param} must not be blank`, { title: `${param} must not be blank`, param });
  });
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters <= maxCharacters) return texts;
  throw new AppError(
    'invalid_request',
    `input has ${characters} characters; ${maxCharacters} are the limit of a call`,
    {
      title: 'input is too long',
      param: 'input',
    },
  );
}

function tokenArrays(): AppError {
  const sentence =
    'input as lists of tokens is not supported here, because engines split texts differently; send the text';
  return new AppError('invalid_request', sentence, { title: 'input must be text', param: 'input' });
}

/** The shortest decimal that is the same 32-bit number: a third of what JSON makes of it as 64 bits. */
const shortest = (value: number): number => Number(value.toPrecision(9));

function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
