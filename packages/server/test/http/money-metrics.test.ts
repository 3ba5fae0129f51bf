import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

const token = 'metrics-token-0123';
let upstream: UpstreamServer;
let service: TestService;
let folder: string;
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  const usage = { prompt_tokens: 1000, completion_tokens: 100 };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Blue.' }, finish_reason: 'stop' }];
  upstream.answer = () => ({ headers: jsonHeaders, pieces: [JSON.stringify({ id: 'c', model: 'm', choices, usage })] });
  folder = mkdtempSync(join(tmpdir(), 'parley-metrics-'));
  const config = join(folder, 'parley.config.json');
  const upstream_prices = { '*': { input: 1, output: 5 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices } } }),
  );
  service = await startTestService({ env: { PARLEY_CONFIG: config, METRICS_TOKEN: token } });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

it('counts what the cache of replies gave and saved, and what budgets refused', async () => {
  const ask = async (query: string, headers: Record<string, string> = {}) =>
    (
      await service.call(
        'POST',
        '/v1/answer',
        { query, model: 'openai/m' },
        { authorization: `Bearer ${apiKey}`, ...headers },
      )
    ).status;
  const cached = { 'x-parley-cache': '60' };
  expect([await ask('Which colour?', cached), await ask('Which colour?', cached), await ask('Which?', cached)]).toEqual(
    [200, 200, 200],
  );
  await service.admin('POST', '/v1/admin/budgets', { scope: 'workspace', amount_usd: 0.000001, period: 'total' });
  expect(await ask('Which one?')).toBe(402);
  const { text } = await service.call('GET', '/metrics', undefined, { authorization: `Bearer ${token}` });
  const figure = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1];
  expect(figure('parley_reply_cache_lookups_total{result="hit"}')).toBe('1');
  expect(figure('parley_reply_cache_lookups_total{result="miss"}')).toBe('2');
  expect(Number(figure('parley_reply_cache_saved_usd_total'))).toBeCloseTo(0.0015, 9);
  expect(figure('parley_budget_refusals_total')).toBe('1');
});
