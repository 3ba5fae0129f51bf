import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

/** Words that mean the same share a number: an embedder that knows synonyms, and nothing else. */
const meanings = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'medic'],
  ['buy', 'purchase', 'acquire'],
  ['begin', 'commence', 'start'],
  ['house', 'dwelling', 'residence'],
  ['child', 'kid', 'youngster'],
  ['ocean', 'sea', 'deep'],
  ['happy', 'glad', 'joyful'],
  ['stone', 'rock', 'boulder'],
  ['forest', 'wood', 'grove'],
  ['night', 'darkness', 'dusk'],
  ['road', 'street', 'lane'],
];
const dimensions = 24;
type Mode = 'well' | 'down' | 'short' | 'few' | 'nan' | 'limited';

let mode: Mode = 'well';
const calls: { model: string; texts: number }[] = [];
let upstream: Server;
let service: TestService;

function vectorOf(text: string, model: string): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = meanings.findIndex((group) => group.includes(word));
    // Another model has another space.
    if (meaning >= 0) vector[(meaning + (model.endsWith('large') ? 12 : 0)) % dimensions] = 1;
  }
  return vector;
}

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { input, model } = JSON.parse(text) as { input: string[]; model: string };
      const texts = Array.isArray(input) ? input : [input];
      calls.push({ model, texts: texts.length });
      if (mode === 'down') return response.writeHead(500).end('{}');
      if (mode === 'limited') return response.writeHead(429, { 'retry-after': '600' }).end('{}');
      const data = texts.map((entry, index) => {
        const embedding = vectorOf(entry, model);
        return { index, embedding: mode === 'short' ? embedding.slice(1) : embedding };
      });
      const sent = mode === 'few' ? data.slice(1) : data;
      const body = JSON.stringify({ data: sent, model, usage: { prompt_tokens: texts.length * 10, total_tokens: 1 } });
      response.setHeader('content-type', 'application/json').end(mode === 'nan' ? body.replace('0.01', 'null') : body);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = await startTestService({
    env: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_MODEL: 'openai/synonyms',
    },
  });
});
afterAll(async () => {
  await service.close();
  upstream.close();
});

const upload = async (text: string, name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${service.url}/v1/files/upload`, { method: 'POST', body: form, headers });
  const file = (await answer.json()) as { file_id: string };
  return file.file_id;
};

const create = async (name: string): Promise<string> =>
  (await service.call('POST', '/v1/collections', { name })).json.id;

const read = (id: string) => service.call('GET', `/v1/collections/${id}`);

/** Waits until the collection is as wanted. */
const until = async (
  id: string,
  isThere: (collection: {
    files: { ready: number };
    passages: number;
    embeddings: { passages: number; error: string | null };
  }) => boolean,
) => {
  for (let tries = 0; tries < 300; tries++) {
    const { json } = await read(id);
    if (isThere(json)) return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the collection does not get there: ${(await read(id)).text}`);
};

describe('a collection with an embedding model', () => {
  it('finds questions that share no word with their answer', async () => {
    const id = await create('Meaning');
    const files: string[] = [];
    for (const [number, [, word]] of meanings.entries())
      files.push(await upload(`A ${word} was seen by number ${number}.`, `${number}.txt`));
    await service.call('POST', `/v1/collections/${id}/files`, { file_ids: files });
    const done = await until(
      id,
      ({ embeddings, passages }) => passages === meanings.length && embeddings.passages === passages,
    );
    expect(done.embeddings).toEqual({ model: 'openai/synonyms', passages: meanings.length, error: null });
    let hits = 0;
    for (const [number, [, , asked]] of meanings.entries()) {
      const reply = await service.call('POST', `/v1/collections/${id}/search`, {
        query: `Where is any ${asked}?`,
        top_k: 3,
      });
      expect(reply.json.mode).toBe('hybrid');
      if (reply.json.results.some((hit: { file_id: string }) => hit.file_id === files[number])) hits++;
    }
    expect(hits / meanings.length).toBeGreaterThanOrEqual(0.95);
    const semantic = await service.call('POST', `/v1/collections/${id}/search`, {
      query: 'a physician',
      mode: 'semantic',
      top_k: 1,
    });
    expect(semantic.json.mode).toBe('semantic');
    expect(semantic.json.results[0].scores.semantic).toBeGreaterThan(0.9);
    expect(semantic.json.results[0].score).toBeCloseTo(semantic.json.results[0].scores.semantic);
    expect(semantic.json.results[0].scores.lexical).toBeUndefined();
  });

  it('makes the vectors of a file once, whatever it is put into', async () => {
    const file = await upload('The kid slept in the grove.', 'once.txt');
    const first = await create('First');
    await service.call('POST', `/v1/collections/${first}/files`, { file_ids: [file] });
    await until(first, ({ embeddings }) => embeddings.passages === 1);
    const before = calls.length;
    const second = await create('Second');
    await service.call('POST', `/v1/collections/${second}/files`, { file_ids: [file] });
    await until(second, ({ embeddings }) => embeddings.passages === 1);
    expect(calls.length).toBe(before);
    const records = await service.admin('GET', '/v1/admin/usage/records?limit=100');
    const paid = records.json.data.filter((record: { model: string }) => record.model === 'openai/synonyms');
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.every((record: { input_tokens: number }) => record.input_tokens > 0)).toBe(true);
  });

  it.each<Mode>(['down', 'limited', 'short', 'few', 'nan'])(
    'waits and says so when the engine is %s; words are searched',
    async (bad) => {
      const id = await create(`Bad ${bad}`);
      mode = bad;
      try {
        await service.call('POST', `/v1/collections/${id}/files`, {
          file_ids: [await upload(`The boulder of ${bad} lies by the lane.`, 'b.txt')],
        });
        const waiting = await until(id, ({ files, embeddings }) => files.ready === 1 && embeddings.error !== null);
        expect(waiting.embeddings.passages).toBe(0);
        expect(waiting.embeddings.error).toMatch(/^upstream_/);
        const found = await service.call('POST', `/v1/collections/${id}/search`, { query: 'boulder by the lane' });
        expect(found.status, found.text).toBe(200);
        expect(found.json).toMatchObject({ mode: 'lexical' });
        expect(found.json.results).toHaveLength(1);
      } finally {
        mode = 'well';
      }
      // The sweep, or the next file, brings it up to date.
      await service.call('POST', `/v1/collections/${id}/files`, {
        file_ids: [await upload('A joyful medic.', 'c.txt')],
      });
      const done = await until(id, ({ embeddings, passages }) => passages === 2 && embeddings.passages === 2);
      expect(done.embeddings.error).toBeNull();
    },
    60_000,
  );
});
