import type { ResearchResult } from '@parley/contract';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/database.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import { ResearchRepository } from './research-repository.ts';
import { ResearchSteps } from './research-steps.ts';
import type { AcceptedRequest } from './research-types.ts';

const request: AcceptedRequest = {
  instructions: 'What?',
  depth: 'quick',
  maxSources: null,
  schema: null,
  fileIds: [],
  collectionIds: [],
  collectionFilter: null,
  includeFiles: false,
  maxCostUsd: null,
  useCache: false,
  webhookUrl: null,
  model: null,
  requestId: 'req_1',
  origin: 'http://127.0.0.1',
};
const progress = { step: 'queued', message: 'Waiting', sources_found: 0, pages_read: 0 };
const run = (id: string, createdAt = 1) => ({ id, workspaceId: 'ws_1', keyId: 'key_1', request, progress, createdAt });

onBothDatabases('research runs', (open) => {
  test('move only as they may, and belong to their workspace', async () => {
    const database = await open();
    try {
      const runs = new ResearchRepository({ db: database.db });
      await runs.create(run('r1'));
      await runs.create(run('r2', 2));
      expect(await runs.find('ws_2', 'r1')).toBeNull();
      expect((await runs.list('ws_1', 10, undefined)).map(({ id }) => id)).toEqual(['r2', 'r1']);
      expect((await runs.list('ws_1', 10, { createdAt: 2, id: 'r2' })).map(({ id }) => id)).toEqual(['r1']);
      const one = { id: 'r1', workspaceId: 'ws_1' };
      // The shape of a result is the pipeline's; here it only has to come back as it was.
      const result = { success: true, output: 'text' } as ResearchResult;
      expect(await runs.move(one, 'completed', { finishedAt: 5, result })).toBe(false);
      expect(await runs.move(one, 'running', { startedAt: 3 })).toBe(true);
      await runs.setProgress(one, { ...progress, pages_read: 4 });
      expect(await runs.move({ ...one, workspaceId: 'ws_2' }, 'cancelled')).toBe(false);
      expect(await runs.move(one, 'completed', { finishedAt: 5, result })).toBe(true);
      expect(await runs.move(one, 'cancelled', { finishedAt: 6 })).toBe(false);
      expect(await runs.find('ws_1', 'r1')).toMatchObject({
        status: 'completed',
        startedAt: 3,
        finishedAt: 5,
        result,
        progress: { pages_read: 4 },
        request,
      });
      expect(await runs.listOpen()).toEqual([{ id: 'r2', workspaceId: 'ws_1' }]);
      await runs.deleteWorkspace('ws_1');
      expect(await runs.find('ws_1', 'r2')).toBeNull();
    } finally {
      await database.close();
    }
  });

  test('keep each step once, whoever finishes it first', async () => {
    const database = await open();
    try {
      const repository = new ResearchRepository({ db: database.db });
      const parts = { repository, run: { id: 'r1', workspaceId: 'ws_1' }, clock: new FakeClock() };
      const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1 };
      const work = (output: string) => async () => ({
        output,
        consumption: [{ model: 'm', usage, costUsd: 0.25, upstreamCostUsd: 0 }],
      });
      const [first, second] = [await ResearchSteps.open(parts), await ResearchSteps.open(parts)];
      expect(await first.once('brief', 'input', work('first'))).toBe('first');
      // Another process that did the same work gets, and pays for, the stored output.
      expect(await second.once('brief', 'input', work('second'))).toBe('first');
      expect(second.spentUsd).toBe(0.25);
      const later = await ResearchSteps.open(parts);
      expect(await later.once('brief', 'input', () => Promise.reject(new Error('not again')))).toBe('first');
      expect(await later.once('brief', 'other input', work('other'))).toBe('other');
      expect(later.spentUsd).toBe(0.5);
    } finally {
      await database.close();
    }
  });
});
