import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AuditLog } from '../../people/audit/audit-log.ts';
import type { ConnectionRow } from '../connections/connection.ts';
import type { ConnectionsRepository } from '../connections/connections-repository.ts';
import type { IntegrationCaller } from '../connections/integration-caller.ts';
import type { IntegrationCatalogue } from '../definitions/integration-catalogue.ts';
import type { Auth, Manifest, ManifestFeature } from '../definitions/manifest.ts';
import { authsOf, findFeature } from '../definitions/read-manifest.ts';
import type { McpFeatures } from '../mcp/mcp-features.ts';
import type { FeatureExecutor, FeatureOutcome } from '../vendor-calls/feature-executor.ts';
import { checkInputs } from './check-inputs.ts';
import type { Confirmations } from './confirmations.ts';
import type { AttemptCredentials, CredentialedCall } from './credentialed-call.ts';
import { changesThings, inputSchemaOf } from './describe-feature.ts';

export interface ExecuteRequest {
  integrationId: string;
  userId: string;
  featureName: string;
  inputs: unknown;
  /** What a model chose may have been put into its mouth by a text that it read. */
  chosenBy: 'caller' | 'model';
  /** The token of an answer `confirmation_required`. */
  confirm?: string | undefined;
}

export interface ExecuteResult {
  result: JsonValue;
  /** The feature's name as the manifest writes it. */
  feature: string;
  integrationId: string;
  userId: string;
}

export interface ExecuteServiceOptions {
  catalogue: IntegrationCatalogue;
  rows: ConnectionsRepository;
  credentialed: CredentialedCall;
  executor: FeatureExecutor;
  mcp: McpFeatures;
  confirmations: Confirmations;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
}

/** A feature that is ready to run: everything that can be wrong with the request has been looked at. */
interface Prepared {
  manifest: Manifest;
  feature: ManifestFeature;
  inputs: JsonObject;
  userId: string;
}

/** Runs features of integrations with the credentials of the user they are run for. */
export class ExecuteService {
  readonly #options: ExecuteServiceOptions;

  constructor(options: ExecuteServiceOptions) {
    this.#options = options;
  }

  /** The feature's result. Throws what contract section 7 names. */
  async execute(caller: IntegrationCaller, request: ExecuteRequest): Promise<ExecuteResult> {
    const prepared = await this.#prepare(caller, request);
    const { manifest, feature, userId } = prepared;
    const row = await this.#options.rows.find({
      workspaceId: caller.workspaceId,
      integrationId: manifest.id,
      userId,
    });
    const startedAt = this.#options.clock.now();
    let isConfirmed = false;
    try {
      if (!row) requireOpen(prepared);
      isConfirmed = await this.#confirm(caller, prepared, request);
      const result = row ? await this.#connected(caller, prepared, row) : await this.#unconnected(caller, prepared);
      await this.#record(caller, prepared, { row, startedAt, isConfirmed, outcome: 'ok' });
      return { result, feature: feature.name, integrationId: manifest.id, userId };
    } catch (error) {
      const outcome = isAppError(error) ? error.code : 'internal_error';
      await this.#record(caller, prepared, { row, startedAt, isConfirmed, outcome });
      throw error;
    }
  }

  async #prepare(caller: IntegrationCaller, request: ExecuteRequest): Promise<Prepared> {
    const manifest = await this.#options.catalogue.get(caller.workspaceId, request.integrationId);
    const userId = requireUserId(request.userId);
    if (request.featureName.trim() === '') {
      throw new AppError('invalid_request', 'Name the feature to run in feature_name.', {
        title: 'Feature name required',
        fields: { available_features: featureNames(manifest) },
      });
    }
    const feature = findFeature(manifest, request.featureName.trim());
    if (!feature) {
      throw new AppError('feature_not_found', `${manifest.name} has no feature ${request.featureName.slice(0, 100)}.`, {
        fields: { integration_id: manifest.id, available_features: featureNames(manifest) },
      });
    }
    const given = request.inputs ?? {};
    if (!isJsonObject(given)) {
      throw new AppError('invalid_inputs', '/ must be an object', {
        fields: { problems: [{ path: '/', message: 'must be an object' }] },
      });
    }
    const inputs = checkInputs(inputSchemaOf(feature), given);
    return { manifest, feature, inputs, userId };
  }

  /** Whether a confirmation was needed and given. Throws `confirmation_required` with what would be done. */
  async #confirm(caller: IntegrationCaller, prepared: Prepared, request: ExecuteRequest): Promise<boolean> {
    const { manifest, feature, inputs, userId } = prepared;
    const isAsked =
      caller.confirmChanges === 'always' || (caller.confirmChanges === 'agents' && request.chosenBy === 'model');
    if (!isAsked || !changesThings(feature)) return false;
    const call = { workspaceId: caller.workspaceId, userId, integrationId: manifest.id, feature, inputs };
    const { confirmations } = this.#options;
    if (request.confirm !== undefined && (await confirmations.take(request.confirm, call))) return true;
    const why = request.confirm === undefined ? '' : ' The token is for another call, was used, or is older than that.';
    const message = `${feature.name} of ${manifest.name} changes something. Send the same call again with confirm within 10 minutes to do it.${why}`;
    throw new AppError('confirmation_required', message, { fields: await confirmations.ask(call) });
  }

  async #connected(caller: IntegrationCaller, prepared: Prepared, row: ConnectionRow): Promise<JsonValue> {
    const { manifest } = prepared;
    const auth = authsOf(manifest).find((candidate) => candidate.method === row.auth_method);
    if (!auth) {
      throw new AppError('needs_reconnect', `${manifest.name} cannot be used with ${row.auth_method} any more.`, {
        fields: { integration_id: manifest.id, user_id: row.user_id },
      });
    }
    const callId = randomUUID();
    const result = await this.#options.credentialed.run(row, {
      manifest,
      auth,
      signal: caller.signal,
      attempt: (credentials) => this.#attempt(caller, prepared, callId, credentials),
      confirm: async (credentials) => {
        const probe = { manifest, ...credentials, callId, signal: caller.signal };
        return (await this.#options.executor.probe(probe)).accepted;
      },
    });
    await this.#options.rows.touch(row, this.#options.clock.now());
    return result;
  }

  /** What needs no credentials needs no connection. */
  async #unconnected(caller: IntegrationCaller, prepared: Prepared): Promise<JsonValue> {
    const { manifest } = prepared;
    const credentials = { auth: requireOpen(prepared), connection: {}, secrets: [] };
    const outcome = await this.#attempt(caller, prepared, randomUUID(), credentials);
    if (outcome.kind === 'done') return outcome.result;
    throw new AppError('feature_execution_failed', `${manifest.name} wants credentials for this feature.`, {
      details: outcome.details,
      fields: { integration_id: manifest.id, upstream_status: 401 },
    });
  }

  #attempt(
    caller: IntegrationCaller,
    { manifest, feature, inputs }: Prepared,
    callId: string,
    credentials: AttemptCredentials,
  ): Promise<FeatureOutcome> {
    const call = { manifest, feature, inputs, ...credentials, callId, signal: caller.signal };
    return feature.mcp ? this.#options.mcp.run(call, feature.mcp) : this.#options.executor.run(call);
  }

  async #record(
    caller: IntegrationCaller,
    { manifest, feature, userId }: Prepared,
    use: { row: ConnectionRow | undefined; startedAt: number; isConfirmed: boolean; outcome: string },
  ): Promise<void> {
    await this.#options.audit.record({
      workspaceId: caller.workspaceId,
      actor: caller.keyId,
      action: 'integration.execute',
      target: `${manifest.id}/${feature.name}`,
      address: caller.address,
      details: {
        user_id: userId,
        connection_id: use.row?.id ?? null,
        used_credentials: use.row?.auth_method ?? 'NONE',
        ...(use.isConfirmed && { confirmed: true }),
        outcome: use.outcome,
        duration_ms: this.#options.clock.now() - use.startedAt,
      },
    });
  }
}

/** Throws the contract's `User ID required`. */
export function requireUserId(userId: string): string {
  const clean = userId.trim();
  if (clean !== '' && clean.length <= 255) return clean;
  throw new AppError('invalid_request', 'Send the id of your user (1 to 255 characters) in user_id.', {
    title: 'User ID required',
    fields: { instructions: 'user_id is any stable name that your application knows its user by.' },
  });
}

function featureNames(manifest: Manifest): string[] {
  return manifest.features.map((feature) => feature.name);
}

/** How to call without a connection. Throws `integration_not_connected` where one is needed. */
function requireOpen({ manifest, feature, userId }: Prepared): Auth {
  const open = openAuth(manifest, feature);
  if (open) return open;
  throw new AppError('integration_not_connected', `Connect ${manifest.name} for this user first.`, {
    fields: { integration_id: manifest.id, user_id: userId },
  });
}

function openAuth(manifest: Manifest, feature: ManifestFeature): Auth | null {
  const needsField = Object.values(manifest.connection_fields ?? {}).some((field) => field.required === true);
  if (needsField) return null;
  if (feature.request?.authenticated === false) return manifest.auth;
  return manifest.auth.method === 'NONE' ? manifest.auth : null;
}
