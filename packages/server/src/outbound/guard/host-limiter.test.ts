import { describe, expect, it } from 'vitest';
import { HostLimiter } from './host-limiter.ts';

const never = new AbortController().signal;
const turn = () => new Promise(setImmediate);

function setup({ perHost = 2, total = 3 } = {}) {
  const limiter = new HostLimiter({ perHost, total });
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const ask = (name: string, host = name.slice(0, 1), signal = never) =>
    limiter.acquire(host, signal).then((release) => {
      started.push(name);
      releases.set(name, release);
    });
  const release = async (name: string) => {
    releases.get(name)?.();
    await turn();
  };
  return { ask, release, started };
}

describe('places', () => {
  it('are given per host and in all, in order of arrival, without one host holding up another', async () => {
    const { ask, release, started } = setup();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'a4']) void ask(name);
    await turn();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await release('b1');
    expect(started.slice(3)).toEqual(['b2']);
    await release('a2');
    expect(started.slice(4)).toEqual(['a3']);
    await release('a1');
    expect(started.slice(5)).toEqual(['a4']);
  });

  it('of a host that are still taken count when one of them is given back', async () => {
    const { ask, release, started } = setup({ perHost: 2, total: 10 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name);
    await turn();
    await release('a1');
    expect(started).toEqual(['a1', 'a2', 'a3']);
    await release('a2');
    await release('a3');
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('are given back once, however often that is asked', async () => {
    const { ask, release, started } = setup({ perHost: 2, total: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
    await turn();
    await release('a1');
    await release('a1');
    await release('a1');
    expect(started).toEqual(['a1', 'a2', 'a3']);
    await release('a2');
    await release('a3');
    await release('a4');
    void ask('a5');
    void ask('a6');
    void ask('a7');
    await turn();
    expect(started.slice(4)).toEqual(['a5', 'a6']);
  });
});

describe('whoever stops waiting', () => {
  it('takes no place, and gets the reason', async () => {
    const { ask, release, started } = setup({ perHost: 1, total: 1 });
    void ask('a1');
    const leave = new AbortController();
    const left = ask('a2', 'a', leave.signal);
    void ask('a3');
    leave.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await release('a1');
    expect(started).toEqual(['a1', 'a3']);
  });

  it('before it began is not let in', async () => {
    const { ask, started } = setup();
    await expect(ask('a1', 'a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(started).toEqual([]);
  });

  it('after it has its place changes nothing for those who wait', async () => {
    const { ask, release, started } = setup({ perHost: 1, total: 1 });
    const leave = new AbortController();
    await ask('a1', 'a', leave.signal);
    void ask('a2');
    leave.abort();
    await turn();
    expect(started).toEqual(['a1']);
    await release('a1');
    expect(started).toEqual(['a1', 'a2']);
  });
});
