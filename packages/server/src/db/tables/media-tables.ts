import type { Generated } from 'kysely';

/** All times are milliseconds since 1970-01-01 UTC. */
export interface MediaTables {
  /** Pictures that were drawn, as the gallery lists them; their bytes go much earlier. */
  pictures: {
    id: string;
    workspace_id: string;
    key_id: string;
    /** The caller's own user whom the request named, if any. */
    user_id: Generated<string | null>;
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
}
