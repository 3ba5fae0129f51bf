/** All times are milliseconds since 1970-01-01 UTC. */
export interface MediaTables {
  video_runs: {
    id: string;
    workspace_id: string;
    key_id: string;
    /** JSON of the accepted request. */
    request: string;
    status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    /** JSON of the last progress. */
    progress: string;
    /** JSON of the result, null until completed. */
    result: string | null;
    /** JSON of `code`, `message`, `details`, null unless failed. */
    error: string | null;
    created_at: number;
    finished_at: number | null;
  };
}
