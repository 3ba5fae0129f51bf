import fastify from 'fastify';
import { expect, it } from 'vitest';
import { readJsonBodies } from './json-body.ts';

async function read(text: string): Promise<{ status: number; json: unknown }> {
  const app = fastify();
  readJsonBodies(app);
  app.post('/', async (request) => ({
    body: request.body ?? null,
    isPlain: Object.getPrototypeOf(request.body ?? {}) === Object.prototype,
  }));
  const headers = { 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: '/', headers, payload: text });
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}

it.each([
  '{"__proto__": {"isAdmin": true}, "a": 1}',
  '{"\\u005f_proto__": {"isAdmin": true}, "a": 1}',
  '{"_\\u005fproto_\\u005F": {"isAdmin": true}, "a": 1}',
  '{"__\\u0070roto__": {"isAdmin": true}, "a": 1}',
])('takes the key out that would change a prototype: %s', async (text) => {
  expect(await read(text)).toEqual({ status: 200, json: { body: { a: 1 }, isPlain: true } });
});

it('reads everything else as it stands', async () => {
  const body = { a: 'é ☃ 😀 \n "quoted"', list: [1, null, true], constructor: 'x' };
  expect((await read(JSON.stringify(body))).json).toEqual({ body, isPlain: true });
  expect((await read(`\uFEFF${JSON.stringify(body)}`)).json).toEqual({ body, isPlain: true });
  expect((await read('')).json).toMatchObject({ body: null });
  expect((await read('{"a": ')).status).toBe(400);
});

it('reads halves of letters as U+FFFD, which is what a database and a vendor get of them', async () => {
  const body = { 'a\ufffd': ['\ufffd b', '😀'] };
  const text = String.raw`{"a\ud83d": ["\uDC00 b", "\ud83d\ude00"]}`;
  expect((await read(text)).json).toEqual({ body, isPlain: true });
  expect((await read(text.replace('{', '{"__proto__": {"x": 1}, '))).json).toEqual({ body, isPlain: true });
});

it('reads a large body with the same care', async () => {
  const a = 'x"'.repeat(300_000);
  expect((await read(`{"__proto__": {"isAdmin": true}, "a": ${JSON.stringify(a)}}`)).json).toEqual({
    body: { a },
    isPlain: true,
  });
  expect((await read(`{"a": ${JSON.stringify(a)}, "b": }`)).status).toBe(400);
});

it.each([
  ["{'query': 'Hi'}", /position 1|property name/],
  ['{"query": "Hi",}', /position 15|property name/],
  ['{"query": ', /end of JSON/],
])('says where the reading of %s ended, and what usually is the cause', async (text, place) => {
  const { status, json } = await read(text);
  expect([status, json]).toEqual([400, expect.objectContaining({ message: expect.stringMatching(place) })]);
  expect(json).toMatchObject({ message: expect.stringContaining('double quotes') });
});

it('repeats nothing of a body that is not JSON', async () => {
  const { json } = await read('{"query": secret words}');
  expect(JSON.stringify(json)).not.toContain('secret');
  expect(json).toMatchObject({ message: expect.stringContaining("Unexpected token 's'") });
});
