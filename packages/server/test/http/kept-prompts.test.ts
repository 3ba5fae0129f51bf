import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

let upstream: UpstreamServer;
let service: TestService;
let folder: string;

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-prompts-'));
  const config = join(folder, 'parley.config.json');
  const prices = { '*': { input: 1000, cached_input: 100, output: 5000 } };
  writeFileSync(
    config,
    JSON.stringify({ providers: { openai: { base_url: upstream.url, api_key: 'k', upstream_prices: prices } } }),
  );
  service = await startTestService({ env: { PARLEY_CONFIG: config } });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  upstream.requests.length = 0;
  const message = { role: 'assistant', content: 'Well said.' };
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  upstream.answer = () => ({
    headers: jsonHeaders,
    pieces: [JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }], usage })],
  });
});

const model = 'openai/gpt-test';
const keep = async (settings: object) => {
  const { status, json } = await service.admin('POST', '/v1/prompts', settings);
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
};
const answer = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/answer', { query: 'Where is it?', model, ...body }, { ...byKey, ...headers });
const byKey = { authorization: 'Bearer test-key-0123456789' };
const told = () => JSON.stringify(upstream.requests.at(-1)?.body.messages);

describe('a kept prompt', () => {
  it('stands before what the call says, with its variables put in once, in every shape', async () => {
    const { id } = await keep({
      name: 'support',
      system: 'You speak for {{company}}.',
      messages: [
        { role: 'user', content: 'Is {{company}} open?' },
        { role: 'assistant', content: 'It is.' },
      ],
      temperature: 0.2,
    });
    const prompt = { id, variables: { company: 'Lamp & {{company}}' } };
    expect((await answer({ prompt })).json.answer).toBe('Well said.');
    expect(told()).toContain('You speak for Lamp & {{company}}.');
    expect(told()).toMatch(/Is Lamp & \{\{company\}\} open\?.*It is\..*Where is it\?/);
    expect(upstream.requests.at(-1)?.body.temperature).toBe(0.2);
    const byName = { id: 'support', variables: { company: 'Lamp' } };
    await service.call('POST', '/v1/conversation', {
      model,
      messages: [{ role: 'user', content: 'Hm' }],
      prompt: byName,
    });
    expect(told()).toContain('You speak for Lamp.');
    const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'test-key-0123456789' });
    await openai.responses.create({ model, input: 'Hm', prompt: { id, variables: { company: 'Desk' } } });
    expect(told()).toContain('You speak for Desk.');
    await openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hm' }], ...{ prompt: byName } });
    expect(told()).toContain('You speak for Lamp.');
    const anthropic = new Anthropic({ baseURL: service.url, apiKey: 'test-key-0123456789' });
    await anthropic.messages.create({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Hm' }],
      ...{ prompt: byName },
    });
    expect(told()).toContain('You speak for Lamp.');
  });

  it('names what is missing', async () => {
    await keep({ name: 'needy', system: 'For {{who}} and {{what}}.' });
    const missing = await answer({ prompt: { id: 'needy', variables: { who: 'me' } } });
    expect(missing).toMatchObject({ status: 400, json: { message: 'prompt.variables: the prompt needs what' } });
    expect(await answer({ prompt: { id: 'nobody' } })).toMatchObject({ status: 404 });
    expect(await answer({ prompt: { id: 'needy', version: 2 } })).toMatchObject({ status: 404 });
    expect(await answer({ prompt: { id: 'needy', label: 'staging' } })).toMatchObject({ status: 404 });
    expect(upstream.requests).toEqual([]);
  });

  it('has versions that never change, and labels that say which is used', async () => {
    const { id } = await keep({ name: 'versions', system: 'The first.' });
    const second = await service.admin('POST', `/v1/prompts/${id}/versions`, {
      system: 'The second.',
      note: 'Better.',
    });
    expect(second.json).toMatchObject({ version: 2, note: 'Better.', variables: [], calls: 0, score: null });
    await answer({ prompt: { id } });
    expect(told()).toContain('The first.');
    await service.admin('PUT', `/v1/prompts/${id}/labels/production`, { versions: [{ version: 2, share: 1 }] });
    await answer({ prompt: { id } });
    expect(told()).toContain('The second.');
    await answer({ prompt: { id, version: '1' } });
    expect(told()).toContain('The first.');
    const third = { versions: [{ version: 3, share: 1 }] };
    expect((await service.admin('PUT', `/v1/prompts/${id}/labels/production`, third)).status).toBe(400);
    const half = { versions: [{ version: 1, share: 0.5 }] };
    expect((await service.admin('PUT', `/v1/prompts/${id}/labels/production`, half)).json.message).toContain(
      'add up to 0.5',
    );
  });

  it('shares calls between versions, one user always getting the same, and shows what was said of each', async () => {
    const { id } = await keep({ name: 'shared', system: 'Version one.' });
    await service.admin('POST', `/v1/prompts/${id}/versions`, { system: 'Version two.' });
    const versions = [
      { version: 1, share: 0.5 },
      { version: 2, share: 0.5 },
    ];
    await service.admin('PUT', `/v1/prompts/${id}/labels/production`, { versions });
    const seen = { one: 0, two: 0 };
    for (let user = 0; user < 40; user++) {
      const asked = async () => {
        const reply = await answer({ prompt: { id }, metadata: { user_id: `user-${user}` } });
        return { isOne: told().includes('Version one.'), requestId: reply.headers.get('x-request-id') };
      };
      const [first, again] = [await asked(), await asked()];
      expect(first.isOne).toBe(again.isOne);
      seen[first.isOne ? 'one' : 'two']++;
      if (user < 10) {
        const score = first.isOne ? 1 : -1;
        await service.call('POST', '/v1/feedback', { request_id: first.requestId, score }, byKey);
      }
    }
    expect(seen.one).toBeGreaterThan(8);
    expect(seen.two).toBeGreaterThan(8);
    const { data } = (await service.admin('GET', `/v1/prompts/${id}/versions`)).json;
    expect(
      data.map(({ version, calls, score }: { version: number; calls: number; score: number }) => [
        version,
        calls,
        score,
      ]),
    ).toEqual([
      [2, seen.two * 2, -1],
      [1, seen.one * 2, 1],
    ]);
    expect(data[0].mean_cost_usd).toBeGreaterThan(0);
  });

  it('says which model is asked where the call names none, in every shape, as `models` does', async () => {
    const named = await keep({ name: 'with-model', system: 'Model said.', model: 'openai/gpt-of-prompt' });
    const messages = [{ role: 'user', content: 'Where is it?' }];
    const bodies: Record<string, object> = {
      '/v1/chat/completions': { messages },
      '/v1/messages': { messages, max_tokens: 50 },
      '/v1/responses': { input: 'Where is it?' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await service.call('POST', path, { ...body, prompt: { id: named.id } }, byKey);
      expect([path, reply.status, reply.json.model]).toEqual([path, 200, 'openai/gpt-of-prompt']);
      expect([path, upstream.requests.at(-1)?.body.model]).toEqual([path, 'gpt-of-prompt']);
      expect(told()).toContain('Model said.');
      const asked = upstream.requests.length;
      const none = await service.call('POST', path, body, byKey);
      expect([path, none.status, none.text]).toEqual([path, 400, expect.stringContaining('model is required')]);
      expect(upstream.requests).toHaveLength(asked);
      const first = await service.call('POST', path, { ...body, models: ['openai/one', 'openai/two'] }, byKey);
      expect([path, first.status, first.json.model]).toEqual([path, 200, 'openai/one']);
      expect([path, upstream.requests.at(-1)?.body.model]).toEqual([path, 'one']);
    }
  });

  it('is nobody else’s', async () => {
    const { json: other } = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    await keep({ name: 'mine', system: 'Mine.' });
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { workspace_id: other.id, name: 'k' });
    expect(await answer({ prompt: { id: 'mine' } }, { authorization: `Bearer ${key.key}` })).toMatchObject({
      status: 404,
    });
    expect((await service.call('GET', '/v1/prompts', undefined, byKey)).status).toBe(403);
    expect((await service.admin('POST', '/v1/prompts', { name: 'mine', system: 'Again.' })).status).toBe(409);
  });
});
