import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../src/db/open-database.ts';
import { ExportRepository } from '../src/features/operating/export/export-repository.ts';
import { lineOf } from '../src/features/operating/export/export-workspace.ts';
import { TableMover } from '../src/features/operating/move/move-tables.ts';
import { onBothDatabases } from './database.ts';
import { openInMemory } from './migrated-file.ts';

/** In billionths of a dollar: two that no double tells apart, the most that a database holds, and one that fits. */
const sums = ['9007199254740993', '9007199254740992', '9223372036854775807', '1500'];

const insert = async ({ db }: Database) => {
  await db.insertInto('workspaces').values({ id: 'w1', name: 'w1', created_at: 1, budget_nanos: null }).execute();
  for (const [index, sum] of sums.entries()) {
    const values = { owner_id: 'w1', period: `2026-0${index + 1}`, cost_nanos: BigInt(sum) };
    await db.insertInto('spend').values(values).execute();
  }
};
const read = async ({ db }: Database): Promise<string[]> => {
  const { rows } = await sql<{ sum: string }>`
    select cast(cost_nanos as text) as sum from spend order by period`.execute(db);
  return rows.map(({ sum }) => sum);
};

onBothDatabases('sums beyond 2^53', (open) => {
  it('are moved to the last billionth from SQLite and back, and what differs by one is seen', async () => {
    const [from, to, back] = await Promise.all([openInMemory(), open(), openInMemory()]);
    try {
      await insert(from);
      const there = new TableMover({ from, to });
      expect(await there.copy()).toBeGreaterThan(sums.length);
      expect(await there.copy()).toBe(0);
      expect(await read(to)).toEqual(sums);
      const compared = await there.compare();
      const home = new TableMover({ from: to, to: back });
      await home.copy();
      expect(await read(back)).toEqual(sums);
      expect(await home.compare()).toEqual(compared);
      await sql`update spend set cost_nanos = cost_nanos - 1 where period = '2026-01'`.execute(to.db);
      await expect(there.compare()).rejects.toThrow('spend has 4 rows here and 4 there');
      expect(await there.copy()).toBe(1);
      expect(await read(to)).toEqual(sums);
    } finally {
      await Promise.all([from, to, back].map((database) => database.close()));
    }
  });

  it('are exported as numbers with all of their digits', async () => {
    const database = await open();
    try {
      await insert(database);
      const repository = new ExportRepository({ database });
      const table = (await repository.tables(false)).find(({ name }) => name === 'spend')!;
      const lines: string[] = [];
      for await (const rows of repository.rows(table, 'w1', undefined)) lines.push(...rows.map(lineOf));
      expect(lines.map((line) => /"cost_nanos":(\d+)[,}]/.exec(line)?.[1])).toEqual(sums);
      expect(lines.map((line) => JSON.parse(line).period)).toEqual(sums.map((_, index) => `2026-0${index + 1}`));
    } finally {
      await database.close();
    }
  });
});
