import type { ClientAuth, Configuration, TokenEndpointResponse } from 'openid-client';
import { isAppError } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TokenSet } from '../connections/connection.ts';
import type { OAuthAuth } from '../definitions/manifest.ts';
import { tokenFetch } from './token-fetch.ts';

/** An application registered with a third party. */
export interface OAuthApplication {
  clientId: string;
  /** Null for public clients. */
  clientSecret: string | null;
}

/** What a token endpoint gave. */
export interface TokenGrant {
  tokens: TokenSet;
  /** Null when the answer does not say. */
  scopes: string[] | null;
  /** The whole answer, for fields that the manifest wants from it. */
  answer: TokenEndpointResponse;
}

/**
 * Why no token came. `refused`: the grant is dead, only connecting again helps · `misconfigured`: the application's own
 * credentials or settings are wrong · `unclear`: refused in words that mean neither · `temporary`: anything that may pass.
 */
export class TokenError extends Error {
  readonly kind: 'refused' | 'misconfigured' | 'unclear' | 'temporary';

  constructor(kind: TokenError['kind'], message: string) {
    super(message);
    this.name = 'TokenError';
    this.kind = kind;
  }
}

const misconfigurations = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'];

/** Speaks OAuth 2.1 with third parties. Throws only TokenError. */
export class OAuthClient {
  readonly #fetcher: Pick<GuardedFetcher, 'fetch'>;
  readonly #clock: Clock;

  constructor({ fetcher, clock }: { fetcher: Pick<GuardedFetcher, 'fetch'>; clock: Clock }) {
    this.#fetcher = fetcher;
    this.#clock = clock;
  }

  /** A fresh code verifier. */
  async verifier(): Promise<string> {
    const { randomPKCECodeVerifier } = await import('openid-client');
    return randomPKCECodeVerifier();
  }

  async authorizeUrl(
    auth: OAuthAuth,
    application: OAuthApplication,
    request: { redirectUri: string; state: string; verifier: string; scopes: string[] },
  ): Promise<string> {
    const client = await import('openid-client');
    const parameters: Record<string, string> = {
      ...auth.authorize_params,
      redirect_uri: request.redirectUri,
      state: request.state,
      ...(request.scopes.length > 0 && { scope: request.scopes.join(auth.scope_separator) }),
    };
    if (auth.pkce) {
      parameters.code_challenge = await client.calculatePKCECodeChallenge(request.verifier);
      parameters.code_challenge_method = 'S256';
    }
    return client.buildAuthorizationUrl(await this.#configuration(auth, application), parameters).href;
  }

  async exchange(
    auth: OAuthAuth,
    application: OAuthApplication,
    request: { redirectUri: string; code: string; verifier: string },
  ): Promise<TokenGrant> {
    const client = await import('openid-client');
    const configuration = await this.#configuration(auth, application);
    const address = new URL(request.redirectUri);
    address.searchParams.set('code', request.code);
    const checks = auth.pkce ? { pkceCodeVerifier: request.verifier } : {};
    return this.#grant(auth, () =>
      client.authorizationCodeGrant(configuration, address, checks, auth.token_params ?? {}),
    );
  }

  async refresh(auth: OAuthAuth, application: OAuthApplication, refreshToken: string): Promise<TokenGrant> {
    const client = await import('openid-client');
    const configuration = await this.#configuration(auth, application);
    return this.#grant(auth, () => client.refreshTokenGrant(configuration, refreshToken, auth.token_params ?? {}));
  }

  /** Tells the third party that tokens are not needed any more. False when it knows no such call or did not take it. */
  async revoke(auth: OAuthAuth, application: OAuthApplication, token: string): Promise<boolean> {
    if (!auth.revoke_url) return false;
    const client = await import('openid-client');
    try {
      await client.tokenRevocation(await this.#configuration(auth, application), token);
      return true;
    } catch {
      // The connection is deleted here all the same; the caller records that the third party did not confirm.
      return false;
    }
  }

  async #grant(auth: OAuthAuth, ask: () => Promise<TokenEndpointResponse>): Promise<TokenGrant> {
    const answer = await ask().catch(async (error: unknown) => {
      throw await toTokenError(error);
    });
    const lifetime = answer.expires_in ?? auth.assumed_lifetime;
    return {
      answer,
      scopes: answer.scope === undefined ? null : answer.scope.split(/[\s,]+/).filter((scope) => scope !== ''),
      tokens: {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token ?? null,
        expiresAt: lifetime === undefined ? null : this.#clock.now() + lifetime * 1000,
      },
    };
  }

  async #configuration(auth: OAuthAuth, application: OAuthApplication): Promise<Configuration> {
    const client = await import('openid-client');
    const server = {
      issuer: new URL(auth.token_url).origin,
      authorization_endpoint: auth.authorize_url,
      token_endpoint: auth.token_url,
      ...(auth.revoke_url && { revocation_endpoint: auth.revoke_url }),
    };
    const configuration = new client.Configuration(
      server,
      application.clientId,
      {},
      clientAuth(client, auth, application),
    );
    configuration[client.customFetch] = tokenFetch(this.#fetcher, auth);
    configuration.timeout = 20;
    // Only an address that the operator wrote without TLS comes here; the guarded fetcher decides whether it is reached.
    if (auth.token_url.startsWith('http://')) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

function clientAuth(
  client: typeof import('openid-client'),
  auth: OAuthAuth,
  application: OAuthApplication,
): ClientAuth {
  if (auth.client_auth === 'none' || application.clientSecret === null) return client.None();
  return auth.client_auth === 'basic'
    ? client.ClientSecretBasic(application.clientSecret)
    : client.ClientSecretPost(application.clientSecret);
}

async function toTokenError(error: unknown): Promise<TokenError> {
  const { ResponseBodyError } = await import('openid-client');
  if (error instanceof ResponseBodyError) {
    const words = `${error.error}${error.error_description ? `: ${error.error_description}` : ''} (HTTP ${error.status})`;
    if (error.status >= 500 || error.status === 429) return new TokenError('temporary', words);
    if (error.error === 'invalid_grant') return new TokenError('refused', words);
    if (misconfigurations.includes(error.error)) return new TokenError('misconfigured', words);
    return new TokenError('unclear', words);
  }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return new TokenError('temporary', cause.message);
  }
  return new TokenError(
    'temporary',
    error instanceof Error ? error.message : 'the token endpoint gave no usable answer',
  );
}
