import { describe, expect, it } from 'vitest';
import { defaultCircuit } from './circuit-breaker.ts';
import { type Caller, EngineCircuits } from './engine-circuits.ts';

function setup() {
  const time = { now: 0 };
  const circuits = new EngineCircuits(() => time.now, defaultCircuit);
  const of = (key: string, kind: Caller['kind'] = 'text') => circuits.of({ kind, key });
  const fail = (calls: number, key: string, kind?: Caller['kind']) => {
    for (let call = 0; call < calls; call++) of(key, kind).fail();
  };
  return { time, circuits, of, fail };
}

describe('the circuits of an engine', () => {
  it("leave it alone for a key whose calls fail, and for no other's", () => {
    const { circuits, of, fail } = setup();
    of('b').succeed();
    fail(200, 'a');
    expect([of('a').tryEnter(), of('b').tryEnter(), of('newcomer').tryEnter()]).toEqual([false, true, true]);
    expect(circuits.state).toBe('open');
  });

  it('leave it alone for one kind of call, and for no other', () => {
    const { of, fail } = setup();
    fail(10, 'a', 'object');
    expect([of('a', 'object').tryEnter(), of('a').tryEnter(), of('a', 'tools').tryEnter()]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('believe several keys that all fail, each of them seldom, but for those that fare well', () => {
    const { of, fail } = setup();
    of('well').succeed();
    for (let key = 0; key < 10; key++) fail(1, `k${key}`);
    expect([of('k0').tryEnter(), of('newcomer').tryEnter(), of('well').tryEnter()]).toEqual([false, false, true]);
    // One that still fares well shows that the engine does.
    of('well').succeed();
    expect(of('newcomer').tryEnter()).toBe(true);
  });

  it('leave it alone for all when nobody reaches it, and for none once somebody did', () => {
    const { time, of } = setup();
    of('b').succeed();
    for (let call = 0; call < 6; call++) of('a').fail({ isUnreachable: true });
    expect([of('a').tryEnter(), of('b').tryEnter(), of('b', 'tools').tryEnter()]).toEqual([false, false, false]);
    time.now += defaultCircuit.pauseMs;
    expect([of('b').tryEnter(), of('newcomer').tryEnter()]).toEqual([true, false]);
    of('b').succeed();
    expect(of('newcomer').tryEnter()).toBe(true);
  });

  it('let one probe through after a pause, and the others once it came back', () => {
    const { time, of, fail } = setup();
    fail(10, 'a');
    time.now += defaultCircuit.pauseMs;
    expect([of('a').isClosed, of('a').tryEnter(), of('a').tryEnter()]).toEqual([false, true, false]);
    of('a').leave();
    expect(of('a').tryEnter()).toBe(true);
    of('a').succeed();
    expect([of('a').isClosed, of('a').tryEnter(), of('a').tryEnter()]).toEqual([true, true, true]);
  });
});
