import { expect, it } from 'vitest';
import { replay } from '../../../test/replay-recording.ts';
import { AiSdkProvider } from './ai-sdk-language-model.ts';

it('reads a recorded stream through a provider of the AI SDK', async () => {
  const recording = new URL('../openai/recordings/parallel-tools.sse', import.meta.url);
  const { events, error } = await replay(recording, (baseURL) => ({
    model: new AiSdkProvider({
      id: 'mine',
      package: '@ai-sdk/openai-compatible',
      settings: { name: 'mine', baseURL, apiKey: 'k', includeUsage: true },
      directory: process.cwd(),
      timeouts: { idleMs: 30_000, totalMs: 30_000 },
    }).model('m'),
    close: async () => {},
  }));
  expect(error).toBeUndefined();
  expect(events).toEqual([
    { type: 'tool-call-start', id: 'call_a1', name: 'get_weather' },
    { type: 'tool-call-start', id: 'call_b2', name: 'get_weather' },
    { type: 'tool-call', id: 'call_a1', name: 'get_weather', arguments: '{"city":"Köln"}' },
    { type: 'tool-call', id: 'call_b2', name: 'get_weather', arguments: '{"city":"Łódź","days":2}' },
    { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 301, cachedTokens: 128, outputTokens: 88 } },
  ]);
});
