import { Parley } from '@parley/sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { SteppedModel } from '../../server/test/stepped-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../../server/test/test-service.ts';

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

/** A network that breaks each of the first connections of a stream off within an event, after so many bytes. */
function breakingFetch(cutAfter: number[]): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      asked.push(
        `${init?.method} ${new URL(String(input)).pathname.replace(/strm_\w+/, 'ID')} ${new Headers(init?.headers).get('last-event-id') ?? ''}`.trim(),
      );
      const reply = await fetch(input, init);
      const limit = reply.headers.has('x-parley-stream') ? cutAfter.shift() : undefined;
      if (limit === undefined || !reply.body) return reply;
      let left = limit;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk.slice(0, left));
          left -= chunk.length;
          if (left <= 0) controller.error(new TypeError('terminated'));
        },
      });
      return new Response(reply.body.pipeThrough(cut), { status: reply.status, headers: reply.headers });
    },
  };
}

async function start(cutAfter: number[]) {
  const model = new SteppedModel(words);
  service = await startTestService({ replacements: { models: routerOf(model) } });
  const network = breakingFetch(cutAfter);
  const parley = new Parley({ baseUrl: service.url, apiKey, fetch: network.fetch });
  return { model, parley, asked: network.asked };
}

it('takes a resumable stream up again by itself, wherever it was cut, and asks the model once', async () => {
  const { model, parley, asked } = await start([150, 130]);
  model.allow(5);
  const stream = parley.answer.stream({ query: 'Count', resumable: true });
  let text = '';
  for await (const event of stream) {
    if (event.type === 'text') text += event.text;
    if (text.includes('word4')) model.letGo();
  }
  expect(text).toBe(words.join(''));
  const whole = await stream.result();
  expect(whole).toMatchObject({ success: true, answer: words.join(''), finish_reason: 'stop' });
  expect(asked[0]).toBe('POST /v1/answer');
  expect(asked.slice(1)).toHaveLength(2);
  for (const one of asked.slice(1)) expect(one).toMatch(/^GET \/v1\/streams\/ID \d+$/);
  expect(model.calls).toBe(1);
});

it('takes nothing up of a stream that is not kept', async () => {
  const { model, parley, asked } = await start([150]);
  model.letGo();
  const { answer } = await parley.answer.stream({ query: 'Count' }).result();
  expect(answer).toBe(words.join(''));
  expect(asked).toEqual(['POST /v1/answer']);
});

it('stops the work of a resumable stream that is left', async () => {
  const { model, parley } = await start([]);
  model.allow(3);
  for await (const event of parley.answer.stream({ query: 'Count', resumable: true }))
    if (event.type === 'text' && event.text.includes('word2')) break;
  await vi.waitFor(() => expect(model.ended).toHaveLength(1), 20_000);
});
