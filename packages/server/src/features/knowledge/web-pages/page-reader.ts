import { createHash } from 'node:crypto';
import type { DocumentReading } from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import { type OpenProcesses, openProcesses, type Processes } from '../../../lib/open-processes.ts';
import { TaskError } from '../../../lib/process-pool.ts';
import type { GuardedFetcher, GuardedResponse } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ExtractedPage } from './extract-page.ts';
import { HostPace } from './host-pace.ts';
import type { PageRepository } from './page-repository.ts';
import type { ExtractTask } from './page-worker.ts';
import { RobotsRules } from './robots-rules.ts';
import type { PageReading, PageRequest, StoredPage } from './stored-page.ts';

export interface PageReaderParts {
  fetcher: GuardedFetcher;
  pages: PageRepository;
  clock: Clock;
  /** Reads PDF pages; without it they are refused. */
  documents?: DocumentReading | undefined;
  /** The name that robots.txt knows this service by. */
  robotsAgent: string;
  /** Least time between two requests to one host. */
  hostIntervalMs: number;
  /** Processes that take pages apart. */
  workers: number;
  open?: OpenProcesses;
}

const htmlBytes = 5 * 1024 * 1024;
const pdfBytes = 20 * 1024 * 1024;
const extractMs = 5_000;
const workerMemoryBytes = 600 * 1024 * 1024;
const maxPdfPages = 300;
/** Text beyond this is left out: no report needs more of one page. */
const maxTextLength = 1_000_000;

type Content = Pick<StoredPage, 'title' | 'text' | 'author' | 'publishedDate' | 'language' | 'links'>;

/** Fetches pages politely, reads their text outside this process, and keeps both with hash and time. */
export class PageReader implements PageReading {
  readonly #parts: PageReaderParts;
  readonly #robots: RobotsRules;
  readonly #pace: HostPace;
  readonly #pool: Processes;

  constructor(parts: PageReaderParts) {
    this.#parts = parts;
    this.#robots = new RobotsRules({ fetcher: parts.fetcher, clock: parts.clock, agent: parts.robotsAgent });
    this.#pace = new HostPace({ clock: parts.clock, intervalMs: parts.hostIntervalMs });
    const { open = openProcesses } = parts;
    this.#pool = open({
      entry: new URL('./page-worker.ts', import.meta.url),
      size: parts.workers,
      timeoutMs: extractMs,
      memoryBytes: workerMemoryBytes,
    });
  }

  async read({ workspaceId, url, signal, maxAgeMs = 0 }: PageRequest): Promise<StoredPage> {
    const { pages, clock } = this.#parts;
    if (maxAgeMs > 0) {
      const stored = await pages.findFetched(workspaceId, url, clock.now() - maxAgeMs);
      if (stored) return stored;
    }
    const response = await this.#fetch(url, signal);
    const mediaType = mediaTypeOf(response);
    const content = await this.#content(response, mediaType, signal);
    const page: StoredPage = {
      url,
      finalUrl: response.url,
      contentHash: createHash('sha256').update(response.body).digest('hex'),
      fetchedAt: clock.now(),
      mediaType,
      ...content,
      text: content.text.slice(0, maxTextLength).toWellFormed().replaceAll('\0', ''),
    };
    await pages.save(workspaceId, page);
    return page;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #fetch(url: string, signal: AbortSignal): Promise<GuardedResponse> {
    const { fetcher } = this.#parts;
    fetcher.check(url);
    const rules = await this.#robots.ask(url);
    if (!rules.isAllowed)
      throw new AppError('url_not_allowed', `robots.txt of ${new URL(url).host} does not allow it.`);
    await this.#pace.wait(url, rules.delayMs, signal);
    const headers = { accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1' };
    const { body, ...head } = await fetcher.stream(url, { headers, signal, maxBytes: pdfBytes });
    const limit = isHtml(head.headers['content-type'] ?? '') ? htmlBytes : pdfBytes;
    const response = { ...head, body: await collect(body, limit) };
    if (response.status >= 200 && response.status < 300) return response;
    throw new AppError('url_unreachable', `${new URL(url).host} answered with status ${response.status}.`, {
      details: `status ${response.status}`,
    });
  }

  async #content(response: GuardedResponse, mediaType: string, signal: AbortSignal): Promise<Content> {
    if (mediaType === 'application/pdf') return this.#readPdf(response, signal);
    if (response.body.length > htmlBytes) throw tooLarge(htmlBytes);
    const contentType = response.headers['content-type'] ?? '';
    if (isHtml(mediaType)) {
      return this.#extract({ body: response.body, contentType, url: response.url }, signal);
    }
    if (mediaType.startsWith('text/')) {
      const text = (await this.#decode({ body: response.body, contentType, url: response.url }, signal))
        .replace(/\r\n?/g, '\n')
        .trim();
      const title =
        text
          .split('\n', 1)[0]
          ?.replace(/^#+\s*/, '')
          .slice(0, 200) ?? '';
      return { title, text, author: null, publishedDate: null, language: null, links: [] };
    }
    throw new AppError('url_unreachable', `Pages of type ${mediaType} cannot be read.`);
  }

  async #extract(task: ExtractTask, signal: AbortSignal): Promise<Content> {
    const page = await this.#run<ExtractedPage>('extract', task, signal);
    const { title, text, author, publishedDate, language, links } = page;
    return { title, text, author, publishedDate, language, links };
  }

  #decode(task: ExtractTask, signal: AbortSignal): Promise<string> {
    return this.#run<string>('decode', task, signal);
  }

  async #run<Result>(name: string, task: ExtractTask, signal: AbortSignal): Promise<Result> {
    try {
      return await this.#pool.run<Result>(name, task, { signal });
    } catch (cause) {
      if (!(cause instanceof TaskError)) throw cause;
      throw new AppError('url_unreachable', `The page could not be read (${cause.reason}).`, { cause });
    }
  }

  async #readPdf(response: GuardedResponse, signal: AbortSignal): Promise<Content> {
    const { documents } = this.#parts;
    if (!documents) throw new AppError('url_unreachable', 'PDF pages cannot be read without the document engine.');
    const filename = new URL(response.url).pathname.split('/').at(-1) || 'document.pdf';
    const source = { bytes: response.body };
    const document = await documents.read({ source, filename, maxPages: maxPdfPages, signal });
    const title = typeof document.metadata.title === 'string' ? document.metadata.title : '';
    return {
      title: title || filename,
      text: document.text,
      author: null,
      publishedDate: null,
      language: null,
      links: [],
    };
  }
}

async function collect(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isHtml(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('url_too_large', `The page is larger than ${maxBytes} bytes.`);
}

/** By content first: a PDF is often served as bytes, a page without any type. */
function mediaTypeOf({ body, headers }: GuardedResponse): string {
  if (body.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
  const named = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (named !== '' && named !== 'application/octet-stream') return named;
  return /^\s*(?:<!doctype html|<html|<head|<body|<\?xml)/i.test(body.subarray(0, 512).toString('latin1'))
    ? 'text/html'
    : 'application/octet-stream';
}
