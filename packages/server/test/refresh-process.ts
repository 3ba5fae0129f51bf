import { systemClock } from '../src/adapters/system/system-clock.ts';
import { openDatabase } from '../src/db/open-database.ts';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import { caller, integrationParts } from './integration-parts.ts';

/** What the parent sends to a process that runs features of one connection. */
export interface RefreshOrder {
  database: { url?: string; dataDir: string };
  allowed: string;
  manifest: Manifest;
  client: { clientId: string; clientSecret: string };
  leaseMs: number;
  callers: number;
}

/*
 * A second process on the same database, as there is one behind every balancer: says `ready` when it is set up, and on
 * `go` runs the feature as many times at once as it was told.
 */
process.on('message', async (message: RefreshOrder | 'go') => {
  if (message !== 'go') {
    order = message;
    parts = await assemble(message);
    process.send?.('ready');
    return;
  }
  const results = await Promise.all(Array.from({ length: order?.callers ?? 0 }, run));
  process.send?.({ results });
});

let order: RefreshOrder | null = null;
let parts: ReturnType<typeof integrationParts> | null = null;

async function assemble({ database, allowed, manifest, client, leaseMs }: RefreshOrder) {
  const { db } = await openDatabase(database);
  const fetcher = new GuardedFetcher({
    userAgent: 'test',
    allowedAddresses: [allowed],
    concurrencyPerHost: 64,
    concurrency: 128,
  });
  return integrationParts({
    db,
    clock: systemClock,
    fetcher,
    manifests: [manifest],
    settings: { [manifest.id]: client },
    leaseMs,
  });
}

async function run(): Promise<string> {
  try {
    const request = {
      integrationId: order!.manifest.id,
      userId: 'user-1',
      featureName: 'LIST_ITEMS',
      inputs: {},
      chosenBy: 'caller',
    } as const;
    await parts!.execute.execute(caller(), request);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
