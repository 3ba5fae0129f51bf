import type { Generated } from 'kysely';

export interface JobsTables {
  /** Jobs of the local queue. With PostgreSQL pg-boss keeps its own tables. */
  jobs: {
    id: string;
    kind: string;
    /** JSON object. */
    payload: string;
    state: JobState;
    attempt: number;
    /** How often the process that had it ended. */
    losses: Generated<number>;
    run_at: number;
    /** Changes with each claim; a move must name it. */
    lease: string | null;
    lease_until: number | null;
    deadline_at: number;
    /** JSON object: why it failed. */
    error: string | null;
    created_at: number;
    ended_at: number | null;
  };
}

/**
 * waiting → running, reporting (deadline), cancelled
 * running → waiting (retry, hand back), completed, reporting, cancelled
 * reporting (failed, but not yet told) → failed
 */
export type JobState = 'waiting' | 'running' | 'completed' | 'reporting' | 'failed' | 'cancelled';
