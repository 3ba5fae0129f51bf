import type { Citation, DeepResearchRequest, JsonObject, ResearchResult, ResearchRun } from '@parley/contract';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { compileGivenSchema } from '../../lib/given-schema.ts';
import { newId } from '../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import { requireModel } from '../../lib/require-model.ts';
import { requireWeb } from '../../lib/require-web.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { Call } from '../../ports/call.ts';
import type { FileContext } from '../knowledge/retrieval/file-context.ts';
import type { PageRepository } from '../knowledge/web-pages/page-repository.ts';
import type { Runs } from '../runs/background/runs.ts';
import type { AcceptedRequest, FindInCollections, ResearchRecord, ResearchTypes } from './research-types.ts';
import type { ModelQuestion, ResearchModels } from './researchers/research-model.ts';

export interface ResearchServiceParts {
  runs: Runs<ResearchTypes>;
  pages: PageRepository;
  files: FileContext;
  models: ResearchModels;
  findInCollections: FindInCollections;
}

export type ResearchStreamEvent =
  | { progress: ResearchRun['progress'] }
  | { content: string; done: false }
  | ({ done: true } & ResearchResult);

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
    const { runs, models, files } = this.#parts;
    const request = accepted(body, call, models);
    const model = models(request.model, call);
    requireModel(call, model.id);
    if (request.schema !== null) compileGivenSchema(request.schema);
    runs.checkWebhook(request.webhookUrl);
    if (request.fileIds.length > 0) {
      const { fileIds, instructions: query } = request;
      await files.load({ workspaceId: call.workspaceId, fileIds, query, budgetTokens: 1000, signal: call.signal });
    }
    if (request.collectionIds.length > 0) await this.#parts.findInCollections(call, request, { limit: 1, waitMs: 0 });
    await call.meter.reserve({ costUsd: model.estimateUsd(firstQuestion(request)), tokens: 0, model: model.id });
    const id = newId('research');
    const progress = { step: 'queued', message: 'Waiting for a free worker', sources_found: 0, pages_read: 0 };
    const run = await runs.start({ id, request, progress }, call);
    return { ...toResearchRun(run), ...runs.secretFor(run) };
  }

  async get(workspaceId: string, id: string): Promise<ResearchRun> {
    return toResearchRun(await this.#parts.runs.get(workspaceId, id));
  }

  async list(workspaceId: string, query: { limit?: number; after?: string }): Promise<Page<ResearchRun>> {
    const limit = query.limit ?? 20;
    const rows = await this.#parts.runs.list(workspaceId, { limit: limit + 1, after: parseCursor(query.after) });
    return toPage(rows, limit, toResearchRun, (row) => cursorOf(row.createdAt, row.id));
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<ResearchRun> {
    return toResearchRun(await this.#parts.runs.cancel(workspaceId, id));
  }

  /** The result once the run has ended. Throws its failure. A caller who leaves cancels the run. */
  async wait(id: string, call: Call): Promise<ResearchResult> {
    let last: ResearchRecord | null = null;
    for await (const record of this.#parts.runs.watch(id, call)) last = record;
    return resultOf(last);
  }

  async *stream(body: DeepResearchRequest, call: Call): AsyncGenerator<ResearchStreamEvent> {
    const { research_id: id } = await this.start(body, call);
    let last: ResearchRecord | null = null;
    for await (const record of this.#parts.runs.watch(id, call)) {
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
    const { runs, pages, files } = this.#parts;
    const { result } = await runs.get(workspaceId, id);
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
    web: asksWeb(body, call),
    maxCostUsd: body.max_cost_usd ?? null,
    useCache: body.use_cache ?? false,
    webhookUrl: body.webhook_url ?? null,
    model: knownModel(body.model, models, call),
    requestId: call.requestId,
    origin: call.origin,
  };
}

/** What is asked about files of one's own is private: nothing of it leaves unless the call says so. */
function asksWeb(body: DeepResearchRequest, call: Call): boolean {
  const hasOwn =
    [body.file_ids, body.collection_ids].some((ids) => (ids?.length ?? 0) > 0) || body.include_files === true;
  const web = body.web ?? !hasOwn;
  if (web) requireWeb(call);
  if (web || hasOwn) return web;
  throw new AppError('invalid_request', 'With web: false, name file_ids or collection_ids, or set include_files', {
    title: 'Nothing to research in',
    param: 'web',
  });
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
