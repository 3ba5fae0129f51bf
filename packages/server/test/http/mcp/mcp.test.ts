import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../fake-clock.ts';
import { apiKey, startTestService, type TestService } from '../../test-service.ts';
import { connectClient, eras, textOf } from './connect-client.ts';

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await startTestService({
    env: { CORS_ORIGINS: 'https://app.example.com', PUBLIC_URL: 'https://parley.example.com' },
  });
  const { json } = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
  stranger = (await service.admin('POST', '/v1/admin/keys', { workspace_id: json.id })).json.key;
});
afterAll(() => service.close());

const question = { query: 'When was the bridge opened?', context: 'The bridge was opened on 4 May 1932 by the mayor.' };
const newKey = async (settings: object): Promise<string> =>
  (await service.admin('POST', '/v1/admin/keys', settings)).json.key;
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/mcp', body, {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json, text/event-stream',
    ...headers,
  });
const initialize = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const records = async (requestId: string) =>
  (await service.admin('GET', `/v1/admin/usage/records?request_id=${requestId}`)).json.data;

describe.each(eras)('with a client of the era %s', (era) => {
  it('lists typed tools with hints, and answers with data that satisfies their schemas', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'answer',
      'web_search',
      'deep_research',
      'get_research',
      'cancel_research',
      'ocr_image',
      'ocr_pdf',
      'upload_file',
      'list_files',
      'read_file',
      'list_collections',
      'search_collection',
      'list_integrations',
      'use_integration',
    ]);
    for (const tool of tools) {
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' });
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: expect.any(Boolean), title: tool.title });
    }
    // The client holds the result to the output schema.
    const result = await client.callTool({ name: 'answer', arguments: question });
    expect(result.structuredContent).toMatchObject({ answer: expect.stringContaining('4 May 1932'), engine: 'reader' });
    expect(textOf(result)).toContain('4 May 1932');
    const schema = { type: 'object', properties: { opened: { type: 'string' } } };
    const wrapped = { type: 'json_schema', json_schema: { name: 'bridge', schema } };
    const object = await client.callTool({ name: 'answer', arguments: { ...question, response_format: wrapped } });
    expect(object.structuredContent).toMatchObject({ data: { opened: '4 May 1932' } });
    await client.close();
  });

  it('uploads, lists and reads files, as tools and as resources, of the own workspace alone', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const text = `# Harbour\n\nThe code word of the ${era} harbour is heron.`;
    const uploaded = await client.callTool({ name: 'upload_file', arguments: { filename: `${era}.md`, text } });
    const { file_id, uri } = uploaded.structuredContent as { file_id: string; uri: string };
    const content = Buffer.from('a,b\n1,2\n').toString('base64');
    const table = await client.callTool({ name: 'upload_file', arguments: { filename: 'table.csv', content } });
    expect(table.structuredContent).toMatchObject({ kind: 'spreadsheet', status: 'ready' });

    const named = { file_id: file_id.toUpperCase(), start: 2, length: 7 };
    const part = await client.callTool({ name: 'read_file', arguments: named });
    expect(part.structuredContent).toMatchObject({ text: 'Harbour', start: 2, end: 9, total: text.length });
    const asked = { query: 'What is the code word?', file_ids: [file_id] };
    expect(textOf(await client.callTool({ name: 'answer', arguments: asked }))).toContain('heron');

    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: `${era}.md`, mimeType: 'text/markdown' }));
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
    const shouted = uri.replace(file_id, file_id.toUpperCase());
    expect((await client.readResource({ uri: shouted })).contents).toMatchObject([{ text }]);
    const bytes = await client.readResource({ uri: `${uri}/content` });
    expect(bytes.contents).toEqual([expect.objectContaining({ blob: Buffer.from(text).toString('base64') })]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('parley://files/{file_id}');

    const { client: other } = await connectClient(service.url, { key: stranger, era });
    expect((await other.listResources()).resources).toEqual([]);
    await expect(other.readResource({ uri })).rejects.toThrow(/File not found|no file/i);
    const refused = await other.callTool({ name: 'read_file', arguments: { file_id } });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('file_not_found');
    await client.close();
    await other.close();
  });

  it('gives each of many callers at once their own answer', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const { client: other } = await connectClient(service.url, { key: stranger, era });
    const asked = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? client : other));
    const answers = await Promise.all(
      asked.map((one, n) => one.callTool({ name: 'answer', arguments: { query: `What is ${n + 2} times 100?` } })),
    );
    expect(answers.map((answer) => /= (\d+)/.exec(textOf(answer))?.[1])).toEqual(
      asked.map((_, n) => String((n + 2) * 100)),
    );
    await client.close();
    await other.close();
  });

  it('lists what the scopes of a key allow, and tells a client which scope is missing', async () => {
    const key = await newKey({ scopes: ['text'] });
    const { client } = await connectClient(service.url, { key, era });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['answer']);
    expect(client.getServerCapabilities()?.resources).toBeUndefined();
    await expect(client.callTool({ name: 'list_files', arguments: {} })).rejects.toThrow(/files/);
    const reach = await client.callTool({ name: 'answer', arguments: { query: 'x', file_ids: ['y'] } });
    expect(textOf(reach)).toContain('file_ids needs a key with the scope \\"files\\"');
    await client.close();
    const { status, headers } = await post(message('tools/call', { name: 'list_files' }), {
      authorization: `Bearer ${key}`,
    });
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toMatch(/error="insufficient_scope", scope="files", resource_metadata=/);
  });

  it('says what is wrong with arguments as a result that a model can mend', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const wrong = await client.callTool({ name: 'answer', arguments: { query: '  ', max_tokens: 'many' } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/query.*max_tokens|max_tokens.*query/s);
    const both = await client.callTool({ name: 'ocr_image', arguments: {} });
    expect(textOf(both)).toContain('Send either image or file_id');
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow('There is no tool nothing');
    await client.close();
  });

  it('offers prompts for what the key may do, with the names of files completed', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['ask_files', 'extract_data', 'research']);
    for (const { name, description, arguments: given } of prompts) {
      expect(description, name).toBeTruthy();
      expect(given?.length, name).toBeGreaterThan(0);
    }
    const filename = `tariff-${era}.md`;
    const text = 'The tariff is 12 EUR.';
    const { structuredContent } = await client.callTool({ name: 'upload_file', arguments: { filename, text } });
    const { file_id } = structuredContent as { file_id: string };
    const ref = { type: 'ref/prompt' as const, name: 'ask_files' };
    const { completion } = await client.complete({ ref, argument: { name: 'file', value: `TARIFF-${era}` } });
    expect(completion.values).toEqual([filename]);
    const none = await client.complete({ ref, argument: { name: 'question', value: 'What' } });
    expect(none.completion.values).toEqual([]);

    const asked = { question: 'What is $& the tariff?', file: filename };
    const { messages } = await client.getPrompt({ name: 'ask_files', arguments: asked });
    expect(messages).toEqual([
      { role: 'user', content: expect.objectContaining({ type: 'resource_link', uri: `parley://files/${file_id}` }) },
      { role: 'user', content: { type: 'text', text: expect.stringContaining('What is $& the tariff?') } },
    ]);
    expect(JSON.stringify(messages)).toContain(`\\"${file_id}\\"`);
    const byId = await client.getPrompt({ name: 'ask_files', arguments: { ...asked, file: file_id.toUpperCase() } });
    expect(byId.messages).toEqual(messages);
    const anyFile = await client.getPrompt({ name: 'ask_files', arguments: { question: 'Which tariff?' } });
    expect(anyFile.messages).toMatchObject([{ content: { text: expect.stringContaining('list_files') } }]);
    const research = await client.getPrompt({ name: 'research', arguments: { question: 'Tides?' } });
    expect(research.messages).toMatchObject([
      { content: { text: expect.stringMatching(/deep_research[\s\S]*Tides\?/) } },
    ]);

    await expect(client.getPrompt({ name: 'ask_files', arguments: {} })).rejects.toThrow('question');
    const unknown = { question: 'x', file: 'nowhere.md' };
    await expect(client.getPrompt({ name: 'ask_files', arguments: unknown })).rejects.toThrow('nowhere.md');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt nothing');
    await client.close();

    const key = await newKey({ scopes: ['research'] });
    const { client: narrow } = await connectClient(service.url, { key, era });
    expect((await narrow.listPrompts()).prompts.map(({ name }) => name)).toEqual(['research']);
    await expect(narrow.getPrompt({ name: 'ask_files', arguments: asked })).rejects.toThrow('There is no prompt');
    await narrow.close();
  });
});

describe('log messages', () => {
  const call = (params: object, headers: Record<string, string> = {}) => post(message('tools/call', params), headers);
  const wrong = { name: 'read_file', arguments: { file_id: 'none' } };
  const told = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice('data: '.length)))
      .filter(({ method }) => method === 'notifications/message')
      .map(({ params }) => params);

  it('are sent from the level on that the session has asked for, not before, and in no other session', async () => {
    const open = async () => (await post(initialize)).headers.get('mcp-session-id') ?? '';
    const [session, other] = [{ 'mcp-session-id': await open() }, { 'mcp-session-id': await open() }];
    const answer = { name: 'answer', arguments: question };
    expect(told((await call(answer, session)).text)).toEqual([]);
    const set = (level: string) => post(message('logging/setLevel', { level }), session);
    expect((await set('info')).text).toContain('"result":{}');
    const { text, headers } = await call(answer, session);
    expect(told(text)).toEqual([
      {
        level: 'info',
        logger: 'answer',
        data: expect.objectContaining({ message: 'answer is done', request_id: headers.get('x-request-id') }),
      },
    ]);
    expect(told(text)[0].data.duration_ms).toBeGreaterThanOrEqual(0);
    expect(told((await call(wrong, session)).text)).toMatchObject([
      { level: 'error', logger: 'read_file', data: { code: 'file_not_found' } },
    ]);
    expect(told((await call(wrong, other)).text)).toEqual([]);
    await set('debug');
    expect(told((await call(answer, session)).text).map(({ level }) => level)).toEqual(['debug', 'info']);
    await set('critical');
    expect(told((await call(wrong, session)).text)).toEqual([]);
    expect((await set('loud')).text).toContain('level');
    expect((await post(message('logging/setLevel', { level: 'info' }))).text).toContain('session');
  });

  it('are sent from the level on that a request without a session names', async () => {
    const { client } = await connectClient(service.url, { key: apiKey, era: 'auto' });
    const seen: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params));
    await client.callTool(wrong);
    expect(seen).toEqual([]);
    await client.callTool({ ...wrong, _meta: { 'io.modelcontextprotocol/logLevel': 'warning' } });
    expect(seen).toMatchObject([{ level: 'error', logger: 'read_file', data: { code: 'file_not_found' } }]);
    await client.close();
  });
});

it('serves the client of the protocol version before, session and all', async () => {
  const transport = new OlderTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
  });
  const client = new OlderClient({ name: 'older', version: '1' });
  await client.connect(transport as Parameters<OlderClient['connect']>[0]);
  expect(transport.sessionId).toMatch(/^mcp_/);
  const params = { name: 'answer', arguments: question };
  const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema);
  expect(result.structuredContent).toMatchObject({ answer: expect.stringContaining('4 May 1932') });
  await transport.terminateSession();
  await client.close();
});

it('records a call under the operation that does the same over HTTP, once, and listing under its own name', async () => {
  const called = await post(message('tools/call', { name: 'answer', arguments: question }));
  const [record, ...more] = await records(called.headers.get('x-request-id') ?? '');
  expect(more).toEqual([]);
  expect(record).toMatchObject({ endpoint: 'createAnswer', model: 'small-2', status: 200, engine: 'reader' });
  expect(record.input_tokens).toBeGreaterThan(0);
  const listed = await post(message('tools/list'));
  expect(await records(listed.headers.get('x-request-id') ?? '')).toMatchObject([{ endpoint: 'callMcp', cost_usd: 0 }]);
  const failed = await post(message('tools/call', { name: 'read_file', arguments: { file_id: 'none' } }));
  expect(await records(failed.headers.get('x-request-id') ?? '')).toMatchObject([
    { endpoint: 'getFileText', status: 404 },
  ]);
});

it('answers a call that is sent again under an idempotency key with the first answer', async () => {
  const upload = message('tools/call', { name: 'upload_file', arguments: { filename: 'once.txt', text: 'once' } });
  const first = await post(upload, { 'idempotency-key': 'mcp-once' });
  const again = await post(upload, { 'idempotency-key': 'mcp-once' });
  expect(first.status).toBe(200);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text.trim()).toBe(first.text.trim());
});

describe('sessions', () => {
  const open = async (key = apiKey) =>
    (await post(initialize, { authorization: `Bearer ${key}` })).headers.get('mcp-session-id') ?? '';
  const list = (session: string, key = apiKey) =>
    post(message('tools/list'), { 'mcp-session-id': session, authorization: `Bearer ${key}` });

  it('are those of the key that began them', async () => {
    const session = await open();
    expect((await list(session)).status).toBe(200);
    expect((await list(session, stranger)).status).toBe(404);
    expect((await list(`${session.slice(0, -1)}x`)).status).toBe(404);
    expect((await list('invented')).json.error.data.error).toBe('Session not found');
  });

  it('end when they are ended', async () => {
    const [ended, kept] = [await open(), await open()];
    const end = (session: string, key = apiKey) =>
      service.call('DELETE', '/mcp', undefined, { authorization: `Bearer ${key}`, 'mcp-session-id': session });
    expect((await end(ended, stranger)).status).toBe(404);
    expect((await end(ended)).status).toBe(204);
    expect((await list(ended)).status).toBe(404);
    expect((await list(kept)).status).toBe(200);
  });

  it('expire after a day', async () => {
    const clock = new FakeClock();
    const timed = await startTestService({ replacements: { clock } });
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json, text/event-stream' };
    const begun = await timed.call('POST', '/mcp', initialize, headers);
    const inSession = { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    expect((await timed.call('POST', '/mcp', message('tools/list'), inSession)).status).toBe(200);
    clock.advance(24 * 60 * 60_000);
    expect((await timed.call('POST', '/mcp', message('tools/list'), inSession)).status).toBe(404);
    await timed.close();
  });

  it('are not needed: a request stands alone', async () => {
    expect((await post(message('tools/list'))).status).toBe(200);
  });
});

describe('the door', () => {
  it('challenges who has no key or a wrong one, and says where the metadata is', async () => {
    const none = await service.call('POST', '/mcp', message('ping'), {});
    expect(none.status).toBe(401);
    const metadata = 'https://parley.example.com/.well-known/oauth-protected-resource/mcp';
    expect(none.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    const wrong = await post(message('ping'), { authorization: 'Bearer wrong-wrong-wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(wrong.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'invalid_api_key' } } });
    const { json } = await service.call('GET', new URL(metadata).pathname, undefined, {});
    expect(json).toMatchObject({ resource: 'https://parley.example.com/mcp', bearer_methods_supported: ['header'] });
    expect((await service.call('GET', '/.well-known/oauth-protected-resource', undefined, {})).json).toEqual(json);
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['https://app.example.com', 200],
    ['https://parley.example.com', 200],
  ])('answers pages of %s with %i', async (origin, status) => {
    expect((await post(message('tools/list'), { origin })).status).toBe(status);
  });

  it.each([
    ['evil.example', 403],
    ['evil.example:8484', 403],
    ['parley.example.com', 200],
    ['localhost:8484', 200],
    ['[::1]:8484', 200],
    ['10.0.0.7', 200],
  ])('answers to the name %s with %i', async (host, status) => {
    const reply = await service.service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host, authorization: `Bearer ${apiKey}`, accept: 'application/json, text/event-stream' },
      payload: message('tools/list'),
    });
    expect(reply.statusCode).toBe(status);
  });

  it.each([
    ['localhost:8484', 'http://localhost:8484', 200],
    ['127.0.0.1:8484', 'http://127.0.0.1:8484', 200],
    ['localhost:8484', 'http://localhost:3000', 403],
    ['evil.example:8484', 'http://evil.example:8484', 403],
    ['parley.example.com', 'http://parley.example.com', 403],
  ])('asked as %s, answers a page of %s with %i', async (host, origin, status) => {
    const reply = await service.service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host, origin, authorization: `Bearer ${apiKey}`, accept: 'application/json, text/event-stream' },
      payload: message('tools/list'),
    });
    expect(reply.statusCode).toBe(status);
  });

  it('refuses what is no single message', async () => {
    expect((await post([message('ping'), message('ping')])).json.error.code).toBe(-32_600);
    expect((await post('{"jsonrpc":')).json.error.code).toBe(-32_700);
    expect((await post({ ...message('ping'), jsonrpc: '1.0' })).status).toBe(400);
    expect((await post(message('ping', { filler: 'x'.repeat(11_000_000) }))).status).toBe(413);
    expect((await service.call('GET', '/mcp')).status).toBe(405);
    expect((await post(message('subscriptions/listen'))).status).toBe(404);
    const plain = await post(message('tools/list'), { accept: 'application/json' });
    expect(plain.status).toBe(406);
  });
});
