import { BatchEraser } from '../features/compatible/openai/batches/batch-eraser.ts';
import { batchKind } from '../features/compatible/openai/batches/batch-kind.ts';
import { BatchLineRepository } from '../features/compatible/openai/batches/batch-line-repository.ts';
import { BatchService } from '../features/compatible/openai/batches/batch-service.ts';
import type { BatchRun } from '../features/compatible/openai/batches/batch-types.ts';
import { BatchWork } from '../features/compatible/openai/batches/batch-work.ts';
import { MessageBatchService } from '../features/compatible/openai/batches/message-batch-service.ts';
import { VendorBatchRepository } from '../features/compatible/openai/batches/vendor-batch-repository.ts';
import { VendorHandover } from '../features/compatible/openai/batches/vendor-handover.ts';
import type { KeptFiles } from '../features/knowledge/files/kept-files.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { LineCaller } from '../features/runs/lines/line-caller.ts';
import { LineSlots } from '../features/runs/lines/line-slots.ts';
import { batchRoutes } from '../http/routes/openai/batch-routes.ts';
import { userOf } from '../http/user-of.ts';
import type { NamedEngines } from './named-engines.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface BatchParts {
  runs: RunRoom;
  meters: RunMeters;
  kept: KeptFiles;
  caller: LineCaller;
  flush: () => Promise<void>;
  engines: NamedEngines;
  /** What serves calls that name no engine. */
  usual: string;
}

/** Many calls in one file. */
export function composeBatches({ clock, config, database, logger }: Platform, parts: BatchParts) {
  const { runs, meters, kept, caller, flush, engines, usual } = parts;
  const lines = new BatchLineRepository({ db: database.db });
  const handed = new VendorBatchRepository({ db: database.db });
  const handover = new VendorHandover({
    handed,
    lines,
    clock,
    lookMs: config.batches.lookMs,
    mayGo: (model) => [usual, config.models.embedding, model ?? usual].some((name) => engines.leadsToBatches(name)),
    vendorOf: (...given) => engines.batches(...given),
    onError: (error) => logger.warn({ err: error }, 'a vendor did not do what was asked of one of its batches'),
  });
  const work = new BatchWork({
    handover,
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
    forget: async (batch: { id: string; workspaceId: string }) => {
      await lines.forget(batch);
      await handover.forget(batch);
    },
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
    forgetWorkspace: async (workspaceId: string) => {
      await lines.deleteWorkspace(workspaceId);
      await handed.deleteWorkspace(workspaceId);
    },
  };
}
