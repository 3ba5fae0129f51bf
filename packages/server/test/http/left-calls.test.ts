import { expect, it, vi } from 'vitest';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { finish } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService } from '../test-service.ts';

/** Says one word and then waits until it is told to stop. */
const endless: LanguageModel = {
  id: 'endless',
  embedded: false,
  async *stream(_prompt, signal) {
    yield { type: 'text-delta', text: 'A' };
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    yield finish();
  },
};

it.each([
  ['plain', false],
  ['streamed', true],
])('counts a %s call that its client left, once, as 499', async (_, stream) => {
  const service = await startTestService({
    env: { METRICS_TOKEN: 'metrics-token-0123' },
    replacements: { models: routerOf(endless) },
  });
  try {
    const leave = new AbortController();
    const call = fetch(`${service.url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'x', stream }),
      signal: leave.signal,
    }).then((reply) => reply.text());
    setTimeout(() => leave.abort(), 300);
    await expect(call).rejects.toThrow();
    const headers = { authorization: 'Bearer metrics-token-0123' };
    await vi.waitFor(async () => {
      const { text } = await service.call('GET', '/metrics', undefined, headers);
      expect(text).toContain('parley_requests_total{endpoint="createAnswer",status="499"} 1\n');
    }, 60_000);
  } finally {
    await service.close();
  }
});
