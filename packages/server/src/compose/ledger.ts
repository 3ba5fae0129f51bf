import { ClickHouseLedgerSink } from '../adapters/clickhouse/clickhouse-ledger-sink.ts';
import type { UsageDays } from '../features/money/billing/usage-days.ts';
import { LedgerExportRepository } from '../features/money/ledger/ledger-export-repository.ts';
import { LedgerExporter } from '../features/money/ledger/ledger-exporter.ts';
import { LedgerUpkeep } from '../features/money/ledger/ledger-upkeep.ts';
import type { Platform } from './platform.ts';

/** What keeps the ledger in order and copies it elsewhere, beside the calls. */
export function composeLedger(platform: Platform, days: UsageDays) {
  const { clock, config, database, logger } = platform;
  const { ledgerExportUrl } = config.server;
  const upkeep = new LedgerUpkeep({ database, days, clock });
  const repository = new LedgerExportRepository({ db: database.db });
  const exporter =
    ledgerExportUrl === undefined
      ? null
      : new LedgerExporter({
          repository,
          sink: new ClickHouseLedgerSink(ledgerExportUrl),
          clock,
          onError: (error) => logger.error({ error }, 'the ledger could not be exported; it is tried again'),
        });
  let isSummed = false;
  return {
    exporter,
    async keepUp(): Promise<void> {
      isSummed = await upkeep.run().catch((error: unknown) => {
        logger.error({ error }, 'the ledger could not be kept in order; the next sweep tries it again');
        return false;
      });
    },
    /** Until when records may go: they are in the sums, and exported where that is turned on. */
    async settledUntil(): Promise<number> {
      if (!isSummed) return 0;
      return exporter ? repository.exportedUntil() : Number.POSITIVE_INFINITY;
    },
    start: () => exporter?.start(),
    close: async () => {
      await exporter?.close();
    },
  };
}

export type Ledger = ReturnType<typeof composeLedger>;
