import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import { BackupSchedule, timeOf } from './backup-schedule.ts';

const hour = 60 * 60_000;

it('makes a backup when the newest is old enough, and one at a time', async () => {
  const clock = new FakeClock();
  const asked: number[] = [];
  let end = (_: string) => {};
  const schedule = new BackupSchedule({
    clock,
    everyMs: 24 * hour,
    backUpUnless: (sinceMs) => {
      asked.push(sinceMs);
      return new Promise((resolve) => {
        end = resolve;
      });
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  const first = schedule.check();
  await schedule.check();
  expect(asked).toEqual([clock.now() - 24 * hour]);
  // One of before this process, made an hour ago.
  const made = new Date(clock.now() - hour).toISOString();
  end(made.replaceAll(/[:.]/g, '-'));
  await first;
  expect([schedule.newestAt, schedule.trouble]).toEqual([Date.parse(made), undefined]);
  clock.advance(23 * hour - 1);
  await schedule.check();
  expect(asked).toHaveLength(1);
  clock.advance(1);
  void schedule.check();
  expect(asked).toHaveLength(2);
});

it('says when one failed, and tries again after a while', async () => {
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const answers: (string | Error)[] = [new Error('the disk is full'), '2026-11-23T18-42-05-575Z'];
  const schedule = new BackupSchedule({
    clock,
    everyMs: 24 * hour,
    async backUpUnless() {
      const answer = answers.shift() ?? expect.unreachable('asked too often');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onError: (error) => errors.push(error),
  });
  await schedule.check();
  await schedule.check();
  expect([errors.length, schedule.newestAt]).toEqual([1, null]);
  expect(schedule.trouble).toContain('the last backup failed');
  clock.advance(15 * 60_000);
  await schedule.check();
  expect([errors.length, schedule.newestAt, schedule.trouble]).toEqual([
    1,
    Date.parse('2026-11-23T18:42:05.575Z'),
    undefined,
  ]);
  expect(timeOf('2026-11-23T18-42-05-575Z')).toBe(schedule.newestAt);
});
