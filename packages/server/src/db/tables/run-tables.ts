import type { Generated } from 'kysely';

/** All times are milliseconds since 1970-01-01 UTC. */
export interface RunTables {
  /** Work that goes on after its call: research, PDFs that are read, videos, responses, downloads. */
  runs: {
    id: string;
    kind: string;
    /** Empty for what belongs to the installation. */
    workspace_id: string;
    key_id: string;
    /** The caller's own user whom the request named, if any. */
    user_id: Generated<string | null>;
    /** JSON of the accepted request. */
    request: string;
    status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    /** JSON of the last progress. */
    progress: string;
    /** JSON of what there is of the result, null for none. */
    result: string | null;
    /** JSON of `code`, `message`, `details`, null unless failed. */
    error: string | null;
    created_at: number;
    started_at: number | null;
    finished_at: number | null;
    /** When it was charged and its end was told; from the beginning for a run that the call itself pays for. */
    settled_at: number | null;
    /** Null while it goes on, and for what is kept for ever. */
    expires_at: number | null;
  };
  /** Finished steps: what a run that is taken up again does not do again. */
  run_steps: {
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
