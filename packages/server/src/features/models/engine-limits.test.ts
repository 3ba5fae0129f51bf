import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownLessons } from '../../../test/fitted-model.ts';
import { UpstreamServer } from '../../../test/upstream-server.ts';
import { readAnthropicLimits } from '../../adapters/anthropic/read-anthropic-limits.ts';
import { readGoogleLimits } from '../../adapters/google/read-google-limits.ts';
import { readOpenAILimits } from '../../adapters/openai/read-openai-limits.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { errorFromStatus } from '../../outbound/model-http/upstream-errors.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';
import { EngineLimits } from './engine-limits.ts';

let server: UpstreamServer;
const client = new UpstreamClient();
beforeAll(async () => {
  server = await UpstreamServer.start();
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const list = (...entries: object[]) => ({ object: 'list', data: entries });
const servers: [name: string, model: string, answers: Record<string, object>, limits: ModelLimits][] = [
  [
    'vLLM',
    'qwen',
    { '/v1/models': list({ id: 'qwen', owned_by: 'vllm', max_model_len: 8192 }) },
    { contextLength: 8192 },
  ],
  [
    'llama.cpp, which was started with less than the model can read',
    'any',
    {
      '/v1/models': list({ id: '/m/x.gguf', owned_by: 'llamacpp', meta: { n_ctx_train: 131_072 } }),
      '/props': { default_generation_settings: { n_ctx: 4096 } },
    },
    { contextLength: 4096 },
  ],
  [
    'LM Studio',
    'phi',
    {
      '/v1/models': list({ id: 'phi', owned_by: 'organization_owner' }),
      '/api/v0/models': list({ id: 'phi', max_context_length: 131_072, loaded_context_length: 4096 }),
    },
    { contextLength: 4096 },
  ],
  [
    'OpenRouter',
    'a/b',
    {
      '/v1/models': list({
        id: 'a/b',
        context_length: 200_000,
        top_provider: { context_length: 128_000, max_completion_tokens: 8000 },
      }),
    },
    { contextLength: 128_000, maxOutputTokens: 8000 },
  ],
  [
    'Groq',
    'g',
    { '/v1/models': list({ id: 'g', context_window: 131_072, max_completion_tokens: 32_768 }) },
    { contextLength: 131_072, maxOutputTokens: 32_768 },
  ],
  ['a server that does not say', 'x', { '/v1/models': list({ id: 'x' }) }, {}],
];

describe('how much a model reads is read from', () => {
  it.each(servers)('%s', async (_, model, answers, limits) => {
    server.look = (path) => answers[path];
    const access = { baseUrl: `${server.url}/v1`, apiKey: undefined, headers: {} };
    expect(await readOpenAILimits(access, model, client, new AbortController().signal)).toEqual(limits);
  });

  it.each([
    ['the context that it is loaded with', { models: [{ model: 'qwen3', context_length: 4096 }] }, '', 4096],
    ['what its Modelfile sets', { models: [] }, 'num_ctx    8192\ntemperature 0.6', 8192],
    ['what the model was trained for', { models: [] }, '', 40_960],
  ])('Ollama: %s', async (_, running, parameters, contextLength) => {
    server.look = (path) => ({ '/v1/models': list({ id: 'qwen3', owned_by: 'library' }), '/api/ps': running })[path];
    const shown = { parameters, model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 } };
    server.answer = () => ({ headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(shown)] });
    const access = { baseUrl: `${server.url}/v1`, apiKey: undefined, headers: {} };
    const limits = await readOpenAILimits(access, 'qwen3', client, new AbortController().signal);
    expect(limits).toEqual({ contextLength });
    expect(server.requests.at(-1)).toMatchObject({ path: '/api/show', body: { model: 'qwen3' } });
  });

  it('Anthropic and Google', async () => {
    server.look = (path) =>
      ({
        '/v1/models/claude': { id: 'claude', max_input_tokens: 200_000, max_tokens: 64_000 },
        '/v1beta/models/gemini': { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
      })[path];
    const access = { baseUrl: server.url, apiKey: 'k', headers: {} };
    const { signal } = new AbortController();
    expect(await readAnthropicLimits(access, 'claude', client, signal)).toEqual({
      contextLength: 200_000,
      maxOutputTokens: 64_000,
    });
    expect(await readGoogleLimits(access, 'gemini', client, signal)).toEqual({
      contextLength: 1_048_576,
      maxOutputTokens: 65_536,
    });
  });
});

describe('what is known of an engine', () => {
  const limitsWith = (read: (engine: string) => Promise<ModelLimits> | null, vendor: string | null = null) => {
    const clock = { at: 0, now: () => clock.at };
    return { clock, limits: new EngineLimits({ read, vendorOf: () => vendor, lessons: ownLessons(), clock }) };
  };

  it('is asked of its server once an hour, and stays unknown when nothing answers', async () => {
    const asked: string[] = [];
    const { limits, clock } = limitsWith(async (engine) => {
      asked.push(engine);
      if (asked.length === 1) throw new Error('nobody there');
      return { contextLength: 5000 };
    });
    await limits.refresh('local/m');
    expect(limits.of('local/m')).toEqual({});
    expect(asked).toHaveLength(1);
    clock.at += 3_600_000;
    await limits.refresh('local/m');
    expect([limits.of('local/m'), asked.length]).toEqual([{ contextLength: 5000 }, 2]);
  });

  it('comes from the dated table for known vendors, which are then not asked', () => {
    const { limits } = limitsWith(() => Promise.reject(new Error('asked')), 'openai');
    expect(limits.of('openai/gpt-4o-mini')).toEqual({ contextLength: 128_000 });
    expect(limits.of('openai/gpt-4.1-2025-04-14').contextLength).toBe(1_000_000);
    expect(limits.of('openai/never-heard-of')).toEqual({});
  });

  it.each([
    ["This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", 8192],
    ['prompt is too long: 210000 tokens > 200000 maximum', 200_000],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
    ['context_length_exceeded', undefined],
  ])('is learned from the refusal "%s"', (message, context) => {
    const { limits } = limitsWith(() => null);
    const error = errorFromStatus(400, {}, JSON.stringify({ error: { message, code: 'context_length_exceeded' } }));
    expect(limits.learn('local/m', error)).toBe(context);
    expect(limits.of('local/m').contextLength).toBe(context);
  });
});
