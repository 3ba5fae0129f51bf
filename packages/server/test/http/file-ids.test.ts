import {
  createAgentReply,
  createMessage,
  createOpenAIChatCompletion,
  fileIdPlaces,
  readFileIds,
  vectorStoreEndpoints,
} from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

const id = '7d3f1c1e-00ab-4000-8000-00000000beef';
const capitals = id.toUpperCase();

describe('the places of a request where ids of files stand', () => {
  it('are found in messages, in parts of messages and in lists', () => {
    const places = (schema: unknown) => fileIdPlaces(schema).map((place) => place.join('.'));
    expect(places(createAgentReply.body)).toEqual(expect.arrayContaining(['file_ids', 'messages.*.file_ids']));
    expect(places(createOpenAIChatCompletion.body)).toEqual(
      expect.arrayContaining(['file_ids', 'messages.*.content.*.file.file_id']),
    );
    expect(places(createMessage.body)).toEqual(expect.arrayContaining(['messages.*.content.*.source.file_id']));
    expect(places(vectorStoreEndpoints.getVectorStore.params)).toEqual([]);
    expect(places(undefined)).toEqual([]);
  });

  it('are read in small letters, whatever came there; no other field and nothing but a UUID is changed', () => {
    const schema = {
      properties: { file_id: {}, name: {}, messages: { items: { properties: { file_ids: {} } } } },
    };
    const value = {
      file_id: capitals,
      name: capitals,
      collection_id: 'col_AbC',
      messages: [{ file_ids: [capitals, 'No-UUID', 7, null] }, { file_ids: null }, 'file_ids', null, {}],
    };
    readFileIds(value, fileIdPlaces(schema));
    expect(value).toEqual({
      file_id: id,
      name: capitals,
      collection_id: 'col_AbC',
      messages: [{ file_ids: [id, 'No-UUID', 7, null] }, { file_ids: null }, 'file_ids', null, {}],
    });
    for (const odd of [null, undefined, 'x', 7, [], { messages: 'x' }, { messages: { file_ids: [capitals] } }]) {
      const before = JSON.stringify(odd);
      readFileIds(odd, fileIdPlaces(schema));
      expect(JSON.stringify(odd)).toBe(before);
    }
  });
});

describe('ids of files in capitals', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('name the same file in paths, queries and bodies', async () => {
    const { file_id } = (await uploadFile(service, 'code.txt', 'The code word of the harbour is heron.')).json;
    const shouted = file_id.toUpperCase();
    expect((await service.call('GET', `/v1/files/${shouted}`)).json).toMatchObject({ file_id, filename: 'code.txt' });
    expect((await service.call('POST', '/v1/files/metadata', { file_ids: [shouted] })).json).toMatchObject([
      { file_id },
    ]);
    expect((await service.call('GET', `/v1/files?after=${shouted}`)).json.data).toEqual([]);
    const children = await service.call('GET', `/v1/files?parent_file_id=${shouted}`);
    expect([children.status, children.json.data]).toEqual([200, []]);
    const question = { query: 'What is the code word?', file_ids: [shouted] };
    const { answer, sources } = (await service.call('POST', '/v1/answer', question)).json;
    expect([answer, sources[0].file_id]).toEqual([expect.stringContaining('heron'), file_id]);

    const { id: collection } = (await service.call('POST', '/v1/collections', { name: 'codes' })).json;
    const added = await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [shouted, file_id] });
    expect(added.status).toBeLessThan(300);
    const listed = await service.call('GET', `/v1/collections/${collection}/files`);
    expect(listed.json.data.map((file: { file_id: string }) => file.file_id)).toEqual([file_id]);
    const removed = await service.call('DELETE', `/v1/collections/${collection}/files/${shouted}`);
    expect(removed.json).toMatchObject({ file_id, removed: true });

    const store = (await service.call('POST', '/v1/vector_stores', { file_ids: [shouted] })).json.id;
    const inStore = await service.call('GET', `/v1/vector_stores/${store}/files/${shouted}`);
    expect([inStore.status, inStore.json.id]).toEqual([200, file_id]);

    expect((await service.call('DELETE', `/v1/files/${shouted}`)).json).toMatchObject({ file_id, deleted: true });
    expect((await service.call('GET', `/v1/files/${file_id}`)).status).toBe(404);
  });
});
