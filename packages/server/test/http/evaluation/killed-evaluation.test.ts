import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system/system-clock.ts';
import { startTestService } from '../../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../../upstream-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const prices = { input: 2, output: 8 };
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const costUsd = (100 * prices.input + 10 * prices.output) / 1e6;
const root = mkdtempSync(join(tmpdir(), 'parley-killed-evaluation-'));
let vendor: UpstreamServer;
/** What the vendor has answered, and so is paid. */
const answered: string[] = [];
let heldAt: string | null = 'case 3';
let isHeld = false;

beforeAll(async () => {
  vendor = await UpstreamServer.start();
  vendor.answer = ({ body }) => {
    const asked = /case \d/.exec(JSON.stringify(body.messages))?.[0] ?? '';
    if (asked === heldAt) {
      isHeld = true;
      return { headers: jsonHeaders, pieces: [], afterwards: 'hold' };
    }
    answered.push(asked);
    const choices = [{ index: 0, message: { role: 'assistant', content: `Echo: ${asked}` }, finish_reason: 'stop' }];
    return { headers: jsonHeaders, pieces: [JSON.stringify({ id: 'c', model: 'm', choices, usage })] };
  };
});
afterAll(async () => {
  await vendor.close();
  rmSync(root, { recursive: true, force: true });
});

it('goes on after a kill in the middle of a run, and calls nothing again that was answered', async () => {
  const path = join(root, 'parley.config.json');
  const wire = { type: 'openai', base_url: `${vendor.url}/v1`, api_key: 'sk-1', upstream_prices: { '*': prices } };
  writeFileSync(path, JSON.stringify({ providers: { wire } }));
  const envOf = (directory: string) => ({ PARLEY_CONFIG: path, DATA_DIR: join(root, directory) });
  const first = await startTestService({ env: envOf('first') });
  const cases = [1, 2, 3, 4, 5, 6].map((number) => ({
    endpoint: '/v1/chat/completions',
    request: { model: 'wire/m', messages: [{ role: 'user', content: `case ${number}` }] },
    expected: `case ${number}`,
    checks: [{ type: 'contains', value: `case ${number}` }],
  }));
  const set = await first.call('POST', '/v1/evaluations/sets', { name: 'Killed', cases });
  expect(set.status, set.text).toBe(200);
  const made = await first.call('POST', '/v1/evaluations/runs', { set_id: set.json.id, concurrency: 1 });
  expect(made.status, made.text).toBe(200);
  await vi.waitUntil(() => isHeld, { timeout: 40_000, interval: 20 });
  expect(answered).toEqual(['case 1', 'case 2']);
  // What a process that is killed at this moment leaves behind.
  cpSync(join(root, 'first'), join(root, 'second'), { recursive: true });
  heldAt = null;
  await first.close();
  const before = [...answered];
  // Later than the lease of the job that the killed process had.
  const clock = { ...systemClock, now: () => systemClock.now() + 120_000 };
  const second = await startTestService({ env: envOf('second'), replacements: { clock } });
  try {
    let run = made.json;
    await vi.waitUntil(
      async () => {
        run = (await second.call('GET', `/v1/evaluations/runs/${made.json.id}`)).json;
        return run.finished_at !== null;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(run).toMatchObject({ status: 'completed', cases: 6, done: 6, passed: 6, failed: 0 });
    expect(run.cost_usd).toBeCloseTo(6 * costUsd, 9);
    expect(answered.slice(before.length).toSorted()).toEqual(['case 3', 'case 4', 'case 5', 'case 6']);
    const { json } = await second.admin('GET', '/v1/admin/calls?limit=1000&source=evaluation');
    const records = json.data.filter(
      (one: { metadata: Record<string, string> }) => one.metadata.evaluation_run === made.json.id,
    );
    expect(records).toHaveLength(6);
    expect(new Set(records.map(({ request_id: id }: { request_id: string }) => id)).size).toBe(6);
  } finally {
    await second.close();
  }
});
