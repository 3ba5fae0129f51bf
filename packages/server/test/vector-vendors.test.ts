import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UpstreamClient } from '../src/outbound/model-http/upstream-client.ts';
import { type ModelAccess, type ModelVendorType, modelVendors } from '../src/vendors/model-vendors.ts';
import { type JsonReply, type JsonServer, startJsonServer } from './json-server.ts';

let server: JsonServer;
const client = new UpstreamClient();
const timeouts = { connectMs: 1000, idleMs: 5000, totalMs: 5000 };
const signal = new AbortController().signal;

beforeAll(async () => {
  server = await startJsonServer(() => ({ body: {} }));
});
beforeEach(() => {
  server.calls.length = 0;
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const access = (type: ModelVendorType): ModelAccess => ({
  id: type,
  baseUrl: type === 'openai' || type === 'voyage' || type === 'jina' ? `${server.url}/v1` : server.url,
  apiKey: 'secret',
  headers: {},
  package: undefined,
  settings: {},
});
const embedder = (type: ModelVendorType, model: string) => {
  const made = modelVendors[type].createEmbedder?.(model, access(type), { client, timeouts });
  if (!made) throw new Error(`${type} has no embedder`);
  return made;
};
const reranker = (type: ModelVendorType, model: string) => {
  const made = modelVendors[type].createReranker?.(model, access(type), { client, timeouts });
  if (!made) throw new Error(`${type} has no reranker`);
  return made;
};

const list = (usage: object) => ({
  object: 'list',
  data: [
    { object: 'embedding', index: 1, embedding: [0, 2] },
    { object: 'embedding', index: 0, embedding: [3, 4] },
  ],
  model: 'm',
  usage,
});

/** As the vendors' references show their answers. */
const embedders: {
  type: ModelVendorType;
  model: string;
  path: string;
  asked: object;
  key?: [string, string];
  reply: unknown;
  tokens: number | null;
}[] = [
  {
    type: 'openai',
    model: 'text-embedding-3-small',
    path: '/v1/embeddings',
    asked: { model: 'text-embedding-3-small', input: ['a', 'b'], encoding_format: 'base64' },
    reply: list({ prompt_tokens: 8, total_tokens: 8 }),
    tokens: 8,
  },
  {
    type: 'google',
    model: 'gemini-embedding-001',
    path: '/models/gemini-embedding-001:batchEmbedContents',
    asked: {
      requests: ['a', 'b'].map((text) => ({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text }] },
        taskType: 'RETRIEVAL_QUERY',
      })),
    },
    key: ['x-goog-api-key', 'secret'],
    reply: { embeddings: [{ values: [3, 4] }, { values: [0, 2] }] },
    tokens: null,
  },
  {
    type: 'cohere',
    model: 'embed-v4.0',
    path: '/v2/embed',
    asked: { model: 'embed-v4.0', texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'] },
    reply: {
      id: 'da6e531f',
      embeddings: {
        float: [
          [3, 4],
          [0, 2],
        ],
      },
      texts: ['a', 'b'],
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: 2 } },
    },
    tokens: 2,
  },
  {
    type: 'voyage',
    model: 'voyage-3.5',
    path: '/v1/embeddings',
    asked: { model: 'voyage-3.5', input: ['a', 'b'], input_type: 'query' },
    reply: list({ total_tokens: 10 }),
    tokens: 10,
  },
  {
    type: 'jina',
    model: 'jina-embeddings-v3',
    path: '/v1/embeddings',
    asked: { model: 'jina-embeddings-v3', input: ['a', 'b'], task: 'retrieval.query', embedding_type: 'float' },
    reply: list({ total_tokens: 6, prompt_tokens: 6 }),
    tokens: 6,
  },
  {
    type: 'tei',
    model: 'bge',
    path: '/v1/embeddings',
    asked: { model: 'bge', input: ['a', 'b'], encoding_format: 'float' },
    reply: list({ prompt_tokens: 4, total_tokens: 4 }),
    tokens: 4,
  },
];

describe.each(embedders)('vectors of $type', ({ type, model, path, asked, key, reply, tokens }) => {
  it('are asked for in its words and read in their order, each of length 1', async () => {
    server.reply = () => ({ body: reply });
    const made = await embedder(type, model).embed(['a', 'b'], { purpose: 'query', signal });
    const [name, value] = key ?? ['authorization', 'Bearer secret'];
    expect(server.calls[0]).toMatchObject({ path, headers: { [name]: value } });
    expect(server.calls[0]?.body).toEqual(asked);
    expect(made.vectors.map((vector) => [...vector].map((one) => Number(one.toFixed(4))))).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
    expect(made.inputTokens).toBe(tokens);
  });

  it('tell what is searched from what is asked, where the vendor does', async () => {
    server.reply = () => ({ body: reply });
    const made = embedder(type, model);
    await made.embed(['a', 'b'], { purpose: 'document', signal });
    await made.embed(['a', 'b'], { purpose: 'query', signal });
    const [document, query] = server.calls.map(({ body }) => JSON.stringify(body));
    expect(document === query).toBe(type === 'openai' || type === 'tei');
  });

  it.each<[string, (body: string) => string]>([
    ['fewer', (body) => body.replace(/,\s*\[0,2\]|,\{"values":\[0,2\]\}|\{"object":"embedding","index":1[^}]*\},/, '')],
    ['of another length', (body) => body.replace('[0,2]', '[2]')],
    ['no numbers', (body) => body.replace('[0,2]', '[null,2]')],
    ['nothing', () => '{}'],
  ])('are refused when they are %s', async (_, spoil) => {
    server.reply = () => ({ body: spoil(JSON.stringify(reply)) });
    const made = embedder(type, model).embed(['a', 'b'], { purpose: 'document', signal });
    await expect(made).rejects.toMatchObject({ code: 'upstream_invalid' });
  });
});

const results = (name: string) => ({
  results: [
    { index: 1, [name]: 0.9, document: { text: 'b' } },
    { index: 0, [name]: 0.2, document: { text: 'a' } },
  ],
});
const rerankers: {
  name: string;
  type: ModelVendorType;
  path: string;
  asked: object;
  reply: unknown;
  tokens: number | null;
}[] = [
  {
    name: 'Cohere',
    type: 'cohere',
    path: '/v2/rerank',
    asked: { model: 'm', query: 'q', documents: ['a', 'b'] },
    reply: { id: '07734bd2', ...results('relevance_score'), meta: { billed_units: { search_units: 1 } } },
    tokens: null,
  },
  {
    name: 'Jina',
    type: 'jina',
    path: '/v1/rerank',
    asked: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2, return_documents: false },
    reply: { model: 'm', usage: { total_tokens: 38 }, ...results('relevance_score') },
    tokens: 38,
  },
  {
    name: 'Voyage',
    type: 'voyage',
    path: '/v1/rerank',
    asked: { model: 'm', query: 'q', documents: ['a', 'b'] },
    reply: { object: 'list', data: results('relevance_score').results, model: 'm', usage: { total_tokens: 26 } },
    tokens: 26,
  },
  {
    name: 'TEI',
    type: 'tei',
    path: '/rerank',
    asked: { query: 'q', texts: ['a', 'b'], raw_scores: false, return_text: false, truncate: true },
    reply: results('score').results,
    tokens: null,
  },
  {
    name: 'vLLM',
    type: 'openai',
    path: '/v1/rerank',
    asked: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2 },
    reply: { id: 'rerank-1', model: 'm', usage: { total_tokens: 56 }, ...results('relevance_score') },
    tokens: 56,
  },
  {
    name: 'llama.cpp',
    type: 'openai',
    path: '/v1/rerank',
    asked: { model: 'm', query: 'q', documents: ['a', 'b'], top_n: 2 },
    reply: {
      model: 'm',
      object: 'list',
      usage: { prompt_tokens: 40, total_tokens: 40 },
      ...results('relevance_score'),
    },
    tokens: 40,
  },
];

describe.each(rerankers)('ranks of $name', ({ type, path, asked, reply, tokens }) => {
  it('are asked for in its words and read by the place of their text', async () => {
    server.reply = () => ({ body: reply });
    const made = await reranker(type, 'm').rerank('q', ['a', 'b'], signal);
    expect(server.calls[0]).toMatchObject({ path, headers: { authorization: 'Bearer secret' } });
    expect(server.calls[0]?.body).toEqual(asked);
    expect(made).toEqual({ scores: [0.2, 0.9], inputTokens: tokens, requests: 1 });
  });

  it.each<[string, (body: string) => JsonReply, string]>([
    ['too few', (body) => ({ body: body.replace(/,\{"index":0[^}]*\}?\}/, '') }), 'upstream_invalid'],
    ['no number', (body) => ({ body: body.replace('0.9', 'null') }), 'upstream_invalid'],
    ['for a text that is not there', (body) => ({ body: body.replace('"index":1', '"index":7') }), 'upstream_invalid'],
    ['twice for one text', (body) => ({ body: body.replace('"index":1', '"index":0') }), 'upstream_invalid'],
    ['nothing', () => ({ body: '{}' }), 'upstream_invalid'],
    ['refused for now', () => ({ status: 429, body: {} }), 'upstream_rate_limited'],
  ])('are refused when they are %s', async (_, spoil, code) => {
    server.reply = () => spoil(JSON.stringify(reply));
    await expect(reranker(type, 'm').rerank('q', ['a', 'b'], signal)).rejects.toMatchObject({ code });
  });
});
