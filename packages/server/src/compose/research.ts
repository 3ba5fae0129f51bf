import type { RunMeters } from '../features/billing/run-meters.ts';
import type { OwnFiles } from '../features/collections/own-files.ts';
import type { CollectionFiles } from '../features/generation/collection-choice.ts';
import type { GenerationService } from '../features/generation/generation-service.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import type { PromptLibrary } from '../features/prompts/prompt-library.ts';
import { connectedModels } from '../features/research/connected-model.ts';
import { ResearchRepository } from '../features/research/research-repository.ts';
import { ResearchRunner, researchEndpoint } from '../features/research/research-runner.ts';
import { ResearchService } from '../features/research/research-service.ts';
import type { FindInCollections, ResearchRecord } from '../features/research/research-types.ts';
import { researchWebhooks } from '../features/research/research-webhooks.ts';
import { SourceWork } from '../features/research/source-work.ts';
import type { FileContext } from '../features/retrieval/file-context.ts';
import { researchRoutes } from '../http/routes/research/research-routes.ts';
import type { Platform } from './platform.ts';
import type { composeSearch } from './search.ts';

export interface ResearchNeeds {
  search: ReturnType<typeof composeSearch>;
  files: FileContext;
  models: ModelRouter;
  generation: GenerationService;
  collections: CollectionFiles;
  ownFiles: OwnFiles;
  meters: RunMeters;
  prompts: PromptLibrary;
}

const sweepMs = 6 * 60 * 60_000;
const pageKeepMs = 30 * 24 * 60 * 60_000;

/** Web search and research. */
export function composeResearch(platform: Platform, needs: ResearchNeeds) {
  const { clock, config, database, fetcher, jobs, logger, secrets } = platform;
  const { search, files } = needs;
  const repository = new ResearchRepository({ db: database.db });
  const work = new SourceWork({ workers: config.search.pageProcesses });
  const models = connectedModels(needs.models, needs.generation);
  const openMeter = (run: ResearchRecord) => needs.meters.open(run, researchEndpoint);
  const findInCollections: FindInCollections = (call, request, limit) => {
    const { collectionIds, collectionFilter: filter, instructions: query } = request;
    return needs.collections.filesFor(call, { collectionIds, query, limit, ...(filter !== null && { filter }) });
  };
  const runner = new ResearchRunner({
    repository,
    jobs,
    search: search.search,
    findFiles: (workspaceId, question, limit, signal) => needs.ownFiles.find(workspaceId, question, limit, signal),
    pages: search.reader,
    pageTexts: search.pages,
    work,
    files,
    findInCollections,
    models,
    openMeter,
    prompts: needs.prompts,
    clock,
  });
  const webhooks = researchWebhooks({ repository, fetcher, clock, secrets });
  jobs.register(runner.kind);
  jobs.register(webhooks.kind);
  const webhookSecret = (workspaceId: string) => webhooks.secretOf(workspaceId);
  const { pages } = search;
  const research = new ResearchService({
    repository,
    jobs,
    pages,
    files,
    models,
    fetcher,
    findInCollections,
    openMeter,
    clock,
    webhookSecret,
  });
  const sweep = setInterval(() => {
    pages.sweep(clock.now() - pageKeepMs).catch((error) => logger.error({ error }, 'old pages could not be removed'));
  }, sweepMs).unref();
  return {
    research,
    routes: researchRoutes({ search: search.webSearch, research }),
    /** Puts runs back into the queue that a process was killed before queueing. */
    start: () => runner.recover(),
    async forgetWorkspace(workspaceId: string) {
      await repository.deleteWorkspace(workspaceId);
      await pages.deleteWorkspace(workspaceId);
    },
    async close() {
      clearInterval(sweep);
      await work.close();
    },
  };
}
