import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../../upstream-server.ts';

let vendor: UpstreamServer;
let service: TestService;

const prices = { input: 2, output: 8 };
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const costUsd = (100 * prices.input + 10 * prices.output) / 1e6;

/** What each model says: `good` knows, `bad` does not, `judge` grades by whether the reply has a figure. */
const say = (body: Record<string, unknown>): string => {
  const told = JSON.stringify(body.messages);
  if (body.model === 'judge') {
    const reply = /<reply>\\n(.*?)\\n<\/reply>/.exec(told)?.[1] ?? '';
    return `I think: {"reason": "It says ${reply}.", "score": ${/\d/.test(reply) ? 0.9 : 0.2}}`;
  }
  if (body.model === 'mute-judge') return 'Hard to tell.';
  if (body.model === 'bad') return 'No idea.';
  if (told.includes('JSON')) return '{"total": 12.5, "currency": "EUR"}';
  return told.includes('population') ? 'About 1,204 people.' : 'It opens at 9.';
};
const well: UpstreamServer['answer'] = ({ body }) => {
  const message = { role: 'assistant', content: say(body) };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return { headers: jsonHeaders, pieces: [JSON.stringify({ id: 'c', model: 'm', choices, usage })] };
};

beforeAll(async () => {
  vendor = await UpstreamServer.start();
  const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
  const wire = { type: 'openai', base_url: `${vendor.url}/v1`, api_key: 'sk-1', upstream_prices: { '*': prices } };
  writeFileSync(path, JSON.stringify({ providers: { wire } }));
  service = await startTestService({ env: { PARLEY_CONFIG: path, CALL_CONTENTS: 'keep' } });
});
beforeEach(() => {
  vendor.requests.length = 0;
  vendor.answer = well;
});
afterAll(async () => {
  await service.close();
  await vendor.close();
});

const ok = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const { status, json, text } = await service.call(method, path, body, headers);
  expect(status, text).toBe(200);
  return json;
};
const chat = (content: string) => ({
  endpoint: '/v1/chat/completions',
  request: { model: 'wire/bad', messages: [{ role: 'user', content }] },
});
const makeSet = (cases: unknown[], more: object = {}) =>
  ok('POST', '/v1/evaluations/sets', { name: 'A set', cases, ...more });
const ended = async (id: string) => {
  let run: Awaited<ReturnType<typeof ok>>;
  await vi.waitUntil(
    async () => {
      run = await ok('GET', `/v1/evaluations/runs/${id}`);
      return run.finished_at !== null;
    },
    { timeout: 60_000, interval: 50 },
  );
  return run;
};
const play = async (setId: string, body: object) => {
  const { id } = await ok('POST', '/v1/evaluations/runs', { set_id: setId, ...body });
  return await ended(id);
};
const resultsOf = async (id: string) => (await ok('GET', `/v1/evaluations/runs/${id}/results?limit=100`)).data;
const ledgerOf = async (runId: string) => {
  const { json } = await service.admin('GET', '/v1/admin/calls?limit=1000&source=evaluation');
  return json.data.filter((one: { metadata: Record<string, string> }) => one.metadata.evaluation_run === runId);
};

describe('an evaluation', () => {
  it('plays a set against two models and puts them side by side, each call charged once under its run', async () => {
    const set = await makeSet([
      { ...chat('When does it open?'), expected: '9' },
      { ...chat('What is the population?'), expected: 1200, checks: [{ type: 'number', tolerance: 5 }] },
      {
        ...chat('The bill as JSON'),
        checks: [
          { type: 'json_schema', schema: { type: 'object', required: ['total', 'currency'] } },
          { type: 'equals', at: '/currency', value: 'EUR' },
          { type: 'matches', pattern: '"total": \\d+\\.5' },
          { type: 'cost', max_usd: 1 },
          { type: 'latency', max_ms: 60_000 },
        ],
      },
    ]);
    expect(set).toMatchObject({ cases: 3, name: 'A set' });
    const good = await play(set.id, { model: 'wire/good' });
    const bad = await play(set.id, { model: 'wire/bad', concurrency: 1 });
    expect(good).toMatchObject({
      status: 'completed',
      name: 'wire/good',
      cases: 3,
      done: 3,
      passed: 3,
      failed: 0,
      score: 1,
    });
    expect(good.cost_usd).toBeCloseTo(3 * costUsd, 9);
    expect(good.p50_ms).toBeLessThanOrEqual(good.p95_ms);
    expect(bad).toMatchObject({ passed: 0, failed: 3, errors: 0 });
    // Two of the five checks of the last case are met all the same.
    expect(bad.score).toBeCloseTo(0.4 / 3, 4);
    const side = await ok('GET', `/v1/evaluations/compare?runs=${good.id},${bad.id}`);
    expect(side.runs.map(({ id }: { id: string }) => id)).toEqual([good.id, bad.id]);
    expect(side.cases.map((one: { results: { output: string }[] }) => one.results.map(({ output }) => output))).toEqual(
      [
        ['It opens at 9.', 'No idea.'],
        ['About 1,204 people.', 'No idea.'],
        ['{"total": 12.5, "currency": "EUR"}', 'No idea.'],
      ],
    );
    expect(side.cases[1].results[1].checks).toEqual([
      { type: 'number', passed: false, score: 0, reason: 'it has no number; wanted: 1200, give or take 5' },
    ]);
    const records = await ledgerOf(good.id);
    expect(records).toHaveLength(3);
    for (const one of records) {
      expect(one).toMatchObject({ endpoint: 'evaluation', source: 'evaluation', engine: 'wire/good', status: 200 });
      expect(one.metadata.evaluation_set).toBe(set.id);
      expect(one.cost_usd).toBeCloseTo(costUsd, 9);
    }
    const [first] = await resultsOf(good.id);
    expect(records.map((one: { request_id: string }) => one.request_id)).toContain(first.request_id);
    const listed = await ok('GET', `/v1/evaluations/runs?set_id=${set.id}`);
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([bad.id, good.id]);
  });

  it('asks a judge for a score with its reason, charges it apart, and lets feedback decide', async () => {
    const judge = { type: 'judge', rubric: 'The reply names a time.', model: 'wire/judge' };
    const set = await makeSet([
      { ...chat('When does it open?'), checks: [judge, { type: 'feedback', min_score: 0.5 }] },
      { ...chat('When does it open?'), checks: [{ ...judge, model: 'wire/mute-judge' }] },
      { ...chat('When does it open?'), checks: [{ ...judge, model: 'small-2' }] },
    ]);
    const run = await play(set.id, { model: 'wire/good' });
    const [first, mute, own] = await resultsOf(run.id);
    expect(first.checks[0]).toEqual({ type: 'judge', passed: true, score: 0.9, reason: 'It says It opens at 9..' });
    expect(first.passed).toBeNull();
    expect(mute.checks[0]).toMatchObject({ passed: null, reason: 'the judge gave no score' });
    expect(own.checks[0].reason).toMatch(/judges nothing/);
    expect(run).toMatchObject({ passed: 0, undecided: 3 });
    expect(run.judge_cost_usd).toBeCloseTo(2 * costUsd, 9);
    expect(run.cost_usd).toBeCloseTo(3 * costUsd, 9);
    expect(await ledgerOf(run.id)).toHaveLength(5);
    await ok('POST', '/v1/feedback', { request_id: first.request_id, score: 0.6, comment: 'Fine' });
    expect(await ok('GET', `/v1/evaluations/runs/${run.id}`)).toMatchObject({ passed: 1, undecided: 2 });
    const [told] = await resultsOf(run.id);
    expect(told).toMatchObject({ passed: true, score: 0.85 });
    expect(told.checks[1]).toEqual({ type: 'feedback', passed: true, score: 0.8, reason: 'Fine' });
  });

  it('plays a version of a kept prompt with the variables of each case', async () => {
    const kept = await service.admin('POST', '/v1/prompts', { name: 'clerk', system: 'You answer for {{shop}}.' });
    const request = {
      model: 'wire/good',
      query: 'When does it open?',
      prompt: { id: 'other', variables: { shop: 'Lamp' } },
    };
    const set = await makeSet([{ request, expected: '9' }]);
    const run = await play(set.id, { prompt: { id: 'clerk', version: 1 } });
    expect(run).toMatchObject({ name: 'clerk@1', passed: 1 });
    expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('You answer for Lamp.');
    const versions = await service.admin('GET', `/v1/prompts/${kept.json.id}/versions`);
    expect(versions.json.data[0].calls).toBe(0);
    const none = await service.call('POST', '/v1/evaluations/runs', {
      set_id: set.id,
      prompt: { id: 'clerk', version: 7 },
    });
    expect([none.status, none.json.code]).toEqual([404, 'not_found']);
  });

  it('makes cases of calls whose contents are kept, of the own key alone, and with what was answered', async () => {
    const asked = { model: 'wire/good', messages: [{ role: 'user', content: 'When does it open?' }], user: 'u-7' };
    await ok('POST', '/v1/chat/completions', asked, { authorization: `Bearer ${apiKey}`, 'x-request-id': 'req-mine' });
    const { json: other } = await service.admin('POST', '/v1/admin/keys', { name: 'Other' });
    const theirs = { authorization: `Bearer ${other.key}`, 'x-request-id': 'req-theirs' };
    await ok('POST', '/v1/chat/completions', asked, theirs);
    const set = await ok('POST', '/v1/evaluations/sets', { name: 'From calls' });
    const path = `/v1/evaluations/sets/${set.id}/cases`;
    const ids = ['req-mine', 'req-theirs', 'req-none'];
    const added = await ok('POST', path, { from_calls: { request_ids: ids, expect_reply: true } });
    expect(added.data).toHaveLength(1);
    expect(added.data[0]).toMatchObject({
      from_request_id: 'req-mine',
      endpoint: '/v1/chat/completions',
      request: asked,
      expected: 'It opens at 9.',
    });
    expect(added.skipped.map((one: { request_id: string }) => one.request_id)).toEqual(['req-theirs', 'req-none']);
    const filtered = await ok('POST', path, { from_calls: { user_id: 'u-7', endpoint: '/v1/chat/completions' } });
    expect(filtered.data.map((one: { from_request_id: string }) => one.from_request_id)).toEqual(['req-mine']);
    expect(await play(set.id, {})).toMatchObject({ cases: 2, passed: 1, undecided: 1, name: 'as each case says' });
  });

  it('can be cancelled, and leaves nothing of an end user who is erased', async () => {
    const cases = Array.from({ length: 12 }, (_, index) => ({
      ...chat(`When does it open? ${index}`),
      request: { ...chat(`canary-${index}`).request, user: 'u-erased' },
    }));
    const set = await makeSet(cases);
    let begun = 0;
    vendor.answer = (request, index) => {
      begun += 1;
      return begun > 3 ? { headers: jsonHeaders, pieces: [], afterwards: 'hold' } : well(request, index);
    };
    const { id } = await ok('POST', '/v1/evaluations/runs', { set_id: set.id, concurrency: 2 });
    await vi.waitUntil(async () => (await ok('GET', `/v1/evaluations/runs/${id}`)).done === 3, { timeout: 20_000 });
    await ok('POST', `/v1/evaluations/runs/${id}/cancel`);
    const run = await ended(id);
    expect(run).toMatchObject({ status: 'cancelled', done: 3, cases: 12 });
    expect(begun).toBeLessThan(12);
    const before = await resultsOf(id);
    expect(before).toHaveLength(3);
    const erased = await service.admin('POST', '/v1/admin/erasures', {
      workspace_id: (await anyWorkspace()).id,
      user_id: 'u-erased',
    });
    expect(erased.status, erased.text).toBe(200);
    expect(await resultsOf(id)).toEqual([]);
    expect((await ok('GET', `/v1/evaluations/sets/${set.id}`)).cases).toBe(0);
  });

  it('says what cannot be played, and keeps workspaces and scopes apart', async () => {
    const refused = async (body: object) => {
      const { status, json } = await service.call('POST', '/v1/evaluations/sets', { name: 'x', ...body });
      return [status, json.details ?? json.message ?? json.error];
    };
    const one = chat('x');
    expect((await refused({ cases: [{ ...one, checks: [{ type: 'matches', pattern: '(a)\\1' }] }] }))[0]).toBe(400);
    expect((await refused({ cases: [{ ...one, checks: [{ type: 'equals' }] }] }))[0]).toBe(400);
    expect((await refused({ cases: [{ ...one, request: { stream: true } }] }))[0]).toBe(400);
    expect((await refused({ cases: [{ ...one, request: { store: false } }] }))[0]).toBe(400);
    const set = await makeSet([one]);
    const { json: narrow } = await service.admin('POST', '/v1/admin/keys', { name: 'Narrow', scopes: ['text'] });
    const byNarrow = await service.call('GET', '/v1/evaluations/sets', undefined, {
      authorization: `Bearer ${narrow.key}`,
    });
    expect(byNarrow.status).toBe(403);
    const { json: space } = await service.admin('POST', '/v1/admin/workspaces', { name: 'Elsewhere' });
    const { json: far } = await service.admin('POST', '/v1/admin/keys', { name: 'Far', workspace_id: space.id });
    const byFar = { authorization: `Bearer ${far.key}` };
    for (const path of [`sets/${set.id}`, `sets/${set.id}/cases`]) {
      expect((await service.call('GET', `/v1/evaluations/${path}`, undefined, byFar)).status).toBe(404);
    }
    expect((await service.call('POST', '/v1/evaluations/runs', { set_id: set.id }, byFar)).status).toBe(404);
    const { json: mute } = await service.admin('POST', '/v1/admin/keys', { name: 'Checks', scopes: ['evaluation'] });
    const begun = await ok('POST', '/v1/evaluations/runs', { set_id: set.id }, { authorization: `Bearer ${mute.key}` });
    expect(await ended(begun.id)).toMatchObject({ errors: 1, failed: 1 });
    expect((await resultsOf(begun.id))[0]).toMatchObject({ status: 403, error_code: 'forbidden', passed: false });
  });

  it('stops at a budget, with the cases that had no room', async () => {
    const { json: poor } = await service.admin('POST', '/v1/admin/keys', { name: 'Poor', budget_usd: costUsd * 2.5 });
    const by = { authorization: `Bearer ${poor.key}` };
    const request = { ...chat('When?').request, max_tokens: 10 };
    const set = await makeSet(Array.from({ length: 6 }, () => ({ ...chat('When?'), request, expected: 'idea' })));
    const { id } = await ok('POST', '/v1/evaluations/runs', { set_id: set.id, concurrency: 1 }, by);
    const run = await ended(id);
    expect(run.errors).toBeGreaterThan(0);
    expect(run.passed + run.errors).toBe(6);
    expect(run.cost_usd).toBeLessThanOrEqual(costUsd * 3.5);
    const codes = (await resultsOf(id)).map((one: { error_code: string | null }) => one.error_code);
    expect(codes.at(-1)).toBe('budget_exceeded');
  });
});

const anyWorkspace = async () => (await service.admin('GET', '/v1/admin/workspaces')).json.data[0];
