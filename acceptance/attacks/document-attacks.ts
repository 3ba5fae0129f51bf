import type { Case } from './attack.ts';

const megabytes = 1024 * 1024;
const post = (name: string, path: string, json: unknown, isAdmin = false): Case => ({
  name,
  field: `POST ${path}`,
  request: { method: 'POST', path, json, isAdmin },
});
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
/** As many of an entry as fit into about `size` bytes. */
const filled = (entry: string, size: number) =>
  Array(Math.floor(size / (entry.length + 1)))
    .fill(entry)
    .join(',');

/** Bodies, texts and structures that are long, deep or many. */
export function documentAttacks(random: () => number): Case[] {
  return [...bodies(), ...texts(random), ...documents(), ...tools()];
}

function bodies(): Case[] {
  const size = 9.5 * megabytes;
  const message = '{"role":"user","content":"a"}';
  return [
    post('a million values for messages', '/v1/conversation', `{"messages":[${filled('1', size)}]}`),
    post('a million empty messages', '/v1/conversation', `{"messages":[${filled('{}', size)}]}`),
    post('300,000 messages', '/v1/conversation', `{"messages":[${filled(message, size)}]}`),
    post(
      '300,000 messages for messages',
      '/v1/messages',
      `{"model":"small-1","max_tokens":9,"messages":[${filled(message, size)}]}`,
    ),
    post('300,000 messages for chat-completion', '/v1/chat-completion', `{"messages":[${filled(message, size)}]}`),
    post('10,000 messages', '/v1/conversation', `{"messages":[${Array(9_999).fill(message).join(',')}]}`),
    post(
      '90,000 parts of one message',
      '/v1/messages',
      `{"model":"small-1","max_tokens":9,"messages":[{"role":"user","content":[${filled('{"type":"text","text":"a"}', 3 * megabytes)}]}]}`,
    ),
    post('a body 100,000 deep', '/v1/answer', `{"query":${nested(100_000, '[', ']')}}`),
    post('a schema 4,000,000 deep', '/v1/answer', `{"query":"a","response_format":${nested(4_000_000, '[', ']')}}`),
    post(
      'a million names',
      '/v1/answer',
      `{"query":"a",${Array.from({ length: 500_000 }, (_, i) => `"n${i}":0`).join(',')}}`,
    ),
    post('one long text', '/v1/answer', { query: 'a'.repeat(9 * megabytes) }),
    post('no JSON', '/v1/answer', '{'.repeat(9 * megabytes)),
  ];
}

function texts(random: () => number): Case[] {
  const words = Array.from({ length: 2000 }, () => Math.floor(random() * 1e9).toString(36));
  const page = Array.from({ length: 200_000 }, () => words[Math.floor(random() * words.length)]).join(' ');
  const contexts: [string, string][] = [
    ['many words', page],
    ['spaces', ' '.repeat(4 * megabytes)],
    ['line ends', '\n'.repeat(4 * megabytes)],
    ['one word', 'a'.repeat(4 * megabytes)],
    ['full stops', '. '.repeat(2 * megabytes)],
    ['open comments', '<!--'.repeat(megabytes)],
    ['open tags', '<div '.repeat(megabytes)],
    ['quotes', '"'.repeat(4 * megabytes)],
    ['pipes', '| a '.repeat(megabytes)],
    ['braces', '{'.repeat(4 * megabytes)],
    ['a table of commas', 'a,b,c\n'.repeat(600_000)],
  ];
  return contexts.flatMap(([name, context]) => [
    post(`context of ${name}`, '/v1/answer', { query: 'What is it about?', context }),
    post(`context of ${name} for the reader`, '/v1/answer', { query: 'What is it about?', context, model: 'reader' }),
  ]);
}

function documents(): Case[] {
  const operation = (schema: unknown) => ({
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  });
  const document = (paths: unknown, schemas: unknown) => ({
    openapi: '3.1.0',
    info: { title: 'Attack', version: '1' },
    servers: [{ url: 'https://example.com' }],
    paths,
    components: { schemas },
  });
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => {
      const next = { $ref: `#/components/schemas/d${i + 1}` };
      return [`d${i}`, i < 39 ? { type: 'object', properties: { a: next, b: next } } : { type: 'string' }];
    }),
  );
  const first = { $ref: '#/components/schemas/d0' };
  const paths = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [
      `/p${i}`,
      { post: operation({ type: 'object', properties: { a: { type: 'string', pattern: `^(a+)+${i}$` } } }) },
    ]),
  );
  const form = (source: unknown) => ({ id: 'attacked', openapi: source });
  return [
    post(
      'an OpenAPI document that doubles',
      '/v1/admin/integrations',
      form(document({ '/p': { post: operation(first) } }, doubled)),
      true,
    ),
    post('an OpenAPI document of 400 operations', '/v1/admin/integrations', form(document(paths, {})), true),
    post(
      'an OpenAPI document in circles',
      '/v1/admin/integrations',
      form(document({ '/p': { post: operation(first) } }, { d0: { properties: { a: first } } })),
      true,
    ),
  ];
}

/** Schemas that are each allowed, and many. */
function tools(): Case[] {
  const schema = (tool: number) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`p${tool}x${i}`, { type: 'string', minLength: 1 }]),
    ),
  });
  const list = Array.from({ length: 60 }, (_, i) => ({ name: `t${i}`, description: 'Goes.', input_schema: schema(i) }));
  const messages = [{ role: 'user', content: 'Go!' }];
  return [
    post('60 tools with large schemas', '/v1/agent', { messages, tools: list }),
    post('60 tools with large schemas for messages', '/v1/messages', {
      model: 'small-1',
      max_tokens: 9,
      messages,
      tools: list.map((tool) => ({
        ...tool,
        name: `m${tool.name}`,
        input_schema: { ...tool.input_schema, title: 'm' },
      })),
    }),
  ];
}
