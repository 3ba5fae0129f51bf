import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Claims {
  email: string;
  email_verified?: boolean;
  name?: string;
}

/** A certified OpenID provider on loopback, with pages on which people sign in and allow what is asked for. */
export class IdentityProvider {
  /** Who can sign in, by the name that they enter. */
  readonly people = new Map<string, Claims>();
  readonly #server: Server = createServer((request, response) => this.#provider?.callback()(request, response));
  #provider: Provider | null = null;

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a service is started with that lets everybody of example.com in, as viewers. */
  get environment(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: 'parley',
      OIDC_CLIENT_SECRET: 'parley-secret-0123456789',
      OIDC_ALLOWED_DOMAINS: 'example.com',
      OIDC_DEFAULT_ROLE: 'viewer',
    };
  }

  /** Knows the service at an address from now on. */
  admit(serviceUrl: string): this {
    const seconds = () => 600;
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'parley',
          client_secret: 'parley-secret-0123456789',
          redirect_uris: [`${serviceUrl}/v1/session/oidc/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: true } },
      pkce: { required: () => true },
      cookies: { keys: ['test'] },
      ttl: { Grant: seconds, Session: seconds, Interaction: seconds, AccessToken: seconds, IdToken: seconds },
      findAccount: async (_: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
    });
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
