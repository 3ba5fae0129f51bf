import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { OAuthAuth } from '../definitions/manifest.ts';
import type { OAuthApplication } from '../oauth/oauth-client.ts';

const timeoutMs = 20_000;

export interface McpRegistrationRequest {
  url: string;
  redirectUri: string;
  /** Client registered by hand; without it one is registered with the server (RFC 7591). */
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string[] | undefined;
}

/** How a remote MCP server wants its users to sign in: found out as the MCP specification says (RFC 9728, RFC 8414). */
export class McpRegistration {
  readonly #fetcher: Pick<GuardedFetcher, 'fetch'>;

  constructor({ fetcher }: { fetcher: Pick<GuardedFetcher, 'fetch'> }) {
    this.#fetcher = fetcher;
  }

  async register(request: McpRegistrationRequest): Promise<{ auth: OAuthAuth; application: OAuthApplication }> {
    try {
      return await this.#register(request);
    } catch (error) {
      for (let cause = error; cause instanceof Error; cause = cause.cause) if (isAppError(cause)) throw cause;
      throw new AppError('oauth_failed', 'The MCP server does not say how to sign in, or did not register us.', {
        details: error instanceof Error ? error.message.slice(0, 300) : 'no answer',
      });
    }
  }

  async #register(request: McpRegistrationRequest): Promise<{ auth: OAuthAuth; application: OAuthApplication }> {
    const sdk = await import('@modelcontextprotocol/sdk/client/auth.js');
    const fetchFn = (url: string | URL, init?: RequestInit) => this.#fetch(url, init);
    const info = await sdk.discoverOAuthServerInfo(request.url, { fetchFn });
    const metadata = info.authorizationServerMetadata;
    if (!metadata) throw new AppError('oauth_failed', 'The MCP server names no authorization server.');
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const clientAuth = methods.includes('none') ? 'none' : methods.includes('client_secret_post') ? 'post' : 'basic';
    const scopes = request.scopes ?? info.resourceMetadata?.scopes_supported ?? [];
    const application = request.clientId
      ? { clientId: request.clientId, clientSecret: request.clientSecret ?? null }
      : await this.#registerClient(info.authorizationServerUrl, { metadata, request, clientAuth, scopes, fetchFn });
    const resource = info.resourceMetadata?.resource ?? request.url;
    return {
      application,
      auth: {
        method: 'OAUTH2',
        authorize_url: metadata.authorization_endpoint,
        token_url: metadata.token_endpoint,
        ...('revocation_endpoint' in metadata &&
          typeof metadata.revocation_endpoint === 'string' && { revoke_url: metadata.revocation_endpoint }),
        issuer: metadata.issuer,
        ...('authorization_response_iss_parameter_supported' in metadata &&
          metadata.authorization_response_iss_parameter_supported === true && { sends_issuer: true }),
        authorize_params: { resource },
        token_params: { resource },
        scopes,
        scope_separator: ' ',
        pkce: true,
        client_auth: application.clientSecret === null ? 'none' : clientAuth === 'none' ? 'post' : clientAuth,
        token_request: 'form',
        headers: { authorization: 'Bearer {{connection.access_token}}' },
      },
    };
  }

  async #registerClient(
    authorizationServerUrl: string | URL,
    parts: {
      metadata: NonNullable<
        Parameters<typeof import('@modelcontextprotocol/sdk/client/auth.js').registerClient>[1]['metadata']
      >;
      request: McpRegistrationRequest;
      clientAuth: 'none' | 'post' | 'basic';
      scopes: string[];
      fetchFn(url: string | URL, init?: RequestInit): Promise<Response>;
    },
  ): Promise<OAuthApplication> {
    const { registerClient } = await import('@modelcontextprotocol/sdk/client/auth.js');
    const names = { none: 'none', post: 'client_secret_post', basic: 'client_secret_basic' } as const;
    const registered = await registerClient(authorizationServerUrl, {
      metadata: parts.metadata,
      clientMetadata: {
        client_name: 'Parley',
        redirect_uris: [parts.request.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: names[parts.clientAuth],
        ...(parts.scopes.length > 0 && { scope: parts.scopes.join(' ') }),
      },
      fetchFn: parts.fetchFn,
    });
    return { clientId: registered.client_id, clientSecret: registered.client_secret ?? null };
  }

  async #fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const answer = await this.#fetcher.fetch(url, {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { body: init.body }),
      timeoutMs,
      maxBytes: 1_000_000,
      maxRedirects: 2,
    });
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    return new Response([204, 205, 304].includes(answer.status) ? null : answer.body.toString('utf8'), {
      status: answer.status,
      headers,
    });
  }
}
