import { countSealedRows, resealRows } from '../db/reseal-rows.ts';
import { SealingService, turnOverKind } from '../features/operating/sealing/sealing-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { sealingRoutes } from '../http/routes/dashboard/sealing-routes.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

/** How often a process looks whether another one has made a new data key, where several share a database. */
const lookMs = 2000;

/** The job that seals everything with a new key. */
export function composeSealing(platform: Platform, { runs, audit }: { runs: RunRoom; audit: AuditLog }) {
  const { sealing: opened, database, clock, logger } = platform;
  const isShared = database.dialect === 'postgres';
  const sealing = opened && {
    keys: opened.keys,
    blobs: opened.blobs,
    countRows: () => countSealedRows(opened.plain),
    resealRows: () => resealRows(opened.plain, opened.keys),
    async whenAllKnow(signal: AbortSignal) {
      if (isShared) await clock.sleep(2 * lookMs, signal);
    },
    async addKey() {
      await opened.store.add();
      await opened.keys.renew();
    },
  };
  const service = new SealingService(sealing && { sealing, runs: runs.open(turnOverKind(sealing)) });
  const timer =
    opened && isShared
      ? setInterval(() => {
          opened.keys
            .renew()
            .catch((error: unknown) => logger.error({ error }, 'the data keys could not be looked up'));
        }, lookMs).unref()
      : null;
  return {
    routes: sealingRoutes({ sealing: service, audit }),
    /** Seals what is stored with the key of now, where that is a new one. */
    start: () => service.seal(),
    close: async () => {
      if (timer) clearInterval(timer);
    },
  };
}
