import type { FakeVendor } from './fake-vendor.ts';

/** The settings of the application that the CRM knows. */
export const crmSettings = {
  INTEGRATION_CRM_CLIENT_ID: 'client',
  INTEGRATION_CRM_CLIENT_SECRET: 'client-secret',
};

export const keyAuth = { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } };

/** Signing in at a vendor that answers under `/authorize`, `/token` and `/revoke`. */
export function oauthAt(vendor: FakeVendor, more: object = {}): object {
  return {
    method: 'OAUTH2',
    authorize_url: `${vendor.url}/authorize`,
    token_url: `${vendor.url}/token`,
    revoke_url: `${vendor.url}/revoke`,
    scopes: ['read'],
    scope_separator: ' ',
    pkce: true,
    client_auth: 'basic',
    token_request: 'form',
    headers: { authorization: 'Bearer {{connection.access_token}}' },
    ...more,
  };
}

/** What adds an integration `crm` with one feature, `LIST`, to a service. */
export function crmManifest(vendor: FakeVendor, auth: object, more: object = {}) {
  return {
    manifest: {
      id: 'crm',
      name: 'CRM',
      description: 'Customers.',
      base_url: `${vendor.url}/api`,
      auth,
      ...more,
      features: [
        {
          name: 'LIST',
          description: 'List customers.',
          input_schema: { type: 'object', properties: {}, additionalProperties: false },
          request: { method: 'GET', path: '/customers' },
        },
      ],
    },
  };
}

/** Where the callback of a sign-in is that was begun: what a third party would send the browser to. */
export function callbackOf(serviceUrl: string, redirectUrl: string, more = ''): string {
  const state = new URL(redirectUrl).searchParams.get('state');
  return `${serviceUrl}/v1/integrations/auth-callback?code=c&state=${state}${more}`;
}
