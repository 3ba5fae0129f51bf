import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
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

describe.runIf(process.platform === 'linux').each(['an exit', 'SIGKILL'])('%s of the service', (end) => {
  it('ends a process that is in the middle of a loop', async () => {
    const owner = spawn(process.execPath, [fileURLToPath(new URL('./pool-owner.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [told] = await once(owner.stdout, 'data');
    const pid = Number(String(told).trim());
    expect(isAlive(pid)).toBe(true);
    if (end === 'SIGKILL') owner.kill('SIGKILL');
    else owner.stdin.write('\n');
    await once(owner, 'exit');
    await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended may still wait to be reaped.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
  } catch {
    return false;
  }
}
