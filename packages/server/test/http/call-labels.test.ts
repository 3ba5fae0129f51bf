import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const question = { query: 'What is 2 plus 2?' };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.call('POST', path, body, { authorization: `Bearer ${apiKey}`, ...headers });
const records = async (query: string) =>
  (await service.admin('GET', `/v1/admin/usage/records?limit=100&${query}`)).json.data;
const recordOf = async (reply: { headers: Headers }) =>
  (await records(`request_id=${reply.headers.get('x-request-id')}`))[0];

describe('labels of a call', () => {
  it.each([
    [
      '/v1/answer',
      { ...question, tags: ['support', 'eu'], metadata: { ticket: '42' } },
      { tags: ['support', 'eu'], metadata: { ticket: '42' }, user_id: null },
    ],
    [
      '/v1/chat/completions',
      {
        model: 'small-2',
        messages: [{ role: 'user', content: 'hi' }],
        user: 'ann',
        metadata: { team: 'a', tags: 'x,y' },
      },
      { tags: ['x', 'y'], metadata: { team: 'a' }, user_id: 'ann' },
    ],
    [
      '/v1/messages',
      { model: 'small-2', max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], metadata: { user_id: 'bob' } },
      { tags: [], metadata: {}, user_id: 'bob' },
    ],
    [
      '/v1/responses',
      { model: 'small-2', input: 'hi', metadata: { team: 'b' }, store: false },
      { tags: [], metadata: { team: 'b' }, user_id: null },
    ],
    ['/v1/embeddings', { model: 'lexical', input: 'hi', user: 'cy' }, { tags: [], metadata: {}, user_id: 'cy' }],
  ])('are those of the body of %s', async (path, body, labels) => {
    const reply = await post(path, body);
    expect(reply.status).toBe(200);
    expect(await recordOf(reply)).toMatchObject(labels);
  });

  it('are those of the head, beside those of the body', async () => {
    const head = { 'x-parley-tags': 'batch, eu-west', 'x-parley-metadata': '{"run":"7","who":"Zoë"}' };
    const reply = await post('/v1/answer', { ...question, tags: ['eu-west', 'night'] }, head);
    expect(await recordOf(reply)).toMatchObject({
      tags: ['batch', 'eu-west', 'night'],
      metadata: { run: '7' },
    });
  });

  it.each([
    ['x-parley-tags', 'a tag with spaces'],
    ['x-parley-tags', Array.from({ length: 11 }, (_, at) => `t${at}`).join()],
    ['x-parley-metadata', 'team=a'],
    ['x-parley-metadata', '{"team":{"id":1}}'],
    ['x-parley-metadata', JSON.stringify({ long: 'x'.repeat(513) })],
  ])('are refused in the head %s where they are none', async (name, value) => {
    const reply = await post('/v1/answer', question, { [name]: value });
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(reply.json.error).toContain(name);
  });

  it('are refused in the body where they are none, by name', async () => {
    const reply = await post('/v1/answer', { ...question, tags: ['no spaces'] });
    expect(reply).toMatchObject({ status: 400 });
    expect(reply.json.message).toContain('tags[0]');
  });
});

it('adds usage up by tag and by user, and finds calls by them', async () => {
  for (const tags of [['red'], ['red', 'blue'], ['blue_'], ['100%']])
    await post(
      '/v1/answer',
      { ...question, tags: tags.map((tag) => tag.replace('%', '.')) },
      { 'x-parley-metadata': '{}' },
    );
  const sums = async (query: string) => (await service.admin('GET', `/v1/admin/usage?${query}`)).json;
  const byTag = await sums('group_by=tag');
  const requests = Object.fromEntries(
    byTag.data.map((sum: { group: string; requests: number }) => [sum.group, sum.requests]),
  );
  expect(requests).toMatchObject({ red: 2, blue: 1, blue_: 1, '100.': 1 });
  // Each call once, however many tags it has.
  expect(byTag.total.requests).toBe((await sums('group_by=day')).total.requests);
  expect((await sums('group_by=user')).data.map(({ group }: { group: string }) => group)).toEqual(
    expect.arrayContaining(['ann', 'bob', 'cy']),
  );
  expect((await sums('tag=red')).total.requests).toBe(2);
  expect((await sums('tag=blu_')).total.requests).toBe(0);
  expect((await sums('user_id=ann&group_by=model')).total.requests).toBe(1);
  expect(await records('tag=blue')).toHaveLength(1);
  const calls = (await service.admin('GET', '/v1/admin/calls?user_id=bob')).json.data;
  expect(calls).toMatchObject([{ user_id: 'bob', endpoint: 'createMessage' }]);
});

it('takes an end user who is deleted out of the records', async () => {
  const reply = await post('/v1/answer', question, { 'x-parley-tags': 'of-dora' });
  const own = await post('/v1/chat/completions', {
    model: 'small-2',
    messages: [{ role: 'user', content: 'hi' }],
    user: 'dora',
    metadata: { mail: 'dora@example.org' },
  });
  expect(await recordOf(own)).toMatchObject({ user_id: 'dora' });
  await service.call('DELETE', '/v1/integrations/users/dora');
  expect(await recordOf(own)).toMatchObject({ user_id: null, metadata: {}, status: 200 });
  expect(await recordOf(reply)).toMatchObject({ tags: ['of-dora'] });
});
