import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
beforeAll(async () => {
  // Nothing answers there: only files are found.
  service = await startTestService({ env: { SEARXNG_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => service.close());

const upload = async (text: string, name: string, key: string = apiKey): Promise<string> =>
  (await uploadFile(service, name, text, {}, { authorization: `Bearer ${key}` })).json.file_id;
const found = async (query: string, key: string = apiKey): Promise<string[]> => {
  const headers = { authorization: `Bearer ${key}` };
  const reply = await service.call('POST', '/v1/web-search', { query, include_files: true, num_results: 5 }, headers);
  return (reply.json.results ?? []).map(({ title }: { title: string }) => title);
};

it('a search with include_files reaches every file of the workspace, and no other', async () => {
  const oldest = await upload('The lighthouse keeper of Skarholm rings a bronze bell in fog.', 'oldest.txt');
  for (let from = 0; from < 120; from += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        upload(`Report ${from + at}: the weather was fair.`, `report-${from + at}.txt`),
      ),
    );
  }
  const question = 'Who rings the bronze bell of Skarholm?';
  // A file is ready a moment before it is found.
  await expect.poll(async () => (await found(question))[0]).toBe('oldest.txt');
  await upload('The bronze bell of Skarholm was cast in Ghent.', 'later.txt');
  await expect.poll(() => found('bell cast in Ghent')).toContain('later.txt');
  expect((await found('bell cast in Ghent'))[0]).toBe('later.txt');
  const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
  const { json } = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'other' });
  await upload('Nothing of bells is said here.', 'theirs.txt', json.key);
  expect(await found(question, json.key)).not.toContain('oldest.txt');
  await service.call('DELETE', `/v1/files/${oldest}`);
  expect(await found(question)).not.toContain('oldest.txt');
  // The collection behind it is nobody's to see.
  expect((await service.call('GET', '/v1/collections')).json.data).toEqual([]);
  const { workspace_id: own } = (await service.admin('GET', '/v1/admin/keys')).json.data[0];
  expect((await service.call('GET', `/v1/collections/all_${own}`)).status).toBe(404);
  expect((await service.call('GET', `/v1/vector_stores/all_${own}`)).status).toBe(404);
});

it('research with include_files reads the file that fits, however old it is', async () => {
  const research = { instructions: 'When does the dredger of Nordhavn work?', depth: 'quick', include_files: true };
  await upload('# Nordhavn\n\nThe dredger of Nordhavn works on Tuesdays and Fridays.', 'dredger.md');
  await expect.poll(() => found('dredger Nordhavn')).toContain('dredger.md');
  const { status, json } = await service.call('POST', '/v1/deep-research', research);
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.output).toContain('Tuesdays');
});
