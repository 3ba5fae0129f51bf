import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HealthChecks } from '../../src/http/health-checks.ts';
import { FakeClock } from '../fake-clock.ts';
import { startTestService, type TestService } from '../test-service.ts';

describe('pages that never change', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.close());

  const paths = [
    '/openapi.json',
    '/llms.txt',
    '/llms-full.txt',
    '/docs',
    '/docs/keys',
    '/docs/keys.md',
    '/docs/reference/text',
  ];
  for (const path of [...paths, '/docs/assets/manual.js', '/docs/assets/manual.css', '/docs/search.json']) {
    it(`${path} is made once and has a tag`, async () => {
      const first = await fetch(test.url + path);
      const tag = first.headers.get('etag') ?? '';
      expect([first.status, tag.length]).toEqual([200, 29]);
      expect((await first.text()).length).toBeGreaterThan(100);
      const known = await fetch(test.url + path, { headers: { 'if-none-match': `"other", W/${tag}` } });
      expect([known.status, await known.text()]).toEqual([304, '']);
      const parse = vi.spyOn(JSON, 'stringify');
      await (await fetch(test.url + path)).text();
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
    });
  }

  it('name the address that they were asked at, and nothing of the mark', async () => {
    const text = await (await fetch(`${test.url}/openapi.json`)).text();
    expect(JSON.parse(text).servers).toEqual([{ url: test.url }]);
    expect(text).not.toContain('origin-mark');
  });
});

it('readiness asks its parts once a second, also for many probes at once', async () => {
  const clock = new FakeClock();
  let asked = 0;
  const database = async () => {
    asked++;
    if (asked > 1) throw new Error('away');
  };
  const health = new HealthChecks({ checks: { database }, upstreams: () => [], queueDepth: async () => 0, clock });
  const states = await Promise.all(Array.from({ length: 50 }, () => health.check()));
  expect([asked, states.every(({ ok }) => ok)]).toEqual([1, true]);
  clock.advance(999);
  expect([(await health.check()).ok, asked]).toEqual([true, 1]);
  clock.advance(1);
  expect([(await health.check()).ok, asked]).toEqual([false, 2]);
});
