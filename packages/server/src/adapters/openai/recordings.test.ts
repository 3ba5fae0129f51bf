import { expect, it } from 'vitest';
import { codeOf } from '../../../test/contracts/language-model-contract.ts';
import { replay } from '../../../test/replay-recording.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { OpenAIProvider } from './openai-language-model.ts';

const replayed = (name: string) =>
  replay(new URL(`./recordings/${name}.sse`, import.meta.url), (baseUrl) => {
    const client = new UpstreamClient({ totalMs: 30_000 });
    return {
      model: new OpenAIProvider({ id: 'openai', baseUrl, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  });

it.each([
  {
    recording: 'parallel-tools',
    events: [
      { type: 'tool-call-start', id: 'call_a1', name: 'get_weather' },
      { type: 'tool-call-start', id: 'call_b2', name: 'get_weather' },
      { type: 'tool-call', id: 'call_a1', name: 'get_weather', arguments: '{"city":"Köln"}' },
      { type: 'tool-call', id: 'call_b2', name: 'get_weather', arguments: '{"city":"Łódź","days":2}' },
      {
        type: 'finish',
        reason: 'tool-calls',
        usage: { inputTokens: 301, cachedTokens: 128, outputTokens: 88, reasoningTokens: 64 },
      },
    ],
  },
  {
    recording: 'refusal',
    events: [
      {
        type: 'finish',
        reason: 'refusal',
        refusal: "I'm sorry, I can't help with that.",
        usage: { inputTokens: 40, cachedTokens: 0, outputTokens: 12 },
      },
    ],
  },
  {
    recording: 'deepseek-reasoning',
    events: [
      { type: 'reasoning-delta', text: '9.11 has 11 hundredths.' },
      { type: 'text-delta', text: '9.8 is larger.' },
      { type: 'usage', usage: { inputTokens: 18, cachedTokens: 0, outputTokens: 40, reasoningTokens: 30 } },
      {
        type: 'finish',
        reason: 'stop',
        usage: { inputTokens: 18, cachedTokens: 0, outputTokens: 40, reasoningTokens: 30 },
      },
    ],
  },
  {
    recording: 'openrouter-cost',
    events: [
      { type: 'reasoning-delta', text: 'Short is best.' },
      { type: 'text-delta', text: 'Four.' },
      {
        type: 'finish',
        reason: 'stop',
        usage: { inputTokens: 14, cachedTokens: 0, outputTokens: 6 },
        upstreamCostUsd: 0.00012,
      },
    ],
  },
  {
    recording: 'mistral-thinking',
    events: [
      { type: 'reasoning-delta', text: 'Seven days, so Monday.' },
      { type: 'text-delta', text: 'It is Monday.' },
      { type: 'usage', usage: { inputTokens: 20, cachedTokens: 0, outputTokens: 25 } },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 20, cachedTokens: 0, outputTokens: 25 } },
    ],
  },
])('reads a recorded stream: $recording', async ({ recording, events }) => {
  expect(await replayed(recording)).toEqual({ events, error: undefined });
});

it('takes a recorded failure in the middle for no end', async () => {
  const { events, error } = await replayed('openrouter-fails-midway');
  expect(events).toEqual([{ type: 'text-delta', text: 'The first' }]);
  expect(codeOf(error)).toMatch(/^upstream_/);
});
