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
  /** What vendors were handed of batches that go on. */
  vendor_batches: {
    /** Ours, stored before it is handed over. */
    mark: string;
    batch_id: string;
    workspace_id: string;
    /** `provider/model`. */
    engine: string;
    /** Which of the provider's keys it was handed over with; null for its only one. */
    key_name: string | null;
    /** Null until the vendor has answered. */
    vendor_id: string | null;
    /** JSON array of lines of the input file. */
    lines: string;
    created_at: number;
  };
  /** Batches that somebody cancelled. */
  batch_stops: { batch_id: string; workspace_id: string; asked_at: number };
}
