import type { Generated } from 'kysely';

export interface CollectionTables {
  collections: {
    id: string;
    workspace_id: string;
    /** The caller's own user whom the request named, if any. */
    user_id: Generated<string | null>;
    name: string;
    description: string | null;
    /** JSON object. */
    attributes: string;
    /** Rises with every change to what is in it. */
    version: number;
    created_at: number;
    expires_at: number | null;
    /** Why vectors are not made at the moment; null when all is well. */
    embedding_error: string | null;
    /** Days after its last use when it ends; null when its end does not move. */
    expires_after_days: number | null;
    last_active_at: number | null;
  };
  collection_files: {
    collection_id: string;
    file_id: string;
    workspace_id: string;
    /** JSON object. */
    attributes: string;
    /** Where the file was fetched from. */
    url: string | null;
    /** The segment with its words; null until it was indexed. */
    segment_id: string | null;
    passages: number | null;
    added_at: number;
    /** Whose budget pays for its vectors. */
    key_id: string | null;
    /** Files that were added together. */
    batch_id: string | null;
  };
  /** Segments whose passages have vectors of a model. */
  collection_vectors: {
    segment_id: string;
    model: string;
    collection_id: string;
    passages: number;
    /** 0 when the segment has no passage. */
    dimensions: number;
  };
  collection_segments: {
    id: string;
    collection_id: string;
    workspace_id: string;
    files: number;
    passages: number;
    bytes: number;
    created_at: number;
    /** Where its words lie: a blob, or the database. */
    kept: Generated<'blobs' | 'database'>;
  };
}
