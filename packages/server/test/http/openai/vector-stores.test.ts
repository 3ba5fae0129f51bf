import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../fake-clock.ts';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';
import { uploadFile } from '../../upload-file.ts';

let service: TestService;
let api: OpenAI;

beforeAll(async () => {
  service = await startTestService();
  api = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
});
afterAll(async () => {
  await service.close();
});

const upload = async (text: string, name: string): Promise<string> =>
  (await api.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' })).id;

describe("OpenAI's vector stores, through OpenAI's own library", () => {
  it('are created, read, listed both ways, changed and deleted', async () => {
    const made = await api.vectorStores.create({
      name: 'Handbooks',
      metadata: { team: 'people' },
      expires_after: { anchor: 'last_active_at', days: 3 },
    });
    expect(made).toMatchObject({
      object: 'vector_store',
      name: 'Handbooks',
      status: 'completed',
      metadata: { team: 'people' },
      expires_after: { anchor: 'last_active_at', days: 3 },
      file_counts: { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 },
    });
    expect((made.expires_at ?? 0) - (made.last_active_at ?? 0)).toBe(3 * 24 * 3600);
    const ids = [made.id];
    for (const name of ['Second', 'Third']) ids.push((await api.vectorStores.create({ name })).id);
    const listed: string[] = [];
    for await (const { id } of api.vectorStores.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual([...ids].reverse());
    const rising: string[] = [];
    for await (const { id } of api.vectorStores.list({ limit: 1, order: 'asc' })) rising.push(id);
    expect(rising).toEqual(ids);
    const before = await api.vectorStores.list({ before: ids[0] ?? '', limit: 1 });
    expect(before.data.map(({ id }) => id)).toEqual([ids[1]]);
    const changed = await api.vectorStores.update(made.id, {
      name: 'Books',
      metadata: { team: 'all' },
      expires_after: null,
    });
    expect(changed).toMatchObject({ name: 'Books', metadata: { team: 'all' }, expires_at: null });
    expect((await api.vectorStores.retrieve(made.id)).name).toBe('Books');
    expect((await service.call('GET', `/v1/collections/${made.id}`)).json.name).toBe('Books');
    expect(await api.vectorStores.delete(made.id)).toEqual({
      id: made.id,
      object: 'vector_store.deleted',
      deleted: true,
    });
    await expect(api.vectorStores.retrieve(made.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('take files one by one and in batches, and find them with filters', async () => {
    const store = await api.vectorStores.create({ name: 'Files' });
    const first = await api.vectorStores.files.createAndPoll(store.id, {
      file_id: await upload('The kiln is fired at 1,240 degrees for nine hours.', 'kiln.txt'),
      attributes: { part: 'oven', year: 2025 },
      chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 400 } },
    });
    expect(first).toMatchObject({
      object: 'vector_store.file',
      status: 'completed',
      last_error: null,
      attributes: { part: 'oven', year: 2025 },
      chunking_strategy: { type: 'other' },
    });
    const broken: string = (await uploadFile(service, 'broken.pdf', '%PDF-1.7 nothing')).json.file_id;
    const files = [await upload('The wheel of the pottery turns left.', 'wheel.txt'), broken];
    const batch = await api.vectorStores.fileBatches.createAndPoll(store.id, {
      file_ids: files,
      attributes: { part: 'wheel' },
    });
    expect(batch).toMatchObject({ status: 'completed', file_counts: { completed: 1, failed: 1, total: 2 } });
    const failed = await api.vectorStores.files.list(store.id, { filter: 'failed' });
    expect(failed.data.map(({ id, last_error }) => [id, last_error?.code])).toEqual([[broken, 'invalid_file']]);
    const ofBatch: string[] = [];
    for await (const { id } of api.vectorStores.fileBatches.listFiles(batch.id, { vector_store_id: store.id }))
      ofBatch.push(id);
    expect(ofBatch.sort()).toEqual([...files].sort());
    const found = await api.vectorStores.search(store.id, {
      query: ['How hot is the kiln fired?', 'kiln'],
      max_num_results: 5,
    });
    expect(found.data[0]).toMatchObject({
      file_id: first.id,
      filename: 'kiln.txt',
      attributes: { part: 'oven', year: 2025 },
    });
    expect(found.data[0]?.content[0]?.text).toContain('1,240');
    const filters = {
      type: 'and' as const,
      filters: [
        { type: 'nin' as const, key: 'part', value: ['oven'] },
        { type: 'ne' as const, key: 'year', value: 2025 },
      ],
    };
    const filtered = await api.vectorStores.search(store.id, { query: 'the kiln and the wheel', filters });
    expect(filtered.data.map(({ filename }) => filename)).toEqual(['wheel.txt']);
    const changed = await api.vectorStores.files.update(first.id, {
      vector_store_id: store.id,
      attributes: { part: 'fire' },
    });
    expect(changed.attributes).toEqual({ part: 'fire' });
    const content: string[] = [];
    for await (const part of api.vectorStores.files.content(first.id, { vector_store_id: store.id }))
      content.push(part.text ?? '');
    expect(content.join('')).toContain('nine hours');
    await api.vectorStores.files.delete(first.id, { vector_store_id: store.id });
    await expect(api.vectorStores.files.retrieve(first.id, { vector_store_id: store.id })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError,
    );
    expect((await api.files.retrieve(first.id)).id).toBe(first.id);
  });

  it('are searched by responses with file_search and filters', async () => {
    const store = await api.vectorStores.create({
      name: 'Answers',
      file_ids: [await upload('The code word of the harbour is heron.', 'harbour.txt')],
    });
    await expect.poll(async () => (await api.vectorStores.retrieve(store.id)).status).toBe('completed');
    const ask = (filters?: OpenAI.ComparisonFilter) =>
      api.responses.create({
        model: 'small-2',
        input: 'What is the code word of the harbour?',
        tools: [{ type: 'file_search', vector_store_ids: [store.id], ...(filters && { filters }) }],
        include: ['file_search_call.results'],
      });
    const response = await ask();
    expect(response.output_text).toContain('heron');
    expect(response.output.some(({ type }) => type === 'file_search_call')).toBe(true);
    expect((await ask({ type: 'eq', key: 'part', value: 'none' })).output_text).not.toContain('heron');
  });

  it('say in OpenAI’s shape what is wrong', async () => {
    const store = await api.vectorStores.create({ name: 'Wrong' });
    await expect(
      api.vectorStores.files.create(store.id, { file_id: '7d3f1c1e-0000-4000-8000-000000000000' }),
    ).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const wrong = { type: 'like' as 'eq', key: 'a', value: 'b' };
    await expect(api.vectorStores.search(store.id, { query: 'x', filters: wrong })).rejects.toMatchObject({
      status: 400,
      param: 'filters.type',
    });
    await expect(
      api.vectorStores.fileBatches.retrieve('vsfb_none', { vector_store_id: store.id }),
    ).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'other' });
    const stranger = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: key.json.key, maxRetries: 0 });
    await expect(stranger.vectorStores.search(store.id, { query: 'x' })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(stranger.vectorStores.files.list(store.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(stranger.vectorStores.delete(store.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    expect((await stranger.vectorStores.list()).data).toEqual([]);
  });
});

describe('a vector store that expires after its last use', () => {
  it('lives on while it is searched, and is gone from the second it expires', async () => {
    const clock = new FakeClock(Date.now());
    const moved = await startTestService({ replacements: { clock } });
    try {
      const own = new OpenAI({ baseURL: `${moved.url}/v1`, apiKey, maxRetries: 0 });
      const day = 24 * 60 * 60_000;
      const { id } = await own.vectorStores.create({
        name: 'Short',
        expires_after: { anchor: 'last_active_at', days: 1 },
      });
      clock.advance(day - 1000);
      await own.vectorStores.search(id, { query: 'anything' });
      clock.advance(day - 1000);
      expect((await own.vectorStores.retrieve(id)).id).toBe(id);
      clock.advance(1001);
      await expect(own.vectorStores.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      expect((await own.vectorStores.list()).data).toEqual([]);
      expect((await moved.call('GET', `/v1/collections/${id}`)).status).toBe(404);
      expect((await moved.call('POST', '/v1/answer', { query: 'x', collection_ids: [id] })).status).toBe(404);
    } finally {
      await moved.close();
    }
  });
});
