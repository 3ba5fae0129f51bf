import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ScriptedLanguageModel } from '../../scripted-language-model.ts';
import { routerOf, startTestService, type TestService } from '../../test-service.ts';

let service: TestService;

/** Knows the hours where it is told to be exact. */
const model = new ScriptedLanguageModel((prompt) =>
  JSON.stringify(prompt).includes('exact') ? 'We open at nine.' : 'Some time in the morning.',
);

beforeAll(async () => {
  service = await startTestService({ replacements: { models: routerOf(model) } });
});
afterAll(() => service.close());

const ended = async (id: string) => {
  await vi.waitUntil(async () => (await service.call('GET', `/v1/evaluations/runs/${id}`)).json.finished_at !== null, {
    timeout: 60_000,
    interval: 50,
  });
};

it('names a set with a prompt, plays it for each version, and shows the score of the last run beside it', async () => {
  const cases = [
    { request: { query: 'When do you open?' }, expected: 'nine' },
    { request: { query: 'And on Sundays?' }, expected: 'morning' },
    { request: { query: 'On Mondays?' }, expected: 'nine' },
    { request: { query: 'On Tuesdays?' }, expected: 'nine' },
  ];
  const set = (await service.call('POST', '/v1/evaluations/sets', { name: 'Hours', cases })).json;
  const made = await service.admin('POST', '/v1/prompts', {
    name: 'hours',
    system: 'Be kind.',
    evaluation_set_id: set.id,
  });
  expect(made.json).toMatchObject({ evaluation_set_id: set.id });
  const path = `/v1/prompts/${made.json.id}`;
  await service.admin('POST', `${path}/versions`, { system: 'Be exact.' });
  for (const version of [1, 2, 2]) {
    const run = await service.call('POST', '/v1/evaluations/runs', { prompt: { id: 'hours', version } });
    expect(run.status, run.text).toBe(200);
    expect(run.json.set_id).toBe(set.id);
    await ended(run.json.id);
  }
  const { data } = (await service.admin('GET', `${path}/versions`)).json;
  expect(data.map((one: { evaluation: { score: number; passed: number } }) => one.evaluation)).toMatchObject([
    { score: 0.75, passed: 3, cases: 4 },
    { score: 0.25, passed: 1, cases: 4 },
  ]);
  expect(data[0].calls).toBe(0);
  expect((await service.admin('GET', `${path}/versions/1`)).json.evaluation.score).toBe(0.25);
  const without = await service.admin('PATCH', path, { evaluation_set_id: null });
  expect(without.json.evaluation_set_id).toBeNull();
  expect((await service.admin('GET', `${path}/versions/1`)).json.evaluation).toBeNull();
  const lost = await service.call('POST', '/v1/evaluations/runs', { prompt: { id: 'hours', version: 1 } });
  expect([lost.status, lost.json.code]).toEqual([400, 'invalid_request']);
  await service.admin('PATCH', path, { evaluation_set_id: set.id });
  await service.call('DELETE', `/v1/evaluations/sets/${set.id}`);
  expect((await service.admin('GET', path)).json.evaluation_set_id).toBeNull();
  const none = await service.admin('PATCH', path, { evaluation_set_id: 'evset_none' });
  expect(none.status).toBe(404);
});
