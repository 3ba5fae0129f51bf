import {
  type Citation,
  type DeepResearchRequest,
  errorCatalogue,
  type JsonObject,
  type ResearchResult,
  type ResearchRun,
} from '@parley/contract';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { compileSchema } from '../../lib/compile-schema.ts';
import { newId } from '../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Meter } from '../../ports/meter.ts';
import type { PageRepository } from '../pages/page-repository.ts';
import type { FileContext } from '../retrieval/file-context.ts';
import type { ModelQuestion, ResearchModels } from './research-model.ts';
import type { ResearchRepository } from './research-repository.ts';
import { researchKind } from './research-runner.ts';
import type { AcceptedRequest, FindInCollections, ResearchRecord } from './research-types.ts';

export interface ResearchServiceParts {
  repository: ResearchRepository;
  jobs: JobQueue;
  pages: PageRepository;
  files: FileContext;
  models: ResearchModels;
  fetcher: GuardedFetcher;
  findInCollections: FindInCollections;
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: ResearchRecord): Promise<Meter>;
  clock: Clock;
  /** What the receiver of webhooks checks signatures with. */
  webhookSecret(workspaceId: string): string;
}

export type ResearchStreamEvent =
  | { progress: ResearchRun['progress'] }
  | { content: string; done: false }
  | ({ done: true } & ResearchResult);

const lookMs = 250;
const fileTokens = 2_000_000;
const chunkLength = 400;
const firstAnswerTokens = 2_000;

/** Research as the API has it: started, watched, cancelled, looked up. The work itself is done by the job queue. */
export class ResearchService {
  readonly #parts: ResearchServiceParts;

  constructor(parts: ResearchServiceParts) {
    this.#parts = parts;
  }

  /** Checks a request and puts its run into the queue. */
  async start(body: DeepResearchRequest, call: Call): Promise<ResearchRun> {
    const { repository, jobs, clock, models, files, fetcher, webhookSecret } = this.#parts;
    const request = accepted(body, call, models);
    const model = models(request.model, call);
    if (request.schema !== null) compileSchema(request.schema);
    if (request.webhookUrl !== null) fetcher.check(request.webhookUrl);
    if (request.fileIds.length > 0) {
      const { fileIds, instructions: query } = request;
      await files.load({ workspaceId: call.workspaceId, fileIds, query, budgetTokens: 1000, signal: call.signal });
    }
    if (request.collectionIds.length > 0) await this.#parts.findInCollections(call, request, 1);
    await call.meter.reserve({ costUsd: model.estimateUsd(firstQuestion(request)), tokens: 0 });
    const id = newId('research');
    const progress = { step: 'queued', message: 'Waiting for a free worker', sources_found: 0, pages_read: 0 };
    const { workspaceId, keyId } = call;
    await repository.create({ id, workspaceId, keyId, request, progress, createdAt: clock.now() });
    call.meter.handOver();
    await jobs.enqueue(researchKind, { workspaceId, runId: id }, { id });
    const run = toResearchRun(await this.#record(workspaceId, id));
    return request.webhookUrl === null ? run : { ...run, webhook_secret: webhookSecret(workspaceId) };
  }

  async get(workspaceId: string, id: string): Promise<ResearchRun> {
    return toResearchRun(await this.#record(workspaceId, id));
  }

  async list(workspaceId: string, query: { limit?: number; after?: string }): Promise<Page<ResearchRun>> {
    const limit = query.limit ?? 20;
    const rows = await this.#parts.repository.list(workspaceId, limit + 1, parseCursor(query.after));
    return toPage(rows, limit, toResearchRun, (row) => cursorOf(row.createdAt, row.id));
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<ResearchRun> {
    const { repository, jobs, clock } = this.#parts;
    const record = await this.#record(workspaceId, id);
    const isCancelled = await repository.move(record, 'cancelled', { finishedAt: clock.now() });
    if (isCancelled) await jobs.cancel(id);
    // What never began has nobody else to write its record.
    if (isCancelled && record.startedAt === null) {
      const meter = await this.#parts.openMeter(record);
      await meter.settle({ status: errorCatalogue.research_cancelled.status, isStreamed: false });
    }
    return this.get(workspaceId, id);
  }

  /** The result once the run has ended. Throws its failure. A caller who leaves cancels the run. */
  async wait(id: string, call: Call): Promise<ResearchResult> {
    let last: ResearchRecord | null = null;
    for await (const record of this.#watch(id, call)) last = record;
    return resultOf(last);
  }

  async *stream(body: DeepResearchRequest, call: Call): AsyncGenerator<ResearchStreamEvent> {
    const { research_id: id } = await this.start(body, call);
    let last: ResearchRecord | null = null;
    for await (const record of this.#watch(id, call)) {
      last = record;
      yield { progress: record.progress };
    }
    const result = resultOf(last);
    const text = typeof result.output === 'string' ? result.output : JSON.stringify(result.output);
    for (const content of chunks(text)) yield { content, done: false };
    yield { done: true, ...result };
  }

  /** The stored text behind a citation. */
  async source(
    workspaceId: string,
    id: string,
    number: number,
    signal: AbortSignal,
  ): Promise<{ citation: Citation; text: string }> {
    const { pages, files } = this.#parts;
    const { result } = await this.#record(workspaceId, id);
    const citation = result?.citations[number - 1];
    if (!citation) throw new AppError('not_found', `This research has no citation ${number}`);
    if (citation.file_id !== undefined) {
      const fileIds = [citation.file_id];
      const [document] = await files.load({ workspaceId, fileIds, query: '', budgetTokens: fileTokens, signal });
      return { citation, text: document?.text ?? '' };
    }
    const page = await pages.findContent(workspaceId, citation.content_hash);
    if (!page) throw new AppError('not_found', 'The page is no longer stored');
    return { citation, text: page.text };
  }

  /** The run each time its progress changes, the last time when it has ended. */
  async *#watch(id: string, call: Call): AsyncGenerator<ResearchRecord> {
    let seen = '';
    try {
      for (;;) {
        const record = await this.#record(call.workspaceId, id);
        const state = JSON.stringify([record.status, record.progress]);
        if (state !== seen) yield record;
        seen = state;
        if (record.finishedAt !== null) return;
        await this.#parts.clock.sleep(lookMs, call.signal);
      }
    } finally {
      if (call.signal.aborted) await this.cancel(call.workspaceId, id);
    }
  }

  async #record(workspaceId: string, id: string): Promise<ResearchRecord> {
    const record = await this.#parts.repository.find(workspaceId, id);
    if (record) return record;
    throw new AppError('research_not_found', `There is no research ${id}`, { fields: { research_id: id } });
  }
}

function accepted(body: DeepResearchRequest, call: Call, models: ResearchModels): AcceptedRequest {
  const instructions = (body.instructions ?? body.query ?? '').trim();
  if (instructions === '') {
    throw new AppError('invalid_request', 'Say in `instructions` what to research', {
      title: 'instructions are required',
    });
  }
  const schema = body.response_format ?? body.output_schema ?? null;
  return {
    instructions,
    depth: body.depth ?? 'standard',
    maxSources: body.max_sources ?? null,
    // Parsed from JSON by the server.
    schema: schema as JsonObject | null,
    fileIds: [...new Set(body.file_ids ?? [])],
    collectionIds: [...new Set(body.collection_ids ?? [])],
    // Parsed from JSON by the server.
    collectionFilter: (body.collection_filter ?? null) as JsonObject | null,
    includeFiles: body.include_files ?? false,
    maxCostUsd: body.max_cost_usd ?? null,
    useCache: body.use_cache ?? false,
    webhookUrl: body.webhook_url ?? null,
    model: knownModel(body.model, models, call),
    requestId: call.requestId,
    origin: call.origin,
  };
}

/** The model that was named, or null for the default: also when the name is one of another service's engines. */
function knownModel(name: string | undefined, models: ResearchModels, call: Call): string | null {
  if (name === undefined) return null;
  try {
    models(name, call);
    return name;
  } catch (error) {
    if (isAppError(error, 'model_not_found')) return null;
    throw error;
  }
}

/** About what a run asks first: a key whose budget does not pay for that cannot begin one. */
function firstQuestion({ instructions }: AcceptedRequest): ModelQuestion {
  return { system: '', text: instructions, schema: {}, maxTokens: firstAnswerTokens };
}

function resultOf(record: ResearchRecord | null): ResearchResult {
  if (record?.result) return record.result;
  if (record?.status === 'cancelled') throw new AppError('research_cancelled', 'The research was cancelled');
  throw record?.error
    ? restoreError(record.error)
    : new AppError('research_failed', 'The research could not be finished');
}

const listedCharacters = 500;

/** A run as the API shows it. */
export function toResearchRun(record: ResearchRecord): ResearchRun {
  const { error, result } = record;
  const text = (name: string) => (typeof error?.[name] === 'string' ? { [name]: error[name] } : {});
  return {
    ...result,
    success: record.status !== 'failed',
    research_id: record.id,
    status: record.status,
    instructions: record.request.instructions.slice(0, listedCharacters),
    progress: record.progress,
    created_at: new Date(record.createdAt).toISOString(),
    finished_at: record.finishedAt === null ? null : new Date(record.finishedAt).toISOString(),
    ...(error && { error: 'Research failed', ...text('message'), ...text('code') }),
  };
}

/** A long text in pieces that end at line ends or words. */
function* chunks(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + chunkLength);
    if (end < text.length) end = Math.max(start + 1, text.lastIndexOf(' ', end) + 1) || end;
    if (end <= start + 1) end = Math.min(text.length, start + chunkLength);
    yield text.slice(start, end);
    start = end;
  }
}
