import assert from 'node:assert/strict';
import { APIError, tool } from '@parley/sdk';
import { type Check, call, text } from './check.ts';

const schema = {
  type: 'object',
  properties: { opened: { type: 'string', format: 'date' }, cost: { type: 'number' } },
  required: ['cost'],
};
const weatherTool = {
  name: 'get_weather',
  description: 'Current weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export const textChecks: Check[] = [
  {
    name: 'answers a question from a context and quotes its source',
    covers: ['2 POST /v1/answer: query, context, sources with exact quotes, usage, model'],
    isSmoke: true,
    async run({ parley }) {
      const answer = await parley.answer.create({ query: 'When was the bridge opened?', context: text });
      assert.match(answer.answer, /1932/);
      const source = answer.sources?.[0];
      assert.ok(source, 'no sources');
      assert.equal(text.slice(source.start, source.end), source.quote);
      assert.equal(source.filename, 'context');
      assert.ok(answer.usage.input_tokens > 0);
    },
  },
  {
    name: 'streams an answer that ends with its result',
    covers: ['1 Streaming', '2 POST /v1/answer: events'],
    isSmoke: true,
    async run({ parley }) {
      const stream = parley.answer.stream({ query: 'When was the bridge opened?', context: text });
      const types = new Set<string>();
      for await (const { type } of stream) types.add(type);
      assert.ok(types.has('text') && types.has('done'));
      assert.match((await stream.result()).answer, /1932/);
    },
  },
  {
    name: 'sends events as single data lines with exactly one terminal event',
    covers: ['1 Streaming: headers, one line per event, one terminal event'],
    async run(ground) {
      const body = { query: 'When was the bridge opened?', context: text, stream: true };
      const response = await call(ground, 'POST', '/v1/answer', { body });
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      assert.equal(response.headers.get('x-accel-buffering'), 'no');
      const blocks = (await response.text()).split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
      for (const block of blocks) assert.match(block, /^data: \{.*\}$/);
      assert.equal(blocks.filter((block) => block.includes('"done":true')).length, 1);
      assert.ok(blocks.at(-1)?.includes('"done":true'));
    },
  },
  {
    name: 'answers as data that fits a schema, and says where values stand',
    covers: ['2 POST /v1/answer: response_format, data', '2 Where values come from: fields'],
    isSmoke: true,
    async run({ parley }) {
      const context = 'Opened: 1932-05-04\nCost: 1200';
      const answer = await parley.answer.parse({ query: 'Extract the opening date and the cost.', context }, schema);
      assert.equal(Reflect.get(Object(answer.data), 'cost'), 1200);
      assert.deepEqual(JSON.parse(answer.answer), answer.data);
      assert.ok(answer.fields?.['/cost']);
    },
  },
  {
    name: 'continues a conversation from its history',
    covers: ['2 POST /v1/conversation: messages, response'],
    isSmoke: true,
    async run({ parley }) {
      const { response } = await parley.conversation.create({
        messages: [
          { role: 'user', content: text },
          { role: 'assistant', content: 'Noted.' },
          { role: 'user', content: 'Who opened the bridge?' },
        ],
      });
      assert.match(response, /mayor/i);
    },
  },
  {
    name: 'chooses a tool, takes its result and answers',
    covers: [
      '2 POST /v1/agent: tools, tool_calls, tool results in form A',
      '2 POST /v1/agent: inputs fit input_schema',
    ],
    isSmoke: true,
    async run({ parley }) {
      const cities: unknown[] = [];
      const get_weather = tool({
        description: weatherTool.description,
        input: weatherTool.input_schema,
        run: (inputs) => {
          cities.push(Reflect.get(Object(inputs), 'city'));
          return { degrees: 21 };
        },
      });
      const run = await parley.agent.run({ prompt: 'What is the weather in Paris?', tools: { get_weather } });
      assert.deepEqual(cities, ['Paris']);
      assert.match(run.response, /21/);
    },
  },
  {
    name: 'streams a tool call whole',
    covers: ['2 POST /v1/agent: events, tool_call'],
    async run({ parley }) {
      const messages = [{ role: 'user' as const, content: 'What is the weather in Paris?' }];
      const reply = await parley.agent.stream({ messages, tools: [weatherTool] }).result();
      assert.equal(reply.tool_calls?.[0]?.name, 'get_weather');
      assert.deepEqual(reply.tool_calls?.[0]?.inputs, { city: 'Paris' });
    },
  },
  {
    name: 'refuses tool results that answer no call, by 400',
    covers: ['2 POST /v1/agent: a result for an unknown call id'],
    async run({ parley }) {
      const messages = [
        { role: 'user' as const, content: 'Weather?' },
        {
          role: 'assistant' as const,
          content: '',
          tool_calls: [{ id: 'a', name: 'get_weather', inputs: { city: 'Oslo' } }],
        },
        { role: 'tool' as const, tool_call_results: [{ tool_call_id: 'b', result: 1 }] },
      ];
      await assert.rejects(parley.agent.create({ messages, tools: [weatherTool] }), { status: 400 });
    },
  },
  {
    name: 'completes a chat with a named model, plain and streamed',
    covers: ['2 POST /v1/chat-completion', '2 POST /v1/chat-completion/stream: [DONE]'],
    async run({ parley }) {
      const request = { model: 'small-2', messages: [{ role: 'user' as const, content: 'What is 12 times 12?' }] };
      const plain = await parley.chatCompletions.create(request);
      const streamed = await parley.chatCompletions.stream(request).result();
      for (const { result } of [plain, streamed]) assert.match(JSON.stringify(result.response), /144/);
    },
  },
  {
    name: "speaks Anthropic's messages, plain, streamed and counted",
    covers: ['2 POST /v1/messages', '2 POST /v1/messages/count_tokens', '9 Drop-in compatibility: Anthropic'],
    async run({ parley }) {
      const messages = [{ role: 'user' as const, content: 'What is 12 times 12?' }];
      const request = { model: 'small-2', max_tokens: 200, messages };
      assert.match(JSON.stringify((await parley.messages.create(request)).content), /144/);
      assert.match(JSON.stringify((await parley.messages.stream(request).result()).content), /144/);
      assert.ok((await parley.messages.countTokens(request)).input_tokens > 0);
    },
  },
  {
    name: "speaks OpenAI's completions and embeddings",
    covers: ['9 Drop-in compatibility: /v1/completions, /v1/embeddings'],
    async run({ parley }) {
      const { choices } = await parley.completions.create({ model: 'small-2', prompt: 'What is 12 times 12?' });
      assert.match(choices[0]?.text ?? '', /144/);
      const models = await parley.models.list();
      const embedder = models.find(({ architecture }) => architecture.output_modalities.includes('embeddings'));
      const { data } = await parley.api.createEmbedding({
        body: { model: embedder?.id ?? 'lexical', input: ['a', 'b'] },
      });
      assert.equal(data.length, 2);
    },
  },
  {
    name: 'names what is wrong with a request',
    covers: ['1 Requests: a wrong field is a 400 that names it', '1 Errors: one body', '2 messages: roles by index'],
    isSmoke: true,
    async run(ground) {
      const { parley } = ground;
      const blank = await parley.answer.create({ query: ' ' }).catch((error: unknown) => error);
      assert.ok(blank instanceof APIError);
      assert.equal(blank.status, 400);
      assert.equal(blank.body.error, 'query is required');
      assert.equal(blank.requestId, blank.headers.get('x-request-id'));
      const wrong = await call(ground, 'POST', '/v1/conversation', {
        body: { messages: [{ role: 'king', content: 'x' }] },
      });
      assert.equal(wrong.status, 400);
      assert.match(await wrong.text(), /messages.{0,3}0/);
      const unread = await call(ground, 'POST', '/v1/answer', { body: '{"query":' });
      assert.equal(Reflect.get(Object(await unread.json()), 'code'), 'invalid_json');
    },
  },
  {
    name: 'refuses an unknown model by name',
    covers: ['2 POST /v1/chat-completion: Model not found'],
    async run({ parley }) {
      const messages = [{ role: 'user' as const, content: 'x' }];
      await assert.rejects(parley.chatCompletions.create({ model: 'none', messages }), { code: 'model_not_found' });
    },
  },
];
