import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/database.ts';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { RunStepRepository } from './run-step-repository.ts';
import { RunSteps } from './run-steps.ts';

onBothDatabases('runs', (open) => {
  test('keep each step once, whoever finishes it first', async () => {
    const database = await open();
    try {
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
});
