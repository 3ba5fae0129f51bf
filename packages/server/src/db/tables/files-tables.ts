import type { Generated } from 'kysely';

export interface FilesTables {
  /** Prefixes that were deleted and are deleted once more, when nobody can still be writing. */
  blob_discards: { prefix: string; due_at: number };
  files: {
    id: string;
    workspace_id: string;
    /** The file that this one was taken out of; null for what was uploaded. */
    parent_file_id: Generated<string | null>;
    /** The uploaded file at the top of them. */
    root_file_id: Generated<string | null>;
    /** The caller's own user whom the upload named, if any. */
    user_id: Generated<string | null>;
    /** Pays for what reading it costs: the key of the upload; null for a file of older versions. */
    key_id: Generated<string | null>;
    /** JSON `{request_id, labels}` of the call that brought it. */
    brought_by: Generated<string | null>;
    filename: string;
    /** Name of the blob with the bytes; null for `original`. */
    original: string | null;
    /** As the sender declared it, until the content tells better. */
    media_type: string | null;
    size_bytes: number | null;
    kind: string | null;
    /** `batch` or `batch_output`: kept as it is, never read; null for all other files. */
    purpose: Generated<string | null>;
    status: 'pending' | 'processing' | 'ready' | 'failed';
    pages: number | null;
    /** JSON object without `extracted_text`, which is the stored text. */
    metadata: string | null;
    /** The same shortened, where it is long: what lists show. */
    listed_metadata: Generated<string | null>;
    processing_summary: string | null;
    error_code: string | null;
    error_message: string | null;
    /** JSON array of sentences. */
    warnings: string;
    created_at: number;
    /** Set when processing begins: by then it must have ended. */
    deadline_at: number | null;
    processed_at: number | null;
    expires_at: number | null;
  };
}
