import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCollectionKind } from '../../src/features/knowledge/collections/collection-intake.ts';
import { startTestService, type TestService } from '../test-service.ts';

let directory: string;
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
afterAll(() => {
  web.close();
});

// One service for all who read the same robots.txt; what one has read of the site others need not ask for.
beforeAll(start);
afterAll(end);

async function start(): Promise<void> {
  directory = mkdtempSync(join(tmpdir(), 'parley-sites-'));
  const { host } = new URL(site);
  const env = { ALLOW_PRIVATE_ADDRESSES: host, HOST_INTERVAL_MS: '0', DATA_DIR: directory };
  service = await startTestService({ env });
}

async function end(): Promise<void> {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
}

/** The paths that come into a collection, in order, once the crawl and the processing of its pages have ended. */
async function crawl(wanted: object): Promise<string[]> {
  asked = [];
  const { json } = await service.call('POST', '/v1/collections', { name: 'Site' });
  const added = await service.call('POST', `/v1/collections/${json.id}/files`, { site: wanted });
  expect(added.status, added.text).toBe(202);
  await expect.poll(crawlsUnderWay).toBe(0);
  await expect
    .poll(async () => {
      const { files } = (await service.call('GET', `/v1/collections/${json.id}`)).json;
      return files.pending + files.processing;
    })
    .toBe(0);
  const listed = await service.call('GET', `/v1/collections/${json.id}/files?limit=100`);
  return listed.json.data.map((file: { url: string }) => new URL(file.url).pathname).sort();
}

/** No call tells of the end of a crawl whose pages hold nothing; the table of jobs does. */
function crawlsUnderWay(): number {
  const database = new DatabaseSync(join(directory, 'parley.db'), { readOnly: true });
  try {
    const row = database
      .prepare(`select count(*) as jobs from jobs where kind = ? and ended_at is null`)
      .get(fillCollectionKind);
    return Number(row?.jobs);
  } finally {
    database.close();
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
      expect(await crawl({ url: `${site}/chain/1`, depth, exclude: ['/docs/*', '/blog/*'] })).toEqual(expected);
    },
    90_000,
  );

  it('takes no more than max_pages', async () => {
    const taken = await crawl({ url: `${site}/fan`, max_pages: 7 });
    expect(taken).toHaveLength(7);
    expect(taken).toContain('/fan');
    expect(asked.length).toBeLessThanOrEqual(7 * 4);
  });

  it('follows what include names and not what exclude names', async () => {
    expect(await crawl({ url: `${site}/`, include: ['/docs/*'], exclude: ['/docs/secret/*'] })).toEqual([
      '/',
      '/docs/a',
    ]);
    expect(asked.filter((path) => path.startsWith('/blog') || path.includes('secret'))).toEqual([]);
  });

  it('keeps to robots.txt', async () => {
    await end();
    await start();
    robots = 'User-agent: *\nDisallow: /blog/\nDisallow: /chain/\n';
    expect(await crawl({ url: `${site}/` })).toEqual(['/', '/docs/a', '/docs/secret/b']);
    expect(asked.filter((path) => path.startsWith('/blog') || path.startsWith('/chain'))).toEqual([]);
  });

  it('reads no site without end whose pages hold nothing', async () => {
    await crawl({ url: `${site}/empty/1`, max_pages: 3, depth: 5 });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThanOrEqual(3 * 4);
  });
});
