import { NotFoundError, Parley } from '@parley/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminKey, apiKey, startTestService, type TestService } from '../../server/test/test-service.ts';

let test: TestService;
let parley: Parley;

beforeAll(async () => {
  test = await startTestService();
  parley = new Parley({ baseUrl: test.url, apiKey, adminKey });
});
afterAll(() => test.close());

it('makes vectors, and orders texts by a question', async () => {
  const { data } = await parley.embeddings.create({ model: 'lexical', input: ['rowing boat', 'tax law'] });
  expect(data.map(({ index }) => index)).toEqual([0, 1]);
  const documents = [
    'Rent is due on the first.',
    'The bridge was painted by the mayor.',
    'The bridge was opened in 1932.',
  ];
  const { results } = await parley.rerank.create({ query: 'When was the bridge opened?', documents, top_n: 1 });
  expect(results).toMatchObject([{ index: 2, relevance_score: expect.any(Number) }]);
});

it('asks what judges harm, and tells what is missing for it', async () => {
  await expect(parley.moderations.create({ input: 'Hello.' })).rejects.toMatchObject({ code: 'model_not_configured' });
});

it('makes, tries, changes, lists and deletes guards', async () => {
  const { guards } = parley.admin;
  const { id } = await guards.create({
    name: 'apollo',
    stage: 'input',
    action: 'mask',
    check: { type: 'words', words: ['project apollo'] },
  });
  const tried = await guards.test(id, { text: 'About Project Apollo.' });
  expect(tried.text).not.toContain('Apollo');
  expect(tried.decision).toMatchObject({ action: 'mask' });
  expect((await guards.update(id, { action: 'block' })).action).toBe('block');
  const query = 'What is project apollo?';
  await expect(parley.answer.create({ query })).rejects.toMatchObject({ code: 'blocked_by_guard' });
  expect((await guards.list()).data.map(({ name }) => name)).toContain('apollo');
  expect((await guards.get(id)).action).toBe('block');
  await guards.delete(id);
  await expect(guards.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

it('keeps prompts by version and label', async () => {
  const { prompts } = parley.admin;
  const { id } = await prompts.create({ name: 'sdk-support', system: 'You answer customers of {{company}}.' });
  const second = await prompts.createVersion(id, { system: 'Be short, for {{company}}.', note: 'Shorter' });
  expect(second).toMatchObject({ version: 2, variables: ['company'] });
  expect((await prompts.get(id)).labels.production).toEqual([{ version: 1, share: 1 }]);
  expect((await prompts.setLabel(id, 'production', 2)).labels.production).toEqual([{ version: 2, share: 1 }]);
  const shares = [
    { version: 1, share: 0.9 },
    { version: 2, share: 0.1 },
  ];
  expect((await prompts.setLabel(id, 'trial', shares)).labels.trial).toEqual(shares);
  expect(Object.keys((await prompts.deleteLabel(id, 'trial')).labels)).toEqual(['production']);
  expect((await prompts.getVersion(id, 1)).system).toContain('customers');
  const versions: number[] = [];
  for await (const { version } of prompts.versions(id, { limit: 1 })) versions.push(version);
  expect(versions).toEqual([2, 1]);
  expect((await prompts.update(id, { description: 'For support' })).description).toBe('For support');
  expect((await prompts.list()).data.map(({ name }) => name)).toContain('sdk-support');
  await prompts.delete(id);
  await expect(prompts.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

it("works off batches of Anthropic's shape", async () => {
  const { batches } = parley.messages;
  const params = { model: 'small-2', max_tokens: 50, messages: [{ role: 'user', content: 'What is 12 times 12?' }] };
  const { id } = await batches.create({ requests: [{ custom_id: 'first', params }] });
  expect((await batches.wait(id)).request_counts).toMatchObject({ succeeded: 1, processing: 0 });
  const results = [];
  for await (const one of batches.results(id)) results.push(one);
  expect(results).toMatchObject([{ custom_id: 'first', result: { type: 'succeeded' } }]);
  expect(JSON.stringify(results)).toContain('144');
  expect((await batches.list({ limit: 1 })).data[0]?.id).toBe(id);
  expect((await batches.cancel(id)).processing_status).toBe('ended');
  expect(await batches.delete(id)).toEqual({ id, type: 'message_batch_deleted' });
  await expect(batches.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

it('changes sets and cases of evaluation, and deletes cases and runs', async () => {
  const { evaluations } = parley;
  const one = { request: { query: 'What is 12 times 12?' }, expected: '144' };
  const set = await evaluations.createSet({ name: 'sums', cases: [one, { ...one, expected: '143' }] });
  expect((await evaluations.updateSet(set.id, { name: 'products' })).name).toBe('products');
  const [first, second] = (await evaluations.cases(set.id)).data;
  expect((await evaluations.updateCase(set.id, second!.id, { name: 'again' })).name).toBe('again');
  await evaluations.deleteCase(set.id, first!.id);
  expect((await evaluations.cases(set.id)).data.map(({ id }) => id)).toEqual([second!.id]);
  const run = await evaluations.start({ set_id: set.id, model: 'small-2' });
  expect((await evaluations.wait(run.id)).status).toBe('completed');
  await evaluations.delete(run.id);
  await expect(evaluations.get(run.id)).rejects.toBeInstanceOf(NotFoundError);
});

it('reads a kept stream again and stops it, and tells the layout of a file', async () => {
  let streamId = '';
  const onResponse = ({ headers }: Response) => {
    streamId = headers.get('x-parley-stream') ?? '';
  };
  await parley.answer.stream({ query: 'What is 12 times 12?', resumable: true }, { onResponse }).result();
  const all = await parley.streams.read(streamId);
  expect(all).toContain('144');
  expect((await parley.streams.read(streamId, { after: 1 })).length).toBeLessThan(all.length);
  expect(await parley.streams.cancel(streamId)).toEqual({ id: streamId, status: 'ended' });
  const file = await parley.files.upload(new File(['The bridge.'], 'bridge.txt'));
  expect(await parley.files.layout(file.file_id)).toMatchObject({ file_id: file.file_id, next_page: null });
});
