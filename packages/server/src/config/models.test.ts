import { expect, it } from 'vitest';
import { enginesOf, readAiSdkName, readModelsConfig } from './models.ts';

function readWith(env: Record<string, string>, file: Record<string, unknown> = {}) {
  const problems: string[] = [];
  const config = readModelsConfig({
    env,
    file,
    problem: (setting, message) => problems.push(`${setting}: ${message}`),
  });
  return { config, problems, provider: (id: string) => config.providers.find((one) => one.id === id) };
}

it('knows vendors by their own variables', () => {
  const { provider, problems, config } = readWith({
    OPENAI_API_KEY: 'a',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9999',
    GEMINI_API_KEY: 'g',
    GROQ_API_KEY: 'q',
    PARLEY_MODEL: 'anthropic/claude',
  });
  expect(problems).toEqual([]);
  expect(config.engine).toBe('anthropic/claude');
  expect(provider('openai')).toMatchObject({ access: 'key', baseUrl: 'https://api.openai.com/v1', apiKey: 'a' });
  expect(provider('anthropic')).toMatchObject({
    access: 'address',
    baseUrl: 'http://127.0.0.1:9999',
    apiKey: undefined,
  });
  expect(provider('google')).toMatchObject({ access: 'key', from: 'GEMINI_API_KEY' });
  expect(provider('groq')).toMatchObject({ access: 'key', type: 'openai' });
  expect(provider('ollama')).toMatchObject({ access: 'usual-address', baseUrl: 'http://127.0.0.1:11434/v1' });
  expect(provider('mistral')).toBeUndefined();
});

it('takes OLLAMA_HOST in each of its forms', () => {
  const forms = {
    '0.0.0.0': 'http://127.0.0.1:11434/v1',
    'box:1': 'http://box:1/v1',
    'https://box': 'https://box/v1',
    'http://box:80/': 'http://box/v1',
  };
  for (const [given, expected] of Object.entries(forms)) {
    expect(readWith({ OLLAMA_HOST: given }).provider('ollama')?.baseUrl, given).toBe(expected);
  }
});

it('reads models and providers of the file', () => {
  const { config, problems, provider } = readWith(
    { MINE_KEY: 's' },
    {
      providers: {
        mine: { base_url: 'http://box/v1', api_key_env: 'MINE_KEY', upstream_prices: { '*': { input: 1, output: 2 } } },
        cohere: { package: '@ai-sdk/cohere', settings: { apiKey: 'k' } },
      },
      models: [
        {
          id: 'small-1',
          engines: [{ engine: 'mine/a', weight: 3 }, { engine: 'reader' }],
          fallbacks: ['ai-sdk:@ai-sdk/cohere/command'],
        },
        { id: 'large', engine: 'cohere/command', context_length: 4_000, pricing: { prompt: '0.000001' } },
      ],
    },
  );
  expect(problems).toEqual([]);
  expect(provider('mine')).toMatchObject({ type: 'openai', apiKey: 's', access: 'key' });
  expect(provider('cohere')).toMatchObject({ type: 'ai-sdk', package: '@ai-sdk/cohere' });
  expect(enginesOf(config.models[0]!)).toEqual([
    { engine: 'mine/a', weight: 3 },
    { engine: 'reader', weight: 1 },
  ]);
});

it('lists every problem at once, and repeats no key', () => {
  const { problems } = readWith(
    { PARLEY_MODEL: 'gpt', OPENAI_BASE_URL: 'nowhere', MODEL_TIMEOUT_MS: 'long' },
    {
      providers: {
        'bad name!': {},
        mine: { api_key: 'secret-key' },
        sdk: { type: 'ai-sdk' },
        far: { api_key_env: 'UNSET', base_url: 'http://x' },
      },
      models: [{ id: 'a' }, { id: 'a', engine: 'nobody/x', extra: 1 }],
    },
  );
  const all = problems.join('\n');
  for (const part of ['PARLEY_MODEL', 'OPENAI_BASE_URL', 'MODEL_TIMEOUT_MS', 'providers', 'models/1', 'extra']) {
    expect(all).toContain(part);
  }
  expect(all).not.toContain('secret-key');
  const more = readWith(
    {},
    {
      providers: {
        mine: { api_key: 'secret-key' },
        sdk: { type: 'ai-sdk' },
        far: { api_key_env: 'UNSET', base_url: 'http://x' },
      },
      models: [
        { id: 'a' },
        { id: 'a', engine: 'nobody/x' },
        { id: 'b', engine: 'reader', engines: [{ engine: 'ai-sdk:x' }] },
      ],
    },
  ).problems;
  expect(more).toEqual([
    expect.stringMatching(/^providers\.mine: needs "base_url"/),
    expect.stringMatching(/^providers\.sdk: of type ai-sdk needs "package"/),
    expect.stringMatching(/^providers\.far: api_key_env names UNSET/),
    expect.stringMatching(/^models\[0\]: needs "engine"/),
    expect.stringMatching(/^models\[1\]: "a" is there twice/),
    expect.stringMatching(/^models\[1\]: the provider "nobody"/),
    expect.stringMatching(/^models\[2\]: has both/),
  ]);
});

it('reads the names of ai-sdk engines', () => {
  expect(readAiSdkName('ai-sdk:@ai-sdk/cohere/command-r')).toEqual({ package: '@ai-sdk/cohere', model: 'command-r' });
  expect(readAiSdkName('ai-sdk:provider/a/b')).toEqual({ package: 'provider', model: 'a/b' });
  for (const name of ['ai-sdk:', 'ai-sdk:../x/y', 'ai-sdk:@a/b', 'ai-sdk:a', 'cohere/x'])
    expect(readAiSdkName(name), name).toBeNull();
});

it('says in a sentence what is wrong with a setting of a model', () => {
  const { problems } = readWith(
    {},
    {
      providers: { mine: { base_url: 'http://box/v1', timeouts: { total_ms: 1, first: 3 } } },
      models: [
        { id: 'x', engine: 'reader', fallback_on: ['rate', 'weather'], hedge: 3 },
        { id: 'y', engine: 'reader', extra_body: { messages: [] } },
      ],
    },
  );
  expect(problems).toContain(
    'models/0: has no setting "hedge"; leave it out or look for its right name in docs/guides/models.md',
  );
  expect(problems.join('\n')).toMatch(/models\/0\/fallback_on\/1: must be one of rate, overload, .*refusal/);
  expect(problems.join('\n')).toContain('models/1/extra_body: must not set "messages": the service says that itself');
  expect(problems.join('\n')).toContain('providers/mine/timeouts/total_ms: must be >= 10');
});

it('reads how long models are waited for and when they are left', () => {
  const { config, problems } = readWith(
    { MODEL_FIRST_TOKEN_TIMEOUT_MS: '0' },
    { models: [{ id: 'x', engine: 'reader', fallback_on: ['rate'], hedge_after_ms: 300, extra_body: { top_k: 4 } }] },
  );
  expect(problems).toEqual([]);
  expect(config.timeouts.firstTokenMs).toBeNull();
  expect(config.models[0]).toMatchObject({ fallback_on: ['rate'], hedge_after_ms: 300, extra_body: { top_k: 4 } });
});
