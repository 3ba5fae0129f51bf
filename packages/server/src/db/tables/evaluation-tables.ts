/** Sets of calls, and what became of them. All times are milliseconds since 1970-01-01 UTC. */
export interface EvaluationTables {
  evaluation_sets: {
    id: string;
    workspace_id: string;
    name: string;
    description: string | null;
    /** JSON array. */
    checks: string;
    /** The highest position that a case was ever given. */
    last_position: number;
    created_at: number;
    updated_at: number;
  };
  evaluation_cases: {
    id: string;
    set_id: string;
    workspace_id: string;
    position: number;
    name: string;
    endpoint: string;
    /** JSON object. */
    request: string;
    /** JSON; null for nothing. */
    expected: string | null;
    /** JSON array; null for those of the set. */
    checks: string | null;
    from_request_id: string | null;
    /** The caller's own user whom the request names. */
    user_id: string | null;
    created_at: number;
  };
  /** By which runs are found; the rest of them stands in `runs`. */
  evaluation_runs: {
    id: string;
    workspace_id: string;
    set_id: string;
    prompt_id: string | null;
    prompt_version: number | null;
    created_at: number;
  };
  evaluation_results: {
    run_id: string;
    workspace_id: string;
    case_id: string;
    position: number;
    name: string;
    request_id: string;
    user_id: string | null;
    status: number;
    error_code: string | null;
    output: string;
    model: string | null;
    /** JSON array of what each check said. */
    checks: string;
    /** 1, 0, or null where nobody can say. */
    passed: number | null;
    score: number | null;
    /** 1 where it hangs on feedback. */
    awaits_feedback: number;
    cost_nanos: number;
    judge_cost_nanos: number;
    duration_ms: number;
    /** JSON: what the call and its judges used. */
    consumption: string;
    /** 1 once its records stand in the ledger. */
    is_settled: number;
    created_at: number;
  };
}
