import { describe, expect, it } from 'vitest';
import { toAiSdkOptions } from '../src/adapters/ai-sdk/to-ai-sdk-options.ts';
import { type AnthropicQuirks, knownAnthropicQuirks } from '../src/adapters/anthropic/anthropic-quirks.ts';
import { toAnthropicRequest } from '../src/adapters/anthropic/to-anthropic-request.ts';
import { toGoogleRequest } from '../src/adapters/google/to-google-request.ts';
import { fieldsTakenBy } from '../src/adapters/openai/openai-fields.ts';
import { knownQuirks, learnQuirk } from '../src/adapters/openai/openai-quirks.ts';
import { toOpenAIRequest } from '../src/adapters/openai/to-openai-request.ts';
import { samplingOf } from '../src/features/text/generation/sampling.ts';
import { SafeNames } from '../src/lib/safe-names.ts';
import { errorFromStatus } from '../src/outbound/model-http/upstream-errors.ts';
import { withExtraBody } from '../src/outbound/model-http/with-extra-body.ts';
import type { Prompt } from '../src/ports/language-model.ts';

const tool = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
const asked = (fields: Parameters<typeof samplingOf>[0]): Prompt => ({
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [tool],
  ...samplingOf(fields),
});
const names = new SafeNames(/^[\w-]+$/, 64);
const all = {
  seed: 7,
  frequency_penalty: 0.5,
  presence_penalty: -0.5,
  reasoning_effort: 'high',
  parallel_tool_calls: false,
} as const;
const openai = (prompt: Prompt, origin = 'http://localhost') =>
  toOpenAIRequest(prompt, { model: 'm', names, quirks: knownQuirks(origin, 'm') });
const anthropic = (prompt: Prompt, quirks: Partial<AnthropicQuirks> = {}) =>
  toAnthropicRequest(prompt, {
    model: 'm',
    names,
    quirks: { ...knownAnthropicQuirks('m'), ...quirks },
    isStreamed: true,
  });
const google = (prompt: Prompt) => toGoogleRequest(prompt, { model: 'm', names, signatureOf: () => undefined });

describe('settings of a request reach the vendor', () => {
  it('OpenAI takes all of them', () => expect(openai(asked(all))).toMatchObject(all));

  it('Google takes seed, penalties and effort', () => {
    const { parallel_tool_calls: _, ...rest } = all;
    expect(google(asked(rest))).toMatchObject({
      generationConfig: {
        seed: 7,
        frequencyPenalty: 0.5,
        presencePenalty: -0.5,
        thinkingConfig: { includeThoughts: true },
      },
    });
  });

  it('Anthropic thinks for an effort and makes one call at a time', () => {
    const body = anthropic(asked({ reasoning_effort: 'low', parallel_tool_calls: false, seed: 7, max_tokens: 9000 }));
    expect(body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 1800 },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
  });

  it('AI SDK providers take seed and penalties', () => {
    const options = toAiSdkOptions(asked(all), 'v4', new AbortController().signal);
    expect(options).toMatchObject({ seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 });
  });
});

describe('inputs of tools', () => {
  const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const strictOf = (fields: object, origin?: string, quirk?: 'no-strict-tools') => {
    const prompt = { ...asked({}), tools: [{ ...tool, inputSchema: closed, ...fields }] };
    const quirks = knownQuirks(origin ?? 'http://localhost', 'm');
    if (quirk) quirks.add(quirk);
    const body = toOpenAIRequest(prompt, { model: 'm', names, quirks });
    return (body as { tools: { function: { strict?: boolean } }[] }).tools[0]?.function.strict;
  };

  // https://platform.openai.com/docs/guides/function-calling#strict-mode
  it('are held to their schemas by the vendor where it can, and elsewhere where the caller asks', () => {
    expect(strictOf({}, 'https://api.openai.com')).toBe(true);
    expect(strictOf({ strict: false }, 'https://api.openai.com')).toBeUndefined();
    expect(strictOf({ inputSchema: { type: 'object' } }, 'https://api.openai.com')).toBeUndefined();
    expect(strictOf({})).toBeUndefined();
    expect(strictOf({ strict: true })).toBe(true);
    expect(strictOf({ strict: true }, undefined, 'no-strict-tools')).toBeUndefined();
  });

  it('are asked for without a word that the server has refused', () => {
    const quirks = knownQuirks('http://localhost', 'm');
    const error = errorFromStatus(422, {}, '{"detail":"tools[0].function.strict: Extra inputs are not permitted"}');
    expect(learnQuirk(quirks, new Set(), error)).toBe(true);
    expect(quirks).toContain('no-strict-tools');
  });
});

describe("a caller's field goes to a vendor whose reference names it", () => {
  const taken = (origin: string) => [...fieldsTakenBy(origin)];

  it('and to no other', () => {
    expect(taken('https://api.openai.com')).toEqual(expect.arrayContaining(['verbosity', 'logprobs', 'logit_bias']));
    expect(taken('https://api.openai.com')).not.toContain('min_p');
    expect(taken('https://openrouter.ai')).toEqual(expect.arrayContaining(['models', 'provider', 'min_p']));
    expect(taken('http://10.0.0.5:8000')).toEqual(expect.arrayContaining(['chat_template_kwargs', 'min_p']));
    expect(taken('http://10.0.0.5:8000')).not.toContain('provider');
    expect(taken('https://api.deepseek.com')).toEqual(['logprobs', 'top_logprobs']);
  });

  it('and marks for the cache through OpenRouter to Claude', () => {
    const prompt: Prompt = {
      system: 'Be brief.',
      systemCache: {},
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello', cache: { ttl: '1h' } }] }],
    };
    const mark = { type: 'ephemeral' };
    expect(openai(prompt, 'https://openrouter.ai')).toMatchObject({
      messages: [
        { role: 'system', content: [{ text: 'Be brief.', cache_control: mark }] },
        { role: 'user', content: [{ text: 'Hello', cache_control: { ...mark, ttl: '1h' } }] },
      ],
    });
    expect(JSON.stringify(openai(prompt))).not.toContain('cache_control');
  });
});

describe('a setting that a vendor does not have is refused by name', () => {
  it.each([
    ['frequency_penalty', () => anthropic(asked({ frequency_penalty: 1 }))],
    ['presence_penalty', () => anthropic(asked({ presence_penalty: 1 }))],
    ['parallel_tool_calls', () => google(asked({ parallel_tool_calls: false }))],
  ])('%s', (name, make) => expect(make).toThrow(name));

  it('but not when it asks for what happens anyway', () => {
    expect(() => anthropic(asked({ frequency_penalty: 0 }))).not.toThrow();
    expect(() => google(asked({ parallel_tool_calls: true }))).not.toThrow();
  });
});

it('an error as a result of a tool is told in words where the API has no field for it', () => {
  const prompt: Prompt = {
    ...asked({}),
    messages: [
      { role: 'tool', results: [{ toolCallId: 'c1', toolName: 'look', result: 'no such row', isError: true }] },
    ],
  };
  expect(JSON.stringify(openai(prompt))).toContain('The tool failed: no such row');
});

describe('how long to think', () => {
  const thinking = { ...asked({}), thinking: { budgetTokens: 9000 } };

  it.each([
    ['https://api.openai.com', 'o3', { reasoning_effort: 'medium' }],
    ['http://localhost:8000', 'qwen3', { reasoning_effort: 'medium' }],
    ['https://openrouter.ai', 'x', { reasoning: { max_tokens: 9000 } }],
  ])('is told to %s in its own words', (origin, model, fields) => {
    expect(toOpenAIRequest(thinking, { model, names, quirks: knownQuirks(origin, model) })).toMatchObject(fields);
  });

  it('is not told to a model of OpenAI that does not reason', () => {
    const body = toOpenAIRequest(thinking, {
      model: 'gpt-4o',
      names,
      quirks: knownQuirks('https://api.openai.com', 'gpt-4o'),
    });
    expect(JSON.stringify(body)).not.toContain('reasoning');
  });

  it('is left out once a server has said that its model does not think', () => {
    const quirks = knownQuirks('http://localhost:11434', 'llama3');
    const refusal = errorFromStatus(400, {}, '{"error":{"message":"\\"llama3\\" does not support thinking"}}');
    expect(learnQuirk(quirks, new Set(quirks), refusal)).toBe(true);
    const body = toOpenAIRequest(thinking, { model: 'llama3', names, quirks });
    expect(JSON.stringify(body)).not.toContain('reasoning');
  });
});

describe('the cache of Anthropic', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const material = [{ type: 'text' as const, text: 'The documents.' }];
  const prompt: Prompt = { ...asked({}), system: 'Be brief.', material, tools: [tool, { ...tool, name: 'listen' }] };

  it('is told where tools, system, documents and the turns so far end', () => {
    expect(anthropic(prompt)).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.', ...mark }],
      tools: [{ name: 'look' }, { name: 'listen', ...mark }],
      messages: [
        {
          role: 'user',
          content: [
            { text: 'The documents.', ...mark },
            { text: 'Hello', ...mark },
          ],
        },
      ],
    });
    expect(JSON.stringify(anthropic(prompt)).split('cache_control')).toHaveLength(5);
  });

  it('begins with the same bytes whatever is asked', () => {
    const other: Prompt = { ...prompt, messages: [{ role: 'user', parts: [{ type: 'text', text: 'Bye' }] }] };
    const upTo = (body: object) => JSON.stringify(body).split('The documents.')[0];
    expect(upTo(anthropic(other))).toBe(upTo(anthropic(prompt)));
  });

  it('is not spoken of to a server that refuses the mark', () => {
    expect(JSON.stringify(anthropic(prompt, { refusesCaching: true }))).not.toContain('cache_control');
  });
});

it('further fields of the operator stand under what a request asks for', () => {
  const body = openai(asked({ temperature: 0.3 }));
  const extra = { temperature: 1, top_k: 40, chat_template_kwargs: { enable_thinking: false } };
  expect(withExtraBody(body, extra)).toMatchObject({ ...extra, temperature: 0.3 });
});
