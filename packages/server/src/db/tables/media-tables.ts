/** All times are milliseconds since 1970-01-01 UTC. */
export interface MediaTables {
  /** Pictures that were drawn, as the gallery lists them; their bytes go much earlier. */
  pictures: {
    id: string;
    workspace_id: string;
    key_id: string;
    request_id: string;
    prompt: string;
    /** What was drawn, when that is not the prompt itself. */
    revised_prompt: string | null;
    model: string;
    seed: number;
    width: number;
    height: number;
    format: 'jpeg' | 'png';
    cost_nanos: number;
    /** Of the blob. */
    blob_key: string;
    /** When the address of its bytes ends to work. */
    expires_at: number;
    created_at: number;
  };
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
