import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogCheckpointer } from './log-checkpointer.ts';
import { openNodeSqlite } from './node-sqlite.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'log-checkpointer-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const mebibyte = 1024 * 1024;

function open() {
  const path = join(directory, 'some.db');
  const database = openNodeSqlite(path);
  database.prepare('create table words (word text)').run([]);
  const insert = database.prepare('insert into words values (?)');
  const size = (ending = '') => statSync(path + ending).size;
  /** Some 2 MB, each of 500 records of its own. */
  const write = () => {
    for (let index = 0; index < 500; index++) insert.run(['x'.repeat(3_500)]);
  };
  const count = () => database.prepare('select count(*) as count from words').all([]);
  return { path, database, size, write, count };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let look = 0; look < 200 && !isTrue(); look++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isTrue()).toBe(true);
}

describe('the write-ahead log', () => {
  it('is written back by a thread, and begun again by what is written next', async () => {
    const { path, database, size, write, count } = open();
    const checkpointer = new LogCheckpointer({ path, thresholdBytes: mebibyte });
    write();
    // No commit has done it.
    expect([size() < 10_000, size('-wal') > 2 * mebibyte]).toEqual([true, true]);
    checkpointer.start();
    await until(() => size() > 1.5 * mebibyte);
    // What it has begun it ends.
    await checkpointer.close();
    const before = size('-wal');
    write();
    expect(size('-wal')).toBeLessThan(1.2 * before);
    expect(count()).toEqual([{ count: 1_000 }]);
    database.close();
  });

  it('and the file hold nothing of what was deleted, once the log was cut', async () => {
    const { path, database, size } = open();
    const canary = 'canary-of-a-private-text';
    const holds = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes(canary));
    for (let index = 0; index < 50; index++) {
      database.prepare('insert into words values (?)').run([`${canary} ${'x'.repeat(2_000)}`]);
    }
    expect(holds()).toBe(true);
    database.prepare('delete from words').run([]);
    const checkpointer = new LogCheckpointer({ path, cutEveryMs: 1 });
    checkpointer.start();
    await until(() => size('-wal') === 0);
    await checkpointer.close();
    expect(holds()).toBe(false);
    database.close();
  });

  it('is left alone while it is small', async () => {
    const { path, database, size, write } = open();
    const checkpointer = new LogCheckpointer({ path, thresholdBytes: 64 * mebibyte });
    checkpointer.start();
    write();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(size()).toBeLessThan(10_000);
    await checkpointer.close();
    database.close();
  });

  it('can be closed in the middle of the work, and leaves the database to who closes it', async () => {
    const { path, database, size, write, count } = open();
    const checkpointer = new LogCheckpointer({ path, thresholdBytes: mebibyte });
    write();
    checkpointer.start();
    await new Promise((resolve) => setTimeout(resolve, 1_005));
    await checkpointer.close();
    database.checkpoint();
    expect([size('-wal'), count()]).toEqual([0, [{ count: 500 }]]);
    database.close();
  });
});
