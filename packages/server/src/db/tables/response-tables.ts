export interface ResponseTables {
  responses: {
    id: string;
    workspace_id: string;
    key_id: string;
    status: string;
    /** JSON of what was asked, and in which call. */
    request: string;
    /** JSON of the response as it is now. */
    response: string;
    created_at: number;
    expires_at: number;
  };
}
