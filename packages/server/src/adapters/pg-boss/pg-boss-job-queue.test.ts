import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { testJobQueue } from '../../../test/contracts/job-queue-contract.ts';
import { PgBossJobQueue } from './pg-boss-job-queue.ts';

const url = process.env.TEST_DATABASE_URL;
if (!url) console.info('PgBossJobQueue: skipped, TEST_DATABASE_URL is not set');

describe.skipIf(!url)('with PostgreSQL', () => {
  testJobQueue('PgBossJobQueue', async () => {
    const schema = `test_jobs_${randomBytes(6).toString('hex')}`;
    return {
      open: () => new PgBossJobQueue({ url: url ?? '', schema, leaseSeconds: 10, superviseSeconds: 1 }),
      async close() {
        const { default: pg } = await import('pg');
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(`drop schema if exists ${schema} cascade`);
        await client.end();
      },
    };
  });
});
