import { expect, it } from 'vitest';
import { codeOf } from '../../../test/contracts/language-model-contract.ts';
import { replay } from '../../../test/replay-recording.ts';
import { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';
import { AnthropicProvider } from './anthropic-language-model.ts';

const replayed = (name: string) =>
  replay(new URL(`./recordings/${name}.sse`, import.meta.url), (baseUrl) => {
    const client = new UpstreamClient({ totalMs: 30_000 });
    return {
      model: new AnthropicProvider({ id: 'anthropic', baseUrl, apiKey: 'k', client }).model('m'),
      close: () => client.close(),
    };
  });

it('reads recorded streams of the vendor', async () => {
  const tools = await replayed('thinking-and-tools');
  const read = { inputTokens: 4260, cachedTokens: 2048, cacheWriteTokens: 1800, longCacheWriteTokens: 800 };
  expect(tools.error).toBeUndefined();
  expect(tools.events).toEqual([
    { type: 'usage', usage: { ...read, outputTokens: 7 } },
    { type: 'reasoning-delta', text: 'Two towns are asked about, so two calls.' },
    { type: 'reasoning-signature', signature: 'EqoBCkgIARABGAIiQL2UoU0b1OHY' },
    { type: 'text-delta', text: 'Let me look up Köln and Łódź.' },
    { type: 'tool-call-start', id: 'toolu_01A', name: 'get_weather' },
    { type: 'tool-call', id: 'toolu_01A', name: 'get_weather', arguments: '{"city": "Köln", "days": 3}' },
    { type: 'tool-call-start', id: 'toolu_01B', name: 'get_weather' },
    { type: 'tool-call', id: 'toolu_01B', name: 'get_weather', arguments: '{"city": "Łódź"}' },
    { type: 'finish', reason: 'tool-calls', usage: { ...read, outputTokens: 131 } },
  ]);
  // What the vendor's own search asked and found is no call of ours and goes on as it is; what it cost comes with the end.
  const search = await replayed('web-search');
  expect(search.error).toBeUndefined();
  expect(search.events).toEqual([
    { type: 'usage', usage: { inputTokens: 25, cachedTokens: 0, outputTokens: 1 } },
    { type: 'text-delta', text: "I'll look. " },
    {
      type: 'vendor-block',
      block: { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search', input: { query: 'ferry times' } },
    },
    { type: 'vendor-block', block: expect.objectContaining({ tool_use_id: 'srvtoolu_01' }) },
    { type: 'vendor-citation', citation: expect.objectContaining({ encrypted_index: 'Eo8B' }) },
    { type: 'text-delta', text: 'The last ferry leaves at 22:40.' },
    { type: 'vendor-block', block: null },
    {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 10_682, cachedTokens: 0, outputTokens: 64 },
      toolCostUsd: 0.01,
    },
  ]);
  const overloaded = await replayed('overloaded');
  expect(codeOf(overloaded.error)).toBe('upstream_overloaded');
  expect(overloaded.events.at(-1)).toEqual({ type: 'text-delta', text: 'The first' });
});
