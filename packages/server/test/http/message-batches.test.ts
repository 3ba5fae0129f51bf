import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
let client: Anthropic;

const model = new ScriptedLanguageModel((prompt) => {
  const asked = JSON.stringify(prompt.messages.at(-1));
  return asked.includes('refuse') ? new AppError('upstream_rejected', 'No.') : `Echo ${/\d+/.exec(asked)?.[0] ?? ''}`;
});

beforeAll(async () => {
  service = await startTestService({ replacements: { models: routerOf(model) }, env: { BATCH_CONCURRENCY: '1' } });
  client = new Anthropic({ baseURL: service.url, apiKey, maxRetries: 0 });
});
afterAll(() => service.close());

const requestOf = (number: number, content = `question ${number}`): Anthropic.Messages.BatchCreateParams.Request => ({
  custom_id: `request-${number}`,
  params: { model: 'small-2', max_tokens: 50, messages: [{ role: 'user', content }] },
});
const ended = async (id: string) => {
  let batch = await client.messages.batches.retrieve(id);
  await vi.waitUntil(
    async () => {
      batch = await client.messages.batches.retrieve(id);
      return batch.processing_status === 'ended';
    },
    { timeout: 60_000, interval: 50 },
  );
  return batch;
};
const resultsOf = async (id: string) => {
  const results: Anthropic.Messages.MessageBatchIndividualResponse[] = [];
  for await (const one of await client.messages.batches.results(id)) results.push(one);
  return results;
};

it("serves Anthropic's client: create, get, list, results, delete, each request charged once", async () => {
  const batch = await client.messages.batches.create({
    requests: [requestOf(1), requestOf(2, 'refuse'), requestOf(3)],
  });
  expect(batch).toMatchObject({ type: 'message_batch', processing_status: 'in_progress', results_url: null });
  expect(batch.request_counts.processing).toBe(3);
  const whole = await ended(batch.id);
  expect(whole.request_counts).toEqual({ processing: 0, succeeded: 2, errored: 1, canceled: 0, expired: 0 });
  const results = await resultsOf(batch.id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(['request-1', 'request-3', 'request-2']);
  const [first, , failed] = results.map(({ result }) => result);
  expect(first).toMatchObject({ type: 'succeeded', message: { role: 'assistant', content: [{ text: 'Echo 1' }] } });
  expect(failed).toMatchObject({ type: 'errored', error: { type: 'error', error: { type: expect.any(String) } } });
  const { json } = await service.admin('GET', '/v1/admin/usage/records?limit=100');
  const records = json.data.filter((one: { endpoint: string }) => one.endpoint === 'createMessage');
  expect(records).toHaveLength(3);
  const charged = records.reduce((sum: number, one: { cost_usd: number }) => sum + one.cost_usd, 0);
  expect(Reflect.get(whole, 'cost_usd')).toBeCloseTo(charged, 9);
  const listed = await client.messages.batches.list({ limit: 1 });
  expect(listed.data.map(({ id }) => id)).toEqual([batch.id]);
  expect(await client.messages.batches.delete(batch.id)).toEqual({ id: batch.id, type: 'message_batch_deleted' });
  await expect(client.messages.batches.retrieve(batch.id)).rejects.toMatchObject({ status: 404 });
  const { json: files } = await service.call('GET', '/v1/files');
  expect(files.data).toEqual([]);
});

it('cancels, with a result for what was never called', async () => {
  const requests = Array.from({ length: 1500 }, (_, index) => requestOf(index));
  const { id } = await client.messages.batches.create({ requests });
  await expect(client.messages.batches.results(id)).rejects.toThrow();
  const stopped = await client.messages.batches.cancel(id);
  expect(stopped.cancel_initiated_at).not.toBeNull();
  const { request_counts: counts } = await ended(id);
  expect(counts.succeeded + counts.canceled).toBe(1500);
  expect(counts.canceled).toBeGreaterThan(0);
  const results = await resultsOf(id);
  expect(results).toHaveLength(1500);
  expect(results.filter(({ result }) => result.type === 'canceled')).toHaveLength(counts.canceled);
});

it('refuses what cannot be, in the shape of Anthropic', async () => {
  const twice = client.messages.batches.create({ requests: [requestOf(1), requestOf(1)] });
  await expect(twice).rejects.toMatchObject({ status: 400, error: { type: 'error' } });
  await expect(client.messages.batches.retrieve('msgbatch_none')).rejects.toMatchObject({ status: 404 });
  const streamed: object = { ...requestOf(1).params, stream: true };
  const params = streamed as Anthropic.Messages.BatchCreateParams.Request['params'];
  const { id } = await client.messages.batches.create({ requests: [{ custom_id: 'stream', params }] });
  await ended(id);
  const [only] = await resultsOf(id);
  expect(only?.result.type).toBe('errored');
});
