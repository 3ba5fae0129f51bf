import { coverage, guessLanguage } from '@parley/text';
import { isAppError, isOfFamily } from '../../../lib/app-error.ts';
import type { SearchQuery } from '../../../ports/search-engine.ts';
import type { PageReading } from '../../knowledge/web-pages/stored-page.ts';
import type { RunSteps } from '../../runs/background/run-steps.ts';
import type { Brief, Source } from '../research-types.ts';
import type { ReadSource } from '../researcher.ts';
import type { Searching } from '../search/search-service.ts';
import { CandidateList } from './candidate-list.ts';
import type { SourceWork } from './source-work.ts';

export interface GathererParts {
  search: Searching;
  pages: PageReading;
  work: SourceWork;
  steps: RunSteps;
  run: { workspaceId: string; instructions: string; useCache: boolean };
  resultsPerQuery: number;
  /** Texts of the workspace's files that the request names. */
  files: FileSource[];
  /** A connected model reads the sources: how few words a page shares with the questions does not rule it out. */
  hasReader: boolean;
  signal: AbortSignal;
  onProgress(message: string): Promise<void>;
}

export interface FileSource {
  source: Source;
  text: string;
}

interface SearchStep {
  hits: { url: string; title: string; snippet: string }[];
  failures: { code: string; message: string; details: string }[];
  /** The search engines that were asked; steps that were stored before this was noted have none. */
  engines?: string[];
}

interface Read {
  source: Source;
  fit: number;
  findings: ReadSource['findings'];
  isForeign?: boolean;
}

type ReadStep =
  | {
      status: 'read';
      source: Source;
      fit: number;
      findings: ReadSource['findings'];
      isForeign?: boolean;
      links: { url: string; text: string }[];
    }
  | { status: 'failed'; reason: string };

const searchesAtOnce = 3;
const readsAtOnce = 8;
const findingsPerSource = 12;
const cacheMs = 24 * 60 * 60_000;
const maxLinksPerPage = 40;
const leastLinkCoverage = 0.25;
/** A page that lacks more of what is asked about is about something else, whatever single sentences look like. */
const leastFit = 0.6;
/** Down to this a page is used when there are too few better ones. */
const leastReserveFit = 0.45;

/** Searches and reads: the only part of research that brings addresses in, and only from results and their links. */
export class SourceGatherer {
  readonly sources: Source[] = [];
  readonly failed: { url: string; reason: string }[] = [];
  /** What was sent to which search engines. */
  readonly sent: { query: string; engines: string[] }[] = [];
  searchesPerformed = 0;
  pagesRead = 0;
  /** Names of the caller's files that were looked through. */
  readonly filesRead: string[] = [];
  readonly #parts: GathererParts;
  readonly #candidates = new CandidateList();
  readonly #hashes = new Set<string>();
  readonly #reserve: Read[] = [];
  readonly #queries = new Set<string>();
  #searchFailure: SearchStep['failures'][number] | null = null;

  constructor(parts: GathererParts) {
    this.#parts = parts;
  }

  /** Addresses that results and links have named so far. */
  get found(): number {
    return this.#candidates.size;
  }

  /** Whether files of the caller wait to be read. */
  get hasFiles(): boolean {
    return this.#parts.files.length > 0;
  }

  /** Why searches failed, when none has found anything. */
  get searchFailure(): SearchStep['failures'][number] | null {
    return this.found === 0 ? this.#searchFailure : null;
  }

  /** Searches for everything that was not searched for yet; what is found waits to be read. */
  async search(queries: readonly string[]): Promise<void> {
    const fresh = queries.filter((query) => !this.#queries.has(query));
    for (const query of fresh) this.#queries.add(query);
    for (let start = 0; start < fresh.length; start += searchesAtOnce) {
      const some = fresh.slice(start, start + searchesAtOnce);
      await this.#parts.onProgress(`Searching for ${some.map((query) => `“${query}”`).join(', ')}`);
      const steps = await Promise.all(some.map((query) => this.#searchOnce(query)));
      for (const [index, step] of steps.entries()) {
        this.searchesPerformed += 1;
        const { engines = [] } = step;
        if (engines.length > 0) this.sent.push({ query: some[index] ?? '', engines });
        this.#searchFailure = step.failures[0] ?? this.#searchFailure;
        this.#candidates.add(step.hits.map((hit) => hit.url));
      }
    }
  }

  /** Reads candidates until so many more sources speak to the questions, or none are left. */
  async read(brief: Brief, wanted: number, maxReads: number): Promise<ReadSource[]> {
    const added: ReadSource[] = await this.#addFiles(brief);
    let reads = 0;
    while (added.length < wanted && reads < maxReads) {
      const urls = this.#candidates.next(Math.min(wanted - added.length, readsAtOnce, maxReads - reads));
      if (urls.length === 0) break;
      reads += urls.length;
      await this.#parts.onProgress(`Reading ${urls.length} page${urls.length === 1 ? '' : 's'}`);
      const steps = await Promise.all(urls.map((url) => this.#readOnce(url, brief)));
      for (const [index, step] of steps.entries()) {
        if (step.status === 'failed') {
          this.failed.push({ url: urls[index] ?? '', reason: step.reason });
          continue;
        }
        this.pagesRead += 1;
        this.#candidates.addLinks(relevantLinks(step.links, this.#parts.run.instructions));
        const kept = this.#keep(step);
        if (kept) added.push(kept);
      }
    }
    return added;
  }

  /** Takes the links of read pages as candidates; false when they name nothing new. */
  followLinks(): boolean {
    return this.#candidates.openLinks() > 0;
  }

  async #addFiles(brief: Brief): Promise<ReadSource[]> {
    const added: ReadSource[] = [];
    for (const { source, text } of this.#parts.files.splice(0)) {
      // The caller named these: they need not fit as well as what a search brings.
      const found = await this.#find(source, text, brief);
      this.filesRead.push(source.title);
      const kept = this.#keep({ ...found, source, fit: 1 });
      if (kept) added.push(kept);
    }
    return added;
  }

  /** Pages that fit less well, best first, until there are so many sources. */
  admitReserve(wanted: number): ReadSource[] {
    const best = this.#reserve.sort((left, right) => right.fit - left.fit);
    const added: ReadSource[] = [];
    for (const { source, findings } of best.splice(0)) {
      if (this.sources.length >= wanted) break;
      // One sentence of such a page is enough, unless a model judges what it says.
      added.push(this.#add(source, this.#parts.hasReader ? findings : findings.slice(0, 1)));
    }
    return added;
  }

  #keep({ source, fit, findings, isForeign }: Read): ReadSource | null {
    // The same body under two addresses is one source; one without a word to the questions is none.
    if (findings.length === 0 || this.#hashes.has(source.contentHash)) return null;
    this.#hashes.add(source.contentHash);
    const { hasReader } = this.#parts;
    if (fit >= leastFit || (hasReader && isForeign === true)) return this.#add(source, findings);
    if (fit >= leastReserveFit || hasReader) this.#reserve.push({ source, fit, findings });
    return null;
  }

  #add(source: Source, findings: ReadSource['findings']): ReadSource {
    this.sources.push(source);
    return { index: this.sources.length - 1, source, findings };
  }

  #searchOnce(query: string): Promise<SearchStep> {
    const { steps, search, run, signal } = this.#parts;
    const language = guessLanguage(run.instructions);
    const asked: SearchQuery = {
      text: query,
      limit: this.#parts.resultsPerQuery,
      workspaceId: run.workspaceId,
      ...(language && { language }),
    };
    return steps.once<SearchStep>('search', { query, language }, async () => {
      const engines: string[] = [];
      const onAsked = (engine: string) => engines.push(engine);
      try {
        const { hits, reports } = await search.search(asked, { includeFiles: false, onAsked, signal });
        const failures = reports
          .filter((report) => report.outcome !== 'found' && report.outcome !== 'nothing_found')
          .map((report) => ({
            code: 'search_refused',
            message: report.message ?? report.outcome,
            details: report.name,
          }));
        return {
          output: { hits: hits.map(({ url, title, snippet }) => ({ url, title, snippet })), failures, engines },
        };
      } catch (error) {
        if (signal.aborted || !isOfFamily(error, 'search')) throw error;
        const { code, message, details = '' } = error;
        return { output: { hits: [], failures: [{ code, message, details }], engines } };
      }
    });
  }

  #readOnce(url: string, brief: Brief): Promise<ReadStep> {
    const { steps, pages, run, signal } = this.#parts;
    return steps.once<ReadStep>('fetch', { url, questions: brief.questions }, async () => {
      try {
        const { workspaceId } = run;
        const page = await pages.read({ workspaceId, url, signal, ...(run.useCache && { maxAgeMs: cacheMs }) });
        const source: Source = {
          url: page.finalUrl,
          title: page.title || page.finalUrl,
          contentHash: page.contentHash,
          fetchedAt: page.fetchedAt,
          fileId: null,
        };
        const found = await this.#find(source, page.text, brief);
        return { output: { status: 'read', source, ...found, links: page.links.slice(0, 300) } };
      } catch (error) {
        if (signal.aborted || !isAppError(error)) throw error;
        return { output: { status: 'failed', reason: error.message } };
      }
    });
  }

  #find(source: Source, text: string, brief: Brief) {
    const { work, run, signal } = this.#parts;
    const { instructions } = run;
    const { title } = source;
    return work.find(
      {
        title,
        text,
        instructions,
        questions: brief.questions,
        limit: findingsPerSource,
        hasReader: this.#parts.hasReader,
        isOwn: source.fileId !== null,
      },
      signal,
    );
  }
}

function relevantLinks(links: { url: string; text: string }[], instructions: string): string[] {
  return links
    .map((link) => ({ ...link, fit: coverage(instructions, link.text) }))
    .filter((link) => link.fit >= leastLinkCoverage)
    .sort((left, right) => right.fit - left.fit)
    .slice(0, maxLinksPerPage)
    .map((link) => link.url);
}
