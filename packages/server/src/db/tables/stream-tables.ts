/** Streams that can be taken up again, until some minutes after their end. All times are milliseconds since 1970-01-01 UTC. */
export interface StreamTables {
  streams: {
    id: string;
    workspace_id: string;
    /** Who began it, and alone may read it. */
    owner: string;
    user_id: string | null;
    last_number: number;
    is_ended: number;
    is_cancelled: number;
    created_at: number;
    beat_at: number;
    reader_at: number | null;
    expires_at: number;
    lost_block: string | null;
  };
  /** Events that follow one another, as they go over the wire. */
  stream_events: { stream_id: string; last_number: number; first_number: number; events: string };
}
