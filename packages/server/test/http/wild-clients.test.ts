import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';

const person = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

describe('what existing clients send', () => {
  let test: TestService;
  const model = new ScriptedLanguageModel(() => '{"name": "Ada"}');
  beforeAll(async () => {
    test = await startTestService({ replacements: { models: routerOf(model) } });
  });
  afterAll(() => test.close());
  const post = (path: string, body: unknown) => test.call('POST', path, body);

  for (const [form, response_format] of Object.entries({
    'the schema itself': person,
    "OpenAI's wrapper with its name": {
      type: 'json_schema',
      json_schema: { name: 'person', schema: person, strict: true },
    },
    'a name beside the wrapper': { type: 'json_schema', name: 'person', json_schema: { schema: person } },
    'the wrapper without a type': { name: 'person', json_schema: { schema: person } },
    "the form of OpenAI's responses": { type: 'json_schema', name: 'person', schema: person, strict: true },
    'any object': { type: 'json_object' },
  })) {
    it(`understands response_format as ${form}`, async () => {
      const answer = await post('/v1/answer', { query: 'Who?', response_format });
      expect([answer.status, answer.json.data]).toEqual([200, { name: 'Ada' }]);
      const messages = [{ role: 'user', content: 'Who?' }];
      const conversation = await post('/v1/conversation', { messages, response_format });
      expect([conversation.status, conversation.json.data]).toEqual([200, { name: 'Ada' }]);
      expect(conversation.json.response).toBe('{"name":"Ada"}');
      const tools = [{ name: 'look_up', description: 'Looks up.', input_schema: { type: 'object' } }];
      const agent = await post('/v1/agent', { messages, tools, tool_choice: 'none', response_format });
      expect([agent.status, agent.json.data]).toEqual([200, { name: 'Ada' }]);
    });
  }

  it('answers text for a response_format of type text, and refuses a wrapper without a schema', async () => {
    const text = await post('/v1/answer', { query: 'Who?', response_format: { type: 'text' } });
    expect([text.status, text.json.data, text.json.answer]).toEqual([200, undefined, '{"name": "Ada"}']);
    const response_format = { type: 'json_schema', json_schema: { name: 'person' } };
    const broken = await post('/v1/answer', { query: 'Who?', response_format });
    expect([broken.status, broken.json.error]).toEqual([400, 'response_format must be a valid JSON schema object']);
  });

  it('names file_size when a confirmation lacks it', async () => {
    const { json } = await post('/v1/files/upload-url', { filename: 'a.txt' });
    const { status, json: reply } = await post('/v1/files/confirm-upload', {
      file_id: json.file_id,
      filename: 'a.txt',
    });
    expect([status, reply.error]).toEqual([400, 'file_size is required']);
  });

  it('shows file_type and public_url on files', async () => {
    const { json } = await post('/v1/files/upload-url', { filename: 'a.txt' });
    await fetch(json.upload_url, { method: 'PUT', body: 'The harbour opened in 1932.' });
    const { json: file } = await post('/v1/files/confirm-upload', { file_id: json.file_id, file_size: 27 });
    expect(file).toMatchObject({ status: 'ready', kind: 'document', file_type: 'document', public_url: null });
  });

  it('names the methods of a path in Allow', async () => {
    const wrong = await test.call('DELETE', '/v1/answer');
    expect([wrong.status, wrong.headers.get('allow'), wrong.json.code]).toEqual([405, 'POST', 'method_not_allowed']);
    const file = await test.call('PUT', '/v1/files/some-id');
    expect([file.status, file.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
    expect((await test.call('GET', '/v1/nothing')).headers.get('allow')).toBeNull();
  });

  it('takes extra and callback_url on connect', async () => {
    const body = { user_id: 'u1', callback_url: 'https://app.example.com/done', extra: { api_key: '' } };
    const { status, json } = await post('/v1/integrations/hacker_news/connect', body);
    expect([status, json.success]).toEqual([200, true]);
  });
});
