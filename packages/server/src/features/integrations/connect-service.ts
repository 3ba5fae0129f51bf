import { randomUUID } from 'node:crypto';
import { AppError } from '../../lib/app-error.ts';
import { compileGivenPattern } from '../../lib/given-schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuditLog } from '../people/audit/audit-log.ts';
import { type Credentials, secretsInAddresses, secretsOf, toPlaceholders } from './connections/connection.ts';
import { type ConnectionListener, toEvent } from './connections/connection-events.ts';
import { toConnectionFields } from './connections/connection-fields.ts';
import type { ConnectionStore } from './connections/connection-store.ts';
import type { IntegrationCaller } from './connections/integration-caller.ts';
import type { IntegrationCatalogue } from './definitions/integration-catalogue.ts';
import type { Auth, Manifest } from './definitions/manifest.ts';
import { authsOf } from './definitions/read-manifest.ts';
import { requireUserId } from './execute/execute-service.ts';
import type { OAuthFlow } from './oauth/oauth-flow.ts';
import type { FeatureExecutor } from './vendor-calls/feature-executor.ts';

export interface ConnectRequest {
  integrationId: string;
  userId: string;
  apiKey: string | undefined;
  username: string | undefined;
  password: string | undefined;
  callbackUrl: string | undefined;
  scopes: string[] | undefined;
  fields: Record<string, string>;
}

export type ConnectResult =
  | { kind: 'connected'; message: string; integrationId: string; userId: string }
  | { kind: 'redirect'; redirectUrl: string; instructions: string };

export interface ConnectServiceOptions {
  catalogue: IntegrationCatalogue;
  store: ConnectionStore;
  executor: FeatureExecutor;
  flow: OAuthFlow;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  onChange: ConnectionListener;
}

/** Connects users to integrations. Credentials go in and never come out. */
export class ConnectService {
  readonly #options: ConnectServiceOptions;

  constructor(options: ConnectServiceOptions) {
    this.#options = options;
  }

  async connect(caller: IntegrationCaller, request: ConnectRequest): Promise<ConnectResult> {
    const manifest = await this.#options.catalogue.get(caller.workspaceId, request.integrationId);
    const userId = requireUserId(request.userId);
    const auth = chooseAuth(manifest, request);
    if (auth.method === 'OAUTH2') {
      const owner = { workspaceId: caller.workspaceId, integrationId: manifest.id, userId };
      const { callbackUrl, scopes, fields } = request;
      const { origin: publicUrl, keyId } = caller;
      const redirectUrl = await this.#options.flow.begin(owner, {
        manifest,
        auth,
        callbackUrl,
        scopes,
        fields,
        publicUrl,
        keyId,
      });
      const instructions = `Send the user to redirect_url within 10 minutes to allow access to ${manifest.name}.`;
      return { kind: 'redirect', redirectUrl, instructions };
    }
    const credentials = toCredentials(manifest, auth, request);
    const fields = toConnectionFields(manifest, request.fields, {
      method: auth.method,
      credentials: toPlaceholders(credentials),
    });
    await this.#probe(caller, { manifest, auth, credentials, fields });
    const owner = { workspaceId: caller.workspaceId, integrationId: manifest.id, userId };
    const row = await this.#options.store.create(owner, manifest, { credentials, fields, scopes: [] });
    const at = this.#options.clock.now();
    await this.#options.onChange(
      toEvent(row, { type: 'connection.created', at, state: 'connected', previous_state: null, reason: null }),
    );
    await this.#options.audit.record({
      workspaceId: caller.workspaceId,
      actor: caller.keyId,
      action: 'integration.connect',
      target: manifest.id,
      address: caller.address,
      details: { user_id: userId, connection_id: row.id, auth_method: auth.method },
    });
    return {
      kind: 'connected',
      message: `Successfully connected to ${manifest.name}`,
      integrationId: manifest.id,
      userId,
    };
  }

  async #probe(
    caller: IntegrationCaller,
    parts: { manifest: Manifest; auth: Auth; credentials: Credentials; fields: Record<string, string> },
  ): Promise<void> {
    const { manifest, auth, credentials, fields } = parts;
    if (!auth.probe) return;
    const { accepted, details } = await this.#options.executor.probe({
      manifest,
      auth,
      connection: { ...fields, ...toPlaceholders(credentials) },
      secrets: [...secretsOf(credentials), ...secretsInAddresses(fields)],
      callId: randomUUID(),
      signal: caller.signal,
    });
    if (accepted === true) return;
    const code = accepted === false ? 'invalid_credentials' : 'feature_execution_failed';
    throw new AppError(
      code,
      accepted === false
        ? `${manifest.name} did not accept the credentials. Nothing was stored.`
        : `${manifest.name} could not be asked whether the credentials are good. Nothing was stored. Try again later.`,
      {
        details,
        ...(accepted === null && { title: 'Credentials could not be checked' }),
        fields: { integration_id: manifest.id, ...(auth.help && { instructions: auth.help }) },
      },
    );
  }
}

/** What the request carries decides; otherwise the integration's main way. */
function chooseAuth(manifest: Manifest, request: ConnectRequest): Auth {
  const auths = authsOf(manifest);
  const byKey = request.apiKey ? auths.find((auth) => auth.method === 'API_KEY') : undefined;
  const byPassword = request.password ? auths.find((auth) => auth.method === 'BASIC_AUTH') : undefined;
  return byKey ?? byPassword ?? manifest.auth;
}

function toCredentials(
  manifest: Manifest,
  auth: Exclude<Auth, { method: 'OAUTH2' }>,
  request: ConnectRequest,
): Credentials {
  const instructions = auth.help ?? `Ask ${manifest.name} for credentials and send them here.`;
  const fields = { integration_id: manifest.id, instructions };
  switch (auth.method) {
    case 'NONE':
      return { method: 'NONE' };
    case 'API_KEY': {
      const apiKey = request.apiKey?.trim() ?? '';
      if (apiKey === '') {
        throw new AppError('invalid_request', `${manifest.name} is connected with a key. Send it in api_key.`, {
          title: 'API key required',
          fields,
        });
      }
      if (auth.key_pattern && !compileGivenPattern(auth.key_pattern, 'auth.key_pattern').test(apiKey)) {
        throw new AppError('invalid_credentials', `This does not look like a key of ${manifest.name}.`, { fields });
      }
      return { method: 'API_KEY', apiKey };
    }
    case 'BASIC_AUTH': {
      const { username, password } = request;
      if (!username?.trim() || !password) {
        throw new AppError('invalid_request', `${manifest.name} is connected with a username and a password.`, {
          title: 'Username and password required',
          fields,
        });
      }
      return { method: 'BASIC_AUTH', username: username.trim(), password };
    }
  }
}
