import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../../test/database.ts';
import { FakeClock } from '../../../../test/fake-clock.ts';
import type { Db } from '../../../db/open-database.ts';
import { deleteRunsOf } from './run-repository.ts';
import { RunStepRepository } from './run-step-repository.ts';
import { RunSteps } from './run-steps.ts';

const storeRun = async (db: Db): Promise<void> => {
  const row = { id: 'r1', kind: 'research', workspace_id: 'ws_1', key_id: 'key_1', request: '{}', progress: '{}' };
  await db
    .insertInto('runs')
    .values({
      ...row,
      status: 'running',
      result: null,
      error: null,
      created_at: 1,
      started_at: 1,
      finished_at: null,
      settled_at: null,
      expires_at: null,
    })
    .execute();
};

onBothDatabases('runs', (open) => {
  test('keep each step once, whoever finishes it first', async () => {
    const database = await open();
    try {
      await storeRun(database.db);
      const repository = new RunStepRepository({ db: database.db });
      const parts = { repository, run: { id: 'r1', workspaceId: 'ws_1' }, clock: new FakeClock() };
      const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1 };
      const work = (output: string) => async () => ({
        output,
        consumption: [{ model: 'm', usage, costUsd: 0.25, upstreamCostUsd: 0 }],
      });
      const [first, second] = [await RunSteps.open(parts), await RunSteps.open(parts)];
      expect(await first.once('brief', 'input', work('first'))).toBe('first');
      // Another process that did the same work gets, and pays for, the stored output.
      expect(await second.once('brief', 'input', work('second'))).toBe('first');
      expect(second.spentUsd).toBe(0.25);
      const later = await RunSteps.open(parts);
      expect(await later.once('brief', 'input', () => Promise.reject(new Error('not again')))).toBe('first');
      expect(await later.once('brief', 'other input', work('other'))).toBe('other');
      expect(later.spentUsd).toBe(0.5);
    } finally {
      await database.close();
    }
  });

  test('leave no step behind that ends after its run was deleted', async () => {
    const database = await open();
    try {
      const { db } = database;
      await storeRun(db);
      const repository = new RunStepRepository({ db });
      const steps = await RunSteps.open({ repository, run: { id: 'r1', workspaceId: 'ws_1' }, clock: new FakeClock() });
      const kept = async () => (await db.selectFrom('run_steps').select('step').execute()).map(({ step }) => step);
      await steps.once('before', 'input', async () => ({ output: 'A word.', consumption: [] }));
      expect(await kept()).toEqual([expect.stringMatching(/^before#/)]);
      const work = async () => {
        await deleteRunsOf(db, 'ws_1');
        return { output: 'Another word.', consumption: [] };
      };
      const writes = vi.spyOn(db, 'insertInto');
      expect(await steps.once('meanwhile', 'input', work)).toBe('Another word.');
      expect(await kept()).toEqual([]);
      // Not even for the moment until it is taken away again.
      expect(writes).not.toHaveBeenCalled();
    } finally {
      await database.close();
    }
  });

  test('leave no step behind that is stored while its run is deleted', async () => {
    const database = await open();
    try {
      const { db } = database;
      await storeRun(db);
      const repository = new RunStepRepository({ db });
      const insertInto = db.insertInto.bind(db);
      const deleted: Promise<void>[] = [];
      vi.spyOn(db, 'insertInto').mockImplementation((table) => {
        deleted.push(deleteRunsOf(db, 'ws_1'));
        return insertInto(table);
      });
      const step = { step: 'one', inputHash: 'hash', output: 'A word.', consumption: [] };
      expect((await repository.add({ id: 'r1', workspaceId: 'ws_1' }, step, 0)).output).toBe('A word.');
      expect(deleted).toHaveLength(1);
      await Promise.all(deleted);
      expect(await db.selectFrom('run_steps').select('step').execute()).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
