import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../lib/secrets.ts';
import type { Db } from './open-database.ts';

const name = 'secret_fingerprint';

/**
 * Throws when this process made its own secret and the database belongs to processes with another one: addresses signed and
 * credentials sealed by one would not open in the other. With a secret that was set the newest is noted for the others.
 */
export async function requireSameSecret(
  db: Db,
  secrets: readonly string[],
  options: { isGiven: boolean },
): Promise<void> {
  const [newest] = secrets;
  if (newest === undefined) return;
  const value = fingerprint(newest);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  if (secrets.some((secret) => isEqual(fingerprint(secret), row.value))) {
    if (row.value !== value) await note(db, value);
    return;
  }
  if (options.isGiven) return note(db, value);
  throw new Error(
    'another process with another secret uses this database. Set PARLEY_SECRET to the same value for all of them ' +
      '(the first process has its own in the file `secret` of its DATA_DIR).',
  );
}

const fingerprint = (secret: string): string => deriveKey(secret, 'secret fingerprint').toString('hex');

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function note(db: Db, value: string): Promise<void> {
  await db.updateTable('installation').set({ value }).where('name', '=', name).execute();
}
