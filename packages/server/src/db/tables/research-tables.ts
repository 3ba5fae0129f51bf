/** All times are milliseconds since 1970-01-01 UTC. */
export interface ResearchTables {
  /** What an address answered last. */
  pages: {
    workspace_id: string;
    /** The address that was asked for, in canonical form. */
    url: string;
    final_url: string;
    content_hash: string;
    fetched_at: number;
  };
  /** What was read out of one body, under the hash of its bytes. */
  page_contents: {
    workspace_id: string;
    /** SHA-256 of the body, hexadecimal. */
    content_hash: string;
    title: string;
    text: string;
    /** JSON: author, date, language, links, media type. */
    metadata: string;
    stored_at: number;
  };
}
