import type {
  AddCollectionFilesRequest,
  Attributes,
  Collection,
  CollectionAnswer,
  CollectionFile,
  CollectionSearchRequest,
  CollectionSearchResult,
  CreateCollectionRequest,
  UpdateCollectionRequest,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LegalHolds } from '../../../ports/legal-holds.ts';
import type { EmbeddingService } from '../embeddings/embedding-service.ts';
import type { FileRepository } from '../files/file-repository.ts';
import type { FileService } from '../files/file-service.ts';
import { compileFilter } from './collection-filter.ts';
import type { CollectionIndexer } from './collection-indexer.ts';
import type { CollectionIntake } from './collection-intake.ts';
import type { CollectionRepository, CollectionRow } from './collection-repository.ts';
import type { FoundPassages, PassageSearch } from './passage-search.ts';
import type { SegmentStore } from './segment-store.ts';
import { toCollection, toCollectionFile, toResult } from './to-collection.ts';
import type { VectorRepository } from './vectors/vector-repository.ts';

// long because what is done with a collection stands beside what is done with the files in it.

export interface CollectionServiceParts {
  collections: CollectionRepository;
  files: FileRepository;
  fileService: Pick<FileService, 'remove'>;
  indexer: CollectionIndexer;
  intake: CollectionIntake;
  passages: PassageSearch;
  store: SegmentStore;
  vectors: VectorRepository;
  embeddings: EmbeddingService;
  holds: LegalHolds;
  clock: Clock;
}

export interface CollectionSearchAnswer extends Pick<FoundPassages, 'mode' | 'rerank'> {
  results: CollectionSearchResult[];
}

const dayMs = 24 * 60 * 60_000;
const defaultResults = 10;
const sweepBatch = 200;
/** How often is looked whether files that are waited for were read. */
const lookMs = 200;

/** Collections of a workspace: named sets of files that are searched as one. */
export class CollectionService {
  readonly #parts: CollectionServiceParts;

  constructor(parts: CollectionServiceParts) {
    this.#parts = parts;
  }

  async create(
    call: Pick<Call, 'workspaceId' | 'userId'>,
    request: CreateCollectionRequest,
  ): Promise<CollectionAnswer> {
    const now = this.#parts.clock.now();
    const row: CollectionRow = {
      id: newId('col'),
      workspace_id: call.workspaceId,
      user_id: call.userId ?? null,
      name: request.name,
      description: request.description ?? null,
      attributes: JSON.stringify(request.attributes ?? {}),
      version: 0,
      created_at: now,
      expires_at: expiry(request.expires_after_days, now) ?? null,
      embedding_error: null,
      expires_after_days: null,
      last_active_at: null,
    };
    await this.#parts.collections.insert(row);
    const [collection] = await this.#shown([row]);
    if (!collection) throw notFound(row.id);
    return { success: true, ...collection };
  }

  async list(call: Pick<Call, 'workspaceId'>, query: { limit?: number; after?: string }): Promise<Page<Collection>> {
    const limit = query.limit ?? 20;
    const rows = await this.#parts.collections.list(call.workspaceId, {
      limit,
      after: parseCursor(query.after),
      now: this.#parts.clock.now(),
    });
    const cut = toPage(
      rows,
      limit,
      (row) => row,
      (row) => cursorOf(row.created_at, row.id),
    );
    return { ...cut, data: await this.#shown(cut.data) };
  }

  async get(call: Pick<Call, 'workspaceId'>, id: string): Promise<CollectionAnswer> {
    const row = await this.#find(call, id);
    const [collection] = await this.#shown([row]);
    if (!collection) throw notFound(id);
    return { success: true, ...collection };
  }

  async update(
    call: Pick<Call, 'workspaceId'>,
    id: string,
    request: UpdateCollectionRequest,
  ): Promise<CollectionAnswer> {
    const row = await this.#find(call, id);
    const expiresAt = expiry(request.expires_after_days, this.#parts.clock.now());
    await this.#parts.collections.update(call.workspaceId, row.id, {
      ...(request.name !== undefined && { name: request.name }),
      ...(request.description !== undefined && { description: request.description }),
      ...(request.attributes !== undefined && { attributes: request.attributes }),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    return await this.get(call, row.id);
  }

  /** Words and vectors are gone when this resolves; the files only with `withFiles`. */
  async delete(call: Pick<Call, 'workspaceId'>, id: string, withFiles: boolean): Promise<void> {
    const row = await this.#find(call, id);
    const { workspaceId } = call;
    const collection = { workspaceId, id: row.id };
    const { holds } = this.#parts;
    await holds.refuse({ kind: 'collection', ...collection });
    if (withFiles) {
      const fileIds = await this.#parts.collections.fileIds(collection);
      // All of them or none.
      for (const fileId of fileIds) await holds.refuse({ kind: 'file', workspaceId, id: fileId });
      for (const fileId of fileIds) {
        await this.#parts.fileService.remove({ workspaceId: call.workspaceId, id: fileId });
      }
    }
    await this.#remove(collection);
  }

  /** Takes files in at once, with what was taken out of them (attachments, members of archives), and addresses and sites in the background. */
  async add(
    call: Pick<Call, 'workspaceId' | 'keyId'>,
    id: string,
    request: AddCollectionFilesRequest,
  ): Promise<{ added: number; jobId: string }> {
    const row = await this.#find(call, id);
    const collection = { workspaceId: call.workspaceId, id: row.id };
    const fileIds = [...new Set(request.file_ids)];
    const urls = [...new Set(request.urls ?? [])];
    if (fileIds.length === 0 && urls.length === 0 && !request.site) {
      throw new AppError('invalid_request', 'Name files in file_ids, public addresses in urls, or a site.', {
        title: 'Name file_ids, urls or a site',
      });
    }
    this.#parts.intake.check(urls, request.site);
    const known = new Set((await this.#parts.files.find(call.workspaceId, fileIds)).map((file) => file.id));
    const unknown = fileIds.find((fileId) => !known.has(fileId));
    if (unknown !== undefined) {
      throw new AppError(
        'file_not_found',
        `There is no file ${unknown}. GET /v1/files lists those that there are; POST /v1/files/upload adds one and gives its file_id.`,
        {
          fields: { file_id: unknown },
        },
      );
    }
    const attributes: Attributes = request.attributes ?? {};
    if (fileIds.length > 0) {
      const given = { attributes, now: this.#parts.clock.now(), keyId: call.keyId };
      const put = (ids: readonly string[]) =>
        this.#parts.collections.addFiles(
          collection,
          ids.map((fileId) => ({ fileId, url: null })),
          given,
        );
      await put(fileIds);
      // What is taken out of them from now on joins by itself; what was taken out before is looked up after they are in.
      const inner = await this.#parts.files.children.below(call.workspaceId, fileIds);
      if (inner.length > 0) await put(inner);
      await this.#parts.indexer.request(collection);
    }
    const jobId = newId('job');
    if (urls.length > 0 || request.site) {
      await this.#parts.intake.begin(collection, { jobId, urls, site: request.site, attributes, keyId: call.keyId });
    }
    return { added: fileIds.length + urls.length, jobId };
  }

  async listFiles(
    call: Pick<Call, 'workspaceId'>,
    id: string,
    query: { limit?: number; after?: string },
  ): Promise<Page<CollectionFile>> {
    const row = await this.#find(call, id);
    const limit = query.limit ?? 20;
    const collection = { workspaceId: call.workspaceId, id: row.id };
    const rows = await this.#parts.collections.listFiles(collection, { limit, after: parseCursor(query.after) });
    return toPage(rows, limit, toCollectionFile, (file) => cursorOf(file.added_at, file.file_id));
  }

  async removeFile(call: Pick<Call, 'workspaceId'>, id: string, fileId: string): Promise<void> {
    const row = await this.#find(call, id);
    const collection = { workspaceId: call.workspaceId, id: row.id };
    const isRemoved = await this.#parts.collections.removeFile(collection, fileId);
    if (!isRemoved) {
      throw new AppError('file_not_found', `There is no file ${fileId} in this collection.`, {
        fields: { file_id: fileId },
      });
    }
    for (const inner of await this.#parts.files.children.below(call.workspaceId, [fileId])) {
      await this.#parts.collections.removeFile(collection, inner);
    }
    await this.#parts.indexer.request(collection);
  }

  async search(
    call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
    id: string,
    request: CollectionSearchRequest,
  ): Promise<CollectionSearchAnswer> {
    const row = await this.#find(call, id);
    const { hits, mode, rerank } = await this.#parts.passages.find({
      workspaceId: call.workspaceId,
      collections: [row],
      query: request.query,
      mode: request.mode,
      filter: request.filter === undefined ? null : compileFilter(request.filter),
      limit: request.top_k ?? defaultResults,
      rerank: request.rerank,
      meter: call.meter,
      signal: call.signal,
    });
    const wanted = hits.filter(({ score }) => score >= (request.min_score ?? 0));
    return { results: wanted.map(toResult), mode, rerank };
  }

  /**
   * The files with the passages that speak most to a question, best first, and how many files are still being read. Where nothing is found
   * these are waited for, `waitMs` at most. Throws `collection_not_found`.
   */
  async filesFor(
    call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
    request: { collectionIds: readonly string[]; query: string; filter?: unknown; limit: number; waitMs: number },
  ): Promise<{ fileIds: string[]; unread: number }> {
    const { collections, clock } = this.#parts;
    const ids = [...new Set(request.collectionIds)];
    const until = clock.now() + request.waitMs;
    // Counted before it is searched: what comes in between was not seen for certain.
    let unread = await collections.countUnread(call.workspaceId, ids);
    let fileIds = await this.#filesFound(call, { ...request, collectionIds: ids });
    while (fileIds.length === 0 && unread > 0 && clock.now() < until) {
      await clock.sleep(lookMs, call.signal);
      unread = await collections.countUnread(call.workspaceId, ids);
      // A search may cost a vector: one at the end is enough.
      if (unread === 0 || clock.now() >= until)
        fileIds = await this.#filesFound(call, { ...request, collectionIds: ids });
    }
    return { fileIds, unread };
  }

  async #filesFound(
    call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
    request: { collectionIds: readonly string[]; query: string; filter?: unknown; limit: number },
  ): Promise<string[]> {
    const { collectionIds: ids } = request;
    const rows = await this.#parts.collections.find(call.workspaceId, ids, this.#parts.clock.now());
    const missing = ids.find((id) => !rows.some((row) => row.id === id));
    if (missing !== undefined) throw notFound(missing);
    const { hits } = await this.#parts.passages.find({
      workspaceId: call.workspaceId,
      collections: rows,
      query: request.query,
      filter: request.filter === undefined ? null : compileFilter(request.filter, 'collection_filter'),
      limit: request.limit * 2,
      meter: call.meter,
      signal: call.signal,
    });
    return [...new Set(hits.map(({ file }) => file.fileId))].slice(0, request.limit);
  }

  /** Deletes what one of the workspace's own users has made; the files in it stay unless they are theirs as well. */
  async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
    for (;;) {
      const found = await this.#parts.collections.ofUser(user, sweepBatch);
      for (const { id } of found) await this.#remove({ workspaceId: user.workspaceId, id });
      if (found.length < sweepBatch) return;
    }
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    await this.#parts.collections.deleteWorkspace(workspaceId);
    await this.#parts.store.discardWorkspace(workspaceId);
  }

  /** Deletes collections whose time is over; their files stay. */
  async sweep(): Promise<void> {
    for (;;) {
      const rows = await this.#parts.collections.expired(this.#parts.clock.now(), sweepBatch);
      for (const row of rows) await this.#remove({ workspaceId: row.workspace_id, id: row.id });
      if (rows.length < sweepBatch) return;
    }
  }

  /** Collections with what is in them. */
  async #shown(rows: readonly CollectionRow[]): Promise<Collection[]> {
    const { collections, vectors, embeddings } = this.#parts;
    const ids = rows.map(({ id }) => id);
    const counts = await collections.counts(ids);
    const { id: model, isSemantic } = embeddings.default;
    const embedded = isSemantic ? await vectors.counts(ids, model) : null;
    return rows.map((row) =>
      toCollection(row, counts.get(row.id), embedded && { model, passages: embedded.get(row.id) ?? 0 }),
    );
  }

  async #remove(collection: { workspaceId: string; id: string }): Promise<void> {
    await this.#parts.collections.delete(collection.workspaceId, collection.id);
    await this.#parts.store.discardCollection(collection.workspaceId, collection.id);
  }

  async #find(call: Pick<Call, 'workspaceId'>, id: string): Promise<CollectionRow> {
    const [row] = await this.#parts.collections.find(call.workspaceId, [id], this.#parts.clock.now());
    if (!row) throw notFound(id);
    return row;
  }
}

function notFound(id: string): AppError {
  return new AppError(
    'collection_not_found',
    `There is no collection ${id}. GET /v1/collections lists those that there are.`,
    {
      fields: { collection_id: id },
    },
  );
}

/** Undefined for no change, null for never. */
function expiry(days: number | null | undefined, now: number): number | null | undefined {
  return days === undefined || days === null ? days : now + days * dayMs;
}
