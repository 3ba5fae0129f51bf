/** All times are milliseconds since 1970-01-01 UTC. */
export interface ResearchTables {
  /** What an address answered last. */
  pages: {
    workspace_id: string;
    /** The address that was asked for, in canonical form. */
    url: string;
    final_url: string;
    content_hash: string;
    fetched_at: number;
  };
  /** What was read out of one body, under the hash of its bytes. */
  page_contents: {
    workspace_id: string;
    /** SHA-256 of the body, hexadecimal. */
    content_hash: string;
    title: string;
    text: string;
    /** JSON: author, date, language, links, media type. */
    metadata: string;
    stored_at: number;
  };
  research_runs: {
    id: string;
    workspace_id: string;
    key_id: string;
    /** JSON of the accepted request. */
    request: string;
    status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    /** JSON of the last progress. */
    progress: string;
    /** JSON of the answer, null until completed. */
    result: string | null;
    /** JSON of `code`, `message`, `details`, null unless failed. */
    error: string | null;
    created_at: number;
    started_at: number | null;
    finished_at: number | null;
  };
  /** Finished steps: what a run that is taken up again does not do again. */
  research_steps: {
    run_id: string;
    workspace_id: string;
    step: string;
    /** SHA-256 of what the step worked on. */
    input_hash: string;
    /** JSON. */
    output: string;
    /** JSON array of what was used. */
    consumption: string;
    created_at: number;
  };
}
