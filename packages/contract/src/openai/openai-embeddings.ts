import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { engineWishes } from '../routing/routing-fields.ts';
import { textAuth } from '../text.ts';
import { openaiIgnored, openaiTag, optional } from './openai-fields.ts';

export const EmbeddingRequest = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        '`multilingual-e5-small` (embedded: likeness of meaning), `lexical` (embedded: likeness of words), or `provider/model`. `small-1` and `small-2` stand for the default.',
    }),
    input: Type.Union(
      [
        Type.String(),
        Type.Array(Type.Unsafe<unknown>({ type: ['string', 'array', 'integer'] }), { minItems: 1, maxItems: 2048 }),
      ],
      { description: 'A text, or up to 2,048 of them. Lists of tokens are refused.' },
    ),
    dimensions: optional(
      Type.Integer({
        minimum: 1,
        maximum: 8192,
        description: 'Length of the vectors. `lexical`: up to 512, its default; `multilingual-e5-small`: 384.',
      }),
    ),
    encoding_format: optional(Type.Enum(['float', 'base64'], { description: 'Default `float`.' })),
    ...engineWishes,
    ...openaiIgnored,
  },
  { $id: 'EmbeddingRequest' },
);
export type EmbeddingRequest = Static<typeof EmbeddingRequest>;

export const EmbeddingList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('embedding'),
        index: Type.Integer({ minimum: 0 }),
        embedding: Type.Union([Type.Array(Type.Number()), Type.String()], {
          description: 'A vector of length 1; with `base64` its 32-bit numbers, little-endian.',
        }),
      }),
    ),
    model: Type.String({ description: 'What made them: vectors of different models never compare.' }),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }),
  },
  { $id: 'EmbeddingList' },
);
export type EmbeddingList = Static<typeof EmbeddingList>;

/** Vectors of texts, near each other when the texts are alike. */
export const createEmbedding = endpoint({
  id: 'createEmbedding',
  method: 'POST',
  path: '/v1/embeddings',
  auth: textAuth,
  tag: openaiTag,
  summary: "OpenAI's embeddings",
  description:
    'Served by `EMBEDDING_MODEL`, else by the embedded sentence encoder `multilingual-e5-small`: 384 dimensions, likeness of meaning in nine languages.',
  errorShape: 'openai',
  body: EmbeddingRequest,
  responses: { 200: EmbeddingList },
  idempotent: true,
  example: { model: 'multilingual-e5-small', input: ['The bridge was built in 1932.', 'When was the bridge built?'] },
});
