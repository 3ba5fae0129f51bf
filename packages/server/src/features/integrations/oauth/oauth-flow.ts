import { AppError } from '../../../lib/app-error.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import type { ConnectionOwner } from '../connections/connection.ts';
import { toConnectionFields } from '../connections/connection-fields.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import type { Manifest, OAuthAuth } from '../definitions/manifest.ts';
import { oauthOf } from '../definitions/read-manifest.ts';
import type { Applications } from './applications.ts';
import {
  type BrowserBinding,
  type BrowserVisit,
  type ConnectQuestion,
  isProven,
  newBrowserProof,
} from './browser-binding.ts';
import { type CallbackOrigins, isAllowedCallback, namesOf, readCallbackUrl } from './callback-address.ts';
import { isIssuedBy } from './issuer.ts';
import { type OAuthClient, TokenError } from './oauth-client.ts';
import type { OAuthCompletion } from './oauth-completion.ts';
import {
  type AuthorizationPayload,
  hash,
  type PendingAuthorization,
  type PendingAuthorizations,
} from './pending-authorizations.ts';

/** Where third parties send users back to. */
export const callbackPath = '/v1/integrations/auth-callback';
/** Where users begin where the browser that begins has to be the one that comes back; the state follows. */
const beginPath = '/v1/integrations/auth-begin';

export interface OAuthFlowOptions {
  catalogue: IntegrationCatalogue;
  pending: PendingAuthorizations;
  client: OAuthClient;
  applications: Applications;
  completion: Pick<OAuthCompletion, 'connect'>;
  binding: BrowserBinding;
  /** Origins that the operator lists; null for none, so that others end on a page with a link. */
  callbackOrigins: CallbackOrigins['operator'];
  workspaceOf(workspaceId: string): Promise<{ name: string; callback_origins: string[] }>;
  /** Whether a key, by its id, still works. */
  isKeyUsable(keyId: string): Promise<boolean>;
}

export interface CallbackQuery {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  /** Who issued the code (RFC 9207). */
  iss?: string | undefined;
}

/** How an authorization ended, and where the user goes. */
export interface CallbackOutcome {
  kind: 'outcome';
  status: 'success' | 'error';
  integrationId: string | null;
  integrationName: string | null;
  userId: string | null;
  message: string;
  /** The caller's page with the outcome in its query; null shows a page of our own. */
  redirectTo: string | null;
  /** Whether the browser may be sent there without a click. */
  isAllowed: boolean;
}

/** The authorization code flow: out to the third party with a single-use state and PKCE, and back. */
export class OAuthFlow {
  readonly #options: OAuthFlowOptions;

  constructor(options: OAuthFlowOptions) {
    this.#options = options;
  }

  /** The address to send the user to. Throws `integration_not_configured` with the names of missing settings. */
  async begin(
    owner: ConnectionOwner,
    request: {
      manifest: Manifest;
      auth: OAuthAuth;
      callbackUrl: string | undefined;
      scopes: string[] | undefined;
      fields: Record<string, string>;
      publicUrl: string;
      keyId: string;
    },
  ): Promise<string> {
    const { manifest, auth } = request;
    const { client, pending, applications, binding } = this.#options;
    const application = await applications.require(manifest, auth);
    const callbackUrl = readCallbackUrl(request.callbackUrl);
    const origins = await this.#originsOf(owner, manifest);
    // Who lists origins wants no others; without a list, others end on a page of ours.
    if (
      callbackUrl !== null &&
      origins.operator !== null &&
      !isAllowedCallback(callbackUrl, request.publicUrl, origins)
    ) {
      throw new AppError('invalid_request', `callback_url must lie under one of ${namesOf(origins)}.`, {
        title: 'Invalid callback_url',
      });
    }
    const fields = toConnectionFields(manifest, request.fields, {
      method: 'OAUTH2',
      credentials: {},
      isPartial: true,
    });
    const publicUrl = request.publicUrl.replace(/\/$/, '');
    const payload: AuthorizationPayload = {
      verifier: await client.verifier(),
      redirectUri: `${publicUrl}${callbackPath}`,
      callbackUrl,
      scopes: request.scopes ?? auth.scopes,
      fields,
      keyId: request.keyId,
      ...(binding === 'strict' && { browser: '' }),
    };
    const state = await pending.add(owner, payload);
    if (binding === 'strict') return `${publicUrl}${beginPath}/${state}`;
    return client.authorizeUrl(auth, application, { ...payload, state });
  }

  /** What a browser is asked before it leaves for the third party. */
  async ask(state: string): Promise<ConnectQuestion | CallbackOutcome> {
    const found = await this.#options.pending.find(state);
    return found?.payload.browser === '' ? this.#question(state, found.owner) : expired();
  }

  /** Lets the browser that was asked leave, and no other one after it. */
  async leave(state: string, visit: BrowserVisit): Promise<{ kind: 'leave'; url: string } | CallbackOutcome> {
    const { pending, catalogue, client, applications } = this.#options;
    if (visit.cookie === undefined || !isProven(visit, state)) return otherBrowser();
    const found = await pending.find(state);
    const manifest = found && (await catalogue.find(found.owner.workspaceId, found.owner.integrationId));
    const auth = manifest && oauthOf(manifest);
    if (!auth || !(await pending.bind(state, visit.cookie))) return expired();
    const application = await applications.require(manifest, auth);
    return { kind: 'leave', url: await client.authorizeUrl(auth, application, { ...found.payload, state }) };
  }

  /** Finishes what `begin` began. Never throws for what the user or the third party did: the outcome says it. */
  async finish(
    query: CallbackQuery,
    visit: BrowserVisit,
    signal: AbortSignal,
  ): Promise<CallbackOutcome | ConnectQuestion> {
    const { pending, catalogue, binding } = this.#options;
    const state = query.state ?? '';
    const seen = await pending.find(state);
    if (!seen) return expired();
    const { browser } = seen.payload;
    // What another browser sends uses nothing up: the right one may still come.
    if (browser !== undefined) {
      if (visit.cookie === undefined || !isSameSecret(hash(visit.cookie), browser)) return otherBrowser();
    } else if (binding !== 'off' && visit.isBrowser && query.code && !isProven(visit, state)) {
      return visit.proof === undefined ? this.#question(state, seen.owner) : otherBrowser();
    }
    const found = await pending.take(state);
    if (!found) return expired();
    const { owner, payload } = found;
    const manifest = await catalogue.find(owner.workspaceId, owner.integrationId);
    const isAllowed = await this.#mayRedirect(found, manifest);
    const outcome = (status: CallbackOutcome['status'], message: string): CallbackOutcome => ({
      kind: 'outcome',
      status,
      integrationId: owner.integrationId,
      integrationName: manifest?.name ?? owner.integrationId,
      userId: owner.userId,
      message,
      redirectTo: toRedirect(payload.callbackUrl, { status, owner, message }),
      isAllowed,
    });
    if (!manifest) return outcome('error', 'The integration was removed.');
    if (!isIssuedBy(manifest, query.iss)) {
      return outcome('error', `The answer did not come from ${manifest.name}. Start connecting again.`);
    }
    if (query.error) return outcome('error', `${manifest.name} did not allow access: ${describeError(query)}`);
    if (!query.code) return outcome('error', `${manifest.name} sent no code.`);
    if (!(await this.#options.isKeyUsable(payload.keyId))) {
      return outcome('error', 'The key under which this was begun is no longer valid. Start connecting again.');
    }
    try {
      await this.#options.completion.connect(owner, { manifest, payload, code: query.code, signal });
      return outcome('success', `Successfully connected to ${manifest.name}`);
    } catch (error) {
      if (error instanceof TokenError) return outcome('error', `${manifest.name} gave no token: ${error.message}`);
      if (error instanceof AppError) return outcome('error', error.message);
      throw error;
    }
  }

  async #question(state: string, owner: ConnectionOwner): Promise<ConnectQuestion> {
    const { catalogue, workspaceOf } = this.#options;
    const manifest = await catalogue.find(owner.workspaceId, owner.integrationId);
    const { name: workspaceName } = await workspaceOf(owner.workspaceId);
    const integrationName = manifest?.name ?? owner.integrationId;
    return { kind: 'question', integrationName, workspaceName, userId: owner.userId, ...newBrowserProof(state) };
  }

  async #mayRedirect({ owner, payload }: PendingAuthorization, manifest: Manifest | null): Promise<boolean> {
    if (payload.callbackUrl === null) return false;
    return isAllowedCallback(payload.callbackUrl, payload.redirectUri, await this.#originsOf(owner, manifest));
  }

  async #originsOf({ workspaceId }: ConnectionOwner, manifest: Manifest | null): Promise<CallbackOrigins> {
    const { callback_origins: workspace } = await this.#options.workspaceOf(workspaceId);
    return { operator: this.#options.callbackOrigins, workspace, integration: manifest?.callback_origins ?? [] };
  }
}

function expired(): CallbackOutcome {
  return unknown('This authorization has expired or was already used. Start connecting again.');
}

function otherBrowser(): CallbackOutcome {
  return unknown(
    'This sign-in was begun in another browser, or its page was left open too long. Start connecting again.',
  );
}

/** An outcome that tells a stranger nothing about whose sign-in it was. */
function unknown(message: string): CallbackOutcome {
  return {
    kind: 'outcome',
    status: 'error',
    integrationId: null,
    integrationName: null,
    userId: null,
    message,
    redirectTo: null,
    isAllowed: false,
  };
}

function toRedirect(
  callbackUrl: string | null,
  outcome: { status: string; owner: ConnectionOwner; message: string },
): string | null {
  if (callbackUrl === null) return null;
  const url = new URL(callbackUrl);
  url.searchParams.set('status', outcome.status);
  url.searchParams.set('integrationId', outcome.owner.integrationId);
  url.searchParams.set('user_id', outcome.owner.userId);
  if (outcome.status === 'error') url.searchParams.set('error', outcome.message);
  return url.href;
}

function describeError(query: CallbackQuery): string {
  return [query.error, query.error_description].filter(Boolean).join(': ').slice(0, 300);
}
