import type { RunMeters } from '../features/billing/run-meters.ts';
import type { ResponseGenerationParts } from '../features/openai/responses/response-generation.ts';
import { ResponseRepository } from '../features/openai/responses/response-repository.ts';
import { ResponseService } from '../features/openai/responses/response-service.ts';
import { ResponseWorker, responseEndpoint } from '../features/openai/responses/response-worker.ts';
import type { Platform } from './platform.ts';

export interface ResponsesParts extends Omit<ResponseGenerationParts, 'repository'> {
  meters: RunMeters;
}

const sweepMs = 60 * 60_000;

/** Responses, kept and in the background. */
export function composeResponses({ clock, database, jobs, logger }: Platform, { meters, ...parts }: ResponsesParts) {
  const repository = new ResponseRepository({ db: database.db });
  const responses = new ResponseService({ ...parts, repository, jobs, clock });
  const worker = new ResponseWorker({
    responses,
    repository,
    jobs,
    openMeter: (stored) =>
      meters.open(
        { id: stored.id, keyId: stored.keyId, workspaceId: stored.workspaceId, request: stored.call },
        responseEndpoint,
      ),
  });
  jobs.register(worker.kind);
  const sweep = setInterval(() => {
    repository
      .deleteExpired(clock.now())
      .catch((error: unknown) => logger.error({ error }, 'old responses could not be removed'));
  }, sweepMs).unref();
  return {
    responses,
    /** Puts responses back into the queue that a process was killed before queueing. */
    start: () => worker.recover(),
    forgetWorkspace: (workspaceId: string) => repository.deleteWorkspace(workspaceId),
    close: async () => clearInterval(sweep),
  };
}
