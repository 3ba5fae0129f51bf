import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', authorization: '' };
const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;
let directory: string;
let service: TestService;

function write(index: string): void {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'index.html'), index);
  writeFileSync(join(directory, 'assets/index-Abc_1234.js'), script);
  writeFileSync(join(directory, 'assets/parley.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-pages-'));
  write('<!doctype html><title>Parley</title>');
  service = await startTestService({ replacements: { dashboardDirectory: directory } });
});
afterEach(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = (path: string, headers: Record<string, string> = html) => service.call('GET', path, undefined, headers);

it('gives browsers the dashboard at every address that is no other one, and programs JSON', async () => {
  for (const path of ['/', '/keys', '/playground/run_1', '/accept-invitation', '/?tab=1']) {
    const page = await open(path);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<title>Parley</title>');
  }
  const index = await open('/', { accept: '*/*' });
  expect(index.json).toEqual({
    name: 'Parley',
    version: expect.any(String),
    docs: `${service.url}/docs`,
    openapi: `${service.url}/openapi.json`,
    llms: `${service.url}/llms.txt`,
    health: `${service.url}/healthz`,
    dashboard: `${service.url}/`,
  });
  expect((await open('/keys', { accept: 'application/json' })).json.code).toBe('not_found');
  for (const path of ['/v1/nothing', '/v1', '/mcp/x', '/assets/gone.js', '/favicon.ico', '/metrics/x']) {
    const reply = await open(path);
    expect([path, reply.status, reply.json?.code]).toEqual([path, 404, 'not_found']);
  }
  // The documentation has a page of its own for addresses that lead nowhere.
  const lost = await open('/docs/x');
  expect([lost.status, lost.text.includes('/docs/quick-start')]).toEqual([404, true]);
  expect((await open('/healthz')).json).toEqual({ status: 'ok' });
  expect((await service.call('POST', '/keys', {}, html)).status).toBe(404);
});

it('lets nothing else run or frame it, and is never out of date', async () => {
  const { headers } = await open('/keys');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
  );
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("connect-src 'self';");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-cache');
  const again = await open('/keys', { ...html, 'if-none-match': headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('x-request-id')).toMatch(/^req_/);
});

it('keeps hashed files in the browser for good, compressed as it reads them', async () => {
  const path = '/assets/index-Abc_1234.js';
  const raw = async (encoding: string) => {
    const { get } = await import('node:http');
    return new Promise<{ encoding: string | undefined; body: Buffer; cache: string | undefined }>((resolve, reject) => {
      get(`${service.url}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          const { 'content-encoding': used, 'cache-control': cache } = response.headers;
          resolve({ encoding: used, body: Buffer.concat(parts), cache });
        });
      }).on('error', reject);
    });
  };
  const [brotli, gzip, plain, refused] = await Promise.all(
    ['gzip, br', 'gzip', 'identity', 'br;q=0, gzip;q=0'].map(raw),
  );
  expect([brotli?.encoding, gzip?.encoding, plain?.encoding, refused?.encoding]).toEqual([
    'br',
    'gzip',
    undefined,
    undefined,
  ]);
  expect(brotliDecompressSync(brotli?.body ?? Buffer.alloc(0)).toString()).toBe(script);
  expect(gunzipSync(gzip?.body ?? Buffer.alloc(0)).toString()).toBe(script);
  expect(brotli?.body.length).toBeLessThan(500);
  expect(brotli?.cache).toBe('public, max-age=31536000, immutable');
  const icon = await open('/assets/parley.svg');
  expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache']);
});

it('serves nothing outside of its directory', async () => {
  writeFileSync(join(directory, '../parley-outside.js'), 'secret');
  for (const path of ['/../parley-outside.js', '/assets/..%2f..%2fparley-outside.js', '/assets/%2e%2e/%2e%2e/x']) {
    expect((await open(path)).text).not.toContain('secret');
  }
  rmSync(join(directory, '../parley-outside.js'));
});

it('shows a page that waits while it is built for the first time, and takes the files up when they are there', async () => {
  const { dashboard } = service.service;
  rmSync(join(directory, 'index.html'));
  await dashboard.load();
  expect((await open('/', { accept: '*/*' })).json.dashboard).toBeNull();
  let looked = 0;
  dashboard.onMissing = () => {
    looked++;
  };
  const missing = await open('/keys');
  expect([missing.status, missing.headers.get('refresh'), looked]).toEqual([503, '2', 1]);
  expect(missing.text).toContain('npm install -w packages/dashboard');
  dashboard.isBuilding = true;
  const waiting = await open('/keys');
  expect([waiting.status, waiting.headers.get('refresh'), waiting.text]).toEqual([
    503,
    '2',
    expect.stringContaining('being built'),
  ]);
  write('<!doctype html><title>New</title>');
  await dashboard.load();
  looked = 0;
  expect((await open('/keys')).text).toContain('New');
  expect(looked).toBe(0);
});

it('outlives that the files are removed and built anew while it reads them', async () => {
  const { dashboard } = service.service;
  for (let index = 0; index < 300; index++) writeFileSync(join(directory, `part-${index}.js`), script);
  const loading = dashboard.load();
  await new Promise((resolve) => setTimeout(resolve, 3));
  rmSync(directory, { recursive: true });
  mkdirSync(directory, { recursive: true });
  write('<!doctype html><title>Built anew</title>');
  await loading;
  expect((await open('/keys')).text).toContain('Built anew');
  expect((await open('/part-299.js')).status).toBe(404);
});
