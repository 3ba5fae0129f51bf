import { afterAll, expect, it } from 'vitest';
import { ProcessPool } from '../src/lib/process-pool.ts';

const pool = new ProcessPool({
  entry: new URL('./slow-start-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 1000,
  memoryBytes: 300_000_000,
});
afterAll(() => pool.close());

it('counts the time of a task from when its process has started', async () => {
  expect(await pool.run('echo', 'here')).toBe('here');
});

it('ends a task that takes longer than it may in a process that has started', async () => {
  await expect(pool.run('hang', '')).rejects.toMatchObject({
    reason: 'timeout',
    message: 'hang took longer than 1000 ms',
  });
});
