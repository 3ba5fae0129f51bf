import { ResumableStreams } from '../features/runs/streams/resumable-streams.ts';
import { StreamRepository } from '../features/runs/streams/stream-repository.ts';
import { streamRoutes } from '../http/routes/text/stream-routes.ts';
import type { StreamStore } from '../ports/stream-store.ts';
import type { Platform } from './platform.ts';

/** Streams that can be taken up again: in Redis where there is one, else in the database. */
export async function composeStreams(
  platform: Platform,
  { keys }: { keys: { succeeds(key: string, earlier: string): Promise<boolean> } },
) {
  const { clock, config, logger } = platform;
  const streams = new ResumableStreams({
    store: await openStore(platform),
    clock,
    succeeds: (key, earlier) => keys.succeeds(key, earlier),
    settings: config.streams,
    onError: (error) =>
      logger.error({ error }, 'a stream could not be stored; it can be taken up again in this process alone'),
  });
  return { streams, routes: streamRoutes({ streams }) };
}

async function openStore({ config, database, sealing }: Platform): Promise<StreamStore> {
  const { redisUrl } = config.server;
  if (!redisUrl) return new StreamRepository({ db: database.db });
  // Loaded here so that a service without Redis never pays for it.
  const { RedisStreams } = await import('../adapters/redis/redis-streams.ts');
  return new RedisStreams({ url: redisUrl, sealing: sealing?.keys ?? null });
}
