import { randomBytes } from 'node:crypto';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import { FakeVendor, type VendorReply, type WireRequest } from './fake-vendor.ts';

/**
 * A third party that rotates refresh tokens and takes the one before for a while, because an answer can get lost. So do
 * Atlassian, Linear, Auth0 and Okta as documented; a third party that does not cannot be helped by any client.
 */
export class RotatingVendor {
  readonly vendor = new FakeVendor();
  readonly client = { clientId: 'c', clientSecret: 'rotating-secret-0123' };
  refreshes = 0;
  /** Held back until this resolves. */
  hold: Promise<unknown> | null = null;
  #accepted: string[] = ['refresh-0'];
  #access = 'access-0';

  async start(): Promise<this> {
    await this.vendor.start();
    this.vendor.answer((request) => (request.url.endsWith('/token') ? this.#token(request) : this.#items(request)));
    return this;
  }

  get first() {
    return { accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: Date.now() - 1000 };
  }

  manifest(): Manifest {
    return {
      id: 'rotating',
      name: 'Rotating',
      description: 'Rotates.',
      base_url: this.vendor.url,
      auth: {
        method: 'OAUTH2',
        authorize_url: `${this.vendor.url}/authorize`,
        token_url: `${this.vendor.url}/token`,
        scopes: [],
        scope_separator: ' ',
        pkce: true,
        client_auth: 'post',
        token_request: 'form',
        headers: { authorization: 'Bearer {{connection.access_token}}' },
      },
      features: [
        {
          name: 'LIST_ITEMS',
          description: 'List items.',
          input_schema: { type: 'object', properties: {} },
          request: { method: 'GET', path: '/items' },
        },
      ],
    };
  }

  #token({ body }: WireRequest): VendorReply {
    const given = new URLSearchParams(body).get('refresh_token') ?? '';
    if (!this.#accepted.includes(given)) return { status: 400, body: { error: 'invalid_grant' } };
    this.refreshes++;
    const next = `refresh-${randomBytes(6).toString('hex')}`;
    this.#accepted = [given, next];
    this.#access = `access-${randomBytes(6).toString('hex')}`;
    return {
      body: { access_token: this.#access, refresh_token: next, token_type: 'bearer', expires_in: 3600 },
      ...(this.hold && { after: this.hold }),
    };
  }

  #items({ headers }: WireRequest): VendorReply {
    return headers.authorization === `Bearer ${this.#access}` ? { body: { items: [] } } : { status: 401, body: {} };
  }
}
