import type { ConnectionRow, ConnectionState } from './connection.ts';

/** What happened to a connection. Holds no credentials. */
export interface ConnectionEvent {
  type: 'connection.created' | 'connection.state_changed' | 'connection.deleted';
  at: number;
  workspace_id: string;
  connection_id: string;
  integration_id: string;
  user_id: string;
  state: ConnectionState | 'deleted';
  previous_state: ConnectionState | null;
  reason: string | null;
}

/** Told of every change; must not throw. */
export type ConnectionListener = (event: ConnectionEvent) => Promise<void>;

export function toEvent(
  row: Pick<ConnectionRow, 'id' | 'workspace_id' | 'integration_id' | 'user_id'>,
  change: Pick<ConnectionEvent, 'type' | 'at' | 'state' | 'previous_state' | 'reason'>,
): ConnectionEvent {
  return {
    ...change,
    workspace_id: row.workspace_id,
    connection_id: row.id,
    integration_id: row.integration_id,
    user_id: row.user_id,
  };
}
