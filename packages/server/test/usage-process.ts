import { writeSync } from 'node:fs';
import { openDatabase } from '../src/db/open-database.ts';
import { UsageJournal } from '../src/features/money/billing/usage-journal.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import { UsageWriter } from '../src/features/money/billing/usage-writer.ts';
import { usageRow } from './usage-row.ts';

/*
 * Writes usage records without end and prints the number of each that was acknowledged, until it is killed:
 * node usage-process.ts JOURNAL-DIRECTORY DATA-DIRECTORY PREFIX
 */
const [directory = '', dataDir = '', prefix = ''] = process.argv.slice(2);
const { db, dialect } = await openDatabase({ dataDir });
const writer = new UsageWriter({
  repository: new UsageRepository({ db, dialect }),
  journal: new UsageJournal({ directory }),
  safeIn: 'journal',
  onError: (error) => {
    throw error;
  },
});
for (let turn = 0; turn < 100_000; turn++) {
  const ids = Array.from({ length: 5 }, (_, index) => `${prefix}-${turn}-${index}`);
  // Written to the pipe at once, so that the parent hears of it whatever happens next.
  await Promise.all(ids.map((id) => writer.write(usageRow(id)).then(() => tell(`${id}\n`))));
}

/** A parent that is slow to read leaves the pipe full for a while. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EAGAIN') throw error;
    }
  }
}
