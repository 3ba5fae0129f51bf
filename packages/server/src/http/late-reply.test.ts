import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { awaitReply } from './late-reply.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function setup() {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  return { reply: awaitReply(promise, 'req_1'), resolve, reject };
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};

describe('an answer within 20 s', () => {
  it('is sent as it is', async () => {
    const { reply, resolve } = setup();
    await vi.advanceTimersByTimeAsync(19_999);
    const body = { a: 1 };
    resolve(body);
    expect(await reply).toBe(body);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that fails, fails as always', async () => {
    const { reply, reject } = setup();
    reject(new AppError('file_not_ready', 'later'));
    await expect(reply).rejects.toMatchObject({ code: 'file_not_ready' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an answer that takes longer', () => {
  const late = async () => {
    const { reply, ...work } = setup();
    await vi.advanceTimersByTimeAsync(20_000);
    const stream = await reply;
    if (!(stream instanceof Readable)) throw new Error('no stream');
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    await turns();
    return { ...work, text: () => text, stream };
  };

  it('begins with a blank, has another every 15 s, and ends with the text', async () => {
    const { text, resolve, stream } = await late();
    expect(text()).toBe(' ');
    await vi.advanceTimersByTimeAsync(14_999);
    await turns();
    expect(text()).toBe(' ');
    await vi.advanceTimersByTimeAsync(1);
    await turns();
    expect(text()).toBe('  ');
    resolve({ a: 1 });
    await turns();
    expect([text(), JSON.parse(text()), stream.readableEnded]).toEqual(['  {"a":1}', { a: 1 }, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells a failure in its body, since its status is sent', async () => {
    const { text, reject } = await late();
    reject(new AppError('file_not_ready', 'later'));
    await turns();
    const failure = { success: false, message: 'later', code: 'file_not_ready', request_id: 'req_1' };
    expect(JSON.parse(text())).toMatchObject(failure);
  });
});
