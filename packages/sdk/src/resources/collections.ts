import type { Operations } from '../generated/operations.ts';
import type {
  AddCollectionFilesRequest,
  Collection,
  CollectionFile,
  CollectionSearchRequest,
  CreateCollectionRequest,
  UpdateCollectionRequest,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { pollUntil } from '../poll.ts';
import type { WaitOptions } from './research.ts';

/** Named sets of files that are searched as one. */
export class CollectionsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  create(request: CreateCollectionRequest, options?: RequestOptions): Promise<Collection> {
    return this.#client.request('createCollection', { body: request }, options);
  }

  list(query: Operations['listCollections']['query'] = {}, options?: RequestOptions): Pages<Collection> {
    return new Pages((after = query.after) =>
      this.#client.request('listCollections', { query: { ...query, after } }, options),
    );
  }

  get(id: string, options?: RequestOptions): Promise<Collection> {
    return this.#client.request('getCollection', { params: { collection_id: id } }, options);
  }

  update(id: string, request: UpdateCollectionRequest, options?: RequestOptions): Promise<Collection> {
    return this.#client.request('updateCollection', { params: { collection_id: id }, body: request }, options);
  }

  /** Its files stay, unless `files` is `delete`. */
  delete(
    id: string,
    query: Operations['deleteCollection']['query'] = {},
    options?: RequestOptions,
  ): Promise<Operations['deleteCollection']['reply']> {
    return this.#client.request('deleteCollection', { params: { collection_id: id }, query }, options);
  }

  /** Adds files, addresses or the pages of a site; they are read in the background: `wait` tells when they are found. */
  add(
    id: string,
    request: AddCollectionFilesRequest,
    options?: RequestOptions,
  ): Promise<Operations['addCollectionFiles']['reply']> {
    return this.#client.request('addCollectionFiles', { params: { collection_id: id }, body: request }, options);
  }

  /** Waits until none of its files is pending or processing. */
  wait(id: string, options: WaitOptions<Collection> = {}): Promise<Collection> {
    return pollUntil(
      (signal) => this.get(id, { ...options, signal }),
      ({ files }) => files.pending + files.processing === 0,
      { ...options, wait: this.#client.settings.wait, onLook: options.onProgress },
    );
  }

  files(
    id: string,
    query: Operations['listCollectionFiles']['query'] = {},
    options?: RequestOptions,
  ): Pages<CollectionFile> {
    const params = { collection_id: id };
    return new Pages((after = query.after) =>
      this.#client.request('listCollectionFiles', { params, query: { ...query, after } }, options),
    );
  }

  /** Takes a file out; the file itself stays. */
  remove(id: string, fileId: string, options?: RequestOptions): Promise<Operations['removeCollectionFile']['reply']> {
    const params = { collection_id: id, file_id: fileId };
    return this.#client.request('removeCollectionFile', { params }, options);
  }

  search(
    id: string,
    request: CollectionSearchRequest,
    options?: RequestOptions,
  ): Promise<Operations['searchCollection']['reply']> {
    return this.#client.request('searchCollection', { params: { collection_id: id }, body: request }, options);
  }
}
