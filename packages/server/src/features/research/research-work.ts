import { hash } from 'node:crypto';
import { errorCatalogue, type ResearchProgress, type ResearchResult } from '@parley/contract';
import { AppError, isAppError, isOfFamily } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileContext } from '../knowledge/retrieval/file-context.ts';
import type { PageRepository } from '../knowledge/web-pages/page-repository.ts';
import type { PageReading } from '../knowledge/web-pages/stored-page.ts';
import type { RunSteps } from '../runs/background/run-steps.ts';
import type { RunContext, RunKind } from '../runs/background/run-types.ts';
import type { PromptLibrary } from '../text/prompts/prompt-library.ts';
import { ResearchPipeline } from './research-pipeline.ts';
import { planFor, type ResearchPlan } from './research-plan.ts';
import { toResearchRun } from './research-service.ts';
import type { FindInCollections, ResearchRecord, ResearchTypes } from './research-types.ts';
import { ExtractiveResearcher } from './researchers/extractive-researcher.ts';
import { ModelResearcher } from './researchers/model-researcher.ts';
import type { ResearchModel, ResearchModels } from './researchers/research-model.ts';
import type { Searching } from './search/search-service.ts';
import { type FileSource, SourceGatherer } from './sources/source-gatherer.ts';
import type { SourceWork } from './sources/source-work.ts';

export interface ResearchWorkParts {
  search: Searching;
  pages: PageReading;
  pageTexts: PageRepository;
  work: SourceWork;
  files: FileContext;
  /** The workspace's files that fit a question best, for runs with `include_files`. */
  findFiles(workspaceId: string, question: string, limit: number, signal: AbortSignal): Promise<{ fileId: string }[]>;
  findInCollections: FindInCollections;
  models: ResearchModels;
  /** What a connected model is told. */
  prompts: PromptLibrary;
  clock: Clock;
}

const fileTokens = 2_000_000;
const mostFoundFiles = 10;
const collectionBounds = { limit: 30, waitMs: 60_000 };

/** Research as a kind of run. Each question to a model and each page is a step. */
export function researchKind(parts: ResearchWorkParts): RunKind<ResearchTypes> {
  const work = new ResearchWork(parts);
  return {
    name: 'research',
    job: 'research',
    endpoint: 'createDeepResearch',
    concurrency: 4,
    // Killed processes count as attempts too; they must not end a run that gets on.
    maxAttempts: 60,
    backoffMs: 2000,
    deadlineMs: 70 * 60_000,
    keptMs: null,
    // Few, and each stands for long.
    progressMs: 0,
    failure: { message: 'The research could not be finished.', code: 'research_failed' },
    missing: (id) => new AppError('research_not_found', `There is no research ${id}`, { fields: { research_id: id } }),
    retry: {
      // Else another attempt cannot help, or its failure is stored like any other step.
      isLater: (error) => !isAppError(error) || (errorCatalogue[error.code].retryable && isOfFamily(error, 'upstream')),
      mostFailures: 3,
    },
    work: (run, context) => work.run(run, context),
    told: toResearchRun,
  };
}

class ResearchWork {
  readonly #parts: ResearchWorkParts;

  constructor(parts: ResearchWorkParts) {
    this.#parts = parts;
  }

  async run(run: ResearchRecord, { call, steps, tell }: RunContext<ResearchTypes>): Promise<ResearchResult> {
    const { request } = run;
    const { signal } = call;
    const model = this.#parts.models(request.model, call);
    const plan = planFor(request.depth, request.maxSources ?? undefined);
    const files = await this.#files(run, call);
    const gatherer = this.#gatherer(run, {
      resultsPerQuery: Math.min(100, plan.maxSources * 2),
      hasReader: !model.isEmbedded,
      steps,
      files,
      signal,
      tell,
    });
    const pipeline = new ResearchPipeline({
      id: run.id,
      request,
      plan,
      ...researchers(model, { steps, run, plan, prompts: this.#parts.prompts, signal }),
      gatherer,
      verifier: {
        pages: this.#parts.pageTexts,
        work: this.#parts.work,
        workspaceId: run.workspaceId,
        fileTexts: new Map(files.map((file) => [file.source.contentHash, file.text])),
        signal,
      },
      clock: this.#parts.clock,
      startedAt: run.startedAt ?? run.createdAt,
      spentUsd: () => steps.spentUsd,
      onProgress: tell,
    });
    const report = await pipeline.run();
    return { success: true, research_id: run.id, status: 'completed', ...report };
  }

  #gatherer(
    run: ResearchRecord,
    {
      tell,
      ...parts
    }: {
      resultsPerQuery: number;
      hasReader: boolean;
      steps: RunSteps;
      files: FileSource[];
      signal: AbortSignal;
      tell(progress: ResearchProgress): Promise<void>;
    },
  ): SourceGatherer {
    const { search, pages, work } = this.#parts;
    const { instructions, useCache } = run.request;
    const gatherer: SourceGatherer = new SourceGatherer({
      ...parts,
      search,
      pages,
      work,
      run: { workspaceId: run.workspaceId, instructions, useCache },
      onProgress: (message) =>
        tell({ step: 'gather', message, sources_found: gatherer.found, pages_read: gatherer.pagesRead }),
    });
    return gatherer;
  }

  async #files(run: ResearchRecord, call: Pick<Call, 'workspaceId' | 'meter' | 'signal'>): Promise<FileSource[]> {
    const { signal } = call;
    const { fileIds: named, includeFiles, instructions, origin } = run.request;
    const found = includeFiles
      ? await this.#parts.findFiles(run.workspaceId, instructions, mostFoundFiles, signal)
      : [];
    // Runs that were accepted before there were collections name none.
    const hasCollections = (run.request.collectionIds ?? []).length > 0;
    const collected = hasCollections ? await this.#parts.findInCollections(call, run.request, collectionBounds) : [];
    const fileIds = [...new Set([...named, ...found.map((file) => file.fileId), ...collected])];
    if (fileIds.length === 0) return [];
    const request = { workspaceId: run.workspaceId, fileIds, query: instructions, budgetTokens: fileTokens, signal };
    const documents = await this.#parts.files.load(request);
    return documents.map(({ fileId, filename, text }) => ({
      text,
      source: {
        url: `${origin}/v1/files/${fileId}/content`,
        title: filename,
        contentHash: hash('sha256', text),
        fetchedAt: run.createdAt,
        fileId,
      },
    }));
  }
}

function researchers(
  model: ResearchModel,
  parts: { steps: RunSteps; run: ResearchRecord; plan: ResearchPlan; prompts: PromptLibrary; signal: AbortSignal },
) {
  const { steps, run, plan, prompts, signal } = parts;
  const { instructions, maxCostUsd } = run.request;
  const today = new Date(run.createdAt).toISOString().slice(0, 10);
  const { subQuestions } = plan;
  const plainResearcher = new ExtractiveResearcher({ model, steps, instructions, subQuestions, signal });
  const researcher = model.isEmbedded
    ? plainResearcher
    : new ModelResearcher({ model, steps, prompts, today, instructions, subQuestions, maxCostUsd, signal });
  return { researcher, plainResearcher };
}
