import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn, startTestService, type TestService } from '../test-service.ts';
import { ScriptedUpstreams, says } from '../upstreams/scripted-upstreams.ts';

let upstreams: ScriptedUpstreams;
let parley: TestService;
beforeAll(async () => {
  upstreams = await ScriptedUpstreams.start(['a']);
  parley = await startTestService({ env: { OPENAI_BASE_URL: upstreams.url('a'), PARLEY_MODEL: 'openai/m' } });
});
afterAll(async () => {
  await parley.close();
  await upstreams.close();
});

const messages = [{ role: 'user', content: 'Is it?' }];
const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }];
const model = 'small-1';
const endpoints: [path: string, body: object][] = [
  ['/v1/answer', { query: 'Is it?' }],
  ['/v1/conversation', { messages }],
  ['/v1/agent', { messages, tools }],
  ['/v1/chat-completion', { messages, model }],
  ['/v1/messages', { messages, model, max_tokens: 50 }],
  ['/v1/chat/completions', { messages, model }],
];
const ends: [finish: string, deed: ReturnType<typeof says>, said: string, openai: string][] = [
  ['stop', says('Yes.'), 'Yes.', 'stop'],
  ['length', says('Ye', { finish: 'length' }), 'Ye', 'length'],
  [
    'content_filter',
    says(null, { finish: 'content_filter' }),
    "The vendor's content filter withheld this reply.",
    'content_filter',
  ],
  ['refusal', says(null, { message: { refusal: 'I must not.' } }), 'I must not.', 'stop'],
];

/** Every `finish_reason` and `engine` in a reply or in the events of a stream, each once. */
function named(value: unknown, found = { finish_reason: new Set<unknown>(), engine: new Set<unknown>() }) {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if ((name === 'finish_reason' || name === 'engine') && inner !== null) found[name].add(inner);
    named(inner, found);
  }
  return found;
}

describe.each(endpoints)('%s says how its reply ended, plain and streamed', (path, body) => {
  it.each(ends)('%s', async (finish, deed, said, openai) => {
    upstreams.script('a', 'm', [deed]);
    const wanted = path === '/v1/chat/completions' ? openai : finish;
    const plain = await parley.call('POST', path, body);
    expect(plain.text).toContain(said);
    expect([...named(plain.json).finish_reason, ...named(plain.json).engine]).toEqual([wanted, 'openai']);
    const streamed = await parley.call('POST', path, { ...body, stream: true });
    const events = eventsIn(streamed.text).slice(-3);
    expect(streamed.text).toContain(said);
    expect([...named(events).finish_reason, ...named(events).engine]).toEqual([wanted, 'openai']);
    for (const { headers } of [plain, streamed]) {
      expect([headers.get('x-parley-engine'), headers.get('x-parley-attempts')]).toEqual(['openai/m', '1']);
    }
  });
});

const thinking: typeof endpoints = [
  ...endpoints,
  ['/v1/completions', { prompt: 'Is it?', model }],
  ['/v1/responses', { input: 'Is it?', model }],
];
it.each(thinking)('%s says how much of the reply was thinking, plain and streamed', async (path, body) => {
  // https://platform.openai.com/docs/guides/reasoning: a part of the output, and billed as such.
  upstreams.script('a', 'm', [says('Yes.', { counts: { input: 100, output: 10, reasoning: 7 } })]);
  for (const stream of [false, true]) {
    const { text } = await parley.call('POST', path, { ...body, stream, stream_options: { include_usage: true } });
    expect(text).toContain('"reasoning_tokens":7');
    expect(text).toMatch(/"(?:output|completion)_tokens":10/);
  }
});

it('names an engine in the head whatever its name holds', async () => {
  const name = `m é "quoted" ${'x'.repeat(500)}`;
  upstreams.script('a', name, [says('Yes.')]);
  const reply = await parley.call('POST', '/v1/answer', { query: 'Is it?', model: `openai/${name}` });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('x-parley-engine')).toMatch(/^openai\/m\?\?\?"quoted"\?x{100,}$/);
});
