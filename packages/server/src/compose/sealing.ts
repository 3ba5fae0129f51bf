import { countSealedRows, resealRows } from '../db/reseal-rows.ts';
import { SealingService, turnOverKind } from '../features/operating/sealing/sealing-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { sealingRoutes } from '../http/routes/dashboard/sealing-routes.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

/** The job that seals everything with a new key. */
export function composeSealing({ sealing: opened }: Platform, { runs, audit }: { runs: RunRoom; audit: AuditLog }) {
  const sealing = opened && {
    keys: opened.keys,
    blobs: opened.blobs,
    countRows: () => countSealedRows(opened.plain),
    resealRows: () => resealRows(opened.plain, opened.keys),
    async addKey() {
      await opened.store.add();
      await opened.keys.renew();
    },
  };
  const service = new SealingService(sealing && { sealing, runs: runs.open(turnOverKind(sealing)) });
  return {
    routes: sealingRoutes({ sealing: service, audit }),
    /** Seals what is stored with the key of now, where that is a new one. */
    start: () => service.seal(),
  };
}
