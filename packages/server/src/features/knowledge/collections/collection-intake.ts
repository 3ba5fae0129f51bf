import { Readable } from 'node:stream';
import type { Attributes, CollectionSite, JsonObject } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../../ports/job-queue.ts';
import type { FetchedUpload } from '../files/fetched-upload.ts';
import type { FileRepository } from '../files/file-repository.ts';
import type { FileService } from '../files/file-service.ts';
import type { PageReading, StoredPage } from '../web-pages/stored-page.ts';
import type { CollectionRepository } from './collection-repository.ts';
import { readAttributes } from './read-attributes.ts';
import { sitePages } from './site-pages.ts';

export interface CollectionIntakeParts {
  collections: CollectionRepository;
  files: FileRepository;
  fileService: FileService;
  fetched: FetchedUpload;
  pages: PageReading;
  jobs: JobQueue;
  clock: Clock;
}

export interface IntakeRequest {
  jobId: string;
  urls: readonly string[];
  site: CollectionSite | undefined;
  attributes: Attributes;
  /** Whose budget pays for what is made of it. */
  keyId: string;
}

export const fillCollectionKind = 'fill-collection';

interface FillJob extends JsonObject {
  workspace_id: string;
  collection_id: string;
  key_id: string;
  attributes: string;
  addresses: { file_id: string; url: string }[];
  site: JsonObject | null;
}

const atOnce = 4;
const longestTitle = 120;

/** Brings what is on the web into collections: addresses one by one, and sites page by page. */
export class CollectionIntake {
  readonly #parts: CollectionIntakeParts;

  constructor(parts: CollectionIntakeParts) {
    this.#parts = parts;
  }

  /** Throws `url_not_allowed` for an address that can never be fetched. */
  check(urls: readonly string[], site: CollectionSite | undefined): void {
    for (const url of [...urls, ...(site ? [site.url] : [])]) this.#parts.fetched.check(url);
  }

  /** Each address is a pending file of the collection at once; the bytes come in the background. */
  async begin(collection: { workspaceId: string; id: string }, request: IntakeRequest): Promise<void> {
    const { collections, fileService, jobs, clock } = this.#parts;
    const addresses: { file_id: string; url: string }[] = [];
    for (const url of request.urls) {
      const { id } = await fileService.reserve(collection, url.slice(0, 500), null);
      addresses.push({ file_id: id, url });
    }
    const added = addresses.map((address) => ({ fileId: address.file_id, url: address.url }));
    if (added.length > 0) {
      await collections.addFiles(collection, added, {
        attributes: request.attributes,
        now: clock.now(),
        keyId: request.keyId,
      });
    }
    const payload: FillJob = {
      workspace_id: collection.workspaceId,
      collection_id: collection.id,
      key_id: request.keyId,
      attributes: JSON.stringify(request.attributes),
      addresses,
      site: request.site === undefined ? null : { ...request.site },
    };
    await jobs.enqueue(fillCollectionKind, payload, { id: request.jobId });
  }

  jobKind(): JobKind<FillJob> {
    return {
      name: fillCollectionKind,
      concurrency: 2,
      maxAttempts: 3,
      backoffMs: 2000,
      deadlineMs: 4 * 60 * 60_000,
      run: (job) => this.#run(job),
      onFailed: ({ payload }, error) => this.#giveUp(payload, error),
    };
  }

  async #run({ payload, signal }: Job<FillJob>): Promise<void> {
    const waiting = [...payload.addresses];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#fetch(payload, next, signal);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (payload.site) await this.#readSite(payload, siteOf(payload.site), signal);
  }

  /** Fetches one address into its file, unless an earlier attempt did; what cannot be fetched fails with its reason. */
  async #fetch(payload: FillJob, address: { file_id: string; url: string }, signal: AbortSignal): Promise<void> {
    const file = { workspaceId: payload.workspace_id, id: address.file_id };
    const [row] = await this.#parts.files.find(file.workspaceId, [file.id]);
    if (row?.status !== 'pending') return;
    try {
      await this.#parts.fetched.fill({ ...file, keyId: payload.key_id }, address.url, signal);
    } catch (error) {
      signal.throwIfAborted();
      await this.#parts.fileService.refuse(file, reasonOf(error));
    }
  }

  async #readSite(payload: FillJob, site: CollectionSite, signal: AbortSignal): Promise<void> {
    const { collections, pages } = this.#parts;
    const collection = { workspaceId: payload.workspace_id, id: payload.collection_id };
    await this.#forgetHalfPages(collection);
    const known = await collections.knownUrls(collection.id);
    for await (const page of sitePages(pages, { workspaceId: collection.workspaceId, site, signal })) {
      const [isThere] = await collections.find(collection.workspaceId, [collection.id], this.#parts.clock.now());
      if (!isThere) return;
      if (known.has(page.finalUrl)) continue;
      known.add(page.finalUrl);
      await this.#addPage(collection, page, payload, signal);
    }
  }

  /** A killed attempt may have left a page without its text; it is read again. */
  async #forgetHalfPages(collection: { workspaceId: string; id: string }): Promise<void> {
    for (const fileId of await this.#parts.collections.pendingPages(collection.id)) {
      await this.#parts.fileService.remove({ workspaceId: collection.workspaceId, id: fileId });
    }
  }

  async #addPage(
    collection: { workspaceId: string; id: string },
    page: StoredPage,
    payload: FillJob,
    signal: AbortSignal,
  ): Promise<void> {
    const { collections, fileService, clock } = this.#parts;
    const title = page.title.replace(/\s+/g, ' ').trim() || new URL(page.finalUrl).pathname;
    const filename = `${title.replaceAll(/[\\/]/g, '_').slice(0, longestTitle)}.md`;
    const file = await fileService.reserve(collection, filename, 'text/markdown');
    const url = page.finalUrl;
    await collections.addFiles(collection, [{ fileId: file.id, url }], {
      attributes: readAttributes(payload.attributes),
      now: clock.now(),
      keyId: payload.key_id,
    });
    const body = Readable.from([Buffer.from(`# ${title}\n\n${page.text}\n`)]);
    const accepted = await fileService.fill(file, body, { signal });
    await fileService.begin({ workspaceId: collection.workspaceId, signal }, accepted, { waitMs: 0 });
  }

  /** What is still pending when no attempt is left says why. */
  async #giveUp(payload: FillJob, error: unknown): Promise<void> {
    for (const { file_id: id } of payload.addresses) {
      await this.#parts.fileService.refuse({ workspaceId: payload.workspace_id, id }, reasonOf(error));
    }
  }
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (isAppError(error)) return { code: error.code, message: error.message };
  return { code: 'url_unreachable', message: 'The address could not be fetched.' };
}

/** As it was checked when it was asked for. */
function siteOf(site: JsonObject): CollectionSite {
  const { url, max_pages: pages, depth, include, exclude } = site;
  if (typeof url !== 'string') throw new AppError('internal_error', 'The stored site has no address.');
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : undefined;
  const paths = { include: texts(include), exclude: texts(exclude) };
  return {
    url,
    ...(typeof pages === 'number' && { max_pages: pages }),
    ...(typeof depth === 'number' && { depth }),
    ...(paths.include && { include: paths.include }),
    ...(paths.exclude && { exclude: paths.exclude }),
  };
}
