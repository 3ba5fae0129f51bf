import { randomUUID } from 'node:crypto';
import type { JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AuditLog } from '../../people/audit/audit-log.ts';
import { type ConnectionOwner, type Credentials, secretsOf, toPlaceholders } from '../connections/connection.ts';
import { type ConnectionListener, toEvent } from '../connections/connection-events.ts';
import { toConnectionFields } from '../connections/connection-fields.ts';
import type { ConnectionStore } from '../connections/connection-store.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import type { Manifest, OAuthAuth } from '../definitions/manifest.ts';
import { oauthOf } from '../definitions/read-manifest.ts';
import { renderText } from '../definitions/template.ts';
import type { FeatureExecutor } from '../vendor-calls/feature-executor.ts';
import type { Applications } from './applications.ts';
import type { ConnectionEraser } from './connection-eraser.ts';
import type { OAuthClient, TokenGrant } from './oauth-client.ts';
import type { AuthorizationPayload } from './pending-authorizations.ts';

export interface OAuthCompletionOptions {
  catalogue: IntegrationCatalogue;
  store: ConnectionStore;
  client: OAuthClient;
  executor: FeatureExecutor;
  applications: Applications;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  onChange: ConnectionListener;
  eraser: Pick<ConnectionEraser, 'erase'>;
  /** Whether a key, by its id, still works. */
  isKeyUsable(keyId: string): Promise<boolean>;
}

/** Makes a connection out of the code that a third party gave. Throws TokenError and AppError. */
export class OAuthCompletion {
  readonly #options: OAuthCompletionOptions;

  constructor(options: OAuthCompletionOptions) {
    this.#options = options;
  }

  async connect(
    owner: ConnectionOwner,
    request: { manifest: Manifest; payload: AuthorizationPayload; code: string; signal: AbortSignal },
  ): Promise<void> {
    const { manifest, payload, code, signal } = request;
    const { applications, client, store, eraser, clock, audit, onChange } = this.#options;
    const auth = oauthOf(manifest);
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
  async #isStillWanted(owner: ConnectionOwner, { keyId }: AuthorizationPayload): Promise<boolean> {
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
