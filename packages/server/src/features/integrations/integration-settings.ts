import type { OAuthAuth } from './manifest.ts';
import type { OAuthApplication } from './oauth-client.ts';

/** What the operator set for one integration, or for all of one vendor's. */
export interface IntegrationSetting {
  clientId?: string;
  clientSecret?: string;
  /** Addresses that differ from the manifest's: a server of one's own. */
  baseUrl?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
}

/** Settings by lower-case name: an integration's id, or the name of the client it shares with others. */
export type IntegrationSettings = Record<string, IntegrationSetting>;

/** The application to connect with, or the names of the settings that are missing for it. */
export function findApplication(
  integrationId: string,
  auth: OAuthAuth,
  settings: IntegrationSettings,
): { application: OAuthApplication } | { missing: string[] } {
  const names = [integrationId, ...(auth.client ? [auth.client] : [])];
  const found = names.map((name) => settings[name]).find((setting) => setting?.clientId !== undefined);
  const clientId = found?.clientId ?? auth.client_id;
  const clientSecret = found?.clientSecret ?? null;
  const prefix = `INTEGRATION_${(auth.client ?? integrationId).toUpperCase()}`;
  const missing = [
    ...(clientId === undefined ? [`${prefix}_CLIENT_ID`] : []),
    ...(clientSecret === null && auth.client_auth !== 'none' ? [`${prefix}_CLIENT_SECRET`] : []),
  ];
  if (clientId === undefined || missing.length > 0) return { missing };
  return { application: { clientId, clientSecret } };
}
