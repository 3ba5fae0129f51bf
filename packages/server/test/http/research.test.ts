import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { article, sitePages } from '../research/research-site.ts';
import { scriptedVendor } from '../research/scripted-research-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

const pages = sitePages(30);
const instructions = 'How do tidal power stations store surplus energy?';
let servers: Server[] = [];
const webhooks: { headers: IncomingMessage['headers']; body: string }[] = [];

/** Answers as Wikipedia does, about invented power stations. */
function encyclopedia(request: IncomingMessage, response: ServerResponse): unknown {
  const url = new URL(request.url ?? '/', 'http://encyclopedia');
  if (url.pathname === '/w/rest.php/v1/search/page') {
    const isKnown = /tidal|energy|station|store|homes/i.test(url.searchParams.get('q') ?? '');
    const found = isKnown ? pages.slice(0, Number(url.searchParams.get('limit'))) : [];
    const list = found.map((page, index) => ({
      id: index,
      key: `S${index}`,
      title: page.title,
      excerpt: 'a <b>station</b>',
    }));
    return response.end(JSON.stringify({ pages: list }));
  }
  const page = pages[Number(/^\/wiki\/S(\d+)$/.exec(url.pathname)?.[1] ?? -1)];
  if (page) return response.writeHead(200, { 'content-type': 'text/html' }).end(page.html);
  if (url.pathname === '/robots.txt') return response.writeHead(404).end();
  if (url.pathname === '/hook') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    return request.on('end', () => {
      webhooks.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end('ok');
    });
  }
  return response.writeHead(404).end(article('Nothing', []));
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let site: string;
let refusing: string;
let service: TestService;
beforeAll(async () => {
  site = await listen(encyclopedia);
  refusing = await listen((_, response) => response.writeHead(403).end('formats: json is off'));
  service = await startTestService({ env: settings() });
});
afterAll(async () => {
  await service.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

function settings(more: Record<string, string> = {}): Record<string, string> {
  return {
    WIKIPEDIA_URL: `http://${site}`,
    ALLOW_PRIVATE_ADDRESSES: site,
    PAGE_INTERVAL_MS: '0',
    PAGE_PROCESSES: '1',
    ...more,
  };
}

const searchFor = (body: object, at = service) => at.call('POST', '/v1/web-search', body);

describe('web search', () => {
  test('answers with results, in the shape of the API', async () => {
    const { status, json } = await searchFor({ query: 'tidal power', num_results: 3 });
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true, autoprompt_string: 'tidal power' });
    expect(json.results).toHaveLength(3);
    expect(json.results[0]).toEqual({
      title: pages[0]?.title,
      url: `http://${site}/wiki/S0`,
      snippet: 'a station',
      score: 1,
      published_date: null,
      author: null,
    });
    expect(json.backends).toMatchObject([{ name: 'wikipedia', outcome: 'found' }]);
    expect((await searchFor({ query: 'tidal power', max_results: 2 })).json.results).toHaveLength(2);
  });

  test("takes the names of another service's engines for the default model", async () => {
    const post = (model: string) =>
      service.call('POST', '/v1/deep-research', { instructions, model, background: true, depth: 'quick' });
    for (const model of ['exa-research', 'exa-research-pro', 'nobody/nothing']) {
      const { status, json } = await post(model);
      expect(status).toBe(202);
      await service.call('POST', `/v1/deep-research/${json.research_id}/cancel`);
    }
  });

  test('says what is wrong with a request', async () => {
    expect((await searchFor({ query: '  ' })).json).toMatchObject({ success: false, error: 'query is required' });
    expect((await searchFor({})).status).toBe(400);
    expect((await searchFor({ query: 'x', num_results: 101 })).status).toBe(400);
    expect((await searchFor({ query: 'x', start_published_date: 'soon' })).json.error).toContain(
      'start_published_date',
    );
  });

  test('adds the contents of pages when asked to', async () => {
    const contents = { text: { max_characters: 60 }, highlights: true, summary: true };
    const { json } = await searchFor({
      query: 'How is tidal energy stored?',
      num_results: 1,
      use_autoprompt: true,
      contents,
    });
    expect(json.autoprompt_string).toBe('tidal energy stored');
    expect(json.results[0].text).toHaveLength(60);
    expect(json.results[0].highlights[0]).toMatch(/stored/);
    expect(json.results[0].summary).toMatch(/stored/);
    expect(json.results[0].author).toBe('Site editors');
  });

  test('keeps to the domains that are asked for', async () => {
    expect((await searchFor({ query: 'tidal', exclude_domains: ['127.0.0.1'] })).json.results).toEqual([]);
    expect((await searchFor({ query: 'tidal', include_domains: ['127.0.0.1'] })).json.results.length).toBeGreaterThan(
      0,
    );
  });

  test('nothing found is an empty list; refused, and not configured, are not', async () => {
    expect(await searchFor({ query: 'qwertz' })).toMatchObject({ status: 200, json: { results: [] } });
    const alone = await startTestService({ env: settings({ SEARXNG_URL: `http://${refusing}` }) });
    const none = await startTestService({ env: { SEARCH_EXTRA: 'none' } });
    try {
      const refused = await searchFor({ query: 'tidal' }, alone);
      expect(refused).toMatchObject({
        status: 502,
        json: { code: 'search_unavailable', error: 'Search is unavailable' },
      });
      expect(refused.json.details).toContain('searxng');
      expect(refused.json.backends).toMatchObject([{ name: 'searxng', outcome: 'refused' }]);
      expect(await searchFor({ query: 'tidal' }, none)).toMatchObject({
        status: 503,
        json: { code: 'search_unavailable' },
      });
    } finally {
      await alone.close();
      await none.close();
    }
  });

  test('with one back end refusing, the others answer and the refusal is told', async () => {
    const both = await startTestService({
      env: settings({ SEARXNG_URL: `http://${refusing}`, SEARCH_EXTRA: 'wikipedia' }),
    });
    try {
      const { status, json } = await searchFor({ query: 'tidal' }, both);
      expect(status).toBe(200);
      expect(json.results).toHaveLength(10);
      expect(json.backends).toMatchObject([
        { name: 'searxng', outcome: 'refused', message: expect.stringContaining('403') },
        { name: 'wikipedia', outcome: 'found' },
      ]);
    } finally {
      await both.close();
    }
  });
});

describe('deep research', () => {
  test('plain: one call, one report', async () => {
    const { status, json } = await service.call('POST', '/v1/deep-research', { instructions, depth: 'quick' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true, status: 'completed', searches_performed: expect.any(Number) });
    expect(json.citations.length).toBeGreaterThanOrEqual(10);
    expect(json.output).toMatch(/\[1\]/);
    const source = await service.call('GET', `/v1/deep-research/${json.research_id}/sources/1`);
    const { start, end, quote } = json.citations[0];
    expect(source.json.text.slice(start, end)).toBe(quote);
  });

  test('streamed: progress, content, one end', async () => {
    const { text } = await service.call('POST', '/v1/deep-research', {
      query: instructions,
      depth: 'quick',
      stream: true,
    });
    const events = eventsIn(text).map((event) => (isJsonObject(event) ? event : {}));
    const kinds = events.map((event) => Object.keys(event)[0]);
    expect(kinds[0]).toBe('progress');
    expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ done: true, status: 'completed' });
    const content = events.filter((event) => event.done === false).map((event) => event.content);
    expect(content.join('')).toBe(events.at(-1)?.output);
    expect(events[0]?.progress).toEqual({
      step: expect.any(String),
      message: expect.any(String),
      sources_found: 0,
      pages_read: 0,
    });
  });

  test('background: 202, polling, a signed webhook', async () => {
    const webhook_url = `http://${site}/hook`;
    const started = await service.call('POST', '/v1/deep-research', {
      instructions,
      depth: 'quick',
      background: true,
      webhook_url,
    });
    expect(started).toMatchObject({ status: 202, json: { success: true, status: 'queued' } });
    const path = `/v1/deep-research/${started.json.research_id}`;
    await expect.poll(async () => (await service.call('GET', path)).json.status).toBe('completed');
    expect((await service.call('GET', path)).json).toMatchObject({
      citations: expect.any(Array),
      output: expect.any(String),
    });
    await expect.poll(() => webhooks.length).toBe(1);
    const [{ headers, body }] = webhooks as [(typeof webhooks)[0]];
    const secret = Buffer.from(started.json.webhook_secret.replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'research.completed',
      data: { research_id: started.json.research_id },
    });
    expect((await service.call('GET', '/v1/deep-research?limit=1')).json).toMatchObject({
      data: [{ status: 'completed', instructions }],
      has_more: true,
    });
  });

  test('cancelled runs stay cancelled; runs of another workspace do not exist', async () => {
    const { json } = await service.call('POST', '/v1/deep-research', { instructions, background: true });
    const path = `/v1/deep-research/${json.research_id}`;
    expect((await service.call('POST', `${path}/cancel`)).json.status).toBe('cancelled');
    expect((await service.call('POST', `${path}/cancel`)).json.status).toBe('cancelled');
    const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const other = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'other' });
    const headers = { authorization: `Bearer ${other.json.key}` };
    for (const [method, at] of [
      ['GET', path],
      ['POST', `${path}/cancel`],
      ['GET', `${path}/sources/1`],
    ] as const) {
      expect(await service.call(method, at, undefined, headers)).toMatchObject({
        status: 404,
        json: { code: 'research_not_found' },
      });
    }
    expect((await service.call('GET', '/v1/deep-research', undefined, headers)).json.data).toEqual([]);
  });

  test('says what is wrong with a request', async () => {
    const post = (body: object) => service.call('POST', '/v1/deep-research', body);
    expect((await post({})).json).toMatchObject({ error: 'instructions are required' });
    expect((await post({ instructions: ' ' })).json).toMatchObject({ error: 'instructions are required' });
    expect((await post({ instructions, depth: 'deep' })).status).toBe(400);
    expect((await post({ instructions, max_sources: 4 })).status).toBe(400);
    expect((await post({ instructions, background: true, stream: true })).status).toBe(400);
    expect((await post({ instructions, webhook_url: 'http://169.254.169.254/' })).json.code).toBe('url_not_allowed');
    expect((await post({ instructions, file_ids: ['00000000-0000-4000-8000-000000000000'] })).status).toBe(404);
    expect((await post({ instructions, model: 5 })).json.error).toBe('model must be a string');
  });

  test('says in a report without citations that nothing speaks to the instructions', async () => {
    const { status, json } = await service.call('POST', '/v1/deep-research', {
      instructions: 'qwertz uiop asdf',
      depth: 'quick',
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'completed', citations: [], shortfall: { cited: 0 } });
    expect(json.output).toContain('No source was found that speaks to the instructions.');
  });

  test('with a vendor model every question is charged, once', async () => {
    const paid = await startTestService({ env: settings(), replacements: { models: routerOf(scriptedVendor()) } });
    try {
      const { json, headers } = await paid.call('POST', '/v1/deep-research', { instructions, depth: 'quick' });
      expect(json.status).toBe('completed');
      expect(json.cost_usd).toBeGreaterThan(0);
      const id = headers.get('x-request-id');
      const { json: records } = await paid.admin('GET', `/v1/admin/usage/records?request_id=${id}`);
      const costs = records.data.map((record: { cost_usd: number }) => record.cost_usd);
      expect(costs.reduce((sum: number, cost: number) => sum + cost, 0)).toBeCloseTo(json.cost_usd);
    } finally {
      await paid.close();
    }
  });
});
