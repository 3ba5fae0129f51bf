import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
let page: Response;
let html: string;

beforeAll(async () => {
  service = await startTestService();
  page = await fetch(`${service.url}/docs`);
  html = await page.text();
});
afterAll(() => service.close());

it('shows every operation and schema of the OpenAPI document, with links that lead somewhere', async () => {
  const { json: document } = await service.call('GET', '/openapi.json');
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.length).toBeGreaterThan(60);
  const anchors = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect(ids.filter((id) => !anchors.has(id))).toEqual([]);
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(ids.length);
  expect(links.filter((id) => !anchors.has(id))).toEqual([]);
});

it('loads its own script and style and nothing from elsewhere', async () => {
  const loaded = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, address]) => address ?? '');
  expect(loaded.filter((address) => !/^(\/(?!\/)|data:,)/.test(address))).toEqual([]);
  for (const address of loaded.filter((one) => one.startsWith('/'))) {
    const reply = await fetch(`${service.url}${address}`);
    expect(reply.status, address).toBe(200);
    const text = await reply.text();
    if (address.startsWith('/docs/')) expect(text, address).not.toMatch(/https?:|@import|localStorage|sessionStorage/);
  }
});

it('may not be framed, sniffed, or made to run what is not its own', () => {
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on[a-z]+="/);
});
