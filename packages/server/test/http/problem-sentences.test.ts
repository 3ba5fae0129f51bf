import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

describe('what is wrong with a request, in sentences', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.close());
  const chat = (message: object) =>
    test.call('POST', '/v1/chat-completion', { model: 'small-2', messages: [{ role: 'user', ...message }] });

  const cases: [string, string, object, string][] = [
    ['a choice of types', '/v1/answer', { query: 'x', stop: 5 }, 'stop must be a string or an array, not a number'],
    ['inside the meant type', '/v1/answer', { query: 'x', stop: ['a', ''] }, 'stop[1] must not be empty'],
    ['a wrong type', '/v1/answer', { query: 7 }, 'query must be a string, not a number'],
    [
      'a list of words',
      '/v1/deep-research',
      { instructions: 'x', depth: 'deep' },
      'depth must be one of "quick", "standard", "thorough", not "deep"',
    ],
    ['a range', '/v1/answer', { query: 'x', temperature: 3 }, 'temperature must be from 0 to 2, not 3'],
    ['too long', '/v1/web-search', { query: 'x'.repeat(4001) }, 'query must have at most 4000 characters, not 4001'],
    [
      'an option of contents',
      '/v1/web-search',
      { query: 'x', contents: { text: 'yes' } },
      'contents.text must be a boolean or an object, not a string',
    ],
    [
      'a file that there is not',
      '/v1/answer',
      { query: 'x', file_ids: ['my.pdf'] },
      'There is no file my.pdf. GET /v1/files lists those that there are; POST /v1/files/upload adds one and gives its file_id.',
    ],
    [
      'a collection that there is not',
      '/v1/answer',
      { query: 'x', collection_ids: ['mine'] },
      'There is no collection mine. GET /v1/collections lists those that there are.',
    ],
    [
      'a picture that is not base64',
      '/ocr/image',
      { image: '<svg>' },
      '"image" is not base64: send the bytes of the file as base64, with or without "data:…;base64," before them.',
    ],
    [
      'an item of a list',
      '/v1/conversation',
      { messages: [{ role: 'robot', content: 'x' }] },
      'messages[0].role must be one of "user", "assistant", "system", not "robot"',
    ],
  ];
  for (const [name, path, body, sentence] of cases) {
    it(`says it once and names what came: ${name}`, async () => {
      const { status, json } = await test.call('POST', path, body);
      expect([status, json.message]).toEqual([/^There is no /.test(sentence) ? 404 : 400, sentence]);
      expect(json.details).toBeUndefined();
    });
  }

  it('speaks of the block that was meant', async () => {
    expect((await chat({ content: [{ type: 'text', text: 5 }] })).json.message).toBe(
      'messages[0].content[0].text must be a string, not a number',
    );
    expect((await chat({ content: 5 })).json.message).toBe(
      'messages[0].content must be a string or an array or null, not a number',
    );
  });

  it('never says anyOf, and repeats no sentence', async () => {
    const bodies = [{ limits: 5 }, { budget_usd: 'x' }, { expires_at: 5 }, { scopes: 'text' }, { budget_period: 1 }];
    for (const body of bodies) {
      const { status, json } = await test.admin('POST', '/v1/admin/keys', body);
      expect(status).toBe(400);
      expect(json.message).not.toMatch(/anyOf|oneOf|schema|constant|NOT/);
      expect(json.message.split('; ')).toHaveLength(1);
    }
  });

  it('names the sets of fields of which one must be there, and says what a pattern means', async () => {
    const prices = { '*': { cached_input: 1 } };
    const provider = { id: 'p', type: 'openai', base_url: 'https://p.example', upstream_prices: prices };
    expect((await test.admin('POST', '/v1/admin/providers', provider)).json.message).toBe(
      'upstream_prices.* must have input and output, or minute, or million_characters',
    );
    const key = await test.admin('POST', '/v1/admin/keys', { endpoints: ['createAnswer'] });
    expect(key.json.message).toMatch(/^endpoints\[0\] must match \S+ .*, such as POST \/v1\/answer$/);
  });

  it('refuses unknown fields of management calls by name, and no others', async () => {
    const key = await test.admin('POST', '/v1/admin/keys', { nmae: 'Web' });
    expect([key.status, key.json.message]).toEqual([400, 'nmae is not a field of this call; did you mean name?']);
    const limits = await test.admin('POST', '/v1/admin/keys', { limits: { request_per_minute: 5 } });
    expect(limits.json.message).toBe(
      'limits.request_per_minute is not a field of this call; did you mean requests_per_minute?',
    );
    const workspace = await test.admin('PATCH', '/v1/admin/workspaces/x', { zzzzzz: 1 });
    expect(workspace.json.message).toMatch(/^zzzzzz is not a field of this call; known are name, budget_usd/);
    const query = await test.admin('GET', '/v1/admin/keys?limits=5');
    expect([query.status, query.json.message]).toEqual([
      400,
      'limits is not a field of this call; did you mean limit?',
    ]);
    const answer = await test.call('POST', '/v1/answer', { query: 'What is 2 + 2?', nmae: 1 });
    expect(answer.status).toBe(200);
  });

  it('refuses values under names that are too long or none', async () => {
    const spaced = await test.call('POST', '/v1/collections', { name: 'Names', attributes: { 'a b': ['anything'] } });
    expect([spaced.status, spaced.json.message]).toEqual([
      400,
      'attributes.a b is no name for a value: names must match ^[^\\s]{1,64}$',
    ]);
    for (const name of ['m'.repeat(65), 'a\nb', '']) {
      const store = await test.call('POST', '/v1/vector_stores', { metadata: { [name]: 'x' } });
      expect(store.status).toBe(400);
      const answer = await test.call('POST', '/v1/answer', { query: 'What is 2 + 2?', metadata: { [name]: 'x' } });
      expect([answer.status, answer.json.message]).toEqual([
        400,
        expect.stringContaining('names must match ^.{1,64}$'),
      ]);
    }
    const long = await test.call('POST', '/v1/answer', {
      query: 'What is 2 + 2?',
      metadata: { ['m'.repeat(64)]: 'x' },
    });
    expect(long.status).toBe(200);
  });
});
