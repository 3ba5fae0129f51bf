/** All times are milliseconds since 1970-01-01 UTC. */
export interface HoldingTables {
  /** What may not be deleted; those that were released stay, to show that they were there. */
  legal_holds: {
    id: string;
    workspace_id: string;
    kind: 'workspace' | 'user' | 'file';
    /** Id of the workspace, of its end user, or of the file. */
    target: string;
    reason: string;
    created_by: string;
    created_at: number;
    released_by: string | null;
    released_at: number | null;
  };
  /** Receipts of what was deleted. They outlive what they tell of, and name nobody. */
  erasures: {
    id: string;
    workspace_id: string;
    /** JSON of the signed receipt. */
    receipt: string;
    created_at: number;
  };
}
