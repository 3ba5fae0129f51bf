import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../test/database.ts';
import type { Database } from './open-database.ts';
import { throwUnreachable } from './unreachable-database.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) console.info('time limits on PostgreSQL: skipped, TEST_DATABASE_URL is not set');

describe.skipIf(!serverUrl)('a query on PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.close());

  it('has a time limit on every connection of the pool, and so has a transaction that does nothing', async () => {
    const limits = sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.05)`;
    const each = await Promise.all(Array.from({ length: 20 }, () => limits.execute(database.db)));
    for (const { rows } of each) expect(rows).toMatchObject([{ statement: '30s', idle: '1min' }]);
  });

  it('that takes longer is ended by the server, and its caller told to come again', async () => {
    const slow = database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 50`.execute(trx);
      await sql`select pg_sleep(20)`.execute(trx);
    });
    await expect(slow).rejects.toMatchObject({ code: 'service_unavailable', retryAfterMs: 5000 });
    await database.check();
  });
});

describe('what a database throws', () => {
  const failure = (message: string, code?: string) => Object.assign(new Error(message), code !== undefined && { code });
  const thrown = (error: unknown) => {
    try {
      throwUnreachable(error);
    } catch (caught) {
      return caught;
    }
  };

  it.each([
    ['a statement that took too long', failure('canceling statement due to statement timeout', '57014')],
    ['an answer that did not come', failure('Query read timeout')],
    ['no free connection in time', failure('timeout exceeded when trying to connect')],
    ['a refused connection', failure('', 'ECONNREFUSED')],
    ['a server that shuts down', failure('terminating connection', '57P01')],
    ['too many connections', failure('sorry, too many clients', '53300')],
    ['a broken connection', failure('connection exception', '08006')],
  ])('%s is service_unavailable, with its cause', (_, error) => {
    expect(thrown(error)).toMatchObject({ code: 'service_unavailable', retryAfterMs: 5000, cause: error });
  });

  it.each([failure('duplicate key', '23505'), failure('no such table'), 'a text', null])(
    '%s stays what it is',
    (error) => {
      expect(thrown(error)).toBe(error);
    },
  );
});
