import { expect, it } from 'vitest';
import { lendProcesses } from './lend-processes.ts';

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
