import { expect, it } from 'vitest';
import { judge } from './judge.ts';
import type { Sample } from './sample.ts';

const rest = { handles: 10, files: 40, processes: 2, open: new Map([['socket:', 40]]) };
const rests = { before: rest, after: rest };

/** An hour, a sample a minute; memory takes its first third to come up to 200 MB. */
const samples = (change: (minute: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    at: minute * 60,
    ownMb: Math.min(200, 100 + minute * 5) + (minute % 3),
    treeMb: 400 + (minute % 7),
    heapMb: 60,
    handles: 20,
    files: 60,
    processes: 3,
    health: [2, 3, 4],
    loopMs: 20,
    ...change(minute),
  }));

it('takes a service that is after an hour what it was', () => {
  const verdict = judge(samples(), rests, false);
  expect(verdict.problems).toEqual([]);
  expect(verdict.growth.own).toBeLessThan(0.02);
  expect(verdict).toMatchObject({ healthP99: 4, healthLost: 0, loopP99: 20 });
});

it('finds memory that grows, and takes a moment for none', () => {
  expect(
    judge(
      samples((minute) => ({ ownMb: 200 + minute })),
      rests,
      false,
    ).problems,
  ).toEqual(['memory (own) grew by 11.9 % over the last two thirds']);
  expect(
    judge(
      samples((minute) => ({ treeMb: 300 + 3 * minute })),
      rests,
      false,
    ).problems,
  ).toHaveLength(1);
  expect(
    judge(
      samples((minute) => ({ ownMb: minute > 57 ? 900 : 200 })),
      rests,
      false,
    ).problems,
  ).toEqual([]);
});

it('finds what stays open', () => {
  const after = { handles: 12, files: 39, processes: 3, open: new Map([['socket:', 39]]) };
  const { leaked, problems } = judge(samples(), { before: rest, after }, false);
  expect(leaked).toEqual({ handles: 2, files: 0, processes: 1 });
  expect(problems).toEqual(['2 handles stayed open', '1 processes stayed open']);
  const grown = {
    ...rest,
    files: 41,
    open: new Map([
      ['socket:', 39],
      ['/data/…', 2],
    ]),
  };
  expect(judge(samples(), { before: rest, after: grown }, false).problems).toEqual(['1 files stayed open: /data/… +2']);
});

it('finds slow and lost answers of /healthz, and counts time on a busy machine for nothing', () => {
  const slow = samples((minute) => ({ health: minute % 10 === 0 ? [2, 80, 80] : [2, 3, 4] }));
  expect(judge(slow, rests, false).problems).toEqual(['/healthz took 80 ms at p99']);
  expect(judge(slow, rests, true).problems).toEqual([]);
  const lost = samples((minute) => ({ health: minute === 30 ? [-1] : [2, 3] }));
  expect(judge(lost, rests, true).problems).toEqual(['/healthz did not answer 1 times']);
});

it('does not judge by a handful of samples', () => {
  expect(judge(samples().slice(0, 10), rests, false).problems).toContain('only 7 samples');
});
