/** What the operator set for one integration, or for all of one vendor's. */
interface IntegrationSetting {
  clientId?: string;
  clientSecret?: string;
  /** Addresses that differ from the manifest's: a server of one's own. */
  baseUrl?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
}

/** Settings by lower-case name: an integration's id, or the name of the client it shares with others. */
export type IntegrationSettings = Record<string, IntegrationSetting>;
