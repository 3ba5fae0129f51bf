import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, type SeenRequest, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let service: TestService;
let folder: string;
let hook: Server;
let hookUrl: string;
/** What somebody's own guard answers. */
let hookSays: (text: string) => unknown;

const usage = { prompt_tokens: 10, completion_tokens: 5 };
const choice = (extra: object) => ({ id: 'c', model: 'm', choices: [{ index: 0, finish_reason: null, ...extra }] });
/** What the vendor says: what it was last told, unless a test says otherwise. */
let words: (seen: SeenRequest) => string;

const lastTold = ({ body }: SeenRequest): string => {
  const last = (body.messages as { content: unknown }[]).at(-1)?.content;
  return typeof last === 'string' ? last : JSON.stringify(last);
};

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const answer = hookSays(JSON.parse(body).text);
      response
        .writeHead(answer === null ? 500 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  hookUrl = `http://127.0.0.1:${port}/guard`;
  folder = mkdtempSync(join(tmpdir(), 'parley-guards-'));
  const config = join(folder, 'parley.config.json');
  const prices = { '*': { input: 1000, cached_input: 100, output: 5000 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices: prices } } }),
  );
  service = await startTestService({ env: { PARLEY_CONFIG: config, ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  await new Promise((resolve) => hook.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  upstream.requests.length = 0;
  words = lastTold;
  hookSays = () => ({ action: 'allow' });
  upstream.answer = (seen) => {
    const said = words(seen);
    if (seen.body.stream !== true) {
      const message = { role: 'assistant', content: said };
      return {
        headers: jsonHeaders,
        pieces: [JSON.stringify({ ...choice({ message, finish_reason: 'stop' }), usage })],
      };
    }
    const pieces = [...said.matchAll(/[\s\S]{1,3}/g)].map(([content]) => choice({ delta: { content } }));
    const end = [choice({ delta: {}, finish_reason: 'stop' }), { ...choice({}), choices: [], usage }];
    return { headers: streamHeaders, pieces: [`${toEventText([...pieces, ...end]).join('')}data: [DONE]\n\n`] };
  };
});
/** Each test makes its own guards, in the one workspace that there is. */
afterEach(async () => {
  const { json } = await service.admin('GET', '/v1/admin/guards?limit=100');
  for (const { id } of json.data) await service.admin('DELETE', `/v1/admin/guards/${id}`);
});

const model = 'openai/gpt-test';
const guard = async (settings: object) => {
  const made = await service.admin('POST', '/v1/admin/guards', settings);
  expect(made.status).toBe(200);
  return made.json;
};
const answer = async (
  query: string,
  { headers = {}, body = {} }: { headers?: Record<string, string>; body?: object } = {},
) => {
  const given = { authorization: 'Bearer test-key-0123456789', ...headers };
  const { status, json, headers: head } = await service.call('POST', '/v1/answer', { query, model, ...body }, given);
  return { status, json, id: head.get('x-request-id') ?? '' };
};
const stream = async (query: string) => {
  const response = await fetch(`${service.url}/v1/answer`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-key-0123456789', 'content-type': 'application/json' },
    body: JSON.stringify({ query, model, stream: true }),
  });
  const text = await response.text();
  const events = text
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  return { events, text: events.map((event) => event.content ?? '').join('') };
};
const record = async (id: string) => {
  const { json } = await service.admin('GET', `/v1/admin/usage/records?request_id=${id}`);
  return json.data[0];
};
const told = () => JSON.stringify(upstream.requests.map(({ body }) => body));

const personal = { name: 'personal', stage: 'input', action: 'mask', check: { type: 'personal_data' } };
const letter = 'Write to Anna Kroll, anna.kroll@example.org, +49 30 1234567, and to Anna Kroll again.';

describe('masking what a vendor is sent', () => {
  it('sends placeholders and gives the values back in the reply, plain and streamed', async () => {
    await guard(personal);
    const { json, id } = await answer(letter);
    expect(told()).not.toMatch(/Kroll|example\.org|1234567/);
    expect(told()).toContain('[NAME_1]');
    expect(json.answer).toContain(
      'Write to Anna Kroll, anna.kroll@example.org, +49 30 1234567, and to Anna Kroll again.',
    );
    expect((await record(id)).guards).toEqual([
      {
        guard: 'personal',
        stage: 'input',
        action: 'mask',
        findings: { name: 2, email: 1, phone: 1 },
        ms: expect.any(Number),
      },
    ]);
    const streamed = await stream(letter);
    expect(streamed.text).toBe(json.answer);
    expect(told()).not.toMatch(/Kroll|example\.org|1234567/);
  });

  it('hides what stands in the system prompt, in the context and in results of tools', async () => {
    await guard(personal);
    await answer('Who is it?', { body: { context: 'The tenant is Mr. John Miller, john@example.org.' } });
    expect(told()).not.toMatch(/Miller|john@/);
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'test-key-0123456789' });
    const reply = await client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'You work for Mrs. Carla Weber.' },
        { role: 'user', content: 'Whom did it find?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"name":"Peter Lang"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"mail":"peter.lang@example.org"}' },
      ],
    });
    expect(told()).not.toMatch(/Carla Weber|Peter Lang|peter\.lang/);
    expect(reply.choices[0]?.message.content).toContain('peter.lang@example.org');
  });

  it('puts values into JSON as JSON', async () => {
    await guard({ ...personal, check: { type: 'words', words: ['say "cheese"'] } });
    words = (seen) => JSON.stringify({ text: /\[WORD_1\]/.exec(JSON.stringify(seen.body))?.[0] ?? 'none' });
    const { json } = await answer('Repeat: say "cheese".', {
      body: { response_format: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
    });
    expect(json.data).toEqual({ text: 'say "cheese' });
  });

  it('keeps them hidden where the guard restores nothing', async () => {
    await guard({ ...personal, restore: false });
    const { json } = await answer(letter);
    expect(json.answer).toContain('[NAME]');
    expect(json.answer).not.toContain('Kroll');
  });
});

describe('looking at what is said', () => {
  it('refuses a request before a vendor is asked, and ends nothing else', async () => {
    await guard({
      name: 'no-bids',
      stage: 'input',
      action: 'block',
      check: { type: 'words', words: ['offre secrète'] },
    });
    const { status, json, id } = await answer('Tell me of the OFFRE SECRETE, please.');
    expect(status).toBe(422);
    expect(json).toMatchObject({
      success: false,
      code: 'blocked_by_guard',
      message: expect.stringContaining('no-bids'),
    });
    expect(upstream.requests).toEqual([]);
    expect(await record(id)).toMatchObject({
      status: 422,
      cost_usd: 0,
      guards: [{ guard: 'no-bids', findings: { word: 1 } }],
    });
    expect((await answer('Tell me of an offre that is not.')).status).toBe(200);
  });

  it('ends a stream before what was found has left', async () => {
    await guard({
      name: 'codes',
      stage: 'output',
      action: 'block',
      check: { type: 'patterns', patterns: ['CODE-[0-9]{4}'] },
    });
    words = () => `${'All is well so far. '.repeat(40)}The word is CODE-4711 and more.`;
    const { events, text } = await stream('Say it');
    expect(text).toContain('All is well');
    expect(text).not.toContain('CODE-');
    expect(events.at(-1)).toMatchObject({ code: 'blocked_by_guard', done: true });
    expect(events.filter((event) => event.done === true)).toHaveLength(1);
  });

  it('masks replies the same, however they are cut into pieces', async () => {
    await guard({ name: 'out', stage: 'output', action: 'mask', check: { type: 'personal_data' } });
    words = () =>
      `${'Nothing here. '.repeat(30)}Ask Herr Ulrich Weber at ulrich@example.org. ${'Nothing there. '.repeat(30)}`;
    const { json } = await answer('Say it');
    expect(json.answer).toContain('Ask Herr [NAME] at [EMAIL].');
    expect((await stream('Say it')).text).toBe(json.answer);
  });

  it('warns in the reply, and says nothing to the caller in the shadow', async () => {
    await guard({ name: 'mails', stage: 'both', action: 'warn', check: { type: 'personal_data', kinds: ['email'] } });
    await guard({ name: 'hidden', stage: 'input', action: 'shadow', check: { type: 'words', words: ['write'] } });
    const { json, id } = await answer('Write to a@example.org');
    expect(json.warnings).toEqual([
      'The guard mails found in the request: email (1).',
      'The guard mails found in the reply: email (1).',
    ]);
    expect((await record(id)).guards.map(({ guard: name }: { guard: string }) => name)).toContain('hidden');
    expect(JSON.stringify(json)).not.toContain('hidden');
  });

  it('asks a webhook, takes its text, and goes on or not where it fails, as it is set', async () => {
    const hooked = { name: 'own', stage: 'input', action: 'mask', check: { type: 'webhook', url: hookUrl } };
    const { id } = await guard(hooked);
    hookSays = (text) => ({ action: 'mask', text: text.replace('blue', 'green') });
    expect((await answer('The sky is blue.')).json.answer).toContain('The sky is green.');
    hookSays = () => null;
    expect((await answer('The sky is blue.')).json.answer).toContain('The sky is blue.');
    await service.admin('PATCH', `/v1/admin/guards/${id}`, { check: { ...hooked.check, on_error: 'block' } });
    expect(await answer('The sky is blue.')).toMatchObject({ status: 422, json: { code: 'blocked_by_guard' } });
  });

  it('asks a model, whose money is the call’s', async () => {
    await guard({
      name: 'topics',
      stage: 'input',
      action: 'block',
      check: { type: 'topics', allowed: ['our furniture'] },
    });
    words = (seen) => (JSON.stringify(seen.body).includes('You decide whether') ? 'Yes.' : 'Never said.');
    const refused = await answer('Who will win the election?');
    expect(refused).toMatchObject({ status: 422, json: { code: 'blocked_by_guard' } });
    const paid = await record(refused.id);
    expect(paid.rounds.length).toBeGreaterThan(0);
    expect(paid.cost_usd).toBeGreaterThan(0);
    words = (seen) => (JSON.stringify(seen.body).includes('You decide whether') ? 'no' : 'In oak.');
    expect((await answer('Is the table oak?')).json.answer).toBe('In oak.');
  });

  it('holds replies against a schema', async () => {
    await guard({
      name: 'shape',
      stage: 'output',
      action: 'block',
      check: { type: 'schema', schema: { type: 'object', required: ['ok'] } },
    });
    words = () => '{"ok": true}';
    expect((await answer('Say it')).status).toBe(200);
    words = () => '{"no": true}';
    expect((await answer('Say it')).json.code).toBe('blocked_by_guard');
  });
});

describe('which calls a guard looks at', () => {
  it('only those of its keys, and those that name it', async () => {
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { name: 'watched' });
    const words = { type: 'words', words: ['red'] };
    await guard({ name: 'of-key', stage: 'input', action: 'block', check: words, keys: [key.id] });
    await guard({
      name: 'named',
      stage: 'input',
      action: 'block',
      check: { type: 'words', words: ['pink'] },
      on_request: true,
    });
    expect((await answer('red')).status).toBe(200);
    expect((await answer('red', { headers: { authorization: `Bearer ${key.key}` } })).status).toBe(422);
    expect((await answer('pink')).status).toBe(200);
    expect((await answer('pink', { headers: { 'x-parley-guards': 'named' } })).status).toBe(422);
    const unknown = await answer('pink', { headers: { 'x-parley-guards': 'nobody' } });
    expect(unknown).toMatchObject({ status: 400, json: { message: expect.stringContaining('nobody') } });
  });

  it('never those of another workspace', async () => {
    const { json: other } = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const made = await guard({ workspace_id: other.id, ...personal, action: 'block' });
    expect(made.workspace_id).toBe(other.id);
    expect((await answer(letter)).status).toBe(200);
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { workspace_id: other.id, name: 'k' });
    expect((await answer(letter, { headers: { authorization: `Bearer ${key.key}` } })).status).toBe(422);
  });
});

describe('managing guards', () => {
  it('tries one, and refuses what could not work', async () => {
    const { id } = await guard(personal);
    const tried = await service.admin('POST', `/v1/admin/guards/${id}/test`, { text: 'Write to a@example.org' });
    expect(tried.json).toMatchObject({ text: 'Write to [EMAIL_1]', decision: { findings: { email: 1 } } });
    const refused = async (settings: object) => (await service.admin('POST', '/v1/admin/guards', settings)).json;
    expect(await refused({ ...personal, name: 'p', check: { type: 'patterns', patterns: ['(a)\\1'] } })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('check.patterns[0]'),
    });
    expect(await refused({ ...personal, name: 'j', check: { type: 'judge', instructions: 'x' } })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('action'),
    });
    expect(await refused(personal)).toMatchObject({ code: 'conflict' });
  });
});
