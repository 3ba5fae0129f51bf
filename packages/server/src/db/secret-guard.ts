import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../lib/secrets.ts';
import type { Db } from './open-database.ts';

const name = 'secret_fingerprint';

export interface SecretUse {
  /** What is said of the database, such as `the database /data/parley.db`. */
  store: string;
  /** Where the secret comes from, such as `PARLEY_SECRET`. */
  from: string;
  /** Whether other processes with secrets of their own may use the same database: none of them may take another one. */
  isShared: boolean;
  /** Whether the operator gives up what only the secret of before opens. */
  acceptsNew: boolean;
}

/**
 * Throws when the database is sealed with a secret that is not among these: what that one sealed would not open, and addresses signed
 * with it would not hold. The newest is noted for the next start and for other processes.
 */
export async function requireSameSecret(db: Db, secrets: readonly string[], use: SecretUse): Promise<void> {
  const [newest] = secrets;
  if (newest === undefined) return;
  const value = fingerprint(newest);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  const isKnown = secrets.some((secret) => isEqual(fingerprint(secret), row.value));
  if (!isKnown) refuse(use);
  if (row.value !== value) await note(db, value);
}

function refuse({ store, from, isShared, acceptsNew }: SecretUse): void {
  if (isShared) {
    throw new Error(
      'another process with another secret uses this database. Set PARLEY_SECRET to the same value for all of them ' +
        '(the first process has its own in the file `secret` of its DATA_DIR).',
    );
  }
  if (acceptsNew) return;
  throw new Error(
    `${store} is sealed with another secret than ${from}. Put the secret of before back (the file \`secret\` of DATA_DIR, or ` +
      'PARLEY_SECRET=new,old to change over). If it is lost, start once with ACCEPT_NEW_SECRET=true: connections to third parties, ' +
      'registered applications and second factors that it sealed have to be set up again.',
  );
}

const fingerprint = (secret: string): string => deriveKey(secret, 'secret fingerprint').toString('hex');

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function note(db: Db, value: string): Promise<void> {
  await db.updateTable('installation').set({ value }).where('name', '=', name).execute();
}
