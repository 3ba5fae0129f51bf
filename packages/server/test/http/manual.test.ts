import { get } from 'node:http';
import { errorCatalogue, publicCode } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingGroups } from '../../src/config/settings.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
/** Every page that the first page leads to, by its address. */
const pages = new Map<string, { html: string; headers: Headers }>();

beforeAll(async () => {
  service = await startTestService({ env: { SEARCH_EXTRA: 'none', VIDEO_ENGINE: 'none' } });
  const waiting = ['/docs'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const reply = await fetch(service.url + path);
    expect(reply.status, path).toBe(200);
    const html = await reply.text();
    pages.set(path, { html, headers: reply.headers });
    waiting.push(...linksOf(html).filter((link) => /^\/docs[^.#]*$/.test(link)));
  }
});
afterAll(() => service.close());

const linksOf = (html: string): string[] => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => link);
const anchorsOf = (html: string): Set<string> => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
const htmlOf = (path: string): string => pages.get(path)?.html ?? '';

it('shows every operation and schema of the OpenAPI document', async () => {
  const { json: document } = await service.call('GET', '/openapi.json');
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.length).toBeGreaterThan(60);
  const reference = [...pages].filter(([path]) => path.startsWith('/docs/reference/'));
  const anchors = new Set(reference.flatMap(([, { html }]) => [...anchorsOf(html)]));
  expect(operations.filter((id) => !anchors.has(id))).toEqual([]);
  expect(Object.keys(document.components.schemas).filter((name) => !anchors.has(`schema-${name}`))).toEqual([]);
});

it('has no link inside it that leads nowhere', () => {
  expect(pages.size).toBeGreaterThan(30);
  const broken = [...pages].flatMap(([path, { html }]) =>
    linksOf(html)
      .filter((link) => {
        if (/^https?:/.test(link) || link === '/openapi.json' || /^\/docs\/[\w/-]+\.md$/.test(link)) return false;
        const [target = '', anchor] = link.split('#');
        const page = pages.get(target === '' ? path : target);
        return page === undefined || (anchor !== undefined && !anchorsOf(page.html).has(anchor));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('loads its own scripts and style and nothing from elsewhere', async () => {
  const files = new Set<string>();
  for (const [path, { html }] of pages) {
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    );
    expect(
      loaded.filter((address) => !/^(\/(?!\/)|data:)/.test(address)),
      path,
    ).toEqual([]);
    for (const address of loaded) if (address.startsWith('/docs/assets/')) files.add(address);
  }
  expect(files.size).toBe(4);
  for (const address of [...files, [...files][0]?.replace(/[\w]+\.\w+\?.*/, 'search.js') ?? '']) {
    const reply = await fetch(service.url + address);
    expect(reply.status, address).toBe(200);
    if (address.includes('?v=')) expect(reply.headers.get('cache-control')).toContain('immutable');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await reply.text(), address).not.toMatch(/https?:|@import/);
  }
});

it('may not be framed, sniffed, or made to run what is not its own', () => {
  for (const [path, { html, headers }] of pages) {
    expect(headers.get('content-security-policy'), path).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(html, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|<[^>]+ style=|<[^>]+ on[a-z]+="/);
  }
});

it('puts the examples of the document into its forms, and they are taken', { timeout: 120_000 }, async () => {
  const { json: document } = await service.call('GET', '/openapi.json');
  let tried = 0;
  for (const [path, methods] of Object.entries<
    Record<string, { operationId: string; security?: object[]; requestBody?: never }>
  >(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const example = Object(operation.requestBody)?.content?.['application/json']?.example;
      if (example === undefined) continue;
      const shown = [...pages.values()]
        .map(({ html }) => html)
        .find((html) => html.includes(`id="${operation.operationId}"`));
      expect(shown, operation.operationId).toContain(
        JSON.stringify(example, null, 2).replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
      );
      const isAdmin = JSON.stringify(operation.security ?? []).includes('adminKey');
      const key = {
        authorization: `Bearer ${isAdmin ? adminKey : apiKey}`,
        accept: 'application/json, text/event-stream, */*',
      };
      const address = path.replaceAll(/\{\w+\}/g, 'none');
      const reply = await service.call(method.toUpperCase(), address, example, key);
      // What names a thing of one's own cannot be there; nothing may be wrong with the words.
      const isMissing =
        /_not_found$|^not_found$|^search_unavailable$|^video_generation_not_configured$|^model_not_configured$|^url_/.test(
          reply.json?.code ?? reply.json?.error?.code ?? '',
        );
      // A token and a password of the reader's own cannot stand there either.
      const isPersonal = /^\/v1\/(session|account)/.test(path) && [401, 403].includes(reply.status);
      expect(
        reply.status < 400 || isMissing || isPersonal,
        `${operation.operationId}: ${reply.status} ${reply.text.slice(0, 300)}`,
      ).toBe(true);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(25);
});

it('says what to do about every error code', () => {
  const html = htmlOf('/docs/errors');
  for (const code of Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]) {
    expect(html).toContain(`id="${publicCode(code)}"`);
  }
});

it('lists every setting', () => {
  for (const { settings } of settingGroups) {
    for (const { name } of settings)
      expect(htmlOf('/docs/settings')).toContain(name.replace('<', '&lt;').replace('>', '&gt;'));
  }
});

describe('for programs', () => {
  it('has a Markdown twin of every page, by its name and by content negotiation', async () => {
    for (const path of pages.keys()) {
      const twin = await fetch(`${service.url}${path === '/docs' ? '/docs/index' : path}.md`);
      const asked = await fetch(service.url + path, { headers: { accept: 'text/markdown, */*' } });
      const text = await twin.text();
      expect([twin.status, twin.headers.get('content-type')], path).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(text, path).toMatch(/^# /);
      expect(await asked.text(), path).toBe(text);
      expect(asked.headers.get('vary')).toBe('accept');
    }
  });

  it('lists every page in llms.txt, and has all of them in llms-full.txt', async () => {
    const short = await (await fetch(`${service.url}/llms.txt`)).text();
    const full = await (await fetch(`${service.url}/llms-full.txt`)).text();
    expect(short).toMatch(/^# Parley\n\n> /);
    for (const path of pages.keys()) {
      if (path !== '/docs') expect(short).toContain(`(${service.url}${path}.md)`);
      if (path !== '/docs/reference/schemas') expect(full).toContain(`<!-- ${service.url}${path} -->`);
    }
    expect(full).not.toContain('origin-mark');
  });

  it('names every call with its address in llms.txt', async () => {
    const short = await (await fetch(`${service.url}/llms.txt`)).text();
    const { json: document } = await service.call('GET', '/openapi.json');
    const calls = Object.entries<object>(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path}\``));
    expect(calls.length).toBeGreaterThan(60);
    expect(calls.filter((call) => !short.includes(call))).toEqual([]);
  });

  it('shows the address under which it is read in every sample', async () => {
    const own = new URL(service.url).host;
    for (const [path, { html }] of pages) expect(html.includes('http://127.0.0.1:8484'), path).toBe(false);
    expect(htmlOf('/docs/quick-start')).toContain(`http://${own}/v1/answer`);
    const markdown = await (await fetch(`${service.url}/docs/quick-start.md`)).text();
    expect(markdown).toContain(`curl http://${own}/v1/answer`);
  });

  it('puts no address into a page that is none', async () => {
    const html = await new Promise<string>((resolve, reject) => {
      const asked = get(`${service.url}/docs/quick-start`, { headers: { host: 'x"><script>' } }, (reply) => {
        let text = '';
        reply.on('data', (chunk) => {
          text += chunk;
        });
        reply.on('end', () => resolve(text));
      });
      asked.on('error', reject);
    });
    expect(html).not.toContain('x"><script>');
  });

  it.each([
    ['budgt', /budget/i],
    ['how do I stop a stream', /stream/i],
    ['webhook signature', /webhook/i],
    ['strucured outpt', /structured/i],
    ['What is the meaning of a 429?', /429|rate/i],
  ])('finds what “%s” means', async (query, expected) => {
    const script = await (await fetch(`${service.url}/docs/assets/search.js`)).text();
    const { find, prepare } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
    const { json } = await service.call('GET', '/docs/search.json');
    const found: { h: string; p: string; t: string }[] = find(prepare(json), query);
    expect(found.length).toBeGreaterThan(0);
    expect(`${found[0]?.p} ${found[0]?.h} ${found[0]?.t}`).toMatch(expected);
    expect(find(prepare(json), 'zzqqxx vvkkww')).toEqual([]);
  });

  it('finds headings of guides, operations, errors and settings by its search, at anchors that are there', async () => {
    const { json } = await service.call('GET', '/docs/search.json');
    const index: { u: string; p: string; h: string; t: string }[] = json;
    expect(index.length).toBeGreaterThan(300);
    const broken = index.filter(({ u }) => {
      const [path = '', anchor] = u.split('#');
      return anchor === undefined ? !pages.has(path) : !anchorsOf(htmlOf(path)).has(anchor);
    });
    expect(broken).toEqual([]);
    for (const wanted of ['Answer a question', 'rate_limit_exceeded', 'Making one']) {
      expect(index.map(({ h }) => h)).toContain(wanted);
    }
  });
});

it('suggests pages where there is none', async () => {
  for (const [asked, meant] of [
    ['structured-outputs', '/docs/structured-output'],
    ['reference/txet', '/docs/reference/text'],
    ['kyes', '/docs/keys'],
  ]) {
    const reply = await fetch(`${service.url}/docs/${asked}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const html = await reply.text();
    expect(html.slice(html.indexOf('Perhaps')), asked).toContain(`href="${meant}"`);
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'");
  }
  const hostile = await (await fetch(`${service.url}/docs/${encodeURIComponent('<script>alert(1)</script>')}`)).text();
  expect(hostile).not.toContain('<script>alert');
});

it('gives no file but its own', async () => {
  for (const path of [
    '/docs/assets/..%2fmanual.ts',
    '/docs/assets/constructor',
    '/docs/images/..%2f..%2fopenapi.json',
    '/docs/images/none.png',
  ]) {
    expect((await fetch(service.url + path)).status, path).toBe(404);
  }
});
