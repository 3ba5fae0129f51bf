import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let parley: TestService;
const names = ['Invoice_2026.csv', 'invoice 2025.md', '100% wool.md', 'notes.json', 'INVOICES.md'];
const ids = new Map<string, string>();

beforeAll(async () => {
  parley = await startTestService();
  for (const name of names) {
    const { json } = await uploadFile(parley, name, name.endsWith('.json') ? '{"a":1}' : 'port,hour\nDover,4\n');
    ids.set(name, json.file_id);
  }
  await parley.call('POST', '/v1/files/upload-url', { filename: 'later.pdf' });
});
afterAll(() => parley.close());

const list = async (query: Record<string, string>) => {
  const { status, json } = await parley.call('GET', `/v1/files?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return json;
};
const namesOf = async (query: Record<string, string>) =>
  (await list(query)).data.map(({ filename }: { filename: string }) => filename);

it('leaves those with a part of the name, whatever its case, and takes signs of patterns for themselves', async () => {
  expect(await namesOf({ name: 'invoice' })).toEqual(['INVOICES.md', 'invoice 2025.md', 'Invoice_2026.csv']);
  expect(await namesOf({ name: '%' })).toEqual(['100% wool.md']);
  expect(await namesOf({ name: '_' })).toEqual(['Invoice_2026.csv']);
  expect(await namesOf({ name: '!' })).toEqual([]);
  expect(await namesOf({ name: "'; drop table files --" })).toEqual([]);
});

it('leaves those of a status, of a kind, and of both', async () => {
  expect(await namesOf({ status: 'pending' })).toEqual(['later.pdf']);
  expect(await namesOf({ status: 'ready' })).toHaveLength(names.length);
  expect(await namesOf({ kind: 'spreadsheet' })).toEqual(['Invoice_2026.csv']);
  expect(await namesOf({ kind: 'document', name: 'invoice' })).toEqual(['INVOICES.md', 'invoice 2025.md']);
});

it('leaves those of a time, the first moment included and the last not', async () => {
  const [newest, second] = (await list({ status: 'ready' })).data;
  expect(await namesOf({ status: 'ready', created_after: newest.created_at })).toEqual([newest.filename]);
  expect(await namesOf({ status: 'ready', created_after: second.created_at })).toEqual([
    newest.filename,
    second.filename,
  ]);
  expect(
    await namesOf({ status: 'ready', created_after: second.created_at, created_before: newest.created_at }),
  ).toEqual([second.filename]);
});

it('goes on page by page within what the filter leaves', async () => {
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const page = await list({ name: 'invoice', limit: '1', ...(after && { after }) });
    seen.push(...page.data.map(({ filename }: { filename: string }) => filename));
    expect(page.has_more).toBe(page.next !== null);
    if (!page.next) break;
    after = page.next;
  }
  expect(seen).toEqual(['INVOICES.md', 'invoice 2025.md', 'Invoice_2026.csv']);
});

it.each([
  ['status', 'done'],
  ['kind', 'film'],
  ['created_after', 'yesterday'],
  ['created_before', '2026-13-01T00:00:00Z'],
  ['parent_file_id', 'x'],
])('refuses %s=%s by name', async (field, value) => {
  const { status, json } = await parley.call('GET', `/v1/files?${field}=${value}`);
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(field);
});
