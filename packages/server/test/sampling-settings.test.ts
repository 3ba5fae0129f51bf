import { describe, expect, it } from 'vitest';
import { toAiSdkOptions } from '../src/adapters/ai-sdk/to-ai-sdk-options.ts';
import { toAnthropicRequest } from '../src/adapters/anthropic/to-anthropic-request.ts';
import { toGoogleRequest } from '../src/adapters/google/to-google-request.ts';
import { toOpenAIRequest } from '../src/adapters/openai/to-openai-request.ts';
import { samplingOf } from '../src/features/generation/sampling.ts';
import { SafeNames } from '../src/lib/safe-names.ts';
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
const openai = (prompt: Prompt) => toOpenAIRequest(prompt, { model: 'm', names, quirks: new Set() });
const anthropic = (prompt: Prompt) =>
  toAnthropicRequest(prompt, {
    model: 'm',
    names,
    quirks: { refusesSampling: false, thinksAdaptively: false, maxTokens: undefined },
    isStreamed: true,
  });
const google = (prompt: Prompt) => toGoogleRequest(prompt, { names, signatureOf: () => undefined });

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
      thinking: { type: 'enabled', budget_tokens: 2048 },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
  });

  it('AI SDK providers take seed and penalties', () => {
    const options = toAiSdkOptions(asked(all), 'v4', new AbortController().signal);
    expect(options).toMatchObject({ seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 });
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
