import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '../embedding-server.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let directory: string;
let service: TestService;
let upstream: EmbeddingServer;

const start = async () =>
  await startTestService({
    env: {
      DATA_DIR: directory,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: upstream.url,
      EMBEDDING_MODEL: 'openai/synonyms',
    },
  });
const restart = async () => {
  await service.close();
  service = await start();
};

// One service for all, since each starts processes of its own; every test has its own collection.
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-lost-'));
  upstream = await startEmbeddingServer();
  service = await start();
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

const upload = async (text: string, name: string): Promise<string> =>
  (await uploadFile(service, name, text)).json.file_id;

const add = async (collection: string, text: string): Promise<string> => {
  const file = await upload(text, 'note.txt');
  await service.call('POST', `/v1/collections/${collection}/files`, { file_ids: [file] });
  return file;
};

const settled = async (collection: string, files: number): Promise<void> => {
  const counts = async () => {
    const { json } = await service.call('GET', `/v1/collections/${collection}`);
    return [json.files.ready, json.embeddings.passages];
  };
  await expect.poll(counts).toEqual([files, files]);
};

/** The blobs of a collection's segments under a name, oldest first. */
const blobs = (collection: string, name: string): string[] => {
  const root = join(directory, 'blobs', 'collections');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes(collection) && path.split('/').at(-1)?.startsWith(name))
    .map((path) => join(root, path))
    .sort();
};

function corrupt(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length - 20;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

/** How a blob can be lost; a reader tells them apart in one place, so that one of them stands for all where the way there is another. */
const damages: [string, (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['corrupted', corrupt],
  ['cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
];

const search = (collection: string, query: string, mode = 'lexical') =>
  service.call('POST', `/v1/collections/${collection}/search`, { query, mode });

describe('a segment whose blob is lost', () => {
  it.each(damages)(
    'is made again after a search that met it, and searches at the same time go on (%s)',
    async (_, damage) => {
      const { json } = await service.call('POST', '/v1/collections', { name: 'Lost' });
      const file = await add(json.id, 'The lighthouse of the northern cape was painted red.');
      await settled(json.id, 1);
      await restart();
      for (const path of blobs(json.id, 'words')) damage(path);
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => search(json.id, 'Who painted the lighthouse?')),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      await settled(json.id, 1);
      const { json: found } = await search(json.id, 'Who painted the lighthouse?');
      expect(found.results.map((hit: { file_id: string }) => hit.file_id)).toEqual([file]);
      expect(blobs(json.id, 'words')).toHaveLength(1);
    },
    90_000,
  );

  it('is made again when it was to be joined with others', async () => {
    const { json } = await service.call('POST', '/v1/collections', { name: 'Joined' });
    const files: string[] = [];
    for (const [number, place] of ['harbour', 'quarry', 'orchard'].entries()) {
      files.push(await add(json.id, `The ${place} was opened by the mayor.`));
      await settled(json.id, number + 1);
    }
    const [first] = blobs(json.id, 'words');
    corrupt(first ?? '');
    files.push(await add(json.id, 'The tramway was opened by the mayor.'));
    await settled(json.id, 4);
    const found = async () => (await search(json.id, 'opened by the mayor')).json.results;
    await expect
      .poll(async () => (await found()).map((hit: { file_id: string }) => hit.file_id).sort())
      .toEqual(files.sort());
  });

  it('has its vectors made again after a search that met them', async () => {
    const { json } = await service.call('POST', '/v1/collections', { name: 'Meaning' });
    const file = await add(json.id, 'An automobile stood in the lane.');
    await settled(json.id, 1);
    await restart();
    for (const path of blobs(json.id, 'vectors')) corrupt(path);
    const replies = await Promise.all(Array.from({ length: 4 }, () => search(json.id, 'any car', 'hybrid')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await settled(json.id, 1);
    const { json: found } = await search(json.id, 'any car', 'semantic');
    expect(found.results.map((hit: { file_id: string }) => hit.file_id)).toEqual([file]);
  });
});

describe('a file whose index is lost', () => {
  it.each(damages)('is indexed from its text, and keeps no other waiting (%s)', async (_, damage) => {
    const lost = await upload('The dredger works in the old basin.', 'a.txt');
    const whole = await upload('The pilot boat lies in the new basin.', 'b.txt');
    const root = join(directory, 'blobs', 'files');
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (path.includes(lost) && path.endsWith('index-0')) damage(join(root, path));
    }
    const { json } = await service.call('POST', '/v1/collections', { name: 'Index' });
    await service.call('POST', `/v1/collections/${json.id}/files`, { file_ids: [lost, whole] });
    await settled(json.id, 2);
    const { json: found } = await search(json.id, 'basin');
    expect(found.results.map((hit: { file_id: string }) => hit.file_id).sort()).toEqual([lost, whole].sort());
  });
});
