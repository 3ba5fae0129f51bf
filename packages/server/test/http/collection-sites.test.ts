import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
let web: Server;
let site: string;
let robots = '';
let asked: string[] = [];

/** Pages by path: a chain (/chain/1 leads to /chain/2 and so on), a fan of two hundred, docs, and empty pages without end. */
function page(path: string): string | null {
  const link = (to: string) => `<a href="${to}">to ${to}</a>`;
  const told = (about: string) =>
    `<h1>${about}</h1><p>This page tells at some length of ${about}, and of little else.</p>`;
  if (path === '/') return told('the start') + ['/chain/1', '/docs/a', '/docs/secret/b', '/blog/c'].map(link).join(' ');
  const chain = /^\/chain\/(\d+)$/.exec(path);
  if (chain) return told(`link ${chain[1]}`) + link(`/chain/${Number(chain[1]) + 1}`) + link('/');
  if (path === '/fan') return told('the fan') + Array.from({ length: 200 }, (_, at) => link(`/leaf/${at}`)).join(' ');
  if (path.startsWith('/leaf/') || path.startsWith('/docs/') || path.startsWith('/blog/')) return told(path);
  const empty = /^\/empty\/([\d-]+)$/.exec(path);
  if (empty) return Array.from({ length: 20 }, (_, at) => `<a href="/empty/${empty[1]}-${at}"></a>`).join('');
  return null;
}

beforeAll(async () => {
  web = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return response.setHeader('content-type', 'text/plain').end(robots);
    asked.push(path);
    const body = page(path);
    if (body === null) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/html').end(`<html><body><main>${body}</main></body></html>`);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  site = `http://127.0.0.1:${port}`;
});
beforeEach(async () => {
  asked = [];
});
afterAll(() => {
  web.close();
});

/** The paths that come into a collection, in the order in which they came. */
async function crawl(wanted: object): Promise<string[]> {
  const { host } = new URL(site);
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES: host, HOST_INTERVAL_MS: '0' } });
  try {
    const { json } = await service.call('POST', '/v1/collections', { name: 'Site' });
    const added = await service.call('POST', `/v1/collections/${json.id}/files`, { site: wanted });
    expect(added.status, added.text).toBe(202);
    // Still for two seconds, and nothing on its way: the crawl has ended.
    let still = 0;
    for (let tries = 0, last = ''; tries < 200 && still < 20; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { files } = (await service.call('GET', `/v1/collections/${json.id}`)).json;
      const now = JSON.stringify([files, asked.length]);
      still = now === last && asked.length > 0 && files.pending + files.processing === 0 ? still + 1 : 0;
      last = now;
    }
    const listed = await service.call('GET', `/v1/collections/${json.id}/files?limit=100`);
    return listed.json.data.map((file: { url: string }) => new URL(file.url).pathname).sort();
  } finally {
    await service.close();
  }
}

describe('a site that comes into a collection', () => {
  it.each([
    [0, ['/chain/1']],
    [1, ['/', '/chain/1', '/chain/2']],
    [3, ['/', '/chain/1', '/chain/2', '/chain/3', '/chain/4']],
  ])(
    'goes no deeper than depth %i',
    async (depth, expected) => {
      robots = '';
      expect(await crawl({ url: `${site}/chain/1`, depth, exclude: ['/docs/*', '/blog/*'] })).toEqual(expected);
    },
    30_000,
  );

  it('takes no more than max_pages', async () => {
    robots = '';
    const taken = await crawl({ url: `${site}/fan`, max_pages: 7 });
    expect(taken).toHaveLength(7);
    expect(taken).toContain('/fan');
    expect(asked.length).toBeLessThanOrEqual(7 * 4);
  }, 30_000);

  it('follows what include names and not what exclude names', async () => {
    robots = '';
    expect(await crawl({ url: `${site}/`, include: ['/docs/*'], exclude: ['/docs/secret/*'] })).toEqual([
      '/',
      '/docs/a',
    ]);
    expect(asked.filter((path) => path.startsWith('/blog') || path.includes('secret'))).toEqual([]);
  }, 30_000);

  it('keeps to robots.txt', async () => {
    robots = 'User-agent: *\nDisallow: /blog/\nDisallow: /chain/\n';
    expect(await crawl({ url: `${site}/` })).toEqual(['/', '/docs/a', '/docs/secret/b']);
    expect(asked.filter((path) => path.startsWith('/blog') || path.startsWith('/chain'))).toEqual([]);
  }, 30_000);

  it('reads no site without end whose pages hold nothing', async () => {
    robots = '';
    await crawl({ url: `${site}/empty/1`, max_pages: 3, depth: 5 });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThanOrEqual(3 * 4);
  }, 30_000);
});
