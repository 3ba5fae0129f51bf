import { expect, it } from 'vitest';
import { faultOf } from './judge-reply.ts';

const json = (status: number, body: unknown) => ({ status, type: 'application/json', text: JSON.stringify(body) });
const stream = (text: string) => ({ status: 200, type: 'text/event-stream', text });

it('takes successes, streams with an end, and errors with a code in every shape of the contract', () => {
  expect(faultOf(json(200, { success: true }))).toBeUndefined();
  expect(faultOf(json(413, { success: false, code: 'payload_too_large' }))).toBeUndefined();
  expect(faultOf(json(400, { error: { message: 'No.', type: 'invalid_request_error' } }))).toBeUndefined();
  expect(faultOf(json(400, { jsonrpc: '2.0', error: { code: -32600, message: 'No.' } }))).toBeUndefined();
  expect(faultOf(stream('data: {"content":"a","done":false}\n\ndata: {"done":true}\n\n'))).toBeUndefined();
  expect(faultOf(stream('data: {"a":1}\n\ndata: [DONE]\n\n'))).toBeUndefined();
});

it('names every other answer', () => {
  expect(faultOf({ status: 0, type: '', text: 'terminated' })).toMatch(/no answer/);
  expect(faultOf(json(500, { success: false, code: 'internal_error' }))).toMatch(/500/);
  expect(faultOf(json(400, { message: 'No.' }))).toMatch(/without a code/);
  expect(faultOf({ status: 502, type: 'text/html', text: '<h1>Bad gateway</h1>' })).toMatch(/without JSON/);
  const page = { status: 400, type: 'text/html; charset=utf-8', text: '<!doctype html><html></html>' };
  expect(faultOf(page, '/v1/integrations/auth-callback?code=1')).toBeUndefined();
  expect(faultOf(page, '/v1/integrations')).toMatch(/without JSON/);
  expect(faultOf(page, '/docs/reference/_')).toMatch(/without JSON/);
  expect(faultOf({ ...page, status: 404 }, '/docs/reference/_')).toBeUndefined();
  expect(faultOf({ ...page, status: 404 }, '/v1/answer')).toMatch(/without JSON/);
  expect(faultOf(stream('data: {"content":"a","done":false}\n\n'))).toMatch(/without an end/);
});
