/** All times are milliseconds since 1970-01-01 UTC. */
export interface BatchTables {
  /** What has become of the lines of batches that go on; gone once their files are written. */
  batch_lines: {
    batch_id: string;
    workspace_id: string;
    /** Of the input file, from 1 on. */
    line: number;
    /** HTTP status of the reply; null while there is none and only what was used is kept. */
    status: number | null;
    error_code: string | null;
    /** The line of the file of replies or errors. */
    output: string | null;
    /** JSON array of what was used. */
    consumption: string;
    /** 1 once its record stands in the ledger. */
    is_settled: number;
    created_at: number;
  };
  /** Batches that somebody cancelled. */
  batch_stops: { batch_id: string; workspace_id: string; asked_at: number };
}
