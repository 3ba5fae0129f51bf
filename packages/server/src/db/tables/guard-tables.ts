/** What looks at calls for text. */
export interface GuardTables {
  guards: {
    id: string;
    workspace_id: string;
    name: string;
    stage: string;
    action: string;
    /** JSON. */
    check: string;
    /** Ids of keys as JSON; null for all. */
    keys: string | null;
    restores: number;
    on_request: number;
    is_enabled: number;
    position: number;
    created_at: number;
    updated_at: number;
  };
}
