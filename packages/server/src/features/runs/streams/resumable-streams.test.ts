import { expect, it } from 'vitest';
import type { StoredStream, StreamStore } from '../../../ports/stream-store.ts';
import { ResumableStreams } from './resumable-streams.ts';

const stream: StoredStream = {
  id: 'strm_1',
  workspaceId: 'ws_1',
  owner: 'key_1',
  userId: null,
  lastNumber: 2,
  isEnded: true,
  beatAt: 0,
  lostBlock: null,
};

/** A store that fails so many times before it says what it has. */
function streamsOver(failures: number) {
  let left = failures;
  let now = 0;
  const seen: unknown[] = [];
  const unused = async (): Promise<never> => {
    throw new Error('not asked here');
  };
  const store: StreamStore = {
    create: unused,
    append: unused,
    askCancel: unused,
    beat: unused,
    delete: unused,
    sweep: unused,
    forgetWorkspace: unused,
    forgetUser: unused,
    noteReader: async () => {},
    find: async () => stream,
    close: async () => {},
    async eventsAfter(_id, after) {
      if (after === 0) return [{ first: 1, last: 2, text: '' }];
      if (left-- > 0) throw new Error('the store is away');
      return after < 2 ? [{ first: 2, last: 2, text: 'id: 2\ndata: end\n\n' }] : [];
    },
  };
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const settings = { readerlessMs: 1000, keptMs: 1000, maxBytes: 1000, perWorkspace: 10 };
  const streams = new ResumableStreams({
    store,
    clock,
    settings,
    succeeds: async () => false,
    onError: (error) => seen.push(error),
  });
  const read = async () => {
    const texts: string[] = [];
    for await (const text of await streams.follow(stream, 1, new AbortController().signal)) texts.push(text);
    return texts;
  };
  return { streams, read, seen };
}

it('goes on with a stream of another process after a moment in which the store is away', async () => {
  const { streams, read, seen } = streamsOver(3);
  expect(await read()).toEqual(['id: 2\ndata: end\n\n']);
  expect(seen).toHaveLength(3);
  await streams.close();
});

it('fails, and does not end as if all were there, where the store stays away', async () => {
  const { streams, read } = streamsOver(Number.POSITIVE_INFINITY);
  await expect(read()).rejects.toThrow('the store is away');
  await streams.close();
});
