import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BraveSearchEngine } from '../src/adapters/brave/brave-search-engine.ts';
import { ExaSearchEngine } from '../src/adapters/exa/exa-search-engine.ts';
import { KiwixSearchEngine } from '../src/adapters/kiwix/kiwix-search-engine.ts';
import { SearxngSearchEngine } from '../src/adapters/searxng/searxng-search-engine.ts';
import { SerperSearchEngine } from '../src/adapters/serper/serper-search-engine.ts';
import { TavilySearchEngine } from '../src/adapters/tavily/tavily-search-engine.ts';
import { WikipediaSearchEngine } from '../src/adapters/wikipedia/wikipedia-search-engine.ts';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import type { SearchEngine, SearchQuery } from '../src/ports/search-engine.ts';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

let server: Server;
let url: string;
let answers: (request: IncomingMessage) => Answer;
let asked: { url: URL; method: string; headers: IncomingMessage['headers']; body: string }[];
let fetcher: GuardedFetcher;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    asked.push({ url: new URL(request.url ?? '', url), method: request.method ?? '', headers: request.headers, body });
    const answer = answers(request);
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  fetcher = new GuardedFetcher({ userAgent: 'test/1 (+mailto:a@b.example)', allowedAddresses: [`127.0.0.1:${port}`] });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const fixture = (name: string) => readFileSync(new URL(`../src/adapters/${name}`, import.meta.url), 'utf8');
const query: SearchQuery = { text: 'harbour lights', limit: 10, workspaceId: 'ws' };
const signal = new AbortController().signal;
const always = (body: string) => () => ({ body });

const engines: [string, () => SearchEngine, string][] = [
  ['searxng', () => new SearxngSearchEngine({ fetcher, url }), 'searxng/fixtures/search.json'],
  ['brave', () => new BraveSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }), 'brave/fixtures/search.json'],
  ['tavily', () => new TavilySearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }), 'tavily/fixtures/search.json'],
  ['exa', () => new ExaSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }), 'exa/fixtures/search.json'],
  ['serper', () => new SerperSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }), 'serper/fixtures/search.json'],
  [
    'wikipedia',
    () => new WikipediaSearchEngine({ fetcher, language: 'en', baseUrl: url }),
    'wikipedia/fixtures/search.json',
  ],
  ['kiwix', () => new KiwixSearchEngine({ fetcher, url, books: ['harbours'] }), 'kiwix/fixtures/search.xml'],
];

describe('every back end', () => {
  test.each(engines)('%s: a refusal is a refusal, not an empty list', async (name, make) => {
    for (const status of [401, 403, 429, 500, 503]) {
      answers = () => ({ status, body: 'no', headers: { 'retry-after': '7' } });
      await expect(make().search(query, signal)).rejects.toMatchObject({
        code: 'search_refused',
        fields: { backend: name },
        retryAfterMs: 7000,
      });
    }
  });

  test.each(engines)('%s: a page for people instead of an answer is a refusal', async (_name, make) => {
    answers = always('<!doctype html><html><title>Are you a robot?</title></html>');
    await expect(make().search(query, signal)).rejects.toMatchObject({ code: 'search_refused' });
  });

  test.each(engines)('%s: reads the documented answer', async (name, make, path) => {
    answers = always(fixture(path));
    const hits = await make().search({ ...query, limit: 2 }, signal);
    expect(JSON.parse(JSON.stringify(hits).replaceAll(url, 'http://engine'))).toMatchSnapshot(name);
    expect(hits.every((hit) => !/[<>]|&\w+;/.test(hit.snippet + hit.title))).toBe(true);
  });
});

describe('what is asked', () => {
  test('keys go in headers, filters where each back end wants them', async () => {
    const filtered: SearchQuery = {
      ...query,
      includeDomains: ['a.example'],
      excludeDomains: ['b.example'],
      publishedAfter: Date.UTC(2025, 0, 2),
      publishedBefore: Date.UTC(2025, 5, 30),
    };
    answers = always(fixture('brave/fixtures/search.json'));
    await new BraveSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }).search(filtered, signal);
    expect(asked[0]?.headers['x-subscription-token']).toBe('secret');
    expect(asked[0]?.url.searchParams.get('q')).toBe('harbour lights site:a.example -site:b.example');
    expect(asked[0]?.url.searchParams.get('freshness')).toBe('2025-01-02to2025-06-30');
    answers = always(fixture('tavily/fixtures/search.json'));
    await new TavilySearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }).search(filtered, signal);
    expect(asked[1]?.headers.authorization).toBe('Bearer secret');
    expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({
      include_domains: ['a.example'],
      start_date: '2025-01-02',
      max_results: 10,
    });
    answers = always(fixture('exa/fixtures/search.json'));
    await new ExaSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }).search(
      { ...filtered, type: 'neural' },
      signal,
    );
    expect(asked[2]?.headers['x-api-key']).toBe('secret');
    expect(JSON.parse(asked[2]?.body ?? '')).toMatchObject({
      type: 'neural',
      numResults: 10,
      excludeDomains: ['b.example'],
    });
    answers = always(fixture('serper/fixtures/search.json'));
    await new SerperSearchEngine({ fetcher, apiKey: 'secret', baseUrl: url }).search(filtered, signal);
    expect(asked[3]?.headers['x-api-key']).toBe('secret');
    expect(JSON.parse(asked[3]?.body ?? '').q).toBe('harbour lights (site:a.example) -site:b.example');
  });

  test('SearXNG whose engines were all blocked has refused, not found nothing', async () => {
    answers = always(fixture('searxng/fixtures/blocked.json'));
    const engine = new SearxngSearchEngine({ fetcher, url });
    await expect(engine.search(query, signal)).rejects.toMatchObject({ code: 'search_refused' });
    answers = always(JSON.stringify({ query: 'x', results: [], unresponsive_engines: [] }));
    expect(await engine.search(query, signal)).toEqual([]);
  });

  test('Wikipedia is asked in series, in the language of the query', async () => {
    answers = always(fixture('wikipedia/fixtures/search.json'));
    const engine = new WikipediaSearchEngine({ fetcher, language: 'en', baseUrl: url });
    await Promise.all([engine.search(query, signal), engine.search({ ...query, text: 'two' }, signal)]);
    expect(asked.map((request) => request.url.searchParams.get('q'))).toEqual(['harbour lights', 'two']);
    expect(asked[0]?.headers['user-agent']).toMatch(/\(\+mailto:/);
  });

  test('Kiwix learns the names of its books from the catalogue', async () => {
    answers = (request) => ({
      body: fixture(`kiwix/fixtures/${request.url?.startsWith('/catalog') ? 'catalog' : 'search'}.xml`),
    });
    const hits = await new KiwixSearchEngine({ fetcher, url }).search(query, signal);
    expect(asked[1]?.url.searchParams.get('books.name')).toBe('harbours_2026-01');
    expect(hits[0]).toEqual({
      title: '1901',
      url: `${url}/content/harbours_2026-01/A/1901`,
      snippet: '...the lights of 1901 & later....',
    });
  });
});
