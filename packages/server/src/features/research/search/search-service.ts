import type { BackendReport } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SearchEngine, SearchQuery } from '../../../ports/search-engine.ts';
import { isWithin } from './canonical-url.ts';
import { EngineHealth, type EngineState } from './engine-health.ts';
import { type EngineHits, type MergedHit, mergeHits } from './merge-hits.ts';

export interface SearchOutcome {
  hits: MergedHit[];
  reports: BackendReport[];
}

export interface SearchOptions {
  includeFiles: boolean;
  /** Told of each back end that the query is sent to; one that rests after a refusal is not asked. */
  onAsked?: ((engine: string) => void) | undefined;
  signal: AbortSignal;
}

/** Asks search back ends. Research takes it as this. */
export interface Searching {
  /** Throws `search_refused`, `search_timeout` or `search_unavailable` when there is nothing to show and not all answered. */
  search(query: SearchQuery, options: SearchOptions): Promise<SearchOutcome>;
}

export interface SearchServiceParts {
  engines: readonly SearchEngine[];
  /** Searches the workspace's own files, when asked to. */
  files?: SearchEngine | undefined;
  clock: Clock;
}

const engineMs = 15_000;

/** All back ends at once, merged, with a word on how each of them answered. */
export class SearchService implements Searching {
  readonly #parts: SearchServiceParts;
  readonly #health: EngineHealth;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
    const names = [...parts.engines, ...(parts.files ? [parts.files] : [])].map((engine) => engine.name);
    this.#health = new EngineHealth({ clock: parts.clock, names });
  }

  health(): EngineState[] {
    return this.#health.states();
  }

  /** For the health report: a back end that is left alone for a while counts as open. */
  upstreams(): { name: string; state: 'open' | 'closed' }[] {
    const now = this.#parts.clock.now();
    return this.health().map(({ name, restsUntil }) => ({
      name: `search/${name}`,
      state: restsUntil !== null && restsUntil > now ? 'open' : 'closed',
    }));
  }

  async search(query: SearchQuery, { includeFiles, onAsked, signal }: SearchOptions): Promise<SearchOutcome> {
    const { engines, files } = this.#parts;
    const all = [...engines, ...(includeFiles && files ? [files] : [])];
    if (all.length === 0) {
      throw new AppError(
        'search_unavailable',
        'No search back end is configured; set SEARXNG_URL or one of the API keys.',
        {
          fields: { backends: [] },
        },
      );
    }
    const answers = await Promise.all(all.map((engine) => this.#ask(engine, query, { onAsked, signal })));
    const reports = answers.map((answer) => answer.report);
    const hits = mergeHits(answers.map((answer) => answer.list)).filter((hit) => fits(hit, query));
    if (hits.length === 0) throwIfUnanswered(reports);
    return { hits, reports };
  }

  async #ask(
    engine: SearchEngine,
    query: SearchQuery,
    { onAsked, signal }: Pick<SearchOptions, 'onAsked' | 'signal'>,
  ): Promise<{ list: EngineHits; report: BackendReport }> {
    const { clock } = this.#parts;
    const { name } = engine;
    const started = clock.now();
    const report = (outcome: BackendReport['outcome'], results: number, message?: string): BackendReport => ({
      name,
      outcome,
      results,
      duration_ms: Math.max(0, Math.round(clock.now() - started)),
      ...(message !== undefined && { message }),
    });
    const nothing = { engine: name, hits: [] };
    const restMs = this.#health.restMs(name);
    if (restMs > 0) {
      const message = `${name} failed before; it is asked again in ${Math.ceil(restMs / 1000)} s`;
      return { list: nothing, report: report('refused', 0, message) };
    }
    onAsked?.(name);
    const limit = AbortSignal.timeout(engineMs);
    try {
      const hits = await engine.search(query, AbortSignal.any([signal, limit]));
      this.#health.succeeded(name);
      return { list: { ...nothing, hits }, report: report(hits.length > 0 ? 'found' : 'nothing_found', hits.length) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const timedOut = limit.aborted || isAppError(error, 'search_timeout');
      const message = error instanceof AppError ? error.message : timedOut ? `${name} did not answer in time` : null;
      // What is not a failure of the back end is a fault of ours.
      if (message === null) throw error;
      const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
      this.#health.failed(name, timedOut ? 'timing_out' : 'refusing', message, retryAfterMs);
      const isAway = isAppError(error, 'search_unavailable');
      return { list: nothing, report: report(timedOut ? 'timed_out' : isAway ? 'unreachable' : 'refused', 0, message) };
    }
  }
}

function fits(hit: MergedHit, query: SearchQuery): boolean {
  const { includeDomains, excludeDomains, publishedAfter, publishedBefore } = query;
  if (includeDomains && includeDomains.length > 0 && !isWithin(hit.url, includeDomains)) return false;
  if (excludeDomains && excludeDomains.length > 0 && isWithin(hit.url, excludeDomains)) return false;
  if (publishedAfter === undefined && publishedBefore === undefined) return true;
  // A result without a date may be of any: it is no answer to a question for a time.
  const time = hit.publishedDate === undefined ? Number.NaN : Date.parse(hit.publishedDate);
  return time >= (publishedAfter ?? Number.NEGATIVE_INFINITY) && time <= (publishedBefore ?? Number.POSITIVE_INFINITY);
}

/** Whether a back end gave no answer, which is not the same as having found nothing. */
const isFailure = ({ outcome }: BackendReport): boolean =>
  outcome === 'refused' || outcome === 'timed_out' || outcome === 'unreachable';

/** An empty list is only told when every back end said so. */
function throwIfUnanswered(reports: readonly BackendReport[]): void {
  const failed = reports.filter(isFailure);
  if (failed.length === 0) return;
  const details = failed.map((report) => `${report.name}: ${report.message ?? report.outcome}`).join('; ');
  const isTimeout = failed.every((report) => report.outcome === 'timed_out');
  const said = failed.map(({ name, outcome, message = outcome }) =>
    outcome === 'refused' ? `${name} refused the search: ${message}` : message,
  );
  throw new AppError(isTimeout ? 'search_timeout' : 'search_refused', said.join('; '), {
    details,
    fields: { backends: reports.map((report) => ({ ...report })) },
  });
}
