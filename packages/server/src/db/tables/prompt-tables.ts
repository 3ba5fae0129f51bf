/** Prompts that callers keep, by version. */
export interface PromptTables {
  prompts: {
    id: string;
    workspace_id: string;
    name: string;
    description: string | null;
    latest_version: number;
    evaluation_set_id: string | null;
    /** JSON: versions and shares by label. */
    labels: string;
    created_at: number;
    updated_at: number;
  };
  prompt_versions: {
    prompt_id: string;
    version: number;
    /** JSON. */
    template: string;
    note: string | null;
    created_at: number;
    created_by: string;
  };
}
