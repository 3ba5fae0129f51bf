import Type, { type Static } from 'typebox';
import { NamedValues } from '../named-values.ts';
import { optional } from './openai-fields.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Seconds = Type.Integer({ description: 'Unix time in seconds.' });

export const VectorStoreExpiry = Type.Object({
  anchor: Type.Literal('last_active_at'),
  days: Type.Integer({ minimum: 1, maximum: 365 }),
});

export const VectorStoreMetadata = NamedValues(Type.String({ maxLength: 512 }), { maxProperties: 16 });

export const VectorStoreAttributes = NamedValues(
  Type.Union([Type.String({ maxLength: 512 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 16, description: 'For filters.' },
);

export const ChunkingStrategy = optional(
  Type.Union(
    [
      Type.Object({ type: Type.Literal('auto') }),
      Type.Object({
        type: Type.Literal('static'),
        static: Type.Object({
          max_chunk_size_tokens: Type.Integer({ minimum: 100, maximum: 4096 }),
          chunk_overlap_tokens: Type.Integer({ minimum: 0, maximum: 2048 }),
        }),
      }),
    ],
    { description: 'Accepted, and changes nothing: files are split at their own paragraphs and headings.' },
  ),
);

const counts = {
  in_progress: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  total: Type.Integer(),
};
export const VectorStoreFileCounts = Type.Object(counts);
export type VectorStoreFileCounts = Static<typeof VectorStoreFileCounts>;

export const VectorStore = Type.Object(
  {
    id: Type.String({ description: 'That of a collection: both are the same.' }),
    object: Type.Literal('vector_store'),
    created_at: Seconds,
    name: Type.String(),
    description: Nullable(Type.String()),
    usage_bytes: Type.Integer({ description: 'Of its files.' }),
    file_counts: VectorStoreFileCounts,
    status: Type.Enum(['in_progress', 'completed', 'expired']),
    expires_after: Nullable(VectorStoreExpiry),
    expires_at: Nullable(Seconds),
    last_active_at: Nullable(Seconds),
    metadata: VectorStoreMetadata,
  },
  { $id: 'VectorStore', description: 'A collection in the shape of OpenAI.' },
);
export type VectorStore = Static<typeof VectorStore>;

export const vectorStoreFileStatuses = ['in_progress', 'completed', 'cancelled', 'failed'] as const;

export const VectorStoreFile = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('vector_store.file'),
    usage_bytes: Type.Integer(),
    created_at: Seconds,
    vector_store_id: Type.String(),
    status: Type.Enum(vectorStoreFileStatuses),
    last_error: Nullable(
      Type.Object({ code: Type.Enum(['server_error', 'unsupported_file', 'invalid_file']), message: Type.String() }),
    ),
    chunking_strategy: Type.Object({
      type: Type.Literal('other', { description: 'Files are split at their own paragraphs and headings.' }),
    }),
    attributes: VectorStoreAttributes,
  },
  { $id: 'VectorStoreFile', description: 'A file of a vector store.' },
);
export type VectorStoreFile = Static<typeof VectorStoreFile>;

export const VectorStoreFileBatch = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('vector_store.file_batch'),
    created_at: Seconds,
    vector_store_id: Type.String(),
    status: Type.Enum(vectorStoreFileStatuses),
    file_counts: VectorStoreFileCounts,
  },
  { $id: 'VectorStoreFileBatch', description: 'Files that were added together.' },
);
export type VectorStoreFileBatch = Static<typeof VectorStoreFileBatch>;

export const VectorStoreSearchPage = Type.Object({
  object: Type.Literal('vector_store.search_results.page'),
  search_query: Type.Array(Type.String()),
  data: Type.Array(
    Type.Object({
      file_id: Type.String(),
      filename: Type.String(),
      score: Type.Number({ description: '0 to 1.' }),
      attributes: VectorStoreAttributes,
      content: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
    }),
  ),
  has_more: Type.Literal(false),
  next_page: Type.Null(),
});
export type VectorStoreSearchPage = Static<typeof VectorStoreSearchPage>;
