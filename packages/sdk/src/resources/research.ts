import { APIError, TimeoutError } from '../errors.ts';
import type { Operations } from '../generated/operations.ts';
import type {
  DeepResearchRequest,
  ResearchProgress,
  ResearchResult,
  ResearchRun,
  WebSearchRequest,
  WebSearchResponse,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { pollUntil } from '../poll.ts';
import type { EventStream } from '../streams/event-stream.ts';
import { type ResearchStreamEvent, researchFold } from '../streams/research-fold.ts';

type Request = Omit<DeepResearchRequest, 'stream' | 'background'>;

export interface WaitOptions<Progress> extends RequestOptions {
  /** Milliseconds to wait at most. Default: 3,600,000. */
  waitTimeoutMs?: number | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Research with citations whose quotes were found in the pages. */
export class ResearchResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Begins a run in the background, which survives this process and a restart of the service. */
  async start(request: Request, options?: RequestOptions): Promise<ResearchRun> {
    const run = await this.#client.request('createDeepResearch', { body: { ...request, background: true } }, options);
    if ('progress' in run) return run;
    throw new TimeoutError('The service ran the research at once instead of in the background');
  }

  /** Waits for a run. Throws `APIError` when it failed or was cancelled. */
  async wait(researchId: string, options: WaitOptions<ResearchProgress> = {}): Promise<ResearchResult> {
    const run = await pollUntil(
      (signal) => this.get(researchId, { ...options, signal }),
      ({ status }) => status !== 'queued' && status !== 'running',
      { ...options, wait: this.#client.settings.wait, onLook: ({ progress }) => options.onProgress?.(progress) },
    );
    const { status, output, citations, searches_performed, pages_read, failed_sources, model, cost_usd } = run;
    if (status !== 'completed' || output === undefined) throw APIError.fromEvent({ ...run }, new Headers());
    return {
      success: true,
      research_id: run.research_id,
      status,
      output,
      citations: citations ?? [],
      searches_performed: searches_performed ?? 0,
      pages_read: pages_read ?? 0,
      failed_sources: failed_sources ?? [],
      model: model ?? '',
      cost_usd: cost_usd ?? 0,
      ...(run.shortfall && { shortfall: run.shortfall }),
      ...(run.unverified && { unverified: run.unverified }),
    };
  }

  /** Begins a run and waits for it; when the signal ends the waiting, the run goes on. */
  async run(request: Request, options: WaitOptions<ResearchProgress> = {}): Promise<ResearchResult> {
    const { research_id } = await this.start(request, options);
    return this.wait(research_id, options);
  }

  /** How far it is, then the report as it is written. Leaving the loop ends the run. */
  stream(request: Request, options?: RequestOptions): EventStream<ResearchStreamEvent, ResearchResult> {
    return this.#client.stream('createDeepResearch', { body: { ...request, stream: true } }, researchFold(), options);
  }

  get(researchId: string, options?: RequestOptions): Promise<ResearchRun> {
    return this.#client.request('getDeepResearch', { params: { id: researchId } }, options);
  }

  /** Newest first. */
  list(query: Operations['listDeepResearch']['query'] = {}, options?: RequestOptions): Pages<ResearchRun> {
    return new Pages((after = query.after) =>
      this.#client.request('listDeepResearch', { query: { ...query, after } }, options),
    );
  }

  cancel(researchId: string, options?: RequestOptions): Promise<ResearchRun> {
    return this.#client.request('cancelDeepResearch', { params: { id: researchId } }, options);
  }

  /** The stored text behind the nth citation, from 1. */
  source(researchId: string, n: number, options?: RequestOptions): Promise<Operations['getResearchSource']['reply']> {
    return this.#client.request('getResearchSource', { params: { id: researchId, n } }, options);
  }

  /** Searches the web, without reading or writing. */
  search(request: WebSearchRequest, options?: RequestOptions): Promise<WebSearchResponse> {
    return this.#client.request('webSearch', { body: request }, options);
  }
}
