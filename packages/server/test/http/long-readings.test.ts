import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { shortestMs } from '../shortest.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

// The reader's thread starts with the first call, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

/** What `/healthz` may take where other programs have the processors; 100 ms on a machine of one's own. */
const busyMachineMs = 1000;
const lake = 'In 1887 the engineer Marta Holm built a dam at the southern end of the lake.';
const of = (shape: string, letters: number) => shape.repeat(Math.ceil(letters / shape.length)).slice(0, letters);

async function withService(env: Record<string, string>, use: (service: TestService) => Promise<void>) {
  const service = await startTestService({ env });
  try {
    await use(service);
  } finally {
    await service.close();
  }
}

/** The longest that `/healthz` took while something else was done. */
async function longestHealth(service: TestService, meanwhile: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = meanwhile.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const from = performance.now();
    await service.call('GET', '/healthz');
    // The service shares this loop: what holds it up may fall between two calls.
    await sleep(10);
    longest = Math.max(longest, performance.now() - from);
  }
  await over;
  return longest;
}

const dam = { query: 'Who built the dam?', context: lake };

describe('a long text holds nobody up', () => {
  it('while it is read', () =>
    withService({}, async (service) => {
      await service.call('POST', '/v1/answer', dam);
      const read = async () => {
        const reading = service.call('POST', '/v1/answer', { query: of('alpha beta gamma ', 40_000) });
        const longest = await longestHealth(service, reading);
        expect([200, 422]).toContain((await reading).status);
        return longest;
      };
      expect(await shortestMs(busyMachineMs, read)).toBeLessThan(busyMachineMs);
    }));

  it.each(['alpha beta gamma ', 'http://', '0x', '!', '1,', 'eyJ-', '"', '| a ', '漢'])(
    'and %j in 4 MB are refused before they are read, in every place',
    (shape) =>
      withService({}, async (service) => {
        // A body may have 10 MB, and some letters have three bytes.
        const text = of(shape, shape === '漢' ? 2_000_000 : 4_000_000);
        const refuse = async () => {
          const calls = [
            service.call('POST', '/v1/answer', { query: text }),
            service.call('POST', '/v1/answer', { query: 'What is it?', context: text }),
            service.call('POST', '/v1/conversation', { messages: [{ role: 'user', content: text }] }),
          ];
          const longest = await longestHealth(service, Promise.all(calls));
          for (const { status, json } of await Promise.all(calls)) {
            expect([status, json.code]).toEqual([400, 'context_length_exceeded']);
            expect(json.message).toMatch(/^The request has about \d+ tokens, and small-2 reads 200000\./);
          }
          return longest;
        };
        expect(await shortestMs(3 * busyMachineMs, refuse)).toBeLessThan(3 * busyMachineMs);
      }),
  );

  it('is given up at the limit, with an error that says what to do, and the next call is answered', () =>
    withService({ READER_TIMEOUT_MS: '10' }, async (service) => {
      const read = () => service.call('POST', '/v1/answer', { query: of('The lake is deep and cold. ', 700_000) });
      let reading = await read();
      // Until its thread has started, which takes long on a busy machine, there is none that is free.
      for (let tries = 0; reading.status === 503 && tries < 20; tries++) reading = await read();
      expect(reading.json).toMatchObject({
        error: 'The request is too much for the embedded reader',
        message:
          'The embedded reader was not done with this request within 0.01 s. Send less text at once, upload long texts as ' +
          'files and name them, or connect a language model.',
        code: 'too_much_to_read',
      });
      expect(reading.status).toBe(422);
      // Until the thread is warm, ten milliseconds are little for an ordinary call too; on a busy machine the next thread starts late.
      const statuses = new Set<number>();
      for (let tries = 0; tries < 5; tries++) statuses.add((await service.call('POST', '/v1/answer', dam)).status);
      expect([...statuses].filter((status) => ![200, 422, 503].includes(status))).toEqual([]);
    }));

  it('ends when its caller leaves, and its thread is free for others', () =>
    withService({ READER_THREADS: '1', READER_TIMEOUT_MS: '60000' }, async (service) => {
      await service.call('POST', '/v1/answer', dam);
      const left = fetch(`${service.url}/v1/answer`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: of('alpha beta gamma ', 700_000) }),
        // It is read for half a second and more.
        signal: AbortSignal.timeout(100),
      });
      await expect(left).rejects.toThrow();
      const from = performance.now();
      expect((await service.call('POST', '/v1/answer', dam)).json.answer).toContain('Marta Holm');
      expect(performance.now() - from).toBeLessThan(50_000);
    }));

  it('does not keep the service from stopping', async () => {
    const service = await startTestService({ env: { SHUTDOWN_GRACE_MS: '100', READER_TIMEOUT_MS: '60000' } });
    await service.call('POST', '/v1/answer', dam);
    const reading = service.call('POST', '/v1/answer', { query: of('alpha beta gamma ', 700_000) });
    await sleep(300);
    const from = performance.now();
    await service.close();
    expect(performance.now() - from).toBeLessThan(50_000);
    expect([200, 503]).toContain((await reading).status);
  });
});
