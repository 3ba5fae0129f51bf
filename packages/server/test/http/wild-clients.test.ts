import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs } from '../upload-file.ts';

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
    const { json: file } = await post('/v1/files/confirm-upload', {
      file_id: json.file_id,
      file_size: 27,
      wait_ms: longestWaitMs,
    });
    expect(file).toMatchObject({ status: 'ready', kind: 'document', file_type: 'document', public_url: null });
  });

  it('names the methods of a path in Allow', async () => {
    const wrong = await test.call('DELETE', '/v1/answer');
    expect([wrong.status, wrong.headers.get('allow'), wrong.json.code]).toEqual([405, 'POST', 'method_not_allowed']);
    const file = await test.call('PUT', '/v1/files/some-id');
    expect([file.status, file.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
    expect((await test.call('GET', '/v1/nothing')).headers.get('allow')).toBeNull();
  });

  it("takes Anthropic's forms on chat-completion: tools, tool_choice, thinking and blocks of text", async () => {
    const tools = [{ name: 'look_up', description: 'Looks up.', input_schema: { type: 'object' } }];
    const call = { model: 'small-1', messages: [{ role: 'user', content: [{ type: 'text', text: 'Who?' }] }], tools };
    for (const tool_choice of [undefined, 'none', { type: 'none' }]) {
      const { status, json } = await post('/v1/chat-completion', { ...call, tool_choice, metadata: {}, top_k: 5 });
      expect([status, json.result.response]).toEqual([200, [{ role: 'assistant', content: '{"name": "Ada"}' }]]);
      expect(json.result.usage).toEqual(json.result.token_usage);
    }
    const thinking = { type: 'enabled', budget_tokens: 2048 };
    await post('/v1/chat-completion', {
      ...call,
      tool_choice: { type: 'tool', name: 'look_up' },
      thinking,
      stop: 'END',
    });
    expect(model.prompts.at(-1)).toMatchObject({
      toolChoice: { name: 'look_up' },
      thinking: { budgetTokens: 2048 },
      stopSequences: ['END'],
    });
    const unknown = await post('/v1/chat-completion', { ...call, tool_choice: { type: 'tool', name: 'other' } });
    expect([unknown.status, unknown.json.error]).toEqual([400, 'tool_choice is not valid']);
    const image = [{ type: 'image', source: {} }];
    const seen = await post('/v1/chat-completion', { ...call, messages: [{ role: 'user', content: image }] });
    expect(seen.status).toBe(400);
  });

  it("continues texts in OpenAI's form, plain and streamed, and refuses what it cannot do", async () => {
    const body = { model: 'small-2', prompt: ['One', 'Two'], n: 2, echo: true };
    const { status, json } = await post('/v1/completions', body);
    expect([status, json.object, json.choices.length]).toEqual([200, 'text_completion', 4]);
    expect(json.choices[2]).toEqual({ text: 'Two{"name": "Ada"}', index: 2, finish_reason: 'stop', logprobs: null });
    expect(json.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 });
    const streamed = { model: 'small-2', prompt: 'One', stream: true };
    const bare = eventsIn((await post('/v1/completions', streamed)).text);
    expect(bare.at(-1)).toBe('[DONE]');
    expect(bare.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    const stream_options = { include_usage: true };
    const events = eventsIn((await post('/v1/completions', { ...streamed, stream_options })).text);
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
    for (const field of [{ logprobs: 2 }, { best_of: 3 }, { logit_bias: { '50256': -100 } }, { suffix: 'end' }]) {
      const refused = await post('/v1/completions', { model: 'small-2', prompt: 'One', ...field });
      expect([refused.status, refused.json.error.message]).toEqual([
        400,
        `${Object.keys(field)[0]} is not supported here; leave it out`,
      ]);
    }
  });

  it('takes extra and callback_url on connect', async () => {
    const body = { user_id: 'u1', callback_url: 'https://app.example.com/done', extra: { api_key: '' } };
    const { status, json } = await post('/v1/integrations/hacker_news/connect', body);
    expect([status, json.success]).toEqual([200, true]);
  });
});
