import { batchKind } from '../features/compatible/openai/batches/batch-kind.ts';
import { BatchLineRepository } from '../features/compatible/openai/batches/batch-line-repository.ts';
import { BatchService } from '../features/compatible/openai/batches/batch-service.ts';
import { BatchWork } from '../features/compatible/openai/batches/batch-work.ts';
import type { KeptFiles } from '../features/knowledge/files/kept-files.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { LineCaller } from '../features/runs/lines/line-caller.ts';
import { LineSlots } from '../features/runs/lines/line-slots.ts';
import { batchRoutes } from '../http/routes/openai/batch-routes.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface BatchParts {
  runs: RunRoom;
  meters: RunMeters;
  kept: KeptFiles;
  caller: LineCaller;
}

/** Many calls in one file. */
export function composeBatches({ clock, config, database }: Platform, { runs, meters, kept, caller }: BatchParts) {
  const lines = new BatchLineRepository({ db: database.db });
  const work = new BatchWork({
    lines,
    caller,
    clock,
    files: kept,
    slots: new LineSlots(config.batches.concurrency),
    openMeter: (line, endpoint) => meters.open(line, endpoint),
  });
  const kind = batchKind({
    work: (batch, context) => work.work(batch, context),
    keep: (batch, signal) => work.keep(batch, signal),
    tidy: (batch) => work.tidy(batch),
    forget: (batch) => lines.forget(batch),
    told: (batch) => batches.view(batch),
  });
  const batches: BatchService = new BatchService({ runs: runs.open(kind), lines, files: kept, clock });
  return {
    routes: batchRoutes({ batches }),
    forgetWorkspace: (workspaceId: string) => lines.deleteWorkspace(workspaceId),
  };
}
