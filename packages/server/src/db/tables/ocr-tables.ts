/** All times are milliseconds since 1970-01-01 UTC. */
export interface OcrTables {
  /** PDFs that are read in the background. Their bytes and pages are blobs. */
  ocr_runs: {
    id: string;
    workspace_id: string;
    key_id: string;
    /** JSON of the accepted request. */
    request: string;
    status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    pages_processed: number;
    total_pages: number;
    /** JSON of `code`, `message`, `details`, null unless failed. */
    error: string | null;
    created_at: number;
    finished_at: number | null;
  };
}
