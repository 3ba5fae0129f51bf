import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';

/** How the token endpoint behaves for one request: hold it back, break it, or lose its answer. */
export interface TokenTrouble {
  /** Waits before the server sees the request. */
  before?: Promise<unknown>;
  /** Answers this in the place of the server. */
  instead?: { status: number; body: string };
  /** The server handles the request, its answer never arrives. */
  loseAnswer?: boolean;
}

export interface ThirdPartyOptions {
  /** Lifetime of access tokens in seconds. Default 3600. */
  accessTokenSeconds?: number;
  /** Default true: every refresh gives a new refresh token, and using an old one ends the grant. */
  rotates?: boolean;
  /** Lets clients register themselves, and binds tokens to a resource, as MCP wants it. Default false. */
  registers?: boolean;
}

/** A third party with a certified OAuth server (PKCE, rotation, revocation) and an interface behind it. */
export class OAuthThirdParty {
  readonly clientId = 'parley-test';
  readonly clientSecret = 'parley-test-secret-0123456789';
  /** Requests to the token endpoint by grant type. */
  readonly grants: string[] = [];
  /** Access tokens that the interface was shown, in order. */
  readonly shown: string[] = [];
  trouble: ((grantType: string) => TokenTrouble | undefined) | null = null;
  /** Tokens that the interface refuses although they are valid. */
  readonly refused = new Set<string>();
  readonly #options: ThirdPartyOptions;
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  #provider: Provider | null = null;

  constructor(options: ThirdPartyOptions = {}) {
    this.#options = options;
  }

  async start(redirectUri: string): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { accessTokenSeconds = 3600, rotates = true, registers = false } = this.#options;
    this.#provider = new Provider(this.url, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      scopes: ['offline_access', 'items'],
      features: {
        devInteractions: { enabled: true },
        revocation: { enabled: true },
        registration: { enabled: registers },
        ...(registers && {
          resourceIndicators: {
            enabled: true,
            useGrantedResource: async () => true,
            getResourceServerInfo: async () => ({ scope: 'items', accessTokenFormat: 'opaque' }),
          },
        }),
      },
      pkce: { required: () => true },
      rotateRefreshToken: rotates,
      issueRefreshToken: async () => true,
      ttl: {
        AccessToken: () => accessTokenSeconds,
        RefreshToken: () => 86_400,
        Grant: () => 86_400,
        Session: () => 3600,
        Interaction: () => 600,
      },
      cookies: { keys: ['test'] },
      jwks: undefined,
      findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The manifest of this third party. */
  manifest(id = 'items'): Manifest {
    return {
      id,
      name: 'Items',
      description: 'A third party of the tests.',
      base_url: this.url,
      auth: {
        method: 'OAUTH2',
        authorize_url: `${this.url}/auth`,
        token_url: `${this.url}/token`,
        revoke_url: `${this.url}/token/revocation`,
        authorize_params: { prompt: 'consent' },
        scopes: ['offline_access', 'items'],
        scope_separator: ' ',
        pkce: true,
        client_auth: 'basic',
        token_request: 'form',
        headers: { authorization: 'Bearer {{connection.access_token}}' },
        probe: { method: 'GET', path: '/api/me' },
      },
      features: [
        {
          name: 'LIST_ITEMS',
          description: 'List items.',
          input_schema: { type: 'object', properties: {}, additionalProperties: false },
          request: { method: 'GET', path: '/api/items' },
        },
      ],
    };
  }

  /** Does what a user does in the browser; returns the address that the third party sends the browser back to. */
  async signIn(redirectUrl: string, user = 'ada', decision: 'allow' | 'refuse' = 'allow'): Promise<string> {
    const cookies = new Map<string, string>();
    let url = redirectUrl;
    for (let step = 0; step < 12; step++) {
      const response = await visit(url, cookies);
      if (response.status >= 300 && response.status < 400) {
        url = new URL(response.headers.get('location') ?? '', url).href;
        if (!url.startsWith(this.url)) return url;
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (!prompt || !action) throw new Error(`the third party shows ${response.status}: ${page.slice(0, 300)}`);
      const submitted =
        decision === 'refuse' && prompt === 'consent'
          ? await visit(new URL(action.replace(/\/?$/, '/abort'), url).href, cookies)
          : await visit(new URL(action, url).href, cookies, new URLSearchParams({ prompt, login: user }));
      url = new URL(submitted.headers.get('location') ?? '', url).href;
      if (!url.startsWith(this.url)) return url;
    }
    throw new Error('signing in did not end');
  }

  /** Whether an access token is good, for interfaces behind this server. */
  async accepts(accessToken: string): Promise<boolean> {
    const token = accessToken === '' ? undefined : await this.#provider!.AccessToken.find(accessToken);
    return token?.isValid === true && !this.refused.has(accessToken);
  }

  /** Takes back everything a user granted, as a user does in the third party's settings. */
  async revokeGrantOf(accessToken: string): Promise<void> {
    const token = await this.#provider!.AccessToken.find(accessToken);
    const grant = token && (await this.#provider!.Grant.find(token.grantId));
    await grant?.destroy();
    await token?.destroy();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/api/')) return this.#serveItems(request, response);
    if (request.url === '/token' && request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const grantType = new URLSearchParams(body.toString()).get('grant_type') ?? '';
      this.grants.push(grantType);
      const trouble = this.trouble?.(grantType);
      await trouble?.before;
      if (request.socket.destroyed) return;
      if (trouble?.instead) {
        response.writeHead(trouble.instead.status, { 'content-type': 'application/json' }).end(trouble.instead.body);
        return;
      }
      if (trouble?.loseAnswer) {
        response.end = (() => {
          request.socket.destroy();
          return response;
        }) as typeof response.end;
      }
      // The body was read already; the server finds it where body parsers leave it.
      Object.assign(request, { body: Object.fromEntries(new URLSearchParams(body.toString())) });
    }
    this.#provider!.callback()(request, response);
  }

  async #serveItems(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const value = request.headers.authorization?.replace('Bearer ', '') ?? '';
    this.shown.push(value);
    const token = this.refused.has(value) ? undefined : await this.#provider!.AccessToken.find(value);
    const status = token?.isValid ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(status === 200 ? { items: ['a', 'b'], of: token?.accountId } : { error: 'invalid_token' }),
    );
  }
}

async function visit(url: string, cookies: Map<string, string>, form?: URLSearchParams): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form && { method: 'POST', body: form }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return response;
}
