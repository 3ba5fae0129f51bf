import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';

it('reads for how long things are kept, and refuses what is no rule', () => {
  expect(readConfig({}).retention).toEqual({});
  expect(readConfig({ RETENTION: 'usage=365, files=30' }).retention).toEqual({ usage_days: 365, files_days: 30 });
  for (const [given, told] of [
    ['usage', 'usage takes 3 to 3650 days, not ""'],
    ['films=3', 'is no rule; write kind=days'],
    ['usage=2', 'usage takes 3 to 3650 days, not "2"'],
    ['contents=400', 'contents takes 1 to 365 days'],
    ['files=x', 'files takes 1 to 3650 days'],
  ] as const) {
    expect(() => readConfig({ RETENTION: given })).toThrow(told);
  }
});
