import { BatchEraser } from '../features/compatible/openai/batches/batch-eraser.ts';
import { batchKind } from '../features/compatible/openai/batches/batch-kind.ts';
import { BatchLineRepository } from '../features/compatible/openai/batches/batch-line-repository.ts';
import { BatchService } from '../features/compatible/openai/batches/batch-service.ts';
import type { BatchRun } from '../features/compatible/openai/batches/batch-types.ts';
import { BatchWork } from '../features/compatible/openai/batches/batch-work.ts';
import { MessageBatchService } from '../features/compatible/openai/batches/message-batch-service.ts';
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
  const common = {
    work: (...given: Parameters<BatchWork['work']>) => work.work(...given),
    keep: (...given: Parameters<BatchWork['keep']>) => work.keep(...given),
    tidy: (batch: BatchRun) => work.tidy(batch),
    forget: (batch: { id: string; workspaceId: string }) => lines.forget(batch),
  };
  const ofFiles = runs.open(
    batchKind({ ...common, name: 'batch', job: 'work-batch', told: (batch) => batches.view(batch) }),
  );
  const ofMessages = runs.open(
    batchKind({
      ...common,
      name: 'message_batch',
      job: 'work-message-batch',
      told: (batch) => messageBatches.view(batch),
    }),
  );
  const batches: BatchService = new BatchService({ runs: ofFiles, lines, files: kept, clock });
  const messageBatches: MessageBatchService = new MessageBatchService({ runs: ofMessages, lines, files: kept, clock });
  const eraser = new BatchEraser({ files: kept, lines, runs: [ofFiles, ofMessages], flush, userOf });
  return {
    routes: batchRoutes({ batches, messageBatches }),
    async forgetUser(user: { workspaceId: string; userId: string }): Promise<Record<string, number>> {
      const count = await eraser.forgetUser(user);
      return count > 0 ? { lines_of_batches: count } : {};
    },
    forgetWorkspace: (workspaceId: string) => lines.deleteWorkspace(workspaceId),
  };
}
