import { BatchEraser } from '../features/compatible/openai/batches/batch-eraser.ts';
import { batchKind } from '../features/compatible/openai/batches/batch-kind.ts';
import { BatchLineRepository } from '../features/compatible/openai/batches/batch-line-repository.ts';
import { BatchService } from '../features/compatible/openai/batches/batch-service.ts';
import { BatchWork } from '../features/compatible/openai/batches/batch-work.ts';
import type { KeptFiles } from '../features/knowledge/files/kept-files.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { LineCaller } from '../features/runs/lines/line-caller.ts';
import { LineSlots } from '../features/runs/lines/line-slots.ts';
import { batchRoutes } from '../http/routes/openai/batch-routes.ts';
import { userOf } from '../http/user-of.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface BatchParts {
  runs: RunRoom;
  meters: RunMeters;
  kept: KeptFiles;
  caller: LineCaller;
  flush: () => Promise<void>;
}

/** Many calls in one file. */
export function composeBatches({ clock, config, database }: Platform, parts: BatchParts) {
  const { runs, meters, kept, caller, flush } = parts;
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
  const opened = runs.open(kind);
  const batches: BatchService = new BatchService({ runs: opened, lines, files: kept, clock });
  const eraser = new BatchEraser({ files: kept, lines, runs: opened, flush, userOf });
  return {
    routes: batchRoutes({ batches }),
    async forgetUser(user: { workspaceId: string; userId: string }): Promise<Record<string, number>> {
      const count = await eraser.forgetUser(user);
      return count > 0 ? { lines_of_batches: count } : {};
    },
    forgetWorkspace: (workspaceId: string) => lines.deleteWorkspace(workspaceId),
  };
}
