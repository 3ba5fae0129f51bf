import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';

/* What is no language model, through a provider that is set while the service runs. */

let vendor: Server;
let address: string;
let service: TestService;
const seen: { path: string; key: string | undefined; text: string }[] = [];

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const answers: Record<string, object | Buffer> = {
  '/v1/embeddings': {
    data: [{ object: 'embedding', index: 0, embedding: [3, 4] }],
    model: 'm',
    usage: { prompt_tokens: 1000, total_tokens: 1000 },
  },
  '/v1/rerank': {
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
  },
  '/v1/moderations': {
    id: 'modr-1',
    model: 'm',
    results: [{ flagged: true, categories: { violence: true }, category_scores: { violence: 0.9 } }],
  },
  '/v1/audio/transcriptions': {
    text: 'Hello there.',
    duration: 60,
    segments: [{ start: 0, end: 1.5, text: 'Hello there.' }],
  },
  '/v1/audio/speech': Buffer.from('sound'),
  '/v1/images/generations': {
    data: [{ b64_json: onePixel }],
    usage: { input_tokens: 10, output_tokens: 1000, total_tokens: 1010 },
  },
};

/** What a key is refused with. */
const refusals = new Map<string, number>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const path = request.url ?? '';
    seen.push({ path, key: request.headers.authorization, text: await bodyOf(request) });
    const answer = answers[path];
    const refusal = refusals.get(request.headers.authorization ?? '');
    if (refusal !== undefined) {
      response.writeHead(refusal, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      return;
    }
    if (answer === undefined) response.writeHead(404).end('{}');
    else if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(answer);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES: address } });
});
afterAll(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
});

const provider = {
  id: 'acme',
  type: 'openai',
  base_url: '',
  keys: [{ name: 'first', value: 'sk-live' }],
  upstream_prices: {
    vectors: { input: 2, output: 0 },
    reranker: { input: 0, output: 0, request: 0.001 },
    whisper: { minute: 0.006 },
    voice: { million_characters: 15 },
    painter: { input: 5, output: 40, request: 0.01 },
  },
};
const transcribe = async (model: string) => {
  const form = new FormData();
  // The head of an MP3 with an ID3 mark, which the content is known by.
  form.append('file', new Blob([Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000)])]), 'talk.mp3');
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  const reply = await fetch(`${service.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
  });
  return { status: reply.status, json: JSON.parse(await reply.text()) };
};
let texts = 0;
/** A text of its own each time: vectors are remembered. */
const embed = (model: string) => service.call('POST', '/v1/embeddings', { model, input: `Text ${++texts}.` });

it('serves vectors, ranks, judgements and speech with its key and its prices, at once, and no more once it is gone', async () => {
  expect((await embed('acme/vectors')).status).toBe(404);
  const made = await service.admin('POST', '/v1/admin/providers', { ...provider, base_url: `http://${address}/v1` });
  expect(made.status, made.text).toBe(200);
  const vectors = await embed('acme/vectors');
  expect(vectors.json, vectors.text).toMatchObject({ model: 'acme/vectors', data: [{ index: 0 }] });
  expect(vectors.json.data[0].embedding[0]).toBeCloseTo(0.6, 6);
  const ranked = await service.call('POST', '/v1/rerank', {
    model: 'acme/reranker',
    query: 'Which?',
    documents: ['one', 'two'],
  });
  expect(ranked.json, ranked.text).toMatchObject({
    model: 'acme/reranker',
    results: [{ index: 1, relevance_score: 0.9 }, { index: 0 }],
  });
  const judged = await service.call('POST', '/v1/moderations', { model: 'acme/judge', input: 'Bad words.' });
  expect(judged.json.results[0], judged.text).toMatchObject({ flagged: true });
  const heard = await transcribe('acme/whisper');
  expect(heard.json).toMatchObject({ text: 'Hello there.', segments: [{ start: 0, end: 1.5 }] });
  const spoken = await service.call('POST', '/v1/audio/speech', {
    model: 'acme/voice',
    input: 'Hello',
    voice: 'alloy',
  });
  expect([spoken.status, spoken.text]).toEqual([200, 'sound']);
  const drawn = await service.call('POST', '/v1/images/generations', { model: 'acme/painter', prompt: 'A dot.' });
  expect(drawn.json, drawn.text).toMatchObject({ model: 'acme/painter', usage: { output_tokens: 1000 } });
  expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['Bearer sk-live']));
  expect(seen.map(({ path }) => path)).toEqual(Object.keys(answers));
  const { json } = await service.admin('GET', '/v1/admin/usage/records?limit=100');
  const costs = Object.fromEntries(
    json.data
      .filter(({ status }: { status: number }) => status === 200)
      .map((one: { endpoint: string; cost_usd: number }) => [one.endpoint, one.cost_usd]),
  );
  expect(costs).toMatchObject({ createEmbedding: 0.002, createRerank: 0.001, createTranscription: 0.006 });
  expect(costs.createOpenAIImage).toBeCloseTo(0.01 + 0.00005 + 0.04, 9);
  expect(costs.createSpeech).toBeCloseTo(0.000075, 9);
  const gone = await service.admin('DELETE', '/v1/admin/providers/acme');
  expect(gone.status, gone.text).toBe(200);
  expect((await embed('acme/vectors')).status).toBe(404);
  expect((await transcribe('acme/whisper')).status).toBeGreaterThanOrEqual(400);
});

it('draws keys by weight, leaves refused ones alone, keeps to the limits, and is found by the name of a route', async () => {
  const keys = [
    { name: 'refused', value: 'sk-refused', weight: 1000 },
    { name: 'good', value: 'sk-good', weight: 1 },
  ];
  refusals.set('Bearer sk-refused', 401);
  const made = await service.admin('POST', '/v1/admin/providers', {
    ...provider,
    id: 'many',
    base_url: `http://${address}/v1`,
    keys,
    limits: { requests_per_minute: 3 },
    data_policy: { data_collection: 'deny' },
    region: 'eu-1',
  });
  expect(made.status, made.text).toBe(200);
  seen.length = 0;
  expect((await embed('many/vectors')).status).toBe(200);
  const tried = seen.map(({ key }) => key);
  expect(tried.at(-1)).toBe('Bearer sk-good');
  const { json: view } = await service.admin('GET', '/v1/admin/providers/many');
  if (tried.length > 1) expect(view.keys[0]).toMatchObject({ name: 'refused', state: 'unauthorized' });
  expect(tried).toHaveLength(2);
  const routed = await service.admin('POST', '/v1/admin/routes', {
    id: 'our-ears',
    engines: [{ engine: 'reader' }, { engine: 'many/whisper' }],
  });
  expect(routed.status, routed.text).toBe(200);
  seen.length = 0;
  const heard = await transcribe('our-ears');
  expect([heard.status, heard.json.text]).toEqual([200, 'Hello there.']);
  expect(seen.map(({ key }) => key)).toEqual(['Bearer sk-good']);
  expect((await embed('many/vectors')).status).toBe(200);
  const above = await embed('many/vectors');
  expect([above.status, above.json.error?.code], above.text).toEqual([429, 'upstream_rate_limited']);
});

it('sends nothing where the call does not want it', async () => {
  const open = await service.admin('POST', '/v1/admin/providers', {
    ...provider,
    id: 'open',
    base_url: `http://${address}/v1`,
  });
  expect(open.status, open.text).toBe(200);
  const before = seen.length;
  const wishes = { provider: { data_collection: 'deny' } };
  const calls: [string, object][] = [
    ['/v1/embeddings', { model: 'open/vectors', input: 'A text.' }],
    ['/v1/rerank', { model: 'open/reranker', query: 'Which?', documents: ['one'] }],
    ['/v1/moderations', { model: 'open/judge', input: 'Bad words.' }],
    ['/v1/audio/speech', { model: 'open/voice', input: 'Hello', voice: 'alloy' }],
    ['/v1/images/generations', { model: 'open/painter', prompt: 'A dot.' }],
  ];
  for (const [path, body] of calls) {
    const refused = await service.call('POST', path, { ...body, ...wishes });
    const code = refused.json.code ?? refused.json.error.code;
    expect([path, refused.status, code]).toEqual([path, 400, 'no_provider_fits']);
  }
  expect(seen.length).toBe(before);
  const marked = await service.admin('PATCH', '/v1/admin/providers/open', { data_policy: { data_collection: 'deny' } });
  expect(marked.status, marked.text).toBe(200);
  expect((await service.call('POST', '/v1/moderations', { ...calls[2]?.[1], ...wishes })).status).toBe(200);
});

it('goes on along the chain of a route, by the kind of fault, whatever the call is for', async () => {
  const of = (id: string, value: string) => ({
    ...provider,
    id,
    base_url: `http://${address}/v1`,
    keys: [{ name: 'one', value }],
  });
  refusals.set('Bearer sk-down', 500);
  refusals.set('Bearer sk-busy', 429);
  for (const [id, key] of [
    ['down', 'sk-down'],
    ['busy', 'sk-busy'],
    ['spare', 'sk-spare'],
    ['calm', 'sk-calm'],
  ] as const) {
    const made = await service.admin('POST', '/v1/admin/providers', of(id, key));
    expect(made.status, made.text).toBe(200);
  }
  const routeTo = async (first: string, model: string) => {
    const id = `${first}-${model}`;
    const made = await service.admin('POST', '/v1/admin/routes', {
      id,
      engines: [{ engine: 'reader' }, { engine: `${first}/${model}` }],
      fallbacks: [`spare/${model}`],
      fallbacks_by: { rate: [`calm/${model}`] },
    });
    expect(made.status, made.text).toBe(200);
    return id;
  };
  const post = (path: string, body: object) => async (model: string) =>
    (await service.call('POST', path, { model, ...body })).status;
  const calls: [string, (model: string) => Promise<number>][] = [
    ['vectors', async (model) => (await embed(model)).status],
    ['reranker', post('/v1/rerank', { query: 'Which?', documents: ['one', 'two'] })],
    ['judge', post('/v1/moderations', { input: 'Bad words.' })],
    ['whisper', async (model) => (await transcribe(model)).status],
    ['voice', post('/v1/audio/speech', { input: 'Hello', voice: 'alloy' })],
    ['painter', post('/v1/images/generations', { prompt: 'A dot.' })],
  ];
  for (const [model, call] of calls) {
    for (const [first, next] of [
      ['down', 'spare'],
      ['busy', 'calm'],
    ] as const) {
      const name = await routeTo(first, model);
      seen.length = 0;
      expect([model, first, await call(name)]).toEqual([model, first, 200]);
      const keys = [...new Set(seen.map(({ key }) => key))];
      expect([model, keys]).toEqual([model, [`Bearer sk-${first}`, `Bearer sk-${next}`]]);
    }
    // A model by its own name has no chain.
    expect(await call(`down/${model}`)).toBeGreaterThanOrEqual(400);
  }
  const { json } = await service.admin('GET', '/v1/admin/usage/records?limit=100');
  const spoken = json.data.filter(
    ({ endpoint, status }: { endpoint: string; status: number }) => endpoint === 'createSpeech' && status === 200,
  );
  expect(spoken[0]).toMatchObject({ model: 'calm/voice', engine: 'calm/voice' });
});

it('reaches no address that this service may not, whatever is asked', async () => {
  const closed = await startTestService();
  try {
    const made = await closed.admin('POST', '/v1/admin/providers', { ...provider, base_url: `http://${address}/v1` });
    expect([made.status, made.json.code]).toEqual([400, 'url_not_allowed']);
    // A name that leads to a private address passes at first, and is refused when it is asked.
    const port = address.split(':')[1];
    const named = await closed.admin('POST', '/v1/admin/providers', {
      ...provider,
      base_url: `http://localtest.me.invalid:${port}/v1`,
    });
    const before = seen.length;
    if (named.status === 200) {
      const spoken = await closed.call('POST', '/v1/audio/speech', {
        model: 'acme/voice',
        input: 'Hi',
        voice: 'alloy',
      });
      expect(spoken.status).toBeGreaterThanOrEqual(400);
    }
    expect(seen.length).toBe(before);
  } finally {
    await closed.close();
  }
});
