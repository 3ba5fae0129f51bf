import Type, { type Static, type TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { openaiTag, optional } from './openai-fields.ts';
import {
  ChunkingStrategy,
  VectorStore,
  VectorStoreAttributes,
  VectorStoreExpiry,
  VectorStoreFile,
  VectorStoreFileBatch,
  VectorStoreMetadata,
  VectorStoreSearchPage,
  vectorStoreFileStatuses,
} from './openai-vector-store-shapes.ts';

const FileIdList = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2000 });
const Name = Type.String({ maxLength: 200 });

export const CreateVectorStoreRequest = Type.Object({
  name: optional(Name),
  description: optional(Type.String({ maxLength: 2000 })),
  file_ids: optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 2000 })),
  expires_after: optional(VectorStoreExpiry),
  chunking_strategy: ChunkingStrategy,
  metadata: optional(VectorStoreMetadata),
});
export type CreateVectorStoreRequest = Static<typeof CreateVectorStoreRequest>;

export const UpdateVectorStoreRequest = Type.Object({
  name: optional(Name),
  expires_after: optional(VectorStoreExpiry),
  metadata: optional(VectorStoreMetadata),
});
export type UpdateVectorStoreRequest = Static<typeof UpdateVectorStoreRequest>;

export const AddVectorStoreFileRequest = Type.Object({
  file_id: Type.String({ minLength: 1 }),
  attributes: optional(VectorStoreAttributes),
  chunking_strategy: ChunkingStrategy,
});
export type AddVectorStoreFileRequest = Static<typeof AddVectorStoreFileRequest>;

export const CreateVectorStoreBatchRequest = Type.Object({
  file_ids: optional(FileIdList),
  files: optional(Type.Array(AddVectorStoreFileRequest, { minItems: 1, maxItems: 2000 })),
  attributes: optional(VectorStoreAttributes),
  chunking_strategy: ChunkingStrategy,
});
export type CreateVectorStoreBatchRequest = Static<typeof CreateVectorStoreBatchRequest>;

export const SearchVectorStoreRequest = Type.Object({
  query: Type.Union([
    Type.String({ minLength: 1, maxLength: 8000 }),
    Type.Array(Type.String({ minLength: 1, maxLength: 8000 }), { minItems: 1, maxItems: 10 }),
  ]),
  filters: optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        '`{type, key, value}` with `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `nin`, or `and`, `or` with `filters`.',
    }),
  ),
  max_num_results: optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  ranking_options: optional(
    Type.Object({
      ranker: optional(Type.String({ description: '`none` leaves `RERANK_MODEL` out; any other name means `auto`.' })),
      score_threshold: optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
  ),
  rewrite_query: optional(Type.Boolean({ description: 'Accepted, and changes nothing.' })),
});
export type SearchVectorStoreRequest = Static<typeof SearchVectorStoreRequest>;

const listFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc', description: 'By when it was made.' })),
  after: Type.Optional(Type.String({ description: 'An id: what comes after it.' })),
  before: Type.Optional(Type.String({ description: 'An id: what comes before it.' })),
};
const ListQuery = Type.Object(listFields);
const FileListQuery = Type.Object({ ...listFields, filter: Type.Optional(Type.Enum(vectorStoreFileStatuses)) });
export type VectorStoreListQuery = Static<typeof FileListQuery>;

const listOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
  });
const deleted = <const Name extends string>(object: Name) =>
  Type.Object({ id: Type.String(), object: Type.Literal(object), deleted: Type.Literal(true) });

const shape = { auth: 'files', tag: openaiTag, errorShape: 'openai' } as const;
const store = '/v1/vector_stores/{vector_store_id}' as const;
const StoreParams = Type.Object({ vector_store_id: Type.String() });
const FileParams = Type.Object({ vector_store_id: Type.String(), file_id: Type.String() });
const BatchParams = Type.Object({ vector_store_id: Type.String(), batch_id: Type.String() });

/** OpenAI's vector stores: collections in another shape. */
export const vectorStoreEndpoints = {
  createVectorStore: endpoint({
    ...shape,
    id: 'createVectorStore',
    method: 'POST',
    path: '/v1/vector_stores',
    summary: 'Create a vector store: a collection in the shape of OpenAI',
    body: CreateVectorStoreRequest,
    responses: { 200: VectorStore },
    idempotent: true,
    example: { name: 'Handbooks' },
  }),
  listVectorStores: endpoint({
    ...shape,
    id: 'listVectorStores',
    method: 'GET',
    path: '/v1/vector_stores',
    summary: 'List vector stores',
    query: ListQuery,
    responses: { 200: listOf(VectorStore) },
  }),
  getVectorStore: endpoint({
    ...shape,
    id: 'getVectorStore',
    method: 'GET',
    path: store,
    summary: 'Get a vector store',
    params: StoreParams,
    responses: { 200: VectorStore },
  }),
  updateVectorStore: endpoint({
    ...shape,
    id: 'updateVectorStore',
    method: 'POST',
    path: store,
    summary: 'Change a vector store',
    params: StoreParams,
    body: UpdateVectorStoreRequest,
    responses: { 200: VectorStore },
  }),
  deleteVectorStore: endpoint({
    ...shape,
    id: 'deleteVectorStore',
    method: 'DELETE',
    path: store,
    summary: 'Delete a vector store; its files stay',
    params: StoreParams,
    responses: { 200: deleted('vector_store.deleted') },
  }),
  searchVectorStore: endpoint({
    ...shape,
    id: 'searchVectorStore',
    method: 'POST',
    path: `${store}/search`,
    summary: 'Search a vector store',
    params: StoreParams,
    body: SearchVectorStoreRequest,
    responses: { 200: VectorStoreSearchPage },
    example: { query: 'How many days of leave do new colleagues get?' },
  }),
  addVectorStoreFile: endpoint({
    ...shape,
    id: 'addVectorStoreFile',
    method: 'POST',
    path: `${store}/files`,
    summary: 'Add a file to a vector store',
    params: StoreParams,
    body: AddVectorStoreFileRequest,
    responses: { 200: VectorStoreFile },
    idempotent: true,
  }),
  listVectorStoreFiles: endpoint({
    ...shape,
    id: 'listVectorStoreFiles',
    method: 'GET',
    path: `${store}/files`,
    summary: 'List the files of a vector store',
    params: StoreParams,
    query: FileListQuery,
    responses: { 200: listOf(VectorStoreFile) },
  }),
  getVectorStoreFile: endpoint({
    ...shape,
    id: 'getVectorStoreFile',
    method: 'GET',
    path: `${store}/files/{file_id}`,
    summary: 'Get a file of a vector store',
    params: FileParams,
    responses: { 200: VectorStoreFile },
  }),
  updateVectorStoreFile: endpoint({
    ...shape,
    id: 'updateVectorStoreFile',
    method: 'POST',
    path: `${store}/files/{file_id}`,
    summary: 'Change the attributes of a file of a vector store',
    params: FileParams,
    body: Type.Object({ attributes: VectorStoreAttributes }),
    responses: { 200: VectorStoreFile },
  }),
  deleteVectorStoreFile: endpoint({
    ...shape,
    id: 'deleteVectorStoreFile',
    method: 'DELETE',
    path: `${store}/files/{file_id}`,
    summary: 'Take a file out of a vector store; the file itself stays',
    params: FileParams,
    responses: { 200: deleted('vector_store.file.deleted') },
  }),
  getVectorStoreFileContent: endpoint({
    ...shape,
    id: 'getVectorStoreFileContent',
    method: 'GET',
    path: `${store}/files/{file_id}/content`,
    summary: 'Read the text of a file of a vector store',
    params: FileParams,
    responses: {
      200: Type.Object({
        object: Type.Literal('vector_store.file_content.page'),
        data: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
        has_more: Type.Literal(false),
        next_page: Type.Null(),
      }),
    },
  }),
  createVectorStoreBatch: endpoint({
    ...shape,
    id: 'createVectorStoreBatch',
    method: 'POST',
    path: `${store}/file_batches`,
    summary: 'Add files to a vector store together',
    params: StoreParams,
    body: CreateVectorStoreBatchRequest,
    responses: { 200: VectorStoreFileBatch },
    idempotent: true,
  }),
  getVectorStoreBatch: endpoint({
    ...shape,
    id: 'getVectorStoreBatch',
    method: 'GET',
    path: `${store}/file_batches/{batch_id}`,
    summary: 'Get how far files are that were added together',
    params: BatchParams,
    responses: { 200: VectorStoreFileBatch },
  }),
  cancelVectorStoreBatch: endpoint({
    ...shape,
    id: 'cancelVectorStoreBatch',
    method: 'POST',
    path: `${store}/file_batches/{batch_id}/cancel`,
    summary: 'Take out the files that are not ready yet',
    params: BatchParams,
    responses: { 200: VectorStoreFileBatch },
  }),
  listVectorStoreBatchFiles: endpoint({
    ...shape,
    id: 'listVectorStoreBatchFiles',
    method: 'GET',
    path: `${store}/file_batches/{batch_id}/files`,
    summary: 'List files that were added together',
    params: BatchParams,
    query: FileListQuery,
    responses: { 200: listOf(VectorStoreFile) },
  }),
};
