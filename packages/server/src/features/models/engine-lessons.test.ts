import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/open-database.ts';
import { ModeMemory } from '../text/generation/structured/mode-memory.ts';
import { EngineLessonRepository } from './engine-lesson-repository.ts';
import { EngineLessons } from './engine-lessons.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: ':memory:', url: undefined });
});
afterAll(() => database.close());

const clock = { at: 0, now: () => clock.at };
/** As a process that begins. */
async function begin(): Promise<EngineLessons> {
  const lessons = new EngineLessons({ repository: new EngineLessonRepository({ db: database.db }), clock });
  await lessons.load();
  return lessons;
}

it('keeps per engine which formats it takes, over a restart, for a day', async () => {
  const before = await begin();
  const memory = new ModeMemory(before);
  memory.refused('a/m', 'hash', 'strict');
  memory.refused('a/m', 'hash', 'tool');
  memory.worked('a/m', 'json');
  await before.close();
  const after = new ModeMemory(await begin());
  expect(after.order('a/m', 'hash')).toEqual(['json', 'prompt']);
  expect(after.order('b/m', 'hash')).toEqual(['strict', 'tool', 'json', 'prompt']);
  clock.at += 25 * 3_600_000;
  expect(after.order('a/m', 'hash')).toEqual(['strict', 'tool', 'json', 'prompt']);
  await begin();
  expect(await database.db.selectFrom('engine_lessons').selectAll().execute()).toEqual([]);
});

it('takes a lesson that cannot be stored for this process', async () => {
  const errors: unknown[] = [];
  const repository = { load: async () => [], save: () => Promise.reject(new Error('away')) };
  const lessons = new EngineLessons({ repository, clock, onError: (error) => errors.push(error) });
  lessons.put('limits', 'a/m', { context: 1 });
  await lessons.close();
  expect([lessons.get('limits', 'a/m'), errors.length]).toEqual([{ context: 1 }, 1]);
});
