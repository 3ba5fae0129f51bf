import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function opened() {
  const time = { now: 0 };
  const breaker = new CircuitBreaker(() => time.now);
  for (let failure = 0; failure < 5; failure++) {
    expect(breaker.tryEnter()).toBe(true);
    breaker.fail();
  }
  return { breaker, time };
}

it('opens after five failures in a row, and a success in between starts the count anew', () => {
  const breaker = new CircuitBreaker(() => 0);
  for (let failure = 0; failure < 4; failure++) breaker.fail();
  breaker.succeed();
  for (let failure = 0; failure < 4; failure++) breaker.fail();
  expect(breaker.state).toBe('closed');
  breaker.fail();
  expect(breaker.state).toBe('open');
  expect(breaker.tryEnter()).toBe(false);
});

it('lets one probe through after its pause and closes when that succeeds', () => {
  const { breaker, time } = opened();
  time.now = 4_999;
  expect(breaker.tryEnter()).toBe(false);
  time.now = 5_000;
  expect(breaker.state).toBe('half-open');
  expect(breaker.tryEnter()).toBe(true);
  expect(breaker.tryEnter()).toBe(false);
  breaker.succeed();
  expect(breaker.state).toBe('closed');
  expect(breaker.tryEnter()).toBe(true);
});

it('pauses twice as long after a failed probe, up to two minutes', () => {
  const { breaker, time } = opened();
  const pauses: number[] = [];
  for (let probe = 0; probe < 6; probe++) {
    time.now += breaker.waitMs;
    expect(breaker.tryEnter()).toBe(true);
    breaker.fail();
    pauses.push(breaker.waitMs);
  }
  expect(pauses).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
});

it('gives the probe to another call when its caller leaves or it never comes back', () => {
  const { breaker, time } = opened();
  time.now = 5_000;
  expect(breaker.tryEnter()).toBe(true);
  breaker.leave();
  expect(breaker.tryEnter()).toBe(true);
  time.now += 30_000;
  expect(breaker.tryEnter()).toBe(true);
});
