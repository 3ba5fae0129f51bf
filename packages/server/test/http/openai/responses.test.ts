import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/lib/app-error.ts';
import { finish, ScriptedLanguageModel } from '../../scripted-language-model.ts';
import { apiKey, eventsIn, routerOf, startTestService, type TestService } from '../../test-service.ts';

const textOf = (json: { output: { type: string; content?: { text: string }[] }[] }) =>
  json.output
    .flatMap(({ content }) => content ?? [])
    .map(({ text }) => text)
    .join('');

/** A small encyclopedia on loopback. */
function encyclopedia(): Promise<Server> {
  const page = { id: 1, key: 'Rance', title: 'Rance tidal power station', excerpt: 'tidal power' };
  const html =
    '<!doctype html><html lang="en"><head><title>Rance</title></head><body><main><article><h1>Rance</h1>' +
    '<p>The Rance tidal power station was opened in 1966. It has a capacity of 240 megawatts, and its 24 turbines turn in ' +
    'both directions of the tide. The site was chosen because its bay fills fast and empties slowly.</p></article></main></body></html>';
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/w/rest.php')) response.end(JSON.stringify({ pages: [page] }));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

const model = new ScriptedLanguageModel((prompt) => {
  const last = prompt.messages.at(-1);
  const said = JSON.stringify(last);
  if (said.includes('break')) return new AppError('upstream_overloaded', 'busy');
  if (said.includes('halfway')) return [{ type: 'text-delta', text: 'Half' }];
  if (last?.role === 'tool') return `It was opened in 1966, see ${/https?:[^"\\]+/.exec(said)?.[0] ?? said}`;
  if (prompt.responseFormat) return '{"name":"Ada"}';
  if (prompt.tools?.some(({ name }) => name === 'web_search')) {
    return [
      { type: 'tool-call', id: 'call_w', name: 'web_search', arguments: '{"query":"Rance opened"}' },
      finish('tool-calls'),
    ];
  }
  if (prompt.tools) {
    return [
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      finish('tool-calls'),
    ];
  }
  if (said.includes('long')) return [{ type: 'text-delta', text: 'Too lo' }, finish('length')];
  return `You said ${prompt.messages.length} things.`;
});

let web: Server;
let test: TestService;
let embedded: TestService;
beforeAll(async () => {
  web = await encyclopedia();
  const address = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const env = { WIKIPEDIA_URL: `http://${address}`, ALLOW_PRIVATE_ADDRESSES: address, PAGE_INTERVAL_MS: '0' };
  test = await startTestService({ env, replacements: { models: routerOf(model) } });
  embedded = await startTestService({ env });
});
afterAll(async () => {
  await test.close();
  await embedded.close();
  web.closeAllConnections();
  web.close();
});

const post = (body: object, service = test) => service.call('POST', '/v1/responses', { model: 'small-2', ...body });
const tools = [
  {
    type: 'function',
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];

describe('POST /v1/responses', () => {
  it("answers in OpenAI's shape, is kept, shows its input, and can be deleted", async () => {
    const given = { safety_identifier: 'person-1', prompt_cache_key: 'cache-1', metadata: { a: 'b' } };
    const { status, json } = await post({ input: 'Hello', instructions: 'Be kind.', ...given });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text' }] }],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      ...given,
      // Required by the Open Responses specification, whether they were asked for or not.
      completed_at: expect.any(Number),
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      top_logprobs: 0,
      max_tool_calls: null,
      service_tier: 'default',
    });
    expect(json.completed_at).toBeGreaterThanOrEqual(json.created_at);
    expect(model.prompts.at(-1)?.system).toBe('Be kind.');
    expect((await test.call('GET', `/v1/responses/${json.id}`)).json).toEqual(json);
    const items = await test.call('GET', `/v1/responses/${json.id}/input_items`);
    expect(items.json.data).toMatchObject([{ type: 'message', role: 'user', content: 'Hello' }]);
    const gone = await test.call('DELETE', `/v1/responses/${json.id}`);
    expect(gone.json).toEqual({ id: json.id, object: 'response', deleted: true });
    const missing = await test.call('GET', `/v1/responses/${json.id}`);
    expect([missing.status, missing.json.error.code]).toEqual([404, 'response_not_found']);
  });

  it('goes on after a stored response, and not after one that was not kept or is of another workspace', async () => {
    const first = (await post({ input: 'One' })).json;
    const second = await post({ input: 'Two', previous_response_id: first.id });
    expect(textOf(second.json)).toBe('You said 3 things.');
    const third = await post({ input: [{ role: 'user', content: 'Three' }], previous_response_id: second.json.id });
    expect(textOf(third.json)).toBe('You said 5 things.');
    const reference = { type: 'item_reference', id: first.output[0].id };
    const referred = await post({
      input: [{ role: 'user', content: 'One' }, reference, { role: 'user', content: 'Two' }],
    });
    expect(textOf(referred.json)).toBe('You said 3 things.');
    const loose = (await post({ input: 'One', store: false })).json;
    const after = await post({ input: 'Two', previous_response_id: loose.id });
    expect([after.status, after.json.error.param]).toEqual([400, 'previous_response_id']);
    const { id } = (await test.admin('POST', '/v1/admin/workspaces', { name: 'Other' })).json;
    const { key } = (await test.admin('POST', '/v1/admin/keys', { workspace_id: id })).json;
    const stranger = await test.call('GET', `/v1/responses/${first.id}`, undefined, { authorization: `Bearer ${key}` });
    expect(stranger.status).toBe(404);
  });

  it('streams all events in order, numbered without a gap, to the same response', async () => {
    const { text } = await post({ input: 'Weather?', tools, stream: true });
    const events = eventsIn(text) as { type: string; sequence_number: number; response?: { id: string } }[];
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
    expect(text).toContain('event: response.output_text.delta\ndata: {"type":"response.output_text.delta"');
    const last = events.at(-1)?.response;
    expect((await test.call('GET', `/v1/responses/${last?.id}`)).json).toEqual(last);
  });

  it('goes round with function calls', async () => {
    const first = (await post({ input: 'Weather?', tools })).json;
    const call = first.output.find(({ type }: { type: string }) => type === 'function_call');
    expect(call).toMatchObject({ call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' });
    const output = [{ type: 'function_call_output', call_id: 'call_1', output: 'sunny' }];
    const open = await post({ input: 'And?', tools, previous_response_id: first.id });
    expect([open.status, open.json.error.message]).toEqual([400, expect.stringContaining('"call_1"')]);
    const second = await post({ input: output, tools, previous_response_id: first.id });
    expect(textOf(second.json)).toContain('sunny');
  });

  it('holds a reply to a schema, says that it was cut, and fails in its own shape', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const { json } = await post({ input: 'Who?', text: { format: { type: 'json_schema', name: 'p', schema } } });
    expect(JSON.parse(textOf(json))).toEqual({ name: 'Ada' });
    const cut = await post({ input: 'long' });
    expect(cut.json).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    const broken = await post({ input: 'break', stream: true });
    expect([broken.status, broken.json.error.code]).toEqual([503, 'upstream_overloaded']);
    const halfway = eventsIn((await post({ input: 'halfway', stream: true })).text);
    expect(halfway.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed', error: {} } });
  });

  it('makes a response in the background, once, and cancels nothing that has ended', async () => {
    const begun = await post({ input: 'Hello', background: true });
    expect(begun.json).toMatchObject({ status: 'queued', background: true, output: [] });
    const read = async () => (await test.call('GET', `/v1/responses/${begun.json.id}`)).json;
    await expect.poll(async () => (await read()).status).toBe('completed');
    expect(textOf(await read())).toBe('You said 1 things.');
    expect((await test.call('POST', `/v1/responses/${begun.json.id}/cancel`)).json.status).toBe('completed');
    const { json } = await test.admin('GET', '/v1/admin/usage/records?limit=100');
    const records = json.data.filter(
      ({ request_id }: { request_id: string }) => request_id === begun.headers.get('x-request-id'),
    );
    expect(records).toMatchObject([{ endpoint: 'createResponse', input_tokens: 10, output_tokens: 5 }]);
    const failing = (await post({ input: 'break', background: true })).json;
    await expect.poll(async () => (await test.call('GET', `/v1/responses/${failing.id}`)).json.status).toBe('failed');
  });

  it.each([
    ['store', { background: true, store: false }],
    ['tools[0].type', { tools: [{ type: 'code_interpreter' }] }],
    ['tools[0].vector_store_ids', { tools: [{ type: 'file_search' }] }],
    ['max_tool_calls', { max_tool_calls: 3 }],
    ['conversation', { conversation: 'conv_1' }],
    ['input[0].type', { input: [{ type: 'computer_call' }] }],
    ['input[0].content[0].type', { input: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
    [
      'input[1].call_id',
      {
        input: [
          { role: 'user', content: 'x' },
          { type: 'function_call_output', call_id: 'y', output: 'z' },
        ],
      },
    ],
    ['text.format.schema', { text: { format: { type: 'json_schema', name: 'x' } } }],
  ])('refuses %s by name', async (param, fields) => {
    const { status, json } = await post({ input: 'x', ...fields });
    expect([status, json.error.param]).toEqual([400, param]);
  });
});

describe('web_search', () => {
  const web_search = [{ type: 'web_search' }];
  it('is run for a model that asks for it, and what it found is cited', async () => {
    const { text } = await post({ input: 'When was Rance opened?', tools: web_search, stream: true });
    const events = eventsIn(text) as { type: string; response?: never }[];
    const types = events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['response.web_search_call.completed']));
    expect(Reflect.get(events.at(-1)?.response ?? {}, 'output')).toMatchObject([
      { type: 'web_search_call', status: 'completed', action: { query: 'Rance opened' } },
      { type: 'message', content: [{ annotations: [{ type: 'url_citation', title: 'Rance tidal power station' }] }] },
    ]);
  });

  it('is looked up beforehand for the embedded engine', async () => {
    const { json } = await post(
      { input: 'When was the Rance tidal power station opened?', tools: web_search },
      embedded,
    );
    expect(json.output[0]).toMatchObject({ type: 'web_search_call' });
    expect(textOf(json)).toContain('1966');
    expect(json.output.at(-1).content[0].annotations[0]).toMatchObject({ type: 'url_citation' });
  });

  it('needs a key with the scope of searches', async () => {
    const { key } = (await test.admin('POST', '/v1/admin/keys', { scopes: ['text'] })).json;
    const body = { model: 'small-2', input: 'x', tools: web_search };
    const { status } = await test.call('POST', '/v1/responses', body, { authorization: `Bearer ${key}` });
    expect(status).toBe(403);
  });
});

describe('file_search', () => {
  it('finds passages of a collection and cites their files', async () => {
    const form = new FormData();
    form.append('purpose', 'assistants');
    form.append('file', new Blob(['The keeper of the lighthouse of Varberg is Ingrid Lund.']), 'light.txt');
    const headers = { authorization: `Bearer ${apiKey}` };
    const file = await (await fetch(`${embedded.url}/v1/files`, { method: 'POST', body: form, headers })).json();
    const { id } = (await embedded.call('POST', '/v1/collections', { name: 'Lights' })).json;
    const file_ids = [Reflect.get(file as object, 'id')];
    await embedded.call('POST', `/v1/collections/${id}/files`, { file_ids });
    const found = async () =>
      (await embedded.call('POST', `/v1/collections/${id}/search`, { query: 'keeper lighthouse' })).json.results.length;
    await expect.poll(found).toBeGreaterThan(0);
    const tools = [{ type: 'file_search', vector_store_ids: [id] }];
    const { json } = await post({ input: 'Who is the keeper of the lighthouse of Varberg?', tools }, embedded);
    expect(json.output[0]).toMatchObject({ type: 'file_search_call', results: [{ filename: 'light.txt' }] });
    expect(textOf(json)).toContain('Ingrid Lund');
    expect(json.output.at(-1).content[0].annotations).toMatchObject([{ type: 'file_citation', file_id: file_ids[0] }]);
    const { key } = (await embedded.admin('POST', '/v1/admin/keys', { scopes: ['text'] })).json;
    const body = { model: 'small-2', input: 'x', tools };
    const narrow = await embedded.call('POST', '/v1/responses', body, { authorization: `Bearer ${key}` });
    expect(narrow.status).toBe(403);
  });
});
