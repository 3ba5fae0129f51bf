import { expect, test } from 'vitest';
import type { JobQueue } from '../../../../ports/job-queue.ts';
import { CollectionEmbedder, type CollectionEmbedderParts } from './collection-embedder.ts';

test('sweeps that follow one another leave one job for a collection whose job still waits', async () => {
  const waiting = new Set<string>();
  let now = 0;
  const jobs = {
    enqueue: async (_kind: string, _payload: object, { id = '' } = {}) => {
      waiting.add(id);
      return id;
    },
  } as Partial<JobQueue> as JobQueue;
  const unfinished = [
    { id: 'col_1', workspaceId: 'ws_1' },
    { id: 'col_2', workspaceId: 'ws_1' },
  ];
  const embedder = new CollectionEmbedder({
    embeddings: { default: { id: 'model', isSemantic: true } },
    vectors: { unfinished: async () => unfinished },
    clock: { now: () => now },
    jobs,
  } as unknown as CollectionEmbedderParts);
  for (let minute = 0; minute < 10; minute++) {
    now = minute * 60_000;
    await embedder.sweep();
  }
  expect([...waiting]).toEqual(['embed-col_1-sweep', 'embed-col_2-sweep']);
});
