import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService({});
});
afterAll(() => test.close());

it('is one classic script for pages of any origin, and small', async () => {
  const reply = await fetch(`${test.url}/widget.js`, { headers: { origin: 'https://www.example.com' } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const script = await reply.text();
  expect(gzipSync(script).length).toBeLessThan(30_000);
  // It compiles as a script.
  new Function(script);
  expect(script).toContain('/v1/conversation');
  const tag = reply.headers.get('etag') ?? '';
  expect((await fetch(`${test.url}/widget.js`, { headers: { 'if-none-match': tag } })).status).toBe(304);
});
