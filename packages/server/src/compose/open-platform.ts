import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tracedJobs } from '../adapters/opentelemetry/traced-jobs.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { requireSameSecret } from '../db/secret-guard.ts';
import { requireFinished } from '../db/unfinished-move.ts';
import { PriceBook } from '../features/money/billing/price-book.ts';
import { HoldRepository } from '../features/operating/holds/hold-repository.ts';
import { LegalHoldService } from '../features/operating/holds/legal-hold-service.ts';
import { Outbox } from '../features/runs/webhooks/outbox.ts';
import { DiskRoom, type DiskSpace } from '../lib/disk-room.ts';
import { loadSecrets } from '../lib/secrets.ts';
import { version } from '../lib/version.ts';
import { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { Tracer } from '../ports/tracer.ts';
import { openCounters } from './open-counters.ts';
import { openSealing } from './open-sealing.ts';
import type { Platform } from './platform.ts';
import { openBlobs, openJobs } from './storage.ts';
import { userAgentOf } from './user-agent.ts';

interface Outside {
  /** Tests say how much room there is. */
  diskSpace?: ((directory: string) => Promise<DiskSpace>) | undefined;
}

/** Opens what every capability may need. `onOpen` gets what closes each part as soon as it is open, so that a start that fails leaves none. */
export async function openPlatform(
  config: Config,
  outside: Pick<Platform, 'clock' | 'logger' | 'openProcesses' | 'openThreads' | 'passwords'> & Outside,
  onOpen: (close: () => Promise<void>) => void,
): Promise<{ platform: Platform; areCountersShared: () => boolean }> {
  const { clock, logger, openProcesses, openThreads, passwords, diskSpace } = outside;
  const { server } = config;
  const isInMemory = server.dataDir === ':memory:';
  const disk = new DiskRoom({
    directory: isInMemory ? tmpdir() : server.dataDir,
    keepsReserve: !isInMemory,
    onError: (error) => logger.warn({ error }, 'the reserve on the disk could not be looked after'),
    space: diskSpace,
  });
  disk.start();
  onOpen(() => disk.close());
  const opened = await openDatabase({
    url: server.databaseUrl,
    dataDir: server.dataDir,
    onCopy: (path) => logger.warn({ path }, 'the database was copied before its tables are brought up to date'),
    slow: {
      fromMs: server.slowQueryMs,
      onSlow: ({ sql, durationMs }) =>
        logger.warn({ duration_ms: durationMs, sql }, 'a query of the database took long'),
    },
  });
  onOpen(() => opened.close());
  const { counters, areShared } = await openCounters(server.redisUrl, { clock, logger });
  onOpen(() => counters.close());
  await requireFinished(opened.db);
  const secrets = await openSecrets(config, opened);
  const fetcher = new GuardedFetcher({
    userAgent: userAgentOf(server.contact),
    allowedAddresses: server.allowPrivateAddresses,
  });
  onOpen(() => fetcher.close());
  const inner = await openBlobs({ s3: config.storage.s3, dataDir: server.dataDir }, disk);
  onOpen(() => inner.close());
  const { database, blobs, sealing } = await openSealing(config, { database: opened, blobs: inner });
  const { endpoint } = config.tracing;
  const tracer = endpoint === undefined ? null : await openTracer({ ...config.tracing, endpoint });
  if (tracer) onOpen(() => tracer.close());
  const queue = await openJobs(config, database);
  const jobs = tracer ? tracedJobs(queue, tracer) : queue;
  const prices = new PriceBook({
    db: database.db,
    onError: (error) => logger.warn({ error }, 'prices of engines could not be read anew'),
  });
  await prices.start();
  onOpen(async () => prices.close());
  const outbox = new Outbox({ db: database.db, clock });
  const holds = new LegalHoldService({ repository: new HoldRepository({ db: database.db }), clock });
  const platform = {
    config,
    clock,
    disk,
    holds,
    outbox,
    logger,
    openProcesses,
    openThreads,
    passwords,
    database,
    counters,
    prices,
    secrets,
    fetcher,
    blobs,
    jobs,
    sealing,
    tracer,
  };
  return { platform, areCountersShared: areShared };
}

/** Loaded where it is used: most services trace nothing. */
async function openTracer(config: Config['tracing'] & { endpoint: string }): Promise<Tracer> {
  const { OtlpTracer } = await import('../adapters/opentelemetry/otlp-tracer.ts');
  return new OtlpTracer(config, version);
}

/** Those in use, newest first. A start that is refused leaves no new one behind. */
async function openSecrets({ server }: Config, { db }: Database): Promise<string[]> {
  const { secrets, madeFile } = loadSecrets(server.secrets, server.dataDir);
  const file = join(server.dataDir, 'secret');
  try {
    await requireSameSecret(db, secrets, {
      store: server.databaseUrl
        ? `the database of DATABASE_URL at ${new URL(server.databaseUrl).host}`
        : `the database ${join(server.dataDir, 'parley.db')}`,
      from: server.secrets
        ? 'PARLEY_SECRET'
        : madeFile
          ? `the new one that would be made as ${file}`
          : `the one in ${file}`,
      isShared: server.secrets === undefined && server.databaseUrl !== undefined,
      acceptsNew: server.acceptsNewSecret,
    });
  } catch (error) {
    if (madeFile) rmSync(madeFile, { force: true });
    throw error;
  }
  return secrets;
}
