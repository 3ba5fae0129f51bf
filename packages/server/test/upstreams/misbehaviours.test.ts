import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn, startTestService, type TestService } from '../test-service.ts';
import { breaksOff, calls, type Deed, hangs, refuses, ScriptedUpstreams, says } from './scripted-upstreams.ts';

interface Case {
  /** What the provider does; also the name of the model. */
  behaviour: string;
  a: Deed[];
  /** What a second provider does; without it the name has one engine. */
  b?: Deed[];
  /** Settings of the model in the configuration. */
  settings?: object;
  path?: string;
  body?: object;
  /** Who is asked, in order. */
  asked: string;
  status: number;
  /** Of the reply: its text, or the code of its error. */
  says: string;
  /** How it ended; `-` for an error. */
  finish?: string;
  /** Input and output tokens of the record, failed tries included. */
  tokens: [number, number];
  /** A call that was given up is counted by estimate. */
  isEstimated?: boolean;
  /** What else must hold of what reached the providers. */
  bodies?: (bodies: Record<string, unknown>[]) => void;
}

const schema = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'string' } } },
  required: ['items'],
};
const whole = '{"items":["one","two"]}';
const structured = { response_format: schema };
const tools = [
  {
    name: 'look',
    description: 'Looks.',
    input_schema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
  },
];
const agent = { messages: [{ role: 'user', content: 'Look at it.' }], tools };
const sentences = Array.from({ length: 400 }, (_, index) => `Bridge ${index} opened in ${1500 + index}.`);
const document = { context: sentences.join('\n\n') };
const formatOf = (body: Record<string, unknown>) => {
  const format = body.response_format as { type: string } | undefined;
  return format?.type ?? (body.tools ? 'tool' : 'words');
};
const noFormat = (word: string) => refuses(400, `Unsupported: ${word}`);
const filtered = says(null, { finish: 'content_filter' });
// https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter
const filteredPrompt = refuses(400, 'The response was filtered due to the prompt', {}, 'content_filter');
const declined = says(null, { message: { refusal: 'I must not say that.' } });
const tooLong = refuses(400, "This model's maximum context length is 1200 tokens", {}, 'context_length_exceeded');
const lengthOf = (body: Record<string, unknown> | undefined) => JSON.stringify(body?.messages).length;

const cases: Case[] = [
  { behaviour: 'answers', a: [says('Yes.')], asked: 'a', status: 200, says: 'Yes.', finish: 'stop', tokens: [100, 10] },
  {
    behaviour: 'fails once',
    a: [refuses(500), says('Yes.')],
    asked: 'a a',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'fails, and another is there',
    a: [refuses(500)],
    b: [says('Yes.')],
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'is overloaded always',
    a: [refuses(503)],
    asked: 'a a a',
    status: 503,
    says: 'upstream_overloaded',
    tokens: [0, 0],
  },
  {
    behaviour: 'limits the rate for a minute',
    a: [refuses(429, 'slow', { 'retry-after': '60' })],
    asked: 'a',
    status: 429,
    says: 'upstream_rate_limited',
    tokens: [0, 0],
  },
  {
    behaviour: 'limits the rate, and another is there',
    a: [refuses(429, 'slow', { 'retry-after': '60' })],
    b: [says('Yes.')],
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'limits the rate, which may not go on',
    a: [refuses(429, 'slow', { 'retry-after': '60' })],
    b: [says('Yes.')],
    settings: { fallback_on: ['error'] },
    asked: 'a',
    status: 429,
    says: 'upstream_rate_limited',
    tokens: [0, 0],
  },
  {
    behaviour: 'hangs before its first word',
    a: [hangs],
    b: [says('Yes.')],
    settings: { first_token_timeout_ms: 150 },
    isEstimated: true,
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'is slow, and a second is asked as well',
    a: [hangs],
    b: [says('Yes.')],
    settings: { hedge_after_ms: 100 },
    isEstimated: true,
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'breaks off unread',
    a: [breaksOff('Ye'), says('Yes.')],
    asked: 'a a',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'refuses the key',
    a: [refuses(401)],
    b: [says('Yes.')],
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'is down, and the reader is there',
    a: [refuses(500)],
    settings: { fallbacks: ['reader'] },
    body: { context: 'The bridge opened in 1932.', query: 'When did the bridge open?' },
    asked: 'a',
    status: 200,
    says: 'The text says: “The bridge opened in 1932.”',
    finish: 'stop',
    tokens: [0, 0],
  },
  {
    behaviour: 'is cut at its limit',
    a: [says('The first of ma', { finish: 'length' })],
    asked: 'a',
    status: 200,
    says: 'The first of ma',
    finish: 'length',
    tokens: [100, 10],
  },
  {
    behaviour: 'filters its reply',
    a: [filtered],
    asked: 'a',
    status: 200,
    says: "The vendor's content filter withheld this reply.",
    finish: 'content_filter',
    tokens: [100, 10],
  },
  {
    behaviour: 'filters its reply, and another is there',
    a: [filtered],
    b: [says('Yes.')],
    asked: 'a',
    status: 200,
    says: "The vendor's content filter withheld this reply.",
    finish: 'content_filter',
    tokens: [100, 10],
  },
  {
    behaviour: 'filters the prompt, and another is there',
    a: [filteredPrompt],
    b: [says('Yes.')],
    asked: 'a',
    status: 400,
    says: 'content_filter',
    tokens: [0, 0],
  },
  {
    behaviour: 'filters the prompt, which may go on',
    a: [filteredPrompt],
    b: [says('Yes.')],
    settings: { fallback_on: ['content_filter'] },
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
  {
    behaviour: 'filters its reply, which may go on',
    a: [filtered],
    b: [says('Yes.')],
    settings: { fallback_on: ['content_filter'] },
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [200, 20],
  },
  {
    behaviour: 'declines',
    a: [declined],
    asked: 'a',
    status: 200,
    says: 'I must not say that.',
    finish: 'refusal',
    tokens: [100, 10],
  },
  {
    behaviour: 'declines, which may go on',
    a: [declined],
    b: [says('Yes.')],
    settings: { fallback_on: ['refusal'] },
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [200, 20],
  },
  {
    behaviour: 'filters an object',
    a: [filtered],
    body: structured,
    asked: 'a',
    status: 422,
    says: 'schema_not_met',
    tokens: [100, 10],
  },
  {
    behaviour: 'declines to give an object',
    a: [declined],
    body: structured,
    asked: 'a',
    status: 422,
    says: 'schema_not_met',
    tokens: [100, 10],
  },
  {
    behaviour: 'refuses every format, and another is there',
    a: [noFormat('json_schema'), noFormat('tools'), noFormat('json_object'), says(whole)],
    b: [says('never')],
    body: structured,
    asked: 'a a a a',
    status: 200,
    says: whole,
    finish: 'stop',
    tokens: [100, 10],
    bodies: (bodies) => expect(bodies.map(formatOf)).toEqual(['json_schema', 'tool', 'json_object', 'words']),
  },
  {
    behaviour: 'sends half an object at its limit',
    a: [says('{"items":["one"', { finish: 'length' }), says(whole)],
    body: structured,
    asked: 'a a',
    status: 200,
    says: whole,
    finish: 'stop',
    tokens: [200, 20],
    bodies: ([, second]) => {
      expect(second?.max_tokens).toBeGreaterThanOrEqual(8192);
      expect(JSON.stringify(second?.messages)).toContain('it was cut off at 10 tokens');
    },
  },
  {
    behaviour: 'sends half an object, always',
    a: [says('{"items":["one"', { finish: 'length' })],
    body: structured,
    asked: 'a a',
    status: 422,
    says: 'schema_not_met',
    tokens: [200, 20],
  },
  {
    behaviour: 'says prose for an object',
    a: [says('I think one and two.'), says(whole)],
    body: structured,
    asked: 'a a',
    status: 200,
    says: whole,
    finish: 'stop',
    tokens: [200, 20],
    bodies: (bodies) => expect(bodies.map(formatOf)).toEqual(['json_schema', 'tool']),
  },
  {
    behaviour: 'calls a tool',
    a: [calls('look', '{"at":"it"}')],
    path: '/v1/agent',
    body: agent,
    asked: 'a',
    status: 200,
    says: '',
    finish: 'tool_calls',
    tokens: [100, 10],
  },
  {
    behaviour: 'calls a tool wrongly once',
    a: [calls('look', '{"where":"it"}'), calls('look', '{"at":"it"}')],
    path: '/v1/agent',
    body: agent,
    asked: 'a a',
    status: 200,
    says: '',
    finish: 'tool_calls',
    tokens: [200, 20],
  },
  {
    behaviour: 'gives the object of an agent',
    a: [says(whole)],
    path: '/v1/agent',
    body: { ...agent, ...structured },
    asked: 'a',
    status: 200,
    says: whole,
    finish: 'stop',
    tokens: [100, 10],
    bodies: ([first]) => expect([formatOf(first!), (first!.tools as object[]).length]).toEqual(['json_schema', 1]),
  },
  {
    behaviour: 'finds the documents too long',
    a: [tooLong, says('In 1932.')],
    b: [says('never')],
    body: document,
    asked: 'a a',
    status: 200,
    says: 'In 1932.',
    finish: 'stop',
    tokens: [100, 10],
    bodies: ([first, second]) => expect(lengthOf(second)).toBeLessThan(lengthOf(first) / 2),
  },
  {
    behaviour: 'finds the documents too long, always',
    a: [tooLong],
    body: document,
    asked: 'a a',
    status: 400,
    says: 'context_length_exceeded',
    tokens: [0, 0],
  },
  {
    behaviour: 'finds the question too long, and another reads more',
    a: [tooLong],
    b: [says('Yes.')],
    asked: 'a b',
    status: 200,
    says: 'Yes.',
    finish: 'stop',
    tokens: [100, 10],
  },
];

let upstreams: ScriptedUpstreams;
let parley: TestService;
let directory: string;
const modelOf = ({ behaviour }: Case) => behaviour.replaceAll(/[^a-z]+/g, '-');

beforeAll(async () => {
  upstreams = await ScriptedUpstreams.start(['a', 'b']);
  directory = mkdtempSync(join(tmpdir(), 'parley-misbehaviours-'));
  const provider = (name: string) => ({
    base_url: upstreams.url(name),
    api_key: 'k',
    upstream_prices: { '*': { input: 10, cached_input: 1, output: 100 } },
  });
  const models = cases.map((one) => ({
    id: modelOf(one),
    engine: `a/${modelOf(one)}`,
    ...(one.b && { fallbacks: [`b/${modelOf(one)}`] }),
    ...one.settings,
  }));
  const file = join(directory, 'parley.config.json');
  writeFileSync(file, JSON.stringify({ providers: { a: provider('a'), b: provider('b') }, models }));
  for (const one of cases) {
    upstreams.script('a', modelOf(one), one.a);
    if (one.b) upstreams.script('b', modelOf(one), one.b);
  }
  parley = await startTestService({ env: { PARLEY_CONFIG: file } });
});
afterAll(async () => {
  await parley.close();
  await upstreams.close();
  rmSync(directory, { recursive: true, force: true });
});

const rows: string[] = [];
const recordOf = async (headers: Headers) =>
  (await parley.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`)).json.data[0];

describe('a provider that', () => {
  it.each(cases)('$behaviour', async (one) => {
    const model = modelOf(one);
    const body = { query: 'Is it?', ...one.body, model };
    const reply = await parley.call('POST', one.path ?? '/v1/answer', body);
    const seen = upstreams.asked(model);
    const asked = seen.map(({ provider }) => provider).join(' ');
    const said = reply.json.code ?? reply.json.answer ?? reply.json.response;
    const record = await recordOf(reply.headers);
    const last = one.settings && 'fallbacks' in one.settings ? 'reader' : `${seen.at(-1)?.provider}/${model}`;
    rows.push(
      `| ${one.behaviour} | ${asked} | ${reply.status} | ${reply.json.finish_reason ?? ''} | ${said} | ${one.tokens.join(' + ')}${one.isEstimated ? ' and an estimate' : ''} |`,
    );
    expect({ asked, status: reply.status, said, finish: reply.json.finish_reason }).toEqual({
      asked: one.asked,
      status: one.status,
      said: one.says,
      finish: one.finish,
    });
    const cost = one.tokens[0] * 10e-6 + one.tokens[1] * 100e-6;
    if (one.isEstimated) expect(record.cost_usd).toBeGreaterThan(cost);
    else expect(record.cost_usd).toBeCloseTo(cost, 9);
    if (last !== 'reader' && !one.isEstimated) {
      expect([record.input_tokens, record.output_tokens]).toEqual(one.tokens);
    }
    expect(reply.headers.get('x-parley-attempts')).toBe(String(seen.length + (last === 'reader' ? 1 : 0)));
    expect(record.attempts).toBe(Number(reply.headers.get('x-parley-attempts')));
    if (one.finish !== undefined) {
      expect([reply.headers.get('x-parley-engine'), record.engine, reply.json.engine]).toEqual([
        last,
        last,
        last.split('/')[0],
      ]);
      expect(record.first_token_ms).toBeLessThanOrEqual(record.duration_ms);
    }
    one.bodies?.(seen.map((call) => call.body));
  });

  it('has all of this written down', async () => {
    const head = [
      '| A provider that | is asked | status | ends with | says | tokens in + out |',
      '|---|---|---|---|---|---|',
    ];
    await expect(`${[...head, ...rows].join('\n')}\n`).toMatchFileSnapshot('./misbehaviours.md');
  });
});

describe('a rejected text in a stream', () => {
  it('is taken back by a retry event, and only the text after it counts', async () => {
    upstreams.script('a', 'streamed-prose', [says('I think one and two.'), says(whole)]);
    const body = { query: 'Which?', model: 'a/streamed-prose', stream: true, ...structured };
    const { text } = await parley.call('POST', '/v1/answer', body);
    const events = eventsIn(text) as Record<string, unknown>[];
    const at = events.findIndex((event) => 'retry' in event);
    expect(events[at]).toEqual({ retry: { reason: 'schema_not_met' }, done: false });
    const words = (some: Record<string, unknown>[]) => some.map(({ content = '' }) => content).join('');
    expect([words(events.slice(0, at)), words(events.slice(at))]).toEqual(['I think one and two.', whole]);
    expect(events.at(-1)).toMatchObject({ done: true, data: JSON.parse(whole), finish_reason: 'stop' });
  });

  it('is never shown where the shape has no such event', async () => {
    upstreams.script('a', 'streamed-openai', [says('I think one and two.'), says(whole)]);
    const { text } = await parley.call('POST', '/v1/chat/completions', {
      model: 'a/streamed-openai',
      stream: true,
      messages: [{ role: 'user', content: 'Which?' }],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    });
    const chunks = eventsIn(text) as { choices?: { delta: { content?: string } }[] }[];
    expect(chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('')).toBe(whole);
  });
});
