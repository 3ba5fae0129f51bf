import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cutStream } from '../cut-stream.ts';
import { openForService, type ServiceDatabase } from '../database.ts';
import { SteppedModel } from '../stepped-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
const body = { query: 'Count', stream: true, resumable: true };
let database: ServiceDatabase;
let first: TestService;
let second: TestService;
let model: SteppedModel;
const folder = mkdtempSync(join(tmpdir(), 'parley-resumed-'));

/** Two services on one database that know nothing of each other. */
beforeAll(async () => {
  database = await openForService('PostgreSQL', folder);
  const start = (name: string) => {
    const models = routerOf({ id: 'm', embedded: false, stream: (prompt, signal) => model.stream(prompt, signal) });
    const env = { ...database.env, DATA_DIR: join(folder, name), STREAM_READERLESS_SECONDS: '3' };
    return startTestService({ env, replacements: { models } });
  };
  first = await start('a');
  second = await start('b');
}, 180_000);
afterAll(async () => {
  await first.close();
  await second.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (count: number) => {
  model = new SteppedModel(words);
  model.allow(count);
  const cut = await cutStream(`${first.url}/v1/answer`, body, (text) => text.includes(`word${count - 1}`));
  return { ...cut, path: `/v1/streams/${cut.headers.get('x-parley-stream')}` };
};

it('goes on live in another process, for longer than a stream without readers may, with the same bytes', async () => {
  const cut = await begin(4);
  const rest = second.call('GET', `${cut.path}?after=${cut.last}`);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(model.ended).toEqual([]);
  model.letGo();
  const { text, status } = await rest;
  expect(status).toBe(200);
  const whole = await first.call('GET', cut.path);
  expect(cut.text + text).toBe(whole.text);
  expect((await second.call('GET', cut.path)).text).toBe(whole.text);
  expect(whole.text).toContain('"done":true');
  expect(model.calls).toBe(1);
  const { json } = await second.admin('GET', '/v1/admin/usage/records?limit=100');
  expect(json.data.filter(({ endpoint }: { endpoint: string }) => endpoint === 'createAnswer')).toHaveLength(1);
}, 60_000);

it('is stopped through another process', async () => {
  const cut = await begin(3);
  expect((await second.call('POST', `${cut.path}/cancel`)).json.status).toBe('cancelling');
  const { text } = await second.call('GET', `${cut.path}?after=${cut.last}`);
  expect(text).toContain('"code":"stream_cancelled"');
  await vi.waitFor(async () => expect((await second.call('POST', `${cut.path}/cancel`)).json.status).toBe('ended'));
  expect(model.ended).toHaveLength(1);
}, 60_000);
