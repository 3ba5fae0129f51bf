import { expect, it } from 'vitest';
import { jsonHeaders, UpstreamServer } from '../../test/upstream-server.ts';
import { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import { hostedVendors } from './hosted-vendors.ts';
import { modelVendors } from './model-vendors.ts';

it.each(Object.entries(hostedVendors))('asks %s where its page says, and reads its answer', async (id, address) => {
  const server = await UpstreamServer.start();
  const client = new UpstreamClient({ totalMs: 10_000 });
  // What vendors add of their own stands beside what all of them have.
  const own = { citations: ['https://example.com'], time_info: { total_time: 0.1 }, base_resp: { status_code: 0 } };
  const message = { role: 'assistant', content: 'Hello!', reasoning_content: 'They greet.' };
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
  server.answer = () => ({
    headers: jsonHeaders,
    pieces: [
      JSON.stringify({ id: 'x', model: 'm', ...own, choices: [{ index: 0, finish_reason: 'stop', message }], usage }),
    ],
  });
  const access = {
    id,
    baseUrl: server.url + new URL(address).pathname,
    apiKey: 'k',
    headers: {},
    package: undefined,
    settings: {},
  };
  const timeouts = { connectMs: 1_000, idleMs: 1_000, totalMs: 10_000 };
  const model = modelVendors.openai.create?.(access, { client, timeouts }).model('a/b');
  const events = [];
  const prompt = { system: '', messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }] };
  for await (const event of model?.stream({ ...prompt, isStreamed: false }, AbortSignal.timeout(10_000)) ?? [])
    events.push(event);
  await client.close();
  await server.close();
  const [request] = server.requests;
  expect(request?.path).toBe(`${new URL(address).pathname.replace(/\/$/, '')}/chat/completions`);
  expect([request?.headers.authorization, request?.body.model]).toEqual(['Bearer k', 'a/b']);
  expect(events.filter(({ type }) => type !== 'usage')).toMatchObject([
    { type: 'reasoning-delta', text: 'They greet.' },
    { type: 'text-delta', text: 'Hello!' },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 9, outputTokens: 2 } },
  ]);
});
