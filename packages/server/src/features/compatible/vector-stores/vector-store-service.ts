import type {
  AddVectorStoreFileRequest,
  CreateVectorStoreBatchRequest,
  CreateVectorStoreRequest,
  SearchVectorStoreRequest,
  UpdateVectorStoreRequest,
  VectorStore,
  VectorStoreFile,
  VectorStoreFileBatch,
  VectorStoreListQuery,
  VectorStoreSearchPage,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CollectionRepository, CollectionRow } from '../../knowledge/collections/collection-repository.ts';
import type { CollectionService } from '../../knowledge/collections/collection-service.ts';
import { toCollectionFilter } from './to-collection-filter.ts';
import { seconds, toCounts, toStoreFile, toVectorStore } from './to-vector-store.ts';
import type { ListOptions, StoreFileRow, VectorStoreRepository } from './vector-store-repository.ts';

export interface VectorStoreParts {
  collections: CollectionService;
  rows: CollectionRepository;
  stores: VectorStoreRepository;
  /** The words of a ready file; null when it is not there or not ready. */
  textOf(file: { workspaceId: string; id: string }): Promise<string | null>;
  clock: Clock;
}

/** What one page of a list is made of. */
interface List<Item> {
  object: 'list';
  data: Item[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

type Caller = Pick<Call, 'workspaceId' | 'keyId'>;

const usualResults = 10;

/** OpenAI's vector stores over collections: the same things under the same ids. */
export class VectorStoreService {
  readonly #parts: VectorStoreParts;

  constructor(parts: VectorStoreParts) {
    this.#parts = parts;
  }

  async create(call: Caller, request: CreateVectorStoreRequest): Promise<VectorStore> {
    const { collections, stores, clock } = this.#parts;
    const { id } = await collections.create(call, {
      name: request.name ?? '',
      description: request.description ?? null,
      attributes: request.metadata ?? {},
    });
    if (request.expires_after) await stores.setExpiry(id, request.expires_after.days, clock.now());
    const fileIds = request.file_ids ?? [];
    if (fileIds.length > 0) await collections.add(call, id, { file_ids: fileIds });
    return await this.get(call, id);
  }

  async list(call: Caller, query: VectorStoreListQuery): Promise<List<VectorStore>> {
    const { stores, rows, clock } = this.#parts;
    const options = await listOptions(query, async (id) => (await this.#row(call, id)).created_at);
    const found = await stores.list(call.workspaceId, clock.now(), options);
    const counts = await rows.counts(found.map(({ id }) => id));
    return listOf(found, options.limit, (row) => toVectorStore(row, counts.get(row.id)));
  }

  async get(call: Caller, id: string): Promise<VectorStore> {
    const row = await this.#row(call, id);
    return toVectorStore(row, (await this.#parts.rows.counts([id])).get(id));
  }

  async update(call: Caller, id: string, request: UpdateVectorStoreRequest): Promise<VectorStore> {
    const { collections, stores, clock } = this.#parts;
    await collections.update(call, id, {
      ...(typeof request.name === 'string' && { name: request.name }),
      ...(request.metadata && { attributes: request.metadata }),
    });
    if (request.expires_after !== undefined) {
      await stores.setExpiry(id, request.expires_after?.days ?? null, clock.now());
    }
    return await this.get(call, id);
  }

  async delete(call: Caller, id: string): Promise<void> {
    await this.#parts.collections.delete(call, id, false);
  }

  async search(call: Call, id: string, request: SearchVectorStoreRequest): Promise<VectorStoreSearchPage> {
    const queries = typeof request.query === 'string' ? [request.query] : request.query;
    const limit = request.max_num_results ?? usualResults;
    const best = new Map<string, VectorStoreSearchPage['data'][number]>();
    for (const query of queries) {
      const { results } = await this.#parts.collections.search(call, id, {
        query,
        top_k: limit,
        ...(request.filters && { filter: toCollectionFilter(request.filters) }),
        ...(request.ranking_options?.ranker === 'none' && { rerank: false }),
        min_score: request.ranking_options?.score_threshold ?? 0,
      });
      for (const { file_id, filename, score, attributes, start, quote } of results) {
        const key = `${file_id} ${start}`;
        if ((best.get(key)?.score ?? -1) >= score) continue;
        best.set(key, { file_id, filename, score, attributes, content: [{ type: 'text', text: quote }] });
      }
    }
    const data = [...best.values()].sort((a, b) => b.score - a.score).slice(0, limit);
    return {
      object: 'vector_store.search_results.page',
      search_query: queries,
      data,
      has_more: false,
      next_page: null,
    };
  }

  async addFile(call: Caller, id: string, request: AddVectorStoreFileRequest): Promise<VectorStoreFile> {
    const attributes = request.attributes ?? {};
    await this.#parts.collections.add(call, id, { file_ids: [request.file_id], attributes });
    return await this.file(call, id, request.file_id);
  }

  async files(call: Caller, id: string, query: VectorStoreListQuery, batchId?: string): Promise<List<VectorStoreFile>> {
    if (batchId === undefined) await this.#row(call, id);
    else await this.batch(call, id, batchId);
    const options = await listOptions(query, async (fileId) => (await this.#fileRow(id, fileId)).added_at);
    const found = await this.#parts.stores.files(id, { ...options, status: query.filter, batchId });
    return listOf(found, options.limit, (row) => toStoreFile(row, id));
  }

  async file(call: Caller, id: string, fileId: string): Promise<VectorStoreFile> {
    await this.#row(call, id);
    return toStoreFile(await this.#fileRow(id, fileId), id);
  }

  async updateFile(
    call: Caller,
    id: string,
    fileId: string,
    attributes: VectorStoreFile['attributes'],
  ): Promise<VectorStoreFile> {
    await this.file(call, id, fileId);
    return await this.addFile(call, id, { file_id: fileId, attributes });
  }

  async removeFile(call: Caller, id: string, fileId: string): Promise<void> {
    await this.#parts.collections.removeFile(call, id, fileId);
  }

  async content(call: Caller, id: string, fileId: string): Promise<string> {
    await this.file(call, id, fileId);
    const text = await this.#parts.textOf({ workspaceId: call.workspaceId, id: fileId });
    if (text !== null) return text;
    throw new AppError('file_not_ready', `File ${fileId} has no text yet.`, { fields: { file_id: fileId } });
  }

  async createBatch(call: Caller, id: string, request: CreateVectorStoreBatchRequest): Promise<VectorStoreFileBatch> {
    const files =
      request.files ?? (request.file_ids ?? []).map((file_id) => ({ file_id, attributes: request.attributes }));
    if (files.length === 0) {
      const sentence = 'Name files in file_ids or in files.';
      throw new AppError('invalid_request', sentence, { title: 'file_ids is required', param: 'file_ids' });
    }
    const byAttributes = new Map<string, string[]>();
    for (const { file_id, attributes } of files) {
      const key = JSON.stringify(attributes ?? {});
      byAttributes.set(key, [...(byAttributes.get(key) ?? []), file_id]);
    }
    const batchId = newId('vsfb');
    for (const [attributes, fileIds] of byAttributes) {
      await this.#parts.collections.add(call, id, { file_ids: fileIds, attributes: JSON.parse(attributes) });
      await this.#parts.stores.setBatch(id, fileIds, batchId);
    }
    return await this.batch(call, id, batchId);
  }

  async batch(call: Caller, id: string, batchId: string): Promise<VectorStoreFileBatch> {
    await this.#row(call, id);
    const found = await this.#parts.stores.batch(id, batchId);
    if (!found) throw notFound('batch', batchId);
    const counts = toCounts(found.counts);
    return {
      id: batchId,
      object: 'vector_store.file_batch',
      created_at: seconds(found.createdAt),
      vector_store_id: id,
      status: counts.in_progress > 0 ? 'in_progress' : counts.completed === 0 ? 'failed' : 'completed',
      file_counts: counts,
    };
  }

  /** Takes out what is not ready yet. */
  async cancelBatch(call: Caller, id: string, batchId: string): Promise<VectorStoreFileBatch> {
    const before = await this.batch(call, id, batchId);
    const wanted = { limit: before.file_counts.total, order: 'asc', from: null, batchId } as const;
    const waiting = await this.#parts.stores.files(id, { ...wanted, status: 'in_progress' });
    for (const { file_id } of waiting) await this.removeFile(call, id, file_id);
    const { completed, failed, total } = before.file_counts;
    const counts = {
      in_progress: 0,
      completed: total - failed - waiting.length,
      failed,
      cancelled: waiting.length,
      total,
    };
    return {
      ...before,
      status: waiting.length > 0 ? 'cancelled' : completed > 0 ? 'completed' : 'failed',
      file_counts: counts,
    };
  }

  async #row(call: Caller, id: string): Promise<CollectionRow> {
    const [row] = await this.#parts.rows.find(call.workspaceId, [id], this.#parts.clock.now());
    if (!row) throw notFound('vector store', id);
    return row;
  }

  async #fileRow(id: string, fileId: string): Promise<StoreFileRow> {
    const row = await this.#parts.stores.file(id, fileId);
    if (row) return row;
    throw new AppError('file_not_found', `There is no file ${fileId} in this vector store.`, {
      fields: { file_id: fileId },
    });
  }
}

async function listOptions(query: VectorStoreListQuery, timeOf: (id: string) => Promise<number>): Promise<ListOptions> {
  const { limit = 20, order = 'desc', after, before } = query;
  const id = after ?? before;
  const side = after === undefined ? 'before' : 'after';
  return { limit, order, from: id === undefined ? null : { at: await timeOf(id), id, side } };
}

function listOf<Row, Item extends { id: string }>(rows: Row[], limit: number, toItem: (row: Row) => Item): List<Item> {
  const data = rows.slice(0, limit).map(toItem);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  };
}

function notFound(what: string, id: string): AppError {
  return new AppError('collection_not_found', `There is no ${what} ${id}.`, { title: `No ${what} ${id}` });
}
