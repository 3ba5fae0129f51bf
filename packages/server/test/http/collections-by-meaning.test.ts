import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, meanings, startEmbeddingServer } from '../embedding-server.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let upstream: EmbeddingServer;
let service: TestService;

beforeAll(async () => {
  upstream = await startEmbeddingServer();
  service = await startTestService({
    env: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: upstream.url,
      EMBEDDING_MODEL: 'openai/synonyms',
    },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const upload = async (text: string, name: string): Promise<string> =>
  (await uploadFile(service, name, text)).json.file_id;

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
  let reply = await read(id);
  await expect
    .poll(async () => {
      reply = await read(id);
      return isThere(reply.json) || reply.json;
    })
    .toBe(true);
  return reply.json;
};

it('finds by meaning with nothing set up, and charges nobody for it', async () => {
  const plain = await startTestService({ env: { EMBEDDING_MODEL: 'multilingual-e5-small' } });
  try {
    const id = (await plain.call('POST', '/v1/collections', { name: 'Meaning' })).json.id;
    const texts = ['The physician examined the boy.', 'Our car would not start.', 'El gato duerme en el sofá.'];
    const files: string[] = [];
    for (const text of texts) files.push((await uploadFile(plain, `${files.length}.txt`, text)).json.file_id);
    await plain.call('POST', `/v1/collections/${id}/files`, { file_ids: files });
    await expect
      .poll(async () => (await plain.call('GET', `/v1/collections/${id}`)).json.embeddings, {
        timeout: 20_000,
        interval: 500,
      })
      .toEqual({ model: 'multilingual-e5-small', passages: 3, error: null });
    for (const [query, file] of [
      ['Who saw a doctor?', 0],
      ['broken vehicle', 1],
      ['Where is the cat?', 2],
    ] as const) {
      const { json } = await plain.call('POST', `/v1/collections/${id}/search`, { query, top_k: 1 });
      expect([json.mode, json.results[0].file_id]).toEqual(['hybrid', files[file]]);
    }
    const records = (await plain.admin('GET', '/v1/admin/usage/records?limit=100')).json.data;
    expect(records.filter(({ endpoint }: { endpoint: string }) => endpoint === 'addCollectionFiles')).toHaveLength(1);
  } finally {
    await plain.close();
  }
});

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
    const before = upstream.calls.length;
    const second = await create('Second');
    await service.call('POST', `/v1/collections/${second}/files`, { file_ids: [file] });
    await until(second, ({ embeddings }) => embeddings.passages === 1);
    expect(upstream.calls.length).toBe(before);
    const records = await service.admin('GET', '/v1/admin/usage/records?limit=100');
    const paid = records.json.data.filter((record: { model: string }) => record.model === 'openai/synonyms');
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.every((record: { input_tokens: number }) => record.input_tokens > 0)).toBe(true);
  });

  it.each<EmbeddingServer['mode']>(['down', 'limited', 'short', 'few', 'nan'])(
    'waits and says so when the engine is %s; words are searched',
    async (bad) => {
      const id = await create(`Bad ${bad}`);
      upstream.mode = bad;
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
        upstream.mode = 'well';
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

describe('a change of the embedding model', () => {
  it('searches by the old vectors while the new ones are made, then by the new ones', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'parley-models-'));
    const startWith = (model: string) =>
      startTestService({
        env: {
          DATA_DIR: directory,
          OPENAI_API_KEY: 'sk-test',
          OPENAI_BASE_URL: upstream.url,
          EMBEDDING_MODEL: `openai/${model}`,
        },
      });
    const shared = service;
    try {
      service = await startWith('synonyms');
      const id = await create('Changing');
      const file = await upload('A physician lives by the sea.', 'old.txt');
      await service.call('POST', `/v1/collections/${id}/files`, { file_ids: [file] });
      await until(id, ({ embeddings }) => embeddings.passages === 1);
      await service.close();
      upstream.failing.add('synonyms-large');
      service = await startWith('synonyms-large');
      const asks = async () =>
        (await service.call('POST', `/v1/collections/${id}/search`, { query: 'any medic', mode: 'semantic' })).json;
      const waiting = await until(id, ({ embeddings }) => embeddings.error !== null);
      expect(waiting.embeddings).toMatchObject({ model: 'openai/synonyms-large', passages: 0 });
      const before = upstream.calls.length;
      expect((await asks()).results.map((hit: { file_id: string }) => hit.file_id)).toEqual([file]);
      expect(upstream.calls.slice(before).some(({ model, texts }) => model === 'synonyms' && texts === 1)).toBe(true);
      upstream.failing.clear();
      const more = await upload('A glad kid.', 'more.txt');
      await service.call('POST', `/v1/collections/${id}/files`, { file_ids: [more] });
      await until(id, ({ embeddings }) => embeddings.passages === 2 && embeddings.error === null);
      const after = upstream.calls.length;
      expect((await asks()).results[0].file_id).toBe(file);
      expect(upstream.calls.slice(after).map(({ model }) => model)).toEqual(['synonyms-large']);
    } finally {
      await service.close();
      service = shared;
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
