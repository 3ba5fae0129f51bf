import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { openaiTag, optional } from './openai/openai-fields.ts';
import { engineWishes } from './routing/routing-fields.ts';
import { textAuth } from './text.ts';

const Text = Type.String({ minLength: 1, maxLength: 40_000, pattern: '\\S' });

export const RerankRequest = Type.Object(
  {
    model: optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Default: `RERANK_MODEL`, else the embedded `multilingual-e5-small`. `lexical` compares words.',
      }),
    ),
    query: Type.String({ minLength: 1, maxLength: 8000, pattern: '\\S' }),
    documents: Type.Array(Type.Union([Text, Type.Object({ text: Text })]), {
      minItems: 1,
      maxItems: 1000,
      description: 'Texts, or objects with a `text`; 1,000,000 characters together at most.',
    }),
    top_n: optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'How many come back. Default: all.' })),
    ...engineWishes,
    return_documents: optional(Type.Boolean({ description: 'Whether the texts come back, too. Default false.' })),
  },
  { $id: 'RerankRequest' },
);
export type RerankRequest = Static<typeof RerankRequest>;

export const RerankList = Type.Object(
  {
    object: Type.Literal('list'),
    model: Type.String({ description: 'What put them in order: scores of different models never compare.' }),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ minimum: 0, description: 'Of the document in the request.' }),
        relevance_score: Type.Number({ minimum: 0, maximum: 1 }),
        document: Type.Optional(Type.Object({ text: Type.String() })),
      }),
      { description: 'Best first.' },
    ),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }),
  },
  { $id: 'RerankList' },
);
export type RerankList = Static<typeof RerankList>;

/** Texts in the order in which they answer a question, in the shape that Cohere, Jina, vLLM and llama.cpp share. */
export const createRerank = endpoint({
  id: 'createRerank',
  method: 'POST',
  path: '/v1/rerank',
  auth: textAuth,
  tag: openaiTag,
  summary: 'Put texts in order',
  description:
    'How well each text answers a question, best first, in the shape that Cohere, Jina, vLLM and llama.cpp share. Served by `RERANK_MODEL`, ' +
    'else by the embedded sentence encoder.',
  errorShape: 'openai',
  body: RerankRequest,
  responses: { 200: RerankList },
  idempotent: true,
  example: { query: 'When was the bridge built?', documents: ['The bridge was built in 1932.', 'Ferries run hourly.'] },
});
