import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Browser, claim } from '../accounts/browser.ts';
import { hasPostgresServer, openForService, type ServiceDatabase } from '../database.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

/** A word that is planted wherever a caller can put one that is content: not in names, addresses and ids. */
const canary = 'quexalonta';
const [firstKey, secondKey] = ['the first sealing key 0123', 'the second sealing key 456'];

let directory: string;
let database: ServiceDatabase | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-sealing-'));
  database = null;
});
afterEach(async () => {
  await database?.close();
  rmSync(directory, { recursive: true, force: true });
});

const start = (sealing: Record<string, string> = {}) =>
  startTestService({ env: { DATA_DIR: directory, CALL_CONTENTS: 'keep', ...database?.env, ...sealing } });

/** Files under the data directory in which the word stands, in small letters or not. */
const tracesInFiles = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).toString('latin1').toLowerCase().includes(canary));

const text = `The secret word is ${canary}. It lives in Zanzibar, behind the old lighthouse.`;
/** Longer than a chunk, so that parts of it can be asked for. */
const long = `${text}\n\n${Array.from({ length: 3000 }, (_, line) => `Line ${line} of the ${canary} says nothing new.`).join('\n')}`;

interface Planted {
  short: string;
  long: string;
  collection: string;
}

/** Files, a collection, what was asked and answered, pictures, what people tried, runs. */
async function plant(service: TestService): Promise<Planted> {
  let count = 0;
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': `key-${++count}` };
    const reply = await service.call('POST', path, body, headers);
    expect([path, reply.status < 300, reply.text]).toEqual([path, true, expect.any(String)]);
    return reply;
  };
  const upload = async (name: string, content: string) => {
    const { status, text: said, json } = await uploadFile(service, name, content);
    expect([name, status, said]).toEqual([name, 200, expect.any(String)]);
    return json.file_id;
  };
  const short = await upload('one.txt', text);
  const table = await upload('two.csv', `name,word\nann,${canary}\nbob,none\n`);
  const { json: collection } = await send('/v1/collections', { name: 'Words' });
  const longer = await upload('three.txt', long);
  await send(`/v1/collections/${collection.id}/files`, { file_ids: [short, table, longer] });
  await expect.poll(() => foundIn(service, collection.id), { timeout: 20_000 }).toContain(canary);
  expect((await send('/v1/answer', { query: 'Which word?', file_ids: [short] })).text).toContain(canary);
  expect((await send('/v1/answer', { query: 'What is the word of ann?', file_ids: [table] })).text).toContain(canary);
  await send('/v1/generate-image', { prompt: `a red circle, ${canary}` });
  await send('/v1/responses', { model: 'small-1', input: `Say ${canary}.`, store: true });
  const tried = { mode: 'answer', request: { query: `Who is ${canary}?` }, reply: { answer: canary } };
  await send('/v1/playground/runs', tried);
  return { short, long: longer, collection: collection.id };
}

const foundIn = async (service: TestService, collection: string): Promise<string> =>
  (await service.call('POST', `/v1/collections/${collection}/search`, { query: 'Where is the lighthouse?' })).text;

/** All that was planted is there for whoever may see it. */
async function expectAll(service: TestService, planted: Planted): Promise<void> {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await service.call('GET', path, undefined, { authorization: `Bearer ${apiKey}`, ...headers })).text;
  expect(await get(`/v1/files/${planted.long}/content`)).toBe(long);
  expect(await get(`/v1/files/${planted.long}/text`)).toContain(canary);
  expect(await foundIn(service, planted.collection)).toContain(canary);
  const answered = await service.call('POST', '/v1/answer', { query: 'Which word?', file_ids: [planted.short] });
  expect(answered.json.answer).toContain(canary);
  expect(await get('/v1/playground/runs')).toContain(canary);
  const first = await service.call(
    'POST',
    '/v1/answer',
    { query: 'Which word?', file_ids: [planted.short] },
    { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'key-3' },
  );
  expect([first.headers.get('idempotency-replayed'), first.text]).toEqual(['true', expect.stringContaining(canary)]);
}

const reportOf = async (service: TestService) => (await service.admin('GET', '/v1/admin/sealing')).json;
const whenSealed = (service: TestService) =>
  expect.poll(async () => (await reportOf(service)).run?.status, { timeout: 20_000 }).toBe('completed');

/** The PostgreSQL that npm brings cannot carry the queue of jobs beside the service; there `db/sealing.test.ts` looks at the tables. */
const kinds = hasPostgresServer ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

it.each(kinds)(
  'leaves no word of what was stored in any file or table, and turns over to a new key, after which the old one can go, on %s',
  async (kind) => {
    database = await openForService(kind, directory);
    const sealed = await start({ SEALING_KEY: firstKey });
    const planted = await plant(sealed);
    expect(tracesInFiles()).toEqual([]);
    const tables = ['call_contents', 'files', 'idempotency_records', 'pictures', 'playground_runs', 'runs'];
    for (const table of tables) {
      const rows = await database.rows(`select * from ${table}`);
      expect([table, rows.length > 0, JSON.stringify(rows).includes(canary)]).toEqual([table, true, false]);
    }
    await expectAll(sealed, planted);
    const first = await reportOf(sealed);
    await sealed.close();
    expect(tracesInFiles()).toEqual([]);

    await expect(start()).rejects.toThrow(/what is stored is sealed: set SEALING_KEY/);
    await expect(start({ SEALING_KEY: secondKey })).rejects.toThrow(/sealed with another key than SEALING_KEY/);
    const turned = await start({ SEALING_KEY: `${secondKey},${firstKey}` });
    await whenSealed(turned);
    const second = await reportOf(turned);
    expect(second.key_id).not.toBe(first.key_id);
    expect(second.run.sealed).toBeGreaterThan(10);
    await turned.close();

    const after = await start({ SEALING_KEY_COMMAND: `echo '${secondKey}'` });
    expect((await after.admin('POST', '/v1/admin/sealing/turn-over')).status).toBe(202);
    await whenSealed(after);
    expect((await reportOf(after)).key_id).not.toBe(second.key_id);
    await expectAll(after, planted);
    const { data } = (await after.admin('GET', '/v1/admin/audit?action=sealing.turn_over')).json;
    expect(data).toHaveLength(1);
    await after.close();
  },
  60_000,
);

it('seals what was stored before it was switched on', async () => {
  const before = await start();
  const file = (await uploadFile(before, 'one.txt', text)).json.file_id;
  const question = { query: 'Which word?', file_ids: [file] };
  expect((await before.call('POST', '/v1/answer', question)).json.answer).toContain(canary);
  expect(await reportOf(before)).toEqual({ on: false, key_id: null, run: null });
  expect((await before.admin('POST', '/v1/admin/sealing/turn-over')).status).toBe(409);
  await before.close();
  expect(tracesInFiles().length).toBeGreaterThan(3);

  const sealed = await start({ SEALING_KEY: firstKey });
  await whenSealed(sealed);
  const { run } = await reportOf(sealed);
  expect(run).toMatchObject({ failed: 0, error: null, looked: run.total });
  expect(run.sealed).toBeGreaterThan(3);
  expect((await sealed.call('POST', '/v1/answer', question)).json.answer).toContain(canary);
  await sealed.close();
  expect(tracesInFiles()).toEqual([]);
}, 60_000);

it('is no matter of those who look after one workspace', async () => {
  const service = await start({ SEALING_KEY: firstKey });
  const owner = await claim(service, adminKey);
  expect((await owner.call('GET', '/v1/admin/sealing')).json.on).toBe(true);
  expect((await new Browser(service).call('GET', '/v1/admin/sealing')).status).toBe(401);
  expect((await service.call('GET', '/v1/admin/sealing')).status).toBeGreaterThan(400);
  await service.close();
});
