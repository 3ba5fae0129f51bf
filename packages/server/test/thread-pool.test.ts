import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ThreadPool, type ThreadPoolOptions } from '../src/lib/thread-pool.ts';
import { shortestMs } from './shortest.ts';

const entry = new URL('./thread-pool-worker.ts', import.meta.url);
const pools: ThreadPool[] = [];
const poolWith = (options: Partial<ThreadPoolOptions> = {}): ThreadPool => {
  const pool = new ThreadPool({ entry, size: 1, timeoutMs: 5000, memoryBytes: 100_000_000, ...options });
  pools.push(pool);
  return pool;
};
const turn = 'one';

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('runs tasks', () => {
  it('hands the payload over and the result back, in one thread for many', async () => {
    const pool = poolWith();
    expect(await pool.run('echo', { list: [1, 'two', new Uint8Array([3])] }, { turn })).toEqual({
      list: [1, 'two', new Uint8Array([3])],
    });
    await pool.run('served', null, { turn });
    expect(await pool.run('served', null, { turn })).toBe(2);
    expect(pool.threads).toBe(1);
  });

  it('moves buffers that are to be transferred', async () => {
    const bytes = new Uint8Array(1000).fill(7);
    expect(await poolWith().run('echo', bytes, { turn, transfer: [bytes.buffer] })).toEqual(
      new Uint8Array(1000).fill(7),
    );
    expect(bytes.byteLength).toBe(0);
  });

  it('tells the error of a task with its code, and keeps the thread', async () => {
    const pool = poolWith();
    await pool.run('served', null, { turn });
    await expect(pool.run('fail', null, { turn })).rejects.toMatchObject({
      reason: 'task',
      message: 'not this one',
      code: 'unlucky',
    });
    await expect(pool.run('toString', null, { turn })).rejects.toMatchObject({ message: 'there is no task toString' });
    expect(await pool.run('served', null, { turn })).toBe(2);
  });

  it('fails for what cannot be copied, there or back, and goes on', async () => {
    const pool = poolWith();
    await expect(pool.run('echo', () => {}, { turn })).rejects.toThrow('could not be cloned');
    await expect(pool.run('unsendable', null, { turn })).rejects.toThrow('could not be cloned');
    expect(await pool.run('echo', 'here', { turn })).toBe('here');
  });

  it('gives threads nothing of the environment, and lets the main thread go first', async () => {
    const pool = poolWith();
    const names = await pool.run<string[]>('environment', null, { turn });
    expect(names.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
    if (process.platform === 'linux') expect(await pool.run('niceValue', null, { turn })).toBeGreaterThanOrEqual(2);
  });
});

describe('ends tasks for certain', () => {
  it.each(['loop', 'pattern', 'never'])('%s, at its time limit, while the main thread goes on', async (name) => {
    const pool = poolWith();
    await pool.run('echo', null, { turn });
    const from = performance.now();
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await expect(pool.run(name, null, { turn, timeoutMs: 300 })).rejects.toMatchObject({
      reason: 'timeout',
      message: `${name} took longer than 300 ms`,
      tasksBefore: 1,
    });
    clearInterval(ticking);
    // By itself it would not end at all.
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(ticks).toBeGreaterThan(2);
    expect(await pool.run('served', null, { turn })).toBe(1);
  });

  it.each(['loop', 'pattern', 'never'])('%s, when its caller leaves', async (name) => {
    const pool = poolWith();
    await pool.run('echo', null, { turn });
    const leave = async () => {
      const leaving = new AbortController();
      const left = expect(pool.run(name, null, { turn, signal: leaving.signal })).rejects.toThrow('gone');
      await sleep(50);
      const from = performance.now();
      leaving.abort(new Error('gone'));
      await left;
      return performance.now() - from;
    };
    expect(await shortestMs(100, leave)).toBeLessThan(100);
    await expect.poll(() => pool.threads).toBe(0);
    expect(await pool.run('served', null, { turn })).toBe(1);
  });

  it('keeps the thread when work that nobody waits for ends by itself', async () => {
    const pool = poolWith();
    let isKept = false;
    // On a busy machine some take longer than is waited for.
    for (let tries = 0; tries < 5 && !isKept; tries++) {
      const before = await pool.run<number>('served', null, { turn });
      const leaving = new AbortController();
      const left = expect(pool.run('pause', 20, { turn, signal: leaving.signal })).rejects.toThrow('gone');
      leaving.abort(new Error('gone'));
      await left;
      isKept = (await pool.run<number>('served', null, { turn })) === before + 1;
    }
    expect(isKept).toBe(true);
  });

  it('takes nothing up for a caller who has left while it waited', async () => {
    const pool = poolWith();
    const busy = pool.run('pause', 100, { turn });
    const leaving = new AbortController();
    const left = expect(pool.run('served', null, { turn, signal: leaving.signal })).rejects.toThrow('gone');
    leaving.abort(new Error('gone'));
    await left;
    await expect(pool.run('served', null, { turn, signal: leaving.signal })).rejects.toThrow('gone');
    await busy;
    expect(await pool.run('served', null, { turn })).toBe(1);
  });

  it.each([
    ['grow', 'memory'],
    ['growTable', 'memory'],
    ['exit', 'crash'],
    ['throwLater', 'crash'],
  ])('%s costs its own call alone: %s', async (name, reason) => {
    const pool = poolWith();
    const waiting = expect(pool.run(name, null, { turn, timeoutMs: 20_000 })).rejects.toMatchObject({ reason });
    expect(await pool.run('served', null, { turn })).toBe(1);
    await waiting;
  });
});

describe('takes turns', () => {
  it('between those that wait, however much one of them sends', async () => {
    const pool = poolWith();
    const order: string[] = [];
    const send = (whose: string) => pool.run('pause', 5, { turn: whose }).then(() => order.push(whose));
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(send));
    // The first began before anybody else had come.
    expect(order.join('')).toBe('aabcaba');
  });

  it('leaves a thread to others when one sends more than there are threads', async () => {
    const pool = poolWith({ size: 2 });
    const held = Promise.allSettled([1, 2, 3].map(() => pool.run('loop', null, { turn: 'a', timeoutMs: 60_000 })));
    expect(await pool.run('echo', 'mine', { turn: 'b' })).toBe('mine');
    // The first of them is still at work.
    expect(pool.waiting).toBe(2);
    await pool.close();
    await held;
  });

  it('refuses what is too much, and what has waited too long', async () => {
    const pool = poolWith({ queueLimit: 2, waitMs: 200 });
    const held = expect(pool.run('never', null, { turn })).rejects.toMatchObject({ reason: 'closed' });
    const late = expect(pool.run('echo', null, { turn })).rejects.toMatchObject({
      reason: 'busy',
      message: 'no thread was free within 200 ms',
    });
    await expect(pool.run('echo', null, { turn })).rejects.toMatchObject({
      reason: 'busy',
      message: '1 tasks are waiting already',
    });
    const other = pool.run('echo', 'other', { turn: 'two', signal: AbortSignal.timeout(100) });
    await expect(other).rejects.toThrow('timeout');
    await late;
    await pool.close();
    await held;
  });
});

describe('ends every call in time, waiting and work together', () => {
  it('a task that waited has what is left, and says that it had to wait', async () => {
    const pool = poolWith({ timeoutMs: 2000, callMs: 2500 });
    await pool.run('echo', null, { turn });
    const first = expect(pool.run('loop', null, { turn: 'a' })).rejects.toMatchObject({ reason: 'timeout' });
    const from = performance.now();
    const second = expect(pool.run('loop', null, { turn: 'b' })).rejects.toMatchObject({
      reason: 'busy',
      message: 'loop had to wait, and was not done 2500 ms after its call',
    });
    const short = pool.run('echo', 'short', { turn: 'c' });
    await first;
    await second;
    expect(performance.now() - from).toBeLessThan(20_000);
    await expect(short).rejects.toMatchObject({ reason: 'busy' });
    expect(await pool.run('echo', 'next', { turn: 'c' })).toBe('next');
  });

  it('and what needs little is done however long it had to wait', async () => {
    const pool = poolWith({ timeoutMs: 1500, callMs: 3000 });
    await pool.run('echo', null, { turn });
    const first = expect(pool.run('loop', null, { turn: 'a' })).rejects.toMatchObject({ reason: 'timeout' });
    expect(await pool.run('echo', 'short', { turn: 'b' })).toBe('short');
    await first;
  });
});

describe('goes away', () => {
  it('ends threads that have nothing to do', async () => {
    const pool = poolWith({ idleMs: 50 });
    await pool.run('echo', null, { turn });
    for (let waited = 0; pool.threads > 0 && waited < 2000; waited += 10) await sleep(10);
    expect(pool.threads).toBe(0);
    expect(await pool.run('served', null, { turn })).toBe(1);
  });

  it('ends a thread that has grown after a moment without work, and keeps one that was only busy for long', async () => {
    const pool = poolWith({ size: 2, memoryBytes: 1_000_000_000 });
    const busy = pool.run('pause', 300, { turn: 'a' });
    await Promise.all([busy, pool.run('growAWhile', 2_000_000, { turn: 'b' })]);
    expect(pool.threads).toBe(2);
    for (let waited = 0; pool.threads > 1 && waited < 10_000; waited += 50) await sleep(50);
    expect(pool.threads).toBe(1);
    await sleep(2_500);
    expect(pool.threads).toBe(1);
    expect(await pool.run('served', null, { turn })).toBe(1);
  });

  it('closes while a thread is deep in work, and takes nothing more', async () => {
    const pool = poolWith();
    await pool.run('echo', null, { turn });
    const open = expect(pool.run('pattern', null, { turn })).rejects.toMatchObject({ reason: 'closed' });
    const waiting = expect(pool.run('echo', null, { turn })).rejects.toMatchObject({ reason: 'closed' });
    await sleep(50);
    const from = performance.now();
    await pool.close();
    expect(performance.now() - from).toBeLessThan(20_000);
    await open;
    await waiting;
    await expect(pool.run('echo', null, { turn })).rejects.toMatchObject({ reason: 'closed' });
  });

  it('does not keep the process alive, idle or at work', async () => {
    const program = `
      import { ThreadPool } from '${new URL('../src/lib/thread-pool.ts', import.meta.url).href}';
      const pool = new ThreadPool({ entry: new URL('${entry.href}'), size: 2, timeoutMs: 60000, memoryBytes: 100000000 });
      const until = setTimeout(() => {}, 5000);
      await pool.run('echo', 1, { turn: 'a' });
      pool.run('loop', null, { turn: 'b' }).catch(() => {});
      clearTimeout(until);
    `;
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
    });
    expect(stderr.replaceAll(/.*ExperimentalWarning.*\n.*\n/g, '')).toBe('');
  });
});
