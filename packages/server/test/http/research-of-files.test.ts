import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
beforeAll(async () => {
  // Nothing answers there: no search finds anything.
  service = await startTestService({ env: { SEARXNG_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => service.close());

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
