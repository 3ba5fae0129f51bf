import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { JsonValue } from '@parley/contract';
import Type, { type Static } from 'typebox';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Applications } from './applications.ts';
import type { AuthorizationsRepository } from './authorizations-repository.ts';
import { type ConnectionOwner, type Credentials, secretsOf, toPlaceholders } from './connection.ts';
import type { ConnectionEraser } from './connection-eraser.ts';
import { type ConnectionListener, toEvent } from './connection-events.ts';
import { toConnectionFields } from './connection-fields.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { FeatureExecutor } from './feature-executor.ts';
import type { IntegrationCatalogue } from './integration-catalogue.ts';
import type { Manifest, OAuthAuth } from './manifest.ts';
import { type OAuthClient, TokenError, type TokenGrant } from './oauth-client.ts';
import { authsOf } from './read-manifest.ts';
import { readStored } from './read-stored.ts';
import { renderText } from './template.ts';
import type { Vault } from './vault.ts';

/** Where third parties send users back to. */
export const callbackPath = '/v1/integrations/auth-callback';
const lifetimeMs = 10 * 60_000;

const Payload = Type.Object({
  verifier: Type.String(),
  redirectUri: Type.String(),
  callbackUrl: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.String()),
  fields: Type.Record(Type.String(), Type.String()),
  /** Key under which the authorization was begun, for the audit log. */
  keyId: Type.String(),
});
type Payload = Static<typeof Payload>;

export interface OAuthFlowOptions {
  catalogue: IntegrationCatalogue;
  authorizations: AuthorizationsRepository;
  store: ConnectionStore;
  vault: Vault;
  client: OAuthClient;
  executor: FeatureExecutor;
  applications: Applications;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  onChange: ConnectionListener;
  eraser: Pick<ConnectionEraser, 'erase'>;
  /** Origins that users may be sent back to. Empty or absent: any that the caller names. */
  callbackOrigins?: readonly string[];
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
  status: 'success' | 'error';
  integrationId: string | null;
  integrationName: string | null;
  userId: string | null;
  message: string;
  /** The caller's page with the outcome in its query; null shows a page of our own. */
  redirectTo: string | null;
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
    const { clock, client, vault, authorizations, applications } = this.#options;
    const application = await applications.require(manifest, auth);
    const callbackUrl = toCallbackUrl(request.callbackUrl, this.#options.callbackOrigins ?? []);
    const fields = toConnectionFields(manifest, request.fields, {
      method: 'OAUTH2',
      credentials: {},
      isPartial: true,
    });
    const state = randomBytes(32).toString('base64url');
    const payload: Payload = {
      verifier: await client.verifier(),
      redirectUri: `${request.publicUrl.replace(/\/$/, '')}${callbackPath}`,
      callbackUrl,
      scopes: request.scopes ?? auth.scopes,
      fields,
      keyId: request.keyId,
    };
    const id = hash(state);
    const now = clock.now();
    await authorizations.sweep(now);
    await authorizations.insert({
      id,
      workspace_id: owner.workspaceId,
      integration_id: owner.integrationId,
      user_id: owner.userId,
      payload: await vault.seal(JSON.stringify(payload), context(id, owner)),
      expires_at: now + lifetimeMs,
    });
    return client.authorizeUrl(auth, application, { ...payload, state });
  }

  /** Finishes what `begin` began. Never throws for what the user or the third party did: the outcome says it. */
  async finish(query: CallbackQuery, signal: AbortSignal): Promise<CallbackOutcome> {
    const { authorizations, clock, catalogue, vault } = this.#options;
    const row = query.state ? await authorizations.take(hash(query.state)) : undefined;
    if (!row || row.expires_at < clock.now()) {
      const message = 'This authorization has expired or was already used. Start connecting again.';
      return { status: 'error', integrationId: null, integrationName: null, userId: null, message, redirectTo: null };
    }
    const owner = { workspaceId: row.workspace_id, integrationId: row.integration_id, userId: row.user_id };
    const parsed = readStored(Payload, await vault.open(row.payload, context(row.id, owner)));
    if (!parsed) throw new AppError('internal_error', 'A stored authorization has an unknown form.');
    const manifest = await catalogue.find(owner.workspaceId, owner.integrationId);
    const outcome = (status: CallbackOutcome['status'], message: string): CallbackOutcome => ({
      status,
      integrationId: owner.integrationId,
      integrationName: manifest?.name ?? owner.integrationId,
      userId: owner.userId,
      message,
      redirectTo: toRedirect(parsed.callbackUrl, { status, owner, message }),
    });
    if (!manifest) return outcome('error', 'The integration was removed.');
    if (!isIssuedBy(manifest, query.iss)) {
      return outcome('error', `The answer did not come from ${manifest.name}. Start connecting again.`);
    }
    if (query.error) return outcome('error', `${manifest.name} did not allow access: ${describeError(query)}`);
    if (!query.code) return outcome('error', `${manifest.name} sent no code.`);
    if (!(await this.#options.isKeyUsable(parsed.keyId))) {
      return outcome('error', 'The key under which this was begun is no longer valid. Start connecting again.');
    }
    try {
      await this.#connect(owner, { manifest, payload: parsed, code: query.code, signal });
      return outcome('success', `Successfully connected to ${manifest.name}`);
    } catch (error) {
      if (error instanceof TokenError) return outcome('error', `${manifest.name} gave no token: ${error.message}`);
      if (error instanceof AppError) return outcome('error', error.message);
      throw error;
    }
  }

  async #connect(
    owner: ConnectionOwner,
    request: { manifest: Manifest; payload: Payload; code: string; signal: AbortSignal },
  ): Promise<void> {
    const { manifest, payload, code, signal } = request;
    const { applications, client, store, eraser, clock, audit, onChange } = this.#options;
    const auth = authsOf(manifest).find((candidate) => candidate.method === 'OAUTH2');
    if (!auth) throw new AppError('oauth_failed', `${manifest.name} is not connected through OAuth any more.`);
    const { redirectUri, verifier } = payload;
    const grant = await client.exchange(auth, await applications.require(manifest, auth), {
      redirectUri,
      verifier,
      code,
    });
    const credentials: Credentials = { method: 'OAUTH2', current: grant.tokens, previous: null };
    const found = await this.#findFields({ manifest, auth, grant, credentials, signal });
    const fields = toConnectionFields(
      manifest,
      { ...payload.fields, ...found },
      { method: 'OAUTH2', credentials: toPlaceholders(credentials) },
    );
    const row = await store.create(owner, manifest, {
      credentials,
      fields,
      scopes: grant.scopes ?? payload.scopes,
    });
    if (!(await this.#isStillWanted(owner, payload))) {
      await eraser.erase(row, { keyId: payload.keyId, address: null });
      throw new AppError('oauth_failed', 'The integration or the key went away meanwhile. Nothing was stored.');
    }
    const at = clock.now();
    await onChange(
      toEvent(row, { type: 'connection.created', at, state: 'connected', previous_state: null, reason: null }),
    );
    await audit.record({
      workspaceId: owner.workspaceId,
      actor: payload.keyId,
      action: 'integration.connect',
      target: manifest.id,
      address: null,
      details: { user_id: owner.userId, connection_id: row.id, auth_method: 'OAUTH2' },
    });
  }

  /** While the third party was asked, the operator may have removed what was asked for. */
  async #isStillWanted(owner: ConnectionOwner, { keyId }: Payload): Promise<boolean> {
    const manifest = await this.#options.catalogue.find(owner.workspaceId, owner.integrationId);
    return manifest !== null && (await this.#options.isKeyUsable(keyId));
  }

  /** Fields that only the third party knows, such as the site that the user has chosen. */
  async #findFields(parts: {
    manifest: Manifest;
    auth: OAuthAuth;
    grant: TokenGrant;
    credentials: Credentials;
    signal: AbortSignal;
  }): Promise<Record<string, string>> {
    const { manifest, auth, grant, credentials, signal } = parts;
    const answer: JsonValue = JSON.parse(JSON.stringify(grant.answer));
    const fields = pick(auth.token_fields, answer);
    if (!auth.after_connect) return fields;
    const connection = { ...fields, ...toPlaceholders(credentials) };
    const call = { manifest, auth, connection, secrets: secretsOf(credentials), callId: randomUUID(), signal };
    const more = await this.#options.executor.read(call, auth.after_connect.url);
    return { ...fields, ...pick(auth.after_connect.fields, more) };
  }
}

function pick(templates: Record<string, string> | undefined, response: JsonValue): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates ?? {})) {
    const value = renderText(template, { response });
    if (value !== undefined && value !== '') fields[name] = value;
  }
  return fields;
}

function hash(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

function context(id: string, owner: ConnectionOwner): string[] {
  return ['integration_authorizations', id, owner.workspaceId, owner.integrationId, owner.userId];
}

function toCallbackUrl(callbackUrl: string | undefined, origins: readonly string[]): string | null {
  if (callbackUrl === undefined || callbackUrl === '') return null;
  const isWeb = URL.canParse(callbackUrl) && ['http:', 'https:'].includes(new URL(callbackUrl).protocol);
  if (isWeb && origins.length > 0 && !origins.includes(new URL(callbackUrl).origin)) {
    throw new AppError('invalid_request', `callback_url must lie under one of ${origins.join(', ')}.`, {
      title: 'Invalid callback_url',
    });
  }
  if (isWeb) return callbackUrl;
  throw new AppError('invalid_request', 'callback_url must be an http or https address.', {
    title: 'Invalid callback_url',
  });
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

/** An issuer that is named must be one that we asked: otherwise one server's code would be shown to another. */
function isIssuedBy(manifest: Manifest, issuer: string | undefined): boolean {
  if (issuer === undefined) return true;
  const asked = authsOf(manifest).flatMap((auth) =>
    auth.method === 'OAUTH2' ? [auth.authorize_url, auth.token_url] : [],
  );
  return (
    URL.canParse(issuer) && asked.some((url) => URL.canParse(url) && new URL(url).origin === new URL(issuer).origin)
  );
}

function describeError(query: CallbackQuery): string {
  return [query.error, query.error_description].filter(Boolean).join(': ').slice(0, 300);
}
