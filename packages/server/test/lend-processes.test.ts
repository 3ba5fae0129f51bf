import { expect, it } from 'vitest';
import { lendProcesses, lendThreads } from './lend-processes.ts';

const options = {
  entry: new URL('./slow-start-worker.ts', import.meta.url),
  size: 2,
  timeoutMs: 60_000,
  memoryBytes: 300_000_000,
};

it('lends the same processes again, and ends with a lease its own tasks alone', async () => {
  const [first, second] = [lendProcesses(options), lendProcesses(options)];
  await Promise.all([first.run('echo', 'warm'), second.run('echo', 'warm')]);
  const hanging = first.run('hang', '');
  const others = second.run('echo', 'here');
  await first.close();
  await expect(hanging).rejects.toMatchObject({ reason: 'closed' });
  await expect(first.run('echo', 'late')).rejects.toMatchObject({ reason: 'closed' });
  expect(await others).toBe('here');
  const own = lendProcesses({ ...options, permissions: { write: [] } });
  await second.lend(Buffer.from('bytes'), async (path) => {
    expect([second, first, own].map((processes) => processes.isLent(path))).toEqual([true, true, false]);
  });
  await Promise.all([second.close(), own.close()]);
});

it('lends the same threads again, ends with a lease its own tasks alone, and before a stop after so long', async () => {
  const threads = {
    entry: new URL('./thread-pool-worker.ts', import.meta.url),
    size: 2,
    timeoutMs: 60_000,
    memoryBytes: 300_000_000,
  };
  const [first, second] = [lendThreads(threads), lendThreads(threads)];
  expect(await first.run('served', '', { turn: 'a' })).toBe(1);
  expect(await second.run('served', '', { turn: 'b' })).toBe(2);
  const hanging = expect(first.run('loop', '', { turn: 'a' })).rejects.toMatchObject({ reason: 'closed' });
  await first.close();
  await hanging;
  await expect(first.run('echo', 'late', { turn: 'a' })).rejects.toMatchObject({ reason: 'closed' });
  expect(await second.run('echo', 'here', { turn: 'b' })).toBe('here');
  const open = expect(second.run('loop', '', { turn: 'b' })).rejects.toMatchObject({ reason: 'closed' });
  second.windDown(10);
  await open;
  await second.close();
});
