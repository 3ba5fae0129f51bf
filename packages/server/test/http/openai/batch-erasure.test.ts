import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ScriptedLanguageModel } from '../../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../../test-service.ts';

const canary = 'zanzibarcanary';
let service: TestService;
let client: OpenAI;

/** Says again what it was asked, and fails where it is told to. */
const model = new ScriptedLanguageModel((prompt) => `Echo: ${JSON.stringify(prompt.messages.at(-1))}`);

beforeAll(async () => {
  service = await startTestService({ replacements: { models: routerOf(model) } });
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
});
afterAll(() => service.close());

const lineOf = (number: number, body: object) => ({
  custom_id: `line-${number}`,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'small-2', messages: [{ role: 'user', content: `question ${number}` }], ...body },
});
const ended = async (id: string) => {
  let batch = await client.batches.retrieve(id);
  await vi.waitUntil(
    async () => {
      batch = await client.batches.retrieve(id);
      return ['completed', 'failed'].includes(batch.status);
    },
    { timeout: 60_000, interval: 50 },
  );
  return batch;
};
const textOf = async (id: string | null | undefined) => (id ? (await client.files.content(id)).text() : '');
/** Every file below the data directory that holds the word; the database is asked through the API. */
const holders = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('files'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(canary));

it('leaves nothing of an erased end user in the files of a batch, and all of the others', async () => {
  const own = (number: number, body: object) =>
    lineOf(number, { ...body, messages: [{ role: 'user', content: `${canary} ${number}` }] });
  const lines = [
    lineOf(1, { user: 'u-other' }),
    own(2, { user: 'u-gone' }),
    lineOf(3, {}),
    own(4, { metadata: { user_id: 'u-gone' } }),
    own(5, { user: 'u-gone', model: 'unknown' }),
    lineOf(6, { model: 'unknown' }),
  ];
  const file = await toFile(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')), 'lines.jsonl');
  const input = await client.files.create({ file, purpose: 'batch' });
  const { id } = await client.batches.create({
    input_file_id: input.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  const batch = await ended(id);
  expect(batch.request_counts).toEqual({ total: 6, completed: 4, failed: 2 });
  expect(await textOf(batch.output_file_id)).toContain(canary);
  expect(holders(service.dataDir).length).toBeGreaterThan(0);
  const { json: workspaces } = await service.admin('GET', '/v1/admin/workspaces');
  const subject = { workspace_id: workspaces.data[0].id, user_id: 'u-gone' };
  const erased = await service.admin('POST', '/v1/admin/erasures', subject);
  expect(erased.status, erased.text).toBe(200);
  expect(erased.json.deleted).toMatchObject({ lines_of_batches: 6 });
  const [asked, answered, failed] = await Promise.all(
    [input.id, batch.output_file_id, batch.error_file_id].map((one) => textOf(one)),
  );
  for (const text of [asked, answered, failed]) expect(text).not.toContain(canary);
  expect(holders(service.dataDir)).toEqual([]);
  const idsIn = (text = '') =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).custom_id);
  expect(idsIn(asked)).toEqual(['line-1', 'line-3', 'line-6']);
  expect(idsIn(answered)).toEqual(['line-1', 'line-3']);
  expect(idsIn(failed)).toEqual(['line-6']);
  const again = await service.admin('POST', '/v1/admin/erasures', subject);
  expect(again.json.deleted.lines_of_batches).toBeUndefined();
});
