import OpenAI from 'openai';
import { afterEach, expect, it, vi } from 'vitest';
import { cutStream } from '../../cut-stream.ts';
import { SteppedModel } from '../../stepped-model.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../../test-service.ts';

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
const body = { model: 'small-1', input: 'Count', stream: true, background: true };
let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

async function start() {
  const model = new SteppedModel(words);
  service = await startTestService({ replacements: { models: routerOf(model) } });
  return { model, test: service };
}

type Sent = { type: string; sequence_number: number; delta?: string; response?: { id: string; status: string } };
const read = (text: string): Sent[] => eventsIn(text.replaceAll(/^id: \d+\n/gm, '')) as Sent[];

it('goes on after a cut, by the number of the event, and is charged once', async () => {
  const { model, test } = await start();
  model.allow(4);
  const cut = await cutStream(`${test.url}/v1/responses`, body, (text) => text.includes('word3'));
  expect(cut.status).toBe(200);
  const before = read(cut.text);
  const id = before[0]?.response?.id ?? '';
  expect(id).toMatch(/^resp_/);
  expect(before.map(({ sequence_number }) => sequence_number)).toEqual(before.map((_, index) => index));
  expect((await test.call('GET', `/v1/responses/${id}`)).json.status).toBe('in_progress');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(model.ended).toEqual([]);
  const last = before.at(-1)?.sequence_number ?? 0;
  model.letGo();
  const rest = await test.call('GET', `/v1/responses/${id}?stream=true&starting_after=${last}`);
  expect(rest.status).toBe(200);
  const all = await test.call('GET', `/v1/responses/${id}?stream=true`);
  expect(cut.text + rest.text).toBe(all.text);
  const events = read(all.text);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
  expect(events.map(({ delta }) => delta ?? '').join('')).toBe(words.join(''));
  expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { id, status: 'completed' } });
  expect(events.at(-1)?.response).toEqual((await test.call('GET', `/v1/responses/${id}`)).json);
  const { json } = await test.admin('GET', '/v1/admin/usage/records?limit=100');
  const records = json.data.filter(({ endpoint }: { endpoint: string }) => endpoint === 'createResponse');
  expect(records).toMatchObject([{ output_tokens: 5, status: 200 }]);
  expect(model.calls).toBe(1);
});

it('is read and taken up again by the official client', async () => {
  const { model, test } = await start();
  model.allow(3);
  const client = new OpenAI({ apiKey, baseURL: `${test.url}/v1` });
  let [id, last, text] = ['', -1, ''];
  const stream = await client.responses.create({ model: 'small-1', input: 'Count', stream: true, background: true });
  for await (const event of stream) {
    last = event.sequence_number;
    if (event.type === 'response.created') id = event.response.id;
    if (event.type === 'response.output_text.delta') text += event.delta;
    if (text.includes('word2')) break;
  }
  model.letGo();
  for await (const event of await client.responses.retrieve(id, { stream: true, starting_after: last }))
    if (event.type === 'response.output_text.delta') text += event.delta;
  expect(text).toBe(words.join(''));
});

it('ends for its readers when it is cancelled, and is gone when it is deleted', async () => {
  const { model, test } = await start();
  model.allow(3);
  const cut = await cutStream(`${test.url}/v1/responses`, body, (text) => text.includes('word2'));
  const id = cut.headers.get('x-parley-stream') ?? '';
  const reading = test.call('GET', `/v1/responses/${id}?stream=true`);
  expect((await test.call('POST', `/v1/responses/${id}/cancel`)).json.status).toBe('cancelled');
  expect(read((await reading).text).at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'cancelled' },
  });
  await vi.waitFor(() => expect(model.ended).toHaveLength(1));
  expect((await test.call('DELETE', `/v1/responses/${id}`)).status).toBe(200);
  expect((await test.call('GET', `/v1/responses/${id}?stream=true`)).status).toBe(404);
  expect((await test.call('GET', `/v1/streams/${id}`)).status).toBe(404);
});

it('is refused for responses that were not made so, and for other workspaces', async () => {
  const { model, test } = await start();
  model.letGo();
  const { json: plain } = await test.call('POST', '/v1/responses', { model: 'small-1', input: 'Count' });
  expect(await test.call('GET', `/v1/responses/${plain.id}?stream=true`)).toMatchObject({
    status: 400,
    json: { error: { param: 'stream' } },
  });
  const { headers } = await test.call('POST', '/v1/responses', body);
  const { json: workspace } = await test.admin('POST', '/v1/admin/workspaces', { name: 'Elsewhere' });
  const { json: key } = await test.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id });
  const as = { authorization: `Bearer ${key.key}` };
  const address = `/v1/responses/${headers.get('x-parley-stream')}?stream=true`;
  expect((await test.call('GET', address)).status).toBe(200);
  expect((await test.call('GET', address, undefined, as)).status).toBe(404);
  expect((await test.call('POST', '/v1/responses', { ...body, store: false })).status).toBe(400);
});
