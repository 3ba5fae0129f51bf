import { testJobQueue } from '../../../test/contracts/job-queue-contract.ts';
import { openDatabase } from '../../db/open-database.ts';
import { LocalJobQueue } from './local-job-queue.ts';

testJobQueue('LocalJobQueue', async () => {
  const database = await openDatabase({ dataDir: ':memory:' });
  return { open: () => new LocalJobQueue({ db: database.db }), close: () => database.close() };
});
