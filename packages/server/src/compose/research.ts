import type { SentenceEmbedder } from '../adapters/encoder/sentence-embedder.ts';
import type { OwnFiles } from '../features/knowledge/collections/own-files.ts';
import type { FileContext } from '../features/knowledge/retrieval/file-context.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import { ResearchService } from '../features/research/research-service.ts';
import type { FindInCollections } from '../features/research/research-types.ts';
import { researchKind } from '../features/research/research-work.ts';
import { connectedModels } from '../features/research/researchers/connected-model.ts';
import { SourceWork } from '../features/research/sources/source-work.ts';
import type { CollectionFiles } from '../features/text/generation/collection-choice.ts';
import type { GenerationService } from '../features/text/generation/generation-service.ts';
import type { PromptLibrary } from '../features/text/prompts/prompt-library.ts';
import { researchRoutes } from '../http/routes/research/research-routes.ts';
import { sourceJudge } from './embeddings.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';
import type { composeSearch } from './search.ts';

export interface ResearchNeeds {
  search: ReturnType<typeof composeSearch>;
  files: FileContext;
  models: ModelRouter;
  generation: GenerationService;
  collections: CollectionFiles;
  ownFiles: OwnFiles;
  runs: RunRoom;
  prompts: PromptLibrary;
  /** The embedded encoder; null where there is none. */
  sentences: SentenceEmbedder | null;
}

const sweepMs = 6 * 60 * 60_000;
const pageKeepMs = 30 * 24 * 60 * 60_000;

/** Web search and research. */
export function composeResearch(platform: Platform, needs: ResearchNeeds) {
  const { clock, config, logger } = platform;
  const { search, files } = needs;
  const work = new SourceWork({
    workers: config.search.pageProcesses,
    open: platform.openProcesses,
    ...(needs.sentences && { judge: sourceJudge(needs.sentences) }),
  });
  const models = connectedModels(needs.models, needs.generation);
  const findInCollections: FindInCollections = async (call, request, { limit, waitMs }) => {
    const { collectionIds, collectionFilter: filter, instructions: query } = request;
    const asked = { collectionIds, query, limit, waitMs, ...(filter !== null && { filter }) };
    return (await needs.collections.filesFor(call, asked)).fileIds;
  };
  const { pages } = search;
  const runs = needs.runs.open(
    researchKind({
      search: search.search,
      findFiles: (workspaceId, question, limit, signal) => needs.ownFiles.find(workspaceId, question, limit, signal),
      pages: search.reader,
      pageTexts: pages,
      work,
      files,
      findInCollections,
      models,
      prompts: needs.prompts,
      clock,
    }),
  );
  const research = new ResearchService({ runs, pages, files, models, findInCollections });
  const sweep = setInterval(() => {
    pages.sweep(clock.now() - pageKeepMs).catch((error) => logger.error({ error }, 'old pages could not be removed'));
  }, sweepMs).unref();
  return {
    research,
    routes: researchRoutes({ search: search.webSearch, research }),
    forgetWorkspace: (workspaceId: string) => pages.deleteWorkspace(workspaceId),
    async close() {
      clearInterval(sweep);
      await work.close();
    },
  };
}
