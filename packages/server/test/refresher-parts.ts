import type { Db } from '../src/db/open-database.ts';
import type { ConnectionRow, Credentials, TokenSet } from '../src/features/integrations/connections/connection.ts';
import type { ConnectionEvent } from '../src/features/integrations/connections/connection-events.ts';
import { ConnectionStore } from '../src/features/integrations/connections/connection-store.ts';
import { ConnectionsRepository } from '../src/features/integrations/connections/connections-repository.ts';
import { Vault } from '../src/features/integrations/connections/vault.ts';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import type { TokenGrant } from '../src/features/integrations/oauth/oauth-client.ts';
import { TokenRefresher } from '../src/features/integrations/oauth/token-refresher.ts';
import { FakeClock } from './fake-clock.ts';

export const startAt = Date.UTC(2026, 10, 21, 12);
export const minute = 60_000;

const auth = {
  method: 'OAUTH2',
  authorize_url: 'https://items.example/authorize',
  token_url: 'https://items.example/token',
  scopes: [],
  scope_separator: ' ',
  pkce: true,
  client_auth: 'post',
  token_request: 'form',
  headers: { authorization: 'Bearer {{connection.access_token}}' },
} as const satisfies Manifest['auth'];

const manifest: Manifest = {
  id: 'items',
  name: 'Items',
  description: 'Items.',
  base_url: 'https://items.example',
  auth: { ...auth, scopes: [] },
  features: [],
};

/** A clock that tells who sleeps, and heeds the signal of who does. */
class WatchedClock extends FakeClock {
  slept: number[] = [];
  onSleep: () => unknown = () => {};

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    await this.onSleep();
    signal?.throwIfAborted();
    await super.sleep(ms);
  }
}

let users = 0;

/** Connections whose hour is over, each of another user, and a refresher whose third party answers as it is told. */
export async function refresherParts(db: Db, given: { leaseMs?: number } = {}) {
  const clock = new WatchedClock(startAt);
  const events: ConnectionEvent[] = [];
  const audited: object[] = [];
  const asked: string[] = [];
  const rows = new ConnectionsRepository(db);
  const store = new ConnectionStore({
    rows,
    vault: new Vault(async () => ['a secret of the tests 0123456789']),
    clock,
  });
  const third = {
    answer: async (_token: string): Promise<TokenGrant> => granted({ refreshToken: `refresh-${asked.length + 1}` }),
  };
  /** Another process over the same rows and the same third party. */
  const process = () =>
    new TokenRefresher({
      store,
      client: {
        refresh: async (_auth, application, token) => {
          if (application.clientId !== 'our-client') throw new Error('asked as somebody else');
          asked.push(token);
          return third.answer(token);
        },
      },
      clock,
      onChange: async (event) => void events.push(event),
      audit: { record: async (entry) => void audited.push(entry) },
      ...given,
    });
  const granted = (tokens: Partial<TokenSet> = {}, scopes: string[] | null = null): TokenGrant => {
    const accessToken = `access-${asked.length + 1}`;
    const all = { accessToken, refreshToken: null, expiresAt: clock.now() + 60 * minute, ...tokens };
    return { tokens: all, scopes, answer: { access_token: accessToken, token_type: 'bearer' } };
  };
  const connect = async (
    tokens: Partial<TokenSet> = {},
    changes: Partial<ConnectionRow> = {},
    previous: TokenSet | null = null,
  ): Promise<ConnectionRow> => {
    const current: TokenSet = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: startAt, ...tokens };
    const owner = { workspaceId: 'w1', integrationId: 'items', userId: `user-${++users}` };
    const credentials: Credentials = { method: 'OAUTH2', current, previous };
    const { id } = await store.create(owner, manifest, { credentials, fields: { region: 'eu' }, scopes: ['read'] });
    const past = { refreshed_at: startAt - 60 * minute, created_at: startAt - 60 * minute, updated_at: 1 };
    return change(id, { ...past, ...changes });
  };
  const change = async (id: string, changes: Partial<ConnectionRow>): Promise<ConnectionRow> => {
    await db.updateTable('integration_connections').set(changes).where('id', '=', id).execute();
    return rowOf(id);
  };
  const rowOf = async (id: string): Promise<ConnectionRow> => {
    const row = await rows.get('w1', id);
    if (!row) throw new Error('the connection is gone');
    return row;
  };
  const tokensOf = async (id: string) => {
    const { credentials } = await store.open(await rowOf(id), manifest);
    if (credentials.method !== 'OAUTH2') throw new Error('these are no tokens');
    return { current: credentials.current, previous: credentials.previous };
  };
  const target = {
    manifest,
    auth: { ...auth, scopes: [] },
    application: { clientId: 'our-client', clientSecret: 's' },
  };
  const audits = () => audited.map((entry) => ('details' in entry ? Object(entry.details).outcome : null));
  return {
    clock,
    events,
    audited,
    audits,
    asked,
    third,
    store,
    rows,
    target,
    granted,
    connect,
    change,
    rowOf,
    tokensOf,
    process,
    refresher: process(),
  };
}
