import { expect, it } from 'vitest';
import type { Request } from '../attack.ts';
import { OpenApiDocument } from './document-fields.ts';
import { doorFields } from './door-fields.ts';
import { type Field, posted } from './field.ts';

const ground = { fileId: 'f', collectionId: 'c', integrationId: 'i', researchId: 'r' };
const text = { type: 'string' };
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const document = (paths: unknown) =>
  new OpenApiDocument({
    paths,
    components: {
      schemas: {
        Message: {
          type: 'object',
          required: ['role', 'content'],
          properties: { role: { enum: ['user'] }, content: text },
        },
      },
    },
  });

const talk = document({
  '/talk/{room}': {
    post: {
      parameters: [
        { in: 'path', name: 'room', required: true, schema: text },
        { in: 'query', name: 'after', schema: text },
      ],
      requestBody: json({
        type: 'object',
        required: ['messages', 'count'],
        properties: {
          count: { type: 'integer', minimum: 2 },
          messages: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Message' }, text] } },
          mode: { enum: ['a', 'b'] },
          labels: { type: 'object', additionalProperties: text },
        },
      }),
    },
  },
});

async function sent(field: Field | undefined, what: string): Promise<Request[]> {
  const requests: Request[] = [];
  await field?.send(what, async (request) => {
    requests.push(request);
    return { status: 200, type: '', text: '' };
  });
  return requests;
}

it('finds every field of a document that takes a text, and brings one in beside what is required', async () => {
  const { fields, missing } = await doorFields(talk, [], ground);
  expect(missing).toEqual([]);
  expect(fields.map(({ name }) => name)).toEqual([
    'POST /talk/{room} path .room',
    'POST /talk/{room} query .after',
    'POST /talk/{room} application/json .messages[].content',
    'POST /talk/{room} application/json .messages[]',
    'POST /talk/{room} application/json .labels.*',
    'POST /talk/{room} application/json .labels.{name}',
  ]);
  const named = (name: string) => fields.find((field) => field.name.endsWith(name));
  expect(await sent(named('.messages[].content'), 'hostile')).toMatchObject([
    { method: 'POST', path: '/talk/attack', json: { count: 2, messages: [{ role: 'user', content: 'hostile' }] } },
  ]);
  expect(await sent(named('.labels.{name}'), 'hostile')).toMatchObject([
    { json: { count: 2, messages: [], labels: { hostile: 'attack' } } },
  ]);
  expect((await sent(named('.room'), 'a b/c'))[0]?.path).toBe('/talk/a%20b%2Fc');
});

it('leaves out what a written field reaches already', async () => {
  const written = posted('message', '/talk/x', (content) => ({ count: 3, messages: [{ role: 'user', content }] }));
  const { fields } = await doorFields(talk, [written], ground);
  expect(fields.map(({ name }) => name)).not.toContain('POST /talk/{room} application/json .messages[].content');
  expect(fields.map(({ name }) => name)).toContain('POST /talk/{room} application/json .messages[]');
});

it('names a field that no attack can be made for', async () => {
  const odd = document({
    '/odd': {
      post: {
        parameters: [{ in: 'query', name: 'state', schema: text }],
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: text } } } },
        },
      },
    },
  });
  const { fields, missing } = await doorFields(odd, [], ground);
  expect(fields.map(({ name }) => name)).toEqual(['POST /odd query .state']);
  expect(missing).toEqual(['POST /odd application/x-www-form-urlencoded .a']);
});
