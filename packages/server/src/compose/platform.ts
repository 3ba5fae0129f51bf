import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/open-database.ts';
import type { PriceBook } from '../features/money/billing/price-book.ts';
import type { LegalHoldService } from '../features/operating/holds/legal-hold-service.ts';
import type { PasswordHasher } from '../features/people/accounts/password-hash.ts';
import type { Outbox } from '../features/runs/webhooks/outbox.ts';
import type { DiskRoom } from '../lib/disk-room.ts';
import type { OpenProcesses } from '../lib/open-processes.ts';
import type { OpenThreads } from '../lib/open-threads.ts';
import type { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Counters } from '../ports/counters.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { OpenedSealing } from './open-sealing.ts';

/** The parts that every capability may need. */
export interface Platform {
  config: Config;
  clock: Clock;
  logger: Logger;
  database: Database;
  /** The disk under `DATA_DIR`. */
  disk: DiskRoom;
  counters: Counters;
  /** Prices of engines that people set. */
  prices: PriceBook;
  /** Newest first; see `deriveKey`. */
  secrets: string[];
  /** The only way out to addresses that users, pages or third parties name. */
  fetcher: GuardedFetcher;
  blobs: BlobStore;
  /** What seals the database and the blobs; null where the operator set no key. */
  sealing: OpenedSealing | null;
  /** For parsers and other heavy work. */
  openProcesses: OpenProcesses;
  /** For the embedded reader. */
  openThreads: OpenThreads;
  passwords: PasswordHasher;
  /** Null where nothing is traced. */
  tracer: Tracer | null;
  /** What may not be deleted. */
  holds: LegalHoldService;
  /** What webhooks are to be told. */
  outbox: Outbox;
  /** Kinds are registered while the service is put together; work begins when it is. */
  jobs: JobQueue;
}
