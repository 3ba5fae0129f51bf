import { type Field, posted } from './field.ts';

const properties = { city: { type: 'string', description: 'Name of the city' }, days: { type: 'integer' } };
const inputSchema = { type: 'object', properties, required: ['city'] };
const weather = { name: 'get_weather', description: 'The weather of a city.', input_schema: inputSchema };
const mail = {
  name: 'send_mail',
  description: 'Sends a mail to somebody.',
  input_schema: {
    type: 'object',
    properties: { to: { type: 'string', format: 'email' }, subject: { type: 'string' }, body: { type: 'string' } },
    required: ['to', 'body'],
  },
};
const tools = [weather, mail];
const toOpenAI = ({ name, description, input_schema: parameters }: typeof weather | typeof mail) => ({
  type: 'function',
  function: { name, description, parameters },
});
const user = (content: unknown) => ({ role: 'user', content });
const asked = user('What is the weather in Paris, and for how many days?');
const inputs = { city: 'Paris' };
const chat = { model: 'small-2' };
const claude = { model: 'small-2', max_tokens: 64 };

/** A schema with a text at one place. */
const schemas: Record<string, (text: string) => Record<string, unknown>> = {
  title: (title) => ({ ...inputSchema, title }),
  description: (description) => ({ ...inputSchema, properties: { city: { type: 'string', description } } }),
  enum: (text) => ({ ...inputSchema, properties: { city: { enum: ['Paris', text] } } }),
  'enum of many': (text) => ({
    ...inputSchema,
    properties: { city: { enum: [...new Set(text.match(/.{1,40}/gsu))] } },
  }),
  'property name': (name) => ({ ...inputSchema, properties: { ...properties, [name]: { type: 'string' } } }),
  const: (text) => ({ ...inputSchema, properties: { ...properties, kind: { const: text } } }),
  default: (text) => ({ ...inputSchema, properties: { city: { type: 'string', default: text } } }),
  example: (text) => ({ ...inputSchema, properties: { city: { type: 'string', examples: [text] } } }),
  pattern: (pattern) => ({ ...inputSchema, properties: { city: { type: 'string', pattern } } }),
};

const called = { id: 'call_1', name: 'get_weather' };

/** Tools, their schemas, their results, and the schemas of answers. */
export const toolFields: readonly Field[] = [
  posted('message', '/v1/agent', (text) => ({ messages: [user(text)], tools })),
  posted('message, streamed', '/v1/agent', (text) => ({ messages: [user(text)], tools, stream: true })),
  posted('message with a tool that is required', '/v1/agent', (text) => ({
    messages: [user(text)],
    tools,
    tool_choice: 'send_mail',
  })),
  posted('earlier message', '/v1/agent', (text) => ({
    messages: [user(text), { role: 'assistant', content: 'Yes.' }, asked],
    tools,
  })),
  posted('system_prompt', '/v1/agent', (text) => ({ messages: [asked], tools, system_prompt: text })),
  posted('tool description', '/v1/agent', (description) => ({
    messages: [asked],
    tools: [{ ...weather, description }, mail],
  })),
  posted('result of a tool', '/v1/agent', (result) => ({ messages: agentResult(result), tools })),
  posted('result of a tool as an object', '/v1/agent', (text) => ({
    messages: agentResult({ weather: [{ day: 1, text }] }),
    tools,
  })),
  posted('inputs of a call', '/v1/agent', (city) => ({ messages: agentResult('Sunny', { city }), tools })),
  posted('result as a message of the assistant', '/v1/agent', (text) => ({
    messages: [asked, { role: 'assistant', content: `Tool result: ${text}` }, user('And tomorrow?')],
    tools,
  })),
  posted('results as a message of the user', '/v1/agent', (text) => ({
    messages: [asked, { role: 'assistant', content: 'I look it up.' }, user(`Tool results: ${text}`)],
    tools,
  })),
  ...Object.entries(schemas).flatMap(([place, schema]) => [
    posted(`${place} of a tool's schema`, '/v1/agent', (text) => ({
      messages: [asked],
      tools: [{ ...weather, input_schema: schema(text) }, mail],
    })),
    posted(`${place} of response_format`, '/v1/answer', (text) => ({
      query: 'Extract the city.',
      context: 'It rains in Paris.',
      response_format: schema(text),
    })),
  ]),

  posted('message beside functions', '/v1/chat-completion', (text) => ({
    ...chat,
    messages: [user(text)],
    functions: tools,
  })),
  posted('description of a function', '/v1/chat-completion', (description) => ({
    ...chat,
    messages: [asked],
    functions: [{ ...weather, description }],
  })),
  posted("title of a function's schema", '/v1/chat-completion', (title) => ({
    ...chat,
    messages: [asked],
    functions: [{ name: 'get_weather', description: 'Weather.', parameters: { ...inputSchema, title } }],
  })),
  posted('result of a function', '/v1/chat-completion', (result) => ({
    ...chat,
    messages: [
      asked,
      { type: 'function_call', function_call_id: 'call_1', function_calls: [{ name: 'get_weather', input: inputs }] },
      { type: 'function_call_result', function_call_id: 'call_1', function_call_results: [result] },
    ],
    functions: tools,
  })),
  posted('result of a tool', '/v1/messages', (content) => ({
    ...claude,
    messages: [
      asked,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: inputs }] },
      user([{ type: 'tool_result', tool_use_id: 'toolu_1', content }]),
    ],
    tools,
  })),
  posted('tool description', '/v1/messages', (description) => ({
    ...claude,
    messages: [asked],
    tools: [{ ...weather, description }],
  })),
  posted("description in a tool's schema", '/v1/messages', (text) => ({
    ...claude,
    messages: [asked],
    tools: [{ ...weather, input_schema: schemas.description?.(text) }],
  })),
  posted('tool description', '/v1/messages/count_tokens', (description) => ({
    model: 'small-2',
    messages: [asked],
    tools: [{ ...weather, description }],
  })),
  posted('message beside tools', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [user(text)],
    tools: tools.map(toOpenAI),
  })),
  posted('tool description', '/v1/chat/completions', (description) => ({
    ...chat,
    messages: [asked],
    tools: [toOpenAI({ ...weather, description })],
  })),
  posted('result of a tool', '/v1/chat/completions', (content) => ({
    ...chat,
    messages: [asked, openAICall('{"city":"Paris"}'), { role: 'tool', tool_call_id: 'call_1', content }],
    tools: tools.map(toOpenAI),
  })),
  posted('arguments of a call', '/v1/chat/completions', (city) => ({
    ...chat,
    messages: [asked, openAICall(JSON.stringify({ city })), { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' }],
    tools: tools.map(toOpenAI),
  })),
  posted('enum of response_format', '/v1/chat/completions', (text) => ({
    ...chat,
    messages: [asked],
    response_format: { type: 'json_schema', json_schema: { name: 'place', schema: schemas.enum?.(text) } },
  })),
  posted('result of a tool', '/v1/responses', (output) => ({
    ...chat,
    input: [
      asked,
      { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { type: 'function_call_output', call_id: 'call_1', output },
    ],
  })),
  posted('arguments of a call', '/v1/responses', (city) => ({
    ...chat,
    input: [
      asked,
      { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: JSON.stringify({ city }) },
      { type: 'function_call_output', call_id: 'call_1', output: 'Sunny' },
    ],
  })),
  posted('tool description', '/v1/responses', (description) => ({
    ...chat,
    input: 'What is the weather in Paris?',
    tools: [{ type: 'function', name: 'get_weather', description, parameters: inputSchema }],
  })),
  posted('title of text.format', '/v1/responses', (title) => ({
    ...chat,
    input: 'It rains in Paris. Extract the city.',
    text: { format: { type: 'json_schema', name: 'place', schema: { ...inputSchema, title } } },
  })),
];

function agentResult(result: unknown, given: unknown = inputs): unknown[] {
  return [
    asked,
    { role: 'assistant', tool_calls: [{ ...called, inputs: given }] },
    { role: 'tool', tool_call_results: [{ tool_call_id: 'call_1', result }] },
  ];
}

function openAICall(given: string): unknown {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: given } }],
  };
}
