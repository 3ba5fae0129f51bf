import { hash } from 'node:crypto';
import { errorCatalogue, type JsonObject, type ResearchProgress, type ResearchResult } from '@parley/contract';
import { isAppError } from '../../lib/app-error.ts';
import { storeError } from '../../lib/stored-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../ports/job-queue.ts';
import type { Consumption, Meter } from '../../ports/meter.ts';
import type { PageRepository } from '../pages/page-repository.ts';
import type { PageReading } from '../pages/stored-page.ts';
import type { PromptLibrary } from '../prompts/prompt-library.ts';
import type { FileContext } from '../retrieval/file-context.ts';
import type { Searching } from '../search/search-service.ts';
import { ExtractiveResearcher } from './extractive-researcher.ts';
import { ModelResearcher } from './model-researcher.ts';
import type { ResearchCall, ResearchModel, ResearchModels } from './research-model.ts';
import { ResearchPipeline } from './research-pipeline.ts';
import { planFor, type ResearchPlan } from './research-plan.ts';
import type { ResearchRepository } from './research-repository.ts';
import { ResearchSteps } from './research-steps.ts';
import type { FindInCollections, ResearchRecord } from './research-types.ts';
import { type FileSource, SourceGatherer } from './source-gatherer.ts';
import type { SourceWork } from './source-work.ts';

export interface RunnerParts {
  repository: ResearchRepository;
  jobs: JobQueue;
  search: Searching;
  pages: PageReading;
  pageTexts: PageRepository;
  work: SourceWork;
  files: FileContext;
  /** The workspace's files that fit a question best, for runs with `include_files`. */
  findFiles(workspaceId: string, question: string, limit: number, signal: AbortSignal): Promise<{ fileId: string }[]>;
  findInCollections: FindInCollections;
  models: ResearchModels;
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: ResearchRecord): Promise<Meter>;
  /** What a connected model is told. */
  prompts: PromptLibrary;
  clock: Clock;
}

export const researchKind = 'research';
/** Operation id of the call that starts a run, as the ledger has it. */
export const researchEndpoint = 'createDeepResearch';
export const webhookKind = 'research-webhook';

const runsAtOnce = 4;
/** Killed processes count as attempts too; they must not end a run that gets on. */
const attempts = 60;
const mostFailures = 3;
const backoffMs = 2000;
const deadlineMs = 70 * 60_000;
const fileTokens = 2_000_000;
const mostFoundFiles = 10;
const mostCollectionFiles = 30;

interface RunPayload extends JsonObject {
  workspaceId: string;
  runId: string;
}

/** Works off research runs from the job queue. */
export class ResearchRunner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<RunPayload> {
    return {
      name: researchKind,
      concurrency: runsAtOnce,
      maxAttempts: attempts,
      backoffMs,
      deadlineMs,
      run: (job) => this.#work(job),
      onFailed: ({ payload }, error) => this.#fail(payload, error),
    };
  }

  /** Puts every open run into the queue; those that are in it already stay as they are. */
  async recover(): Promise<void> {
    for (const { id, workspaceId } of await this.#parts.repository.listOpen()) {
      await this.#parts.jobs.enqueue(researchKind, { workspaceId, runId: id }, { id });
    }
  }

  async #work({ payload, attempt, signal }: Job<RunPayload>): Promise<void> {
    const { repository, clock } = this.#parts;
    const run = await repository.find(payload.workspaceId, payload.runId);
    if (!run) return;
    const startedAt = run.startedAt ?? clock.now();
    const isOpen = await repository.move(run, 'running', { startedAt });
    if (!isOpen) {
      // Ended before this process was told so: what follows the end is made up for.
      await this.#announce(run);
      return;
    }
    const steps = await ResearchSteps.open({ repository, run, clock });
    const meter = await this.#parts.openMeter(run);
    try {
      const result = await this.#research({ ...run, startedAt }, steps, meter, signal);
      await bill(meter, steps.consumption, 200);
      await repository.move(run, 'completed', { finishedAt: clock.now(), result });
      await this.#announce(run);
    } catch (error) {
      if (signal.aborted) {
        const now = await repository.find(run.workspaceId, run.id);
        if (now?.status === 'cancelled') await bill(meter, steps.consumption, errorCatalogue.research_cancelled.status);
        throw error;
      }
      // Another attempt cannot help, or its failure is stored like any other step.
      if (isAppError(error) && (!errorCatalogue[error.code].retryable || !error.code.startsWith('upstream_'))) {
        await this.#fail(payload, error, meter);
        return;
      }
      if ((await steps.addFailure(attempt)) >= mostFailures) {
        await this.#fail(payload, error, meter);
        return;
      }
      throw error;
    } finally {
      // A run that goes on later holds again what it needs then.
      meter.handOver();
      await meter.settle({ status: 200, isStreamed: false });
    }
  }

  async #research(
    run: ResearchRecord,
    steps: ResearchSteps,
    meter: Meter,
    signal: AbortSignal,
  ): Promise<ResearchResult> {
    const { request } = run;
    const model = this.#parts.models(request.model, callOf(run, meter));
    const plan = planFor(request.depth, request.maxSources ?? undefined);
    const files = await this.#files(run, meter, signal);
    const onProgress = (progress: ResearchProgress) => this.#parts.repository.setProgress(run, progress);
    const gatherer = this.#gatherer(
      { ...run, resultsPerQuery: Math.min(100, plan.maxSources * 2), hasReader: !model.isEmbedded },
      steps,
      files,
      signal,
      onProgress,
    );
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
      onProgress,
    });
    const report = await pipeline.run();
    return { success: true, research_id: run.id, status: 'completed', ...report };
  }

  #gatherer(
    run: ResearchRecord & { resultsPerQuery: number; hasReader: boolean },
    steps: ResearchSteps,
    files: FileSource[],
    signal: AbortSignal,
    onProgress: (progress: ResearchProgress) => Promise<void>,
  ): SourceGatherer {
    const { search, pages, work } = this.#parts;
    const { instructions, useCache } = run.request;
    const gatherer: SourceGatherer = new SourceGatherer({
      search,
      pages,
      work,
      steps,
      run: { workspaceId: run.workspaceId, instructions, useCache },
      resultsPerQuery: run.resultsPerQuery,
      hasReader: run.hasReader,
      files: [...files],
      signal,
      onProgress: (message) =>
        onProgress({ step: 'gather', message, sources_found: gatherer.found, pages_read: gatherer.pagesRead }),
    });
    return gatherer;
  }

  async #files(run: ResearchRecord, meter: Meter, signal: AbortSignal): Promise<FileSource[]> {
    const { fileIds: named, includeFiles, instructions, origin } = run.request;
    const found = includeFiles
      ? await this.#parts.findFiles(run.workspaceId, instructions, mostFoundFiles, signal)
      : [];
    // Runs that were accepted before there were collections name none.
    const hasCollections = (run.request.collectionIds ?? []).length > 0;
    const collected = hasCollections
      ? await this.#parts.findInCollections(
          { workspaceId: run.workspaceId, signal, meter },
          run.request,
          mostCollectionFiles,
        )
      : [];
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

  async #fail(payload: RunPayload, error: unknown, open?: Meter): Promise<void> {
    const { repository, clock } = this.#parts;
    const run = await repository.find(payload.workspaceId, payload.runId);
    if (!run) return;
    const steps = await ResearchSteps.open({ repository, run, clock });
    const meter = open ?? (await this.#parts.openMeter(run));
    await bill(meter, steps.consumption, isAppError(error) ? error.status : 500);
    const told = isAppError(error)
      ? storeError(error)
      : { message: 'The research could not be finished.', code: 'research_failed' };
    await repository.move(run, 'failed', { finishedAt: clock.now(), error: told });
    await this.#announce(run);
  }

  async #announce(run: ResearchRecord): Promise<void> {
    if (run.request.webhookUrl === null) return;
    const payload = { workspaceId: run.workspaceId, runId: run.id };
    await this.#parts.jobs.enqueue(webhookKind, payload, { id: `${run.id}-webhook` });
  }
}

async function bill(meter: Meter, consumption: Consumption[], status: number): Promise<void> {
  for (const entry of consumption) meter.add(entry);
  await meter.settle({ status, isStreamed: false });
}

/** The run as a caller of models. */
function callOf({ workspaceId, keyId, request }: ResearchRecord, meter: Meter): ResearchCall {
  const { requestId, origin } = request;
  const none = { scopes: [], confirmChanges: 'always', address: '' } as const;
  return { requestId, endpoint: researchEndpoint, workspaceId, keyId, ...none, origin, meter };
}

function researchers(
  model: ResearchModel,
  parts: { steps: ResearchSteps; run: ResearchRecord; plan: ResearchPlan; prompts: PromptLibrary; signal: AbortSignal },
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
