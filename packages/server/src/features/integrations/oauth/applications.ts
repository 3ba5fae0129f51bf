import Type from 'typebox';
import { AppError } from '../../../lib/app-error.ts';
import { readStored } from '../connections/read-stored.ts';
import { type Vault, VaultError } from '../connections/vault.ts';
import type { CustomIntegrationsRepository } from '../definitions/custom-integrations-repository.ts';
import type { IntegrationSettings } from '../definitions/integration-settings.ts';
import type { Manifest, OAuthAuth } from '../definitions/manifest.ts';
import { authsOf } from '../definitions/read-manifest.ts';
import type { OAuthApplication } from './oauth-client.ts';

const Registered = Type.Object({ clientId: Type.String(), clientSecret: Type.Union([Type.String(), Type.Null()]) });

export interface ApplicationsOptions {
  settings: IntegrationSettings;
  custom: CustomIntegrationsRepository;
  vault: Vault;
}

/** Which application we are to each third party: from the settings, or registered with an operator's server. */
export class Applications {
  readonly #options: ApplicationsOptions;

  constructor(options: ApplicationsOptions) {
    this.#options = options;
  }

  /** The application, or the names of the settings that are missing for it. */
  async find(
    integrationId: string,
    auth: OAuthAuth,
  ): Promise<{ application: OAuthApplication } | { missing: string[] }> {
    const { settings, custom, vault } = this.#options;
    const names = [integrationId, ...(auth.client ? [auth.client] : [])];
    const set = names.map((name) => settings[name]).find((setting) => setting?.clientId !== undefined);
    const clientId = set?.clientId ?? auth.client_id;
    const clientSecret = set?.clientSecret ?? null;
    if (clientId !== undefined && (clientSecret !== null || auth.client_auth === 'none')) {
      return { application: { clientId, clientSecret } };
    }
    const row = await custom.get(integrationId);
    if (row?.secret) {
      const stored = await openOrNull(vault, row.secret, integrationId);
      if (stored) return { application: stored };
    }
    const prefix = `INTEGRATION_${(auth.client ?? integrationId).toUpperCase()}`;
    return {
      missing: [
        ...(clientId === undefined ? [`${prefix}_CLIENT_ID`] : []),
        ...(auth.client_auth === 'none' ? [] : [`${prefix}_CLIENT_SECRET`]),
      ],
    };
  }

  /** Throws `integration_not_configured`, which names the missing settings and another way where there is one. */
  async require(manifest: Manifest, auth: OAuthAuth): Promise<OAuthApplication> {
    const found = await this.find(manifest.id, auth);
    if ('application' in found) return found.application;
    const canUseKey = authsOf(manifest).some((other) => other.method === 'API_KEY');
    throw new AppError(
      'integration_not_configured',
      `Register an application at ${manifest.name} and set ${found.missing.join(' and ')}.` +
        (canUseKey ? ' Or connect with an api_key.' : ''),
      {
        fields: {
          integration_id: manifest.id,
          missing_settings: found.missing,
          ...(auth.help && { instructions: auth.help }),
        },
      },
    );
  }
}

/** Null when the secret that sealed the registration is gone: then its settings are missing again. */
async function openOrNull(vault: Vault, sealed: string, integrationId: string): Promise<OAuthApplication | null> {
  try {
    return readStored(Registered, await vault.open(sealed, secretContext(integrationId)));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

/** What the sealed registration of an operator's integration is bound to. */
export function secretContext(integrationId: string): string[] {
  return ['custom_integrations', integrationId];
}
