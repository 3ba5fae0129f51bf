import type { IntegrationTables } from '../../../db/tables/integration-tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Manifest } from '../definitions/manifest.ts';
import { authsOf } from '../definitions/read-manifest.ts';

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

/** Why a connection needs to be made again whose credentials no secret opens. It works again when the secret comes back. */
export const lostSecret = 'The secret that sealed the credentials is gone.';

/** What a row is known by, and where its credentials may go. */
export type ConnectionIdentity = Pick<ConnectionRow, 'id' | 'workspace_id' | 'integration_id' | 'user_id' | 'origin'>;

/** What an envelope is bound to: it opens in this row, for this user and these hosts, and nowhere else. */
export function vaultContext(row: ConnectionIdentity): string[] {
  const owner = ['integration_connections', row.id, row.workspace_id, row.integration_id, row.user_id];
  return row.origin === null ? owner : [...owner, row.origin];
}

/** The hosts that get to see credentials under a manifest: those of its interface and of its token endpoint. */
export function originOf(manifest: Manifest): string {
  const tokens = authsOf(manifest).flatMap((auth) => (auth.method === 'OAUTH2' ? [auth.token_url] : []));
  const addresses = [manifest.base_url, manifest.mcp_server_url ?? '', ...tokens];
  // An address may hold a field of the connection, so it is cut as text: up to the slash that begins its path.
  const origins = addresses.map((address) => /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0].toLowerCase() ?? address);
  return [...new Set(origins)].filter((origin) => origin !== '').join(' ');
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
