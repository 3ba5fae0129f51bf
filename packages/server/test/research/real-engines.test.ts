import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KiwixSearchEngine } from '../../src/adapters/kiwix/kiwix-search-engine.ts';
import { SearxngSearchEngine } from '../../src/adapters/searxng/searxng-search-engine.ts';
import { GuardedFetcher } from '../../src/outbound/guard/guarded-fetcher.ts';
import { checkReport } from './independent-check.ts';
import { openResearchBench } from './research-bench.ts';

const kiwixUrl = process.env.TEST_KIWIX_URL;
const searxngUrl = process.env.TEST_SEARXNG_URL;
if (!kiwixUrl || !searxngUrl) {
  if (process.env.CI_REQUIRES_SERVERS) throw new Error('TEST_KIWIX_URL and TEST_SEARXNG_URL are not set');
  console.info('kiwix-serve and searx: skipped, TEST_KIWIX_URL and TEST_SEARXNG_URL are not set');
}

const signal = new AbortController().signal;
const query = { text: 'flywheels', limit: 8, workspaceId: 'ws' };
const hostOf = (url: string | undefined) => (url ? new URL(url).host : '');
let fetcher: GuardedFetcher;
beforeAll(() => {
  const allowedAddresses = [hostOf(kiwixUrl), hostOf(searxngUrl)];
  fetcher = new GuardedFetcher({ userAgent: 'test/1', allowedAddresses });
});
afterAll(() => fetcher.close());

describe.skipIf(!kiwixUrl || !searxngUrl)('kiwix-serve and searx', () => {
  test('both find pages of the ZIM file', async () => {
    for (const engine of [
      new KiwixSearchEngine({ fetcher, url: kiwixUrl ?? '' }),
      new SearxngSearchEngine({ fetcher, url: searxngUrl ?? '' }),
    ]) {
      const hits = await engine.search(query, signal);
      expect(hits).toHaveLength(8);
      expect(hits[0]?.title).toMatch(/tidal power station$/);
      expect(hits[0]?.snippet).not.toMatch(/<b>/);
      expect((await fetch(hits[0]?.url ?? '')).status).toBe(200);
      expect(await engine.search({ ...query, text: 'qwertzuiop' }, signal)).toEqual([]);
    }
  });

  test('searx without an answer from its engines has refused', async () => {
    const engine = new SearxngSearchEngine({ fetcher, url: searxngUrl ?? '' });
    const refused = engine.search({ ...query, category: 'science' }, signal);
    await expect(refused).rejects.toMatchObject({
      code: 'search_refused',
      message: expect.stringContaining('unreachable'),
    });
  });

  test.each([
    ['quick', 10],
    ['standard', 20],
    ['thorough', 40],
  ] as const)('%s research on the ZIM file reaches %i sources, each citation holds', async (depth, least) => {
    const engines = [
      new KiwixSearchEngine({ fetcher, url: kiwixUrl ?? '' }),
      new SearxngSearchEngine({ fetcher, url: searxngUrl ?? '' }),
    ];
    const bench = await openResearchBench({ engines, allowed: [hostOf(kiwixUrl)] });
    try {
      const call = bench.call();
      const instructions = 'How do tidal power stations store surplus energy, and how many homes do they supply?';
      const run = await bench.service.start({ instructions, depth }, call);
      const result = await bench.service.wait(run.research_id, call);
      const urls = [...new Set(result.citations.map((citation) => citation.url))];
      expect(urls.length).toBeGreaterThanOrEqual(least);
      expect(result.shortfall).toBeUndefined();
      const bodies = await Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
      const served = new Map(urls.map((url, index) => [url, bodies[index] ?? Buffer.alloc(0)]));
      const report = await checkReport(result, served);
      expect(report).toMatchObject({
        verified: result.citations.length,
        unknownAddresses: [],
        wrongFigures: [],
        danglingMarks: [],
      });
    } finally {
      await bench.close();
    }
  });
});
