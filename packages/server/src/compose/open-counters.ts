import type { Logger } from 'pino';
import { FallbackCounters } from '../adapters/fallback/fallback-counters.ts';
import { MemoryCounters } from '../adapters/memory/memory-counters.ts';
import { withinLimit } from '../lib/within-limit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Counters } from '../ports/counters.ts';

const startMs = 8000;

/** Counters in memory, or in Redis when it is configured; throws when Redis cannot be reached at the start. */
export async function openCounters(
  redisUrl: string | undefined,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<{ counters: Counters; areShared: () => boolean }> {
  const own = new MemoryCounters({ clock });
  if (!redisUrl) return { counters: own, areShared: () => true };
  // Loaded here so that a service without Redis never pays for it.
  const { RedisCounters } = await import('../adapters/redis/redis-counters.ts');
  const shared = new RedisCounters({ url: redisUrl });
  try {
    await withinLimit(shared.check(), startMs);
  } catch (error) {
    await shared.close();
    const reason = shared.lastProblem ?? (error instanceof Error ? error.message : String(error));
    throw new Error(
      `Redis at ${new URL(redisUrl).host} cannot be reached (${reason}). Start it, correct REDIS_URL, or leave REDIS_URL out to count in this process alone.`,
    );
  }
  const onChange = (isShared: boolean) => {
    if (isShared) logger.info('Redis is back; limits are shared between processes again');
    else logger.error('Redis cannot be reached; until it is back, each process counts limits on its own');
  };
  const counters = new FallbackCounters({ shared, own, onChange });
  return { counters, areShared: () => counters.isShared };
}
