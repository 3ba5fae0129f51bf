import type { FileInfo, UploadOptions } from '@parley/sdk';
import { expect, it } from 'vitest';
import { UploadQueue } from './upload-queue.ts';

const file = (name: string) => new File(['12345'], name);
// Only what the queue hands on.
const stored = { file_id: 'f' } as FileInfo;

function uploader() {
  const begun: Array<{ name: string; options: UploadOptions; end: (error?: Error) => void }> = [];
  const upload = (source: unknown, options: UploadOptions = {}) =>
    new Promise<FileInfo>((resolve, reject) => {
      const name = source instanceof File ? source.name : '';
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      begun.push({ name, options, end: (error) => (error ? reject(error) : resolve(stored)) });
    });
  return { begun, upload };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const queueNow = () => new UploadQueue((callback) => callback());

it('uploads three at a time and takes the next when one ends', async () => {
  const [queue, sender, done] = [queueNow(), uploader(), [] as FileInfo[]];
  queue.add(['a', 'b', 'c', 'd', 'e'].map(file), sender, (one) => done.push(one));
  expect(sender.begun.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  sender.begun[1]!.end();
  await settled();
  expect(sender.begun.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(done).toEqual([stored]);
  queue.add([file('f')], sender, () => {});
  await settled();
  expect(sender.begun).toHaveLength(4);
});

it('tells progress, failures and what was cancelled, and forgets what ended', async () => {
  const [queue, sender] = [queueNow(), uploader()];
  queue.add(['a', 'b', 'c', 'd'].map(file), sender, () => {});
  sender.begun[0]!.options.onProgress!({ phase: 'uploading', sentBytes: 2, totalBytes: 5 });
  sender.begun[1]!.end(new Error('full'));
  queue.cancel(4);
  queue.cancel(3);
  await settled();
  expect(queue.get().map(({ state, sentBytes }) => [state, sentBytes])).toEqual([
    ['uploading', 2],
    ['failed', 0],
    ['cancelled', 0],
    ['cancelled', 0],
  ]);
  expect(sender.begun[2]!.options.signal!.aborted).toBe(true);
  expect(sender.begun).toHaveLength(3);
  queue.clear();
  expect(queue.get().map(({ file }) => file.name)).toEqual(['a']);
});
