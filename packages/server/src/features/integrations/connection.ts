import { createHash } from 'node:crypto';
import type { IntegrationTables } from '../../db/tables/integration-tables.ts';
import { AppError } from '../../lib/app-error.ts';

export type ConnectionRow = IntegrationTables['integration_connections'];
export type ConnectionState = ConnectionRow['state'];

/** Whose connection it is. */
export interface ConnectionOwner {
  workspaceId: string;
  integrationId: string;
  userId: string;
}

/** One issue of tokens. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: number | null;
}

/** What the vault holds for a connection. */
export type Credentials =
  | { method: 'NONE' }
  | { method: 'API_KEY'; apiKey: string }
  | { method: 'BASIC_AUTH'; username: string; password: string }
  /** `previous` is kept until the third party has accepted `current`. */
  | { method: 'OAUTH2'; current: TokenSet; previous: TokenSet | null };

/** Which state may follow which. Staying is always legal. */
const legalMoves: Record<ConnectionState, readonly ConnectionState[]> = {
  /** Works. */
  connected: ['expiring', 'needs_reconnect'],
  /** Works or is about to stop working, and could not be renewed so far. */
  expiring: ['connected', 'needs_reconnect'],
  /** Does not work until the user connects again. */
  needs_reconnect: ['connected'],
};

export function moveTo(from: ConnectionState, to: ConnectionState): ConnectionState {
  if (from !== to && !legalMoves[from].includes(to)) {
    throw new AppError('internal_error', `A connection cannot go from ${from} to ${to}.`);
  }
  return to;
}

/** One row per owner, so its id follows from the owner. */
export function connectionId({ workspaceId, integrationId, userId }: ConnectionOwner): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([workspaceId, integrationId, userId]))
    .digest('hex');
  return `con_${hash.slice(0, 32)}`;
}

/** What an envelope is bound to: it opens in this row, for this user, and nowhere else. */
export function vaultContext(row: Pick<ConnectionRow, 'id' | 'workspace_id' | 'integration_id' | 'user_id'>): string[] {
  return ['integration_connections', row.id, row.workspace_id, row.integration_id, row.user_id];
}

/** Values that must not leave the service. */
export function secretsOf(credentials: Credentials): string[] {
  switch (credentials.method) {
    case 'NONE':
      return [];
    case 'API_KEY':
      return [credentials.apiKey];
    case 'BASIC_AUTH':
      return [
        credentials.password,
        Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64'),
      ].filter((secret) => secret !== '');
    case 'OAUTH2':
      return [credentials.current, credentials.previous]
        .flatMap((tokens) => [tokens?.accessToken, tokens?.refreshToken])
        .filter((secret) => typeof secret === 'string');
  }
}

/** What people put into addresses instead of a header: user names, passwords and the values of the query. */
export function secretsInAddresses(fields: Record<string, string>): string[] {
  return Object.values(fields)
    .filter((value) => /^https?:/.test(value) && URL.canParse(value))
    .map((value) => new URL(value))
    .flatMap((url) => [url.username, url.password, ...url.searchParams.values()])
    .filter((value) => value !== '');
}

/** The names that templates know credentials by. */
export function toPlaceholders(credentials: Credentials): Record<string, string> {
  switch (credentials.method) {
    case 'NONE':
      return {};
    case 'API_KEY':
      return { api_key: credentials.apiKey };
    case 'BASIC_AUTH':
      return { username: credentials.username, password: credentials.password };
    case 'OAUTH2':
      return { access_token: credentials.current.accessToken };
  }
}
