import type { Db } from './open-database.ts';

const name = 'unfinished_move';

/** Marks a database into which another one is being copied: no service is to start on half of it. */
export async function markUnfinished(db: Db): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value: 'yes' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function markFinished(db: Db): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', name).execute();
}

export async function isUnfinished(db: Db): Promise<boolean> {
  return (await db.selectFrom('installation').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

/** Throws a sentence where a move into the database has not come to its end. */
export async function requireFinished(db: Db): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new Error(
    'This database is being filled by parley move, which has not come to its end. Run it again with --final; it goes on where it was.',
  );
}
