import { expect, it } from 'vitest';
import { CircuitBreaker, defaultCircuit } from './circuit-breaker.ts';

function setup(calls = 0) {
  const time = { now: 0 };
  const breaker = new CircuitBreaker(() => time.now, defaultCircuit);
  for (let call = 0; call < calls; call++) breaker.fail();
  return { breaker, time };
}

it('opens when half of at least ten calls of the last 30 seconds failed, whatever their order', () => {
  const { breaker } = setup(5);
  expect(breaker.state).toBe('closed');
  for (let call = 0; call < 5; call++) breaker.succeed();
  expect(breaker.state).toBe('closed');
  breaker.fail();
  expect(breaker.state).toBe('open');
  expect(breaker.tryEnter()).toBe(false);
});

it('stays closed below its share, however many failures there are', () => {
  const { breaker } = setup();
  for (let call = 0; call < 1000; call++) {
    if (call % 5 < 3) breaker.succeed();
    else breaker.fail();
  }
  expect(breaker.state).toBe('closed');
});

it('forgets what is older than its window', () => {
  const { breaker, time } = setup(9);
  time.now = 34_000;
  breaker.fail();
  expect(breaker.state).toBe('closed');
});

it('counts one whom nobody reaches twice', () => {
  const { breaker } = setup();
  for (let call = 0; call < 5; call++) breaker.fail({ isUnreachable: true });
  expect(breaker.state).toBe('open');
});

it('lets one probe through after two seconds and closes when that succeeds, with no failure remembered', () => {
  const { breaker, time } = setup(10);
  time.now = 1_999;
  expect(breaker.tryEnter()).toBe(false);
  time.now = 2_000;
  expect(breaker.state).toBe('half-open');
  expect(breaker.tryEnter()).toBe(true);
  expect(breaker.tryEnter()).toBe(false);
  breaker.succeed();
  expect(breaker.state).toBe('closed');
  breaker.fail();
  expect(breaker.state).toBe('closed');
});

it('pauses twice as long after a failed probe, up to fifteen seconds', () => {
  const { breaker, time } = setup(10);
  const pauses: number[] = [];
  for (let probe = 0; probe < 5; probe++) {
    time.now += breaker.waitMs;
    expect(breaker.tryEnter()).toBe(true);
    breaker.fail();
    pauses.push(breaker.waitMs);
  }
  expect(pauses).toEqual([4_000, 8_000, 15_000, 15_000, 15_000]);
});

it('gives the probe to another call when its caller leaves or it never comes back', () => {
  const { breaker, time } = setup(10);
  time.now = 2_000;
  expect(breaker.tryEnter()).toBe(true);
  breaker.leave();
  expect(breaker.tryEnter()).toBe(true);
  time.now += 10_000;
  expect(breaker.tryEnter()).toBe(true);
});
