import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
/** What a search engine was asked; it finds nothing. */
const searched: string[] = [];
const engine = createServer((request, response) => {
  searched.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
  response.writeHead(500).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  const { port } = engine.address() as AddressInfo;
  service = await startTestService({ env: { SEARXNG_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await service.close();
  engine.close();
});

const report = `# Orla station

The Orla tidal station supplies 12,400 homes in winter and stores its surplus energy as heat.

| Station | Opened | Homes supplied |
| --- | --- | --- |
| Orla tidal station | 1987 | 12,400 |
| Brenn tidal station | 1994 | 9,800 |
`;

test('research over named files alone works without a network, and cites their tables', async () => {
  const { file_id } = (await uploadFile(service, 'stations.md', report)).json;
  expect(file_id).toMatch(/-/);
  const { status, json } = await service.call('POST', '/v1/deep-research', {
    instructions: 'How many homes does the Brenn tidal station supply?',
    depth: 'quick',
    file_ids: [file_id],
  });
  expect(status).toBe(200);
  expect(json.output).toContain('Station: Brenn tidal station, Opened: 1994, Homes supplied: 9,800 [');
  expect(json.citations[0]).toMatchObject({ file_id, quote: expect.stringContaining('9,800') });
});

test('without files a search that nothing answers is still an error', async () => {
  const { json } = await service.call('POST', '/v1/deep-research', {
    instructions: 'How do dams work?',
    depth: 'quick',
  });
  expect(json.code).toMatch(/^search_/);
});

test.each([{}, { stream: true }, { web: false }])(
  'a question about own files reaches no search engine (%j)',
  async (more) => {
    const { file_id } = (await uploadFile(service, 'private.md', report)).json;
    const asked = { instructions: 'Is our tenant Ilse Kramer behind with the deposit?', depth: 'quick', ...more };
    searched.length = 0;
    const reply = await service.call('POST', '/v1/deep-research', { ...asked, file_ids: [file_id] });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"queries":[]');
    await service.call('POST', '/v1/deep-research', { ...asked, include_files: true });
    expect(searched).toEqual([]);
  },
);

test('what is sent to search engines when the call says so stands in the run', async () => {
  const { file_id } = (await uploadFile(service, 'stations.md', report)).json;
  searched.length = 0;
  const body = { instructions: 'How many homes does the Brenn tidal station supply?', depth: 'quick', web: true };
  const { json } = await service.call('POST', '/v1/deep-research', { ...body, file_ids: [file_id] });
  expect(searched.length).toBeGreaterThan(0);
  expect(json.queries).toEqual(searched.map((query) => ({ query, engines: ['searxng'] })));
});

test('without the web and without files there is nothing to research in', async () => {
  const { status, json } = await service.call('POST', '/v1/deep-research', { instructions: 'Dams?', web: false });
  expect([status, json.code]).toEqual([400, 'invalid_request']);
});

describe('a key or a workspace that may not ask the web', () => {
  const refused = { status: 403, json: { code: 'forbidden', error: 'The web is forbidden' } };

  async function askWith(headers: Record<string, string>) {
    const { file_id } = (await uploadFile(service, 'stations.md', report)).json;
    searched.length = 0;
    const call = (path: string, body: object) => service.call('POST', path, body, headers);
    const instructions = 'How many homes does the Brenn tidal station supply?';
    expect(await call('/v1/deep-research', { instructions })).toMatchObject(refused);
    expect(await call('/v1/deep-research', { instructions, file_ids: [file_id], web: true })).toMatchObject(refused);
    expect(await call('/v1/web-search', { query: instructions })).toMatchObject(refused);
    const tools = [{ type: 'web_search' }];
    for (const background of [false, true]) {
      const response = await call('/v1/responses', { model: 'small-1', input: instructions, tools, background });
      expect([response.status, response.text]).toEqual([403, expect.stringContaining('may not ask the web')]);
    }
    const inside = await call('/v1/deep-research', { instructions, file_ids: [file_id], depth: 'quick' });
    expect([inside.status, inside.json.output]).toEqual([200, expect.stringContaining('9,800')]);
    expect(searched).toEqual([]);
  }

  test('by the key', async () => {
    const made = await service.admin('POST', '/v1/admin/keys', { web: false });
    expect(made.json.web).toBe(false);
    await askWith({ authorization: `Bearer ${made.json.key}` });
    const rolled = await service.admin('POST', `/v1/admin/keys/${made.json.id}/roll`, {});
    expect(rolled.json.web).toBe(false);
  });

  test('by the workspace', async () => {
    const { id } = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0];
    expect((await service.admin('PATCH', `/v1/admin/workspaces/${id}`, { web: false })).json.web).toBe(false);
    const { json: key } = await service.admin('POST', '/v1/admin/keys', {});
    await askWith({ authorization: `Bearer ${key.key}` });
    await service.admin('PATCH', `/v1/admin/workspaces/${id}`, { web: true });
  });
});
