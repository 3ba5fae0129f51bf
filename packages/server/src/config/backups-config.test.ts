import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
};
const BACKUP_KEY = 'a passphrase of the tests';

it('reads where backups lie, and how many are kept', () => {
  expect(readConfig({}).backups).toEqual({ to: null, key: null, everyHours: 24, keep: 14 });
  const set = { BACKUP_TO: '/backups', BACKUP_KEY, BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '3' };
  expect(readConfig(set).backups).toEqual({ to: { folder: '/backups' }, key: BACKUP_KEY, everyHours: 6, keep: 3 });
  const { to } = readConfig({ BACKUP_TO: 's3://bucket/backups', BACKUP_KEY }).backups;
  expect(to).toMatchObject({ s3: { bucket: 'bucket', prefix: 'backups/' } });
});

it.each([
  [{ BACKUP_TO: '/backups' }, /^BACKUP_KEY: is needed/],
  [{ BACKUP_KEY: 'short' }, /^BACKUP_KEY: must have at least 16/],
  [{ BACKUP_TO: '/backups/all.parley', BACKUP_KEY }, /^BACKUP_TO: must be a folder/],
  [{ BACKUP_TO: 's3://bucket?secret=x', BACKUP_KEY }, /^BACKUP_TO: has the unknown parameter/],
  [{ BACKUP_TO: '/backups', BACKUP_KEY, DATABASE_URL: 'postgres://h/d' }, /^BACKUP_TO: backs up SQLite/],
])('refuses %j and names the setting', (env, problem) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
});

it('takes one file where a command alone makes backups', () => {
  const { to } = readConfig({ BACKUP_TO: '/backups/all.parley', BACKUP_EVERY_HOURS: '0' }).backups;
  expect(to).toEqual({ file: '/backups/all.parley' });
});
