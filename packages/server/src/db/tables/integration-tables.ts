/** All times are milliseconds since 1970-01-01 UTC; flags are 0 or 1. */
export interface IntegrationTables {
  integration_connections: {
    id: string;
    workspace_id: string;
    integration_id: string;
    /** The caller's own id of its user. */
    user_id: string;
    auth_method: 'OAUTH2' | 'API_KEY' | 'BASIC_AUTH' | 'NONE';
    state: 'connected' | 'expiring' | 'needs_reconnect';
    /** Why it is not `connected`, in words without secrets. */
    reason: string | null;
    /** Credentials and connection fields, sealed; see vault.ts. */
    credentials: string;
    /** Where they may be sent; sealed with them. Null for rows from before this was kept. */
    origin: string | null;
    /** The key that sealed them, to find what must be sealed anew. */
    key_id: string;
    /** Counts up with every change of the credentials: the value to compare before a swap. */
    version: number;
    /** JSON array. */
    scopes: string;
    has_refresh_token: number;
    /** 0 until the third party has accepted the newest access token. */
    is_proven: number;
    /** Null when the third party does not say. */
    expires_at: number | null;
    refreshed_at: number;
    /** No refresh is tried before, after one that failed for a passing reason. */
    next_attempt_at: number;
    failures: number;
    /** Who is refreshing, until when. */
    lease_owner: string | null;
    lease_until: number;
    last_used_at: number | null;
    created_at: number;
    updated_at: number;
  };
  integration_authorizations: {
    /** SHA-256 of the state parameter. */
    id: string;
    workspace_id: string;
    integration_id: string;
    user_id: string;
    /** Sealed: code verifier, addresses, scopes. */
    payload: string;
    expires_at: number;
  };
  integration_confirmations: {
    /** SHA-256 of the token. */
    id: string;
    workspace_id: string;
    /** SHA-256 of who would do what with which inputs: nothing of it can be read here. */
    digest: string;
    expires_at: number;
  };
  /** What the operator added. Without a workspace it is there for all of them. */
  custom_integrations: {
    id: string;
    workspace_id: string | null;
    source: 'manifest' | 'openapi' | 'mcp';
    manifest: string;
    /** A newer manifest that waits for approval. */
    pending: string | null;
    /** Sealed: what the server gave us when we registered with it. */
    secret: string | null;
    created_at: number;
    updated_at: number;
  };
}
