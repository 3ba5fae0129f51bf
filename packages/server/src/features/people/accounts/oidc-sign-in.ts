import type { Role, SignInRefusal } from '@parley/contract';
import type { Configuration } from 'openid-client';
import { AppError } from '../../../lib/app-error.ts';
import type { AccountRepository, UserRow } from './account-repository.ts';
import { type AccountService, emailOf, type From } from './account-service.ts';
import type { InvitationService } from './invitation-service.ts';
import type { OpenedSession, SessionKeeper } from './session-keeper.ts';

export interface OidcSignInParts {
  settings: OidcSettings;
  accounts: AccountRepository;
  service: AccountService;
  invitations: InvitationService;
  sessions: SessionKeeper;
}

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  allowedDomains: readonly string[];
  defaultRole: Role;
  /** Where the provider does not say whether an address is verified, take it as verified. */
  trustsEmails: boolean;
}

/** What the browser keeps between going and coming back. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

const timeoutSeconds = 15;
const discoveredMs = 60 * 60_000;

/** Signs people in who an identity provider vouches for (OpenID Connect: code flow with PKCE, state and nonce). */
export class OidcSignIn {
  readonly #parts: OidcSignInParts;
  #discovered: { configuration: Promise<Configuration>; until: number } | null = null;

  constructor(parts: OidcSignInParts) {
    this.#parts = parts;
  }

  async begin(redirectUri: string): Promise<{ url: string; attempt: OidcAttempt }> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /** `url` is the one that the browser came back to. Throws an `OidcRefusal`. */
  async finish(url: URL, attempt: OidcAttempt, from: From): Promise<OpenedSession> {
    const { service, sessions } = this.#parts;
    if (!(await service.instance()).claimed) {
      throw refused(
        'unclaimed',
        'Nobody has made the first account yet; use the link that the start of the service printed',
      );
    }
    const person = await this.#identify(url, attempt);
    const user = (await this.#known(person)) ?? (await this.#create(person));
    // Whether it asks for a second factor is the provider's matter.
    return sessions.open(user.id, from, true);
  }

  async #identify(url: URL, attempt: OidcAttempt): Promise<Identity> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    const { settings } = this.#parts;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no claims');
      const needsMore = typeof claims.email !== 'string';
      const info = needsMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
      const email = info.email;
      if (typeof email !== 'string')
        throw refused('no_address', 'The identity provider does not tell the e-mail address; allow the scope email');
      return {
        subject: `${claims.iss} ${claims.sub}`,
        email: emailOf(email),
        // An address that people may write themselves would open the account of whoever really has it.
        isVerified: info.email_verified === true || (info.email_verified === undefined && settings.trustsEmails),
        name: typeof info.name === 'string' && info.name.trim() !== '' ? info.name : email,
      };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refused('not_confirmed', 'The identity provider did not confirm the sign-in; begin again', error);
    }
  }

  /** By what the provider calls the person; else by the address, if it was verified. */
  async #known(person: Identity): Promise<UserRow | undefined> {
    const { accounts, service } = this.#parts;
    const bySubject = await accounts.userBySubject(person.subject);
    if (bySubject) {
      const isFirstProof = bySubject.verified_at === null && person.isVerified && bySubject.email === person.email;
      return isFirstProof ? service.prove(bySubject) : bySubject;
    }
    const byEmail = await accounts.userByEmail(person.email);
    if (!byEmail) return undefined;
    if (!person.isVerified) throw refused('unverified', unverified);
    if (byEmail.oidc_subject !== null) {
      throw refused('other_identity', 'The account with your e-mail address belongs to another identity; ask an owner');
    }
    // Until now anybody may have had the account who was once handed a link for the address.
    return service.prove(byEmail, { oidc_subject: person.subject });
  }

  async #create(person: Identity): Promise<UserRow> {
    const { accounts, invitations, service, settings } = this.#parts;
    if (!person.isVerified) throw refused('unverified', unverified);
    const [invitation] = await invitations.ofEmail(person.email);
    const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
    if (!invitation && !settings.allowedDomains.includes(domain)) {
      throw refused('not_invited', `${person.email} has no invitation here; ask an owner or admin for one`);
    }
    const [first] = await accounts.workspaces(1);
    const user = await service.newUser({ ...person, password: null });
    if (!settings.allowedDomains.includes(domain)) {
      // The role waits for the person's word.
      await accounts.insertUser(user, null);
      return user;
    }
    if (!first) throw refused('no_workspace', 'There is no workspace yet; ask an owner to make one');
    await accounts.insertUser(user, service.newMember(user.id, first.id, settings.defaultRole));
    return user;
  }

  /** What the provider publishes of itself, asked for once an hour. */
  #configuration(): Promise<Configuration> {
    const now = Date.now();
    if (this.#discovered && this.#discovered.until > now) return this.#discovered.configuration;
    const configuration = this.#discover();
    this.#discovered = { configuration, until: now + discoveredMs };
    configuration.catch(() => {
      this.#discovered = null;
    });
    return configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#parts.settings;
    const client = await import('openid-client');
    try {
      return await client.discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientSecret === undefined ? client.None() : undefined,
        {
          timeout: timeoutSeconds,
          // The operator named it: an issuer in the same network may speak http.
          ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
        },
      );
    } catch (error) {
      throw refused('unreachable', 'The identity provider cannot be reached; check OIDC_ISSUER', error);
    }
  }
}

interface Identity {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string;
}

const unverified =
  'The identity provider does not say that it has verified your e-mail address; OIDC_TRUST_EMAIL=true takes its word for it';

/** `reason` is all that the page to sign in learns, since it stands in an address that anybody can write. */
export class OidcRefusal extends AppError {
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal, message: string, cause?: unknown) {
    const code = reason === 'unreachable' ? 'upstream_unavailable' : 'oauth_failed';
    super(code, message, { title: 'Sign-in was refused', ...(cause !== undefined && { cause }) });
    this.reason = reason;
  }
}

const refused = (reason: SignInRefusal, message: string, cause?: unknown) => new OidcRefusal(reason, message, cause);
