import type { Parley } from '@parley/sdk';
import type OpenAI from 'openai';

/** What somebody does wrong, through each way that they could do it. */
export interface Mistake {
  name: string;
  /** What every answer must tell: what to do, or what there is instead. */
  tells: RegExp;
  /** Arguments of curl; `$URL` and `$KEY` stand for the service's. */
  curl?: string[];
  /** Arguments of `parley`. */
  cli?: string[];
  /** For the command line, besides the service's own. */
  env?: Record<string, string>;
  sdk?: (parley: Parley) => Promise<unknown>;
  openai?: (client: OpenAI) => Promise<unknown>;
  /** With a key that is wrong. */
  hasWrongKey?: boolean;
}

const json = ['-H', 'content-type: application/json', '-d'];
const keyed = ['-H', 'authorization: Bearer $KEY'];
const post = (path: string, body: unknown): string[] => [
  `$URL${path}`,
  ...keyed,
  ...json,
  typeof body === 'string' ? body : JSON.stringify(body),
];
const chat = { model: 'small-2', messages: [{ role: 'user' as const, content: 'hi' }] };
const nobody = '00000000-0000-4000-8000-000000000000';
/** Calls that the types of a client would refuse. */
const loose = <T>(value: unknown): T => value as T;

export const mistakes: Mistake[] = [
  {
    name: 'no key',
    tells: /Bearer <API_KEY>/,
    curl: ['$URL/v1/answer', ...json, '{"query":"x"}'],
  },
  {
    name: 'a wrong key',
    tells: /parley keys show|PARLEY_API_KEY/,
    hasWrongKey: true,
    curl: ['$URL/v1/answer', '-H', 'authorization: Bearer parley-nonsense-0123', ...json, '{"query":"x"}'],
    cli: ['ask', 'x'],
    sdk: (parley) => parley.answer.create({ query: 'x' }),
    openai: (client) => client.chat.completions.create(chat),
  },
  {
    name: 'an admin call with the key of a workspace',
    tells: /admin key/i,
    curl: ['$URL/v1/admin/keys', ...keyed],
  },
  {
    name: 'JSON with single quotes',
    tells: /double quotes|JSON/,
    curl: post('/v1/answer', "{'query':'x'}"),
  },
  {
    name: 'JSON that ends too early',
    tells: /ended|line 1|character/i,
    curl: post('/v1/answer', '{"query":"x"'),
  },
  {
    name: 'a form where JSON is expected',
    tells: /application\/json/,
    curl: ['$URL/v1/answer', ...keyed, '-d', 'query=x'],
  },
  {
    name: 'a field that is missing',
    tells: /query/,
    curl: post('/v1/answer', {}),
    sdk: (parley) => parley.answer.create(loose({})),
  },
  {
    name: 'a field of the wrong kind',
    tells: /temperature.*number/i,
    curl: post('/v1/answer', { query: 'x', temperature: 'hot' }),
    sdk: (parley) => parley.answer.create(loose({ query: 'x', temperature: 'hot' })),
    openai: (client) => client.chat.completions.create(loose({ ...chat, temperature: 'hot' })),
  },
  {
    name: 'a field with a typing error, strictly',
    tells: /file_ids/,
    curl: ['-H', 'x-parley-strict: true', ...post('/v1/answer', { query: 'x', file_id: ['a'] })],
  },
  {
    name: 'a number out of range',
    tells: /at most 2|<= 2|up to 2|from 0 to 2|no more than 2/,
    curl: post('/v1/answer', { query: 'x', temperature: 9 }),
    openai: (client) => client.chat.completions.create({ ...chat, temperature: 9 }),
  },
  {
    name: 'a wrong model',
    tells: /small-2|\/v1\/models/,
    curl: post('/v1/answer', { query: 'x', model: 'gpt-17' }),
    cli: ['ask', 'x', '--model', 'gpt-17'],
    sdk: (parley) => parley.answer.create({ query: 'x', model: 'gpt-17' }),
    openai: (client) => client.chat.completions.create({ ...chat, model: 'gpt-17' }),
  },
  {
    name: 'a file that there is not',
    tells: /upload|\/v1\/files/i,
    curl: post('/v1/answer', { query: 'x', file_ids: [nobody] }),
    sdk: (parley) => parley.answer.create({ query: 'x', file_ids: [nobody] }),
  },
  {
    name: 'a file of this computer that there is not',
    tells: /nowhere\.pdf/,
    cli: ['ask', 'x', '--file', 'nowhere.pdf'],
  },
  {
    name: 'an upload without a file',
    tells: /in a part named \\*"file/,
    curl: ['$URL/v1/files/upload', ...keyed, '-F', 'title=x'],
  },
  {
    name: 'an upload under another field name',
    tells: /in a part named \\*"file/,
    curl: ['$URL/v1/files/upload', ...keyed, '-F', 'document=@package.json'],
  },
  {
    name: 'a body that is too large',
    tells: /\/v1\/files|MB|bytes/i,
    curl: [...post('/v1/answer', '@$BIG')],
  },
  {
    name: 'a picture that is none',
    tells: /PNG, JPEG/,
    curl: post('/v1/ocr/image', { image: 'not a picture' }),
  },
  {
    name: 'a path one letter off',
    tells: /did you mean \/v1\/answer\?/,
    curl: post('/v1/answers', { query: 'x' }),
  },
  {
    name: 'a path without /v1',
    tells: /did you mean \/v1\/chat\/completions\?/,
    curl: post('/chat/completions', chat),
  },
  {
    name: 'the wrong method',
    tells: /POST/,
    curl: ['$URL/v1/answer', ...keyed],
  },
  {
    name: 'a schema that is no schema',
    tells: /schema|type/i,
    curl: post('/v1/answer', { query: 'x', response_format: { type: 'json_schema', schema: { type: 'objekt' } } }),
  },
  {
    name: 'a tool without a name',
    tells: /name/,
    curl: post('/v1/agent', { messages: chat.messages, tools: [{ description: 'x' }] }),
    openai: (client) => client.chat.completions.create(loose({ ...chat, tools: [{ type: 'function', function: {} }] })),
  },
  {
    name: 'messages that are a text',
    tells: /messages/,
    curl: post('/v1/chat/completions', { ...chat, messages: 'hi' }),
    openai: (client) => client.chat.completions.create(loose({ ...chat, messages: 'hi' })),
  },
  {
    name: 'a role that there is not',
    tells: /role/,
    curl: post('/v1/chat/completions', { ...chat, messages: [{ role: 'human', content: 'hi' }] }),
    openai: (client) =>
      client.chat.completions.create(loose({ ...chat, messages: [{ role: 'human', content: 'hi' }] })),
  },
  {
    name: 'a picture of the wrong size',
    tells: /size.*\d+x\d+/i,
    curl: post('/v1/images/generations', { prompt: 'a boat', size: '17x4' }),
    openai: (client) => client.images.generate(loose({ prompt: 'a boat', size: '17x4' })),
  },
  {
    name: 'a third party that nobody connected',
    tells: /connect/i,
    curl: post('/v1/integrations/github/execute', {
      user_id: 'ann',
      feature_name: 'SEARCH_ISSUES',
      inputs: { q: 'x' },
    }),
  },
  {
    name: 'a collection that there is not',
    tells: /\/v1\/collections|list/i,
    curl: post('/v1/collections/col_nothing/search', { query: 'x' }),
  },
  {
    name: 'an endpoint of OpenAI that is not here',
    tells: /fine|instead|nothing is/i,
    curl: post('/v1/fine_tuning/jobs', { model: 'small-2', training_file: 'f' }),
    openai: (client) => client.fineTuning.jobs.create({ model: 'small-2', training_file: 'f' }),
  },
  {
    name: 'a wrong port',
    tells: /parley serve|running|reach/i,
    cli: ['ask', 'x', '--base-url', 'http://127.0.0.1:1'],
  },
  {
    name: 'a port that is no port',
    tells: /PORT.*(number|0 to 65535|65535)/i,
    cli: ['serve'],
    env: { PORT: 'abc' },
  },
  {
    name: 'a variable with a typing error, in production',
    tells: /DATABASE_URL/,
    cli: ['serve'],
    env: { NODE_ENV: 'production', DATBASE_URL: 'postgres://x', PORT: '0' },
  },
  {
    name: 'a second start on the same directory',
    tells: /another|already|in use/i,
    cli: ['serve'],
    env: { PORT: '0', DATA_DIR: '$DATA' },
  },
  {
    name: 'a command that there is not',
    tells: /ask|help/,
    cli: ['aks', 'x'],
  },
  {
    name: 'an option that there is not',
    tells: /--file|--help|help/,
    cli: ['ask', 'x', '--flie', 'a.pdf'],
  },
];
