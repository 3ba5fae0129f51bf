import { ReplyCache } from '../features/models/reply-cache.ts';
import { ReplyClearings } from '../features/models/reply-clearings.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { keptReplyRoutes } from '../http/routes/admin/kept-reply-routes.ts';
import type { Platform } from './platform.ts';

/** What the cache of replies holds, and its clearing in every process. */
export async function composeKeptReplies(
  { clock, config, counters, database, logger }: Platform,
  { audit }: { audit: Pick<AuditLog, 'record'> },
) {
  const replies = new ReplyCache({ maxBytes: config.models.replyCacheBytes, now: () => clock.now() });
  const clearings = new ReplyClearings({
    db: database.db,
    counters,
    clock,
    replies,
    isShared: database.dialect === 'postgres',
    onError: (error) => logger.error({ err: error }, 'what other processes cleared of the cache could not be read'),
  });
  await clearings.start();
  return {
    replies,
    routes: keptReplyRoutes({ replies, clearings, audit }),
    /** Forgets what a workspace was told. */
    forget: async (workspaceId: string) => replies.forget(workspaceId),
    close: async () => clearings.close(),
  };
}
