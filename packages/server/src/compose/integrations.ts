import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandSecrets } from '../adapters/system/command-secrets.ts';
import { ConnectService } from '../features/integrations/connect-service.ts';
import { ConnectionKeeper } from '../features/integrations/connection-keeper.ts';
import type { ConnectionEvent, ConnectionListener } from '../features/integrations/connections/connection-events.ts';
import { ConnectionStore } from '../features/integrations/connections/connection-store.ts';
import { ConnectionsRepository } from '../features/integrations/connections/connections-repository.ts';
import { Vault } from '../features/integrations/connections/vault.ts';
import { WebhookSender } from '../features/integrations/connections/webhook-sender.ts';
import { ConnectionsService } from '../features/integrations/connections-service.ts';
import { CustomIntegrationsService } from '../features/integrations/custom-integrations-service.ts';
import { CustomIntegrationsRepository } from '../features/integrations/definitions/custom-integrations-repository.ts';
import { IntegrationCatalogue } from '../features/integrations/definitions/integration-catalogue.ts';
import { Confirmations } from '../features/integrations/execute/confirmations.ts';
import { ConnectedFeatures } from '../features/integrations/execute/connected-features.ts';
import { CredentialedCall } from '../features/integrations/execute/credentialed-call.ts';
import { ExecuteService } from '../features/integrations/execute/execute-service.ts';
import { IntegrationTools } from '../features/integrations/execute/integration-tools.ts';
import { McpConnection } from '../features/integrations/mcp/mcp-connection.ts';
import { McpFeatures } from '../features/integrations/mcp/mcp-features.ts';
import { McpRegistration } from '../features/integrations/mcp/mcp-registration.ts';
import { McpServers } from '../features/integrations/mcp-servers.ts';
import { Applications } from '../features/integrations/oauth/applications.ts';
import { AuthorizationsRepository } from '../features/integrations/oauth/authorizations-repository.ts';
import { ConnectionEraser } from '../features/integrations/oauth/connection-eraser.ts';
import { OAuthClient } from '../features/integrations/oauth/oauth-client.ts';
import { OAuthCompletion } from '../features/integrations/oauth/oauth-completion.ts';
import { OAuthFlow } from '../features/integrations/oauth/oauth-flow.ts';
import { PendingAuthorizations } from '../features/integrations/oauth/pending-authorizations.ts';
import { TokenRefresher } from '../features/integrations/oauth/token-refresher.ts';
import { OpenApiReader } from '../features/integrations/openapi/openapi-reader.ts';
import { FeatureExecutor } from '../features/integrations/vendor-calls/feature-executor.ts';
import type { UsageService } from '../features/money/billing/usage-service.ts';
import type { CallContentsStore } from '../features/money/usage-reports/call-contents.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { KeyService } from '../features/people/keys/key-service.ts';
import type { WorkspaceService } from '../features/people/workspaces/workspace-service.ts';
import type { IdempotencyService } from '../features/runs/idempotency/idempotency-service.ts';
import { addedIntegrationRoutes } from '../http/routes/admin/added-integration-routes.ts';
import { integrationRoutes } from '../http/routes/integrations/integration-routes.ts';
import { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Platform } from './platform.ts';
import { userAgentOf } from './user-agent.ts';

const manifests = fileURLToPath(new URL('../features/integrations/manifests', import.meta.url));

export interface IntegrationParts {
  audit: AuditLog;
  keys: Pick<KeyService, 'isUsable'>;
  idempotency: Pick<IdempotencyService, 'forgetUser'>;
  contents: Pick<CallContentsStore, 'forgetUser'>;
  usage: Pick<UsageService, 'forgetUser'>;
  workspaces: Pick<WorkspaceService, 'get'>;
  /** Delivers webhooks; without one there are none. */
  queue: JobQueue | null;
}

/** Third-party integrations: catalogue, connections, execution, and what the operator adds. */
export async function composeIntegrations(platform: Platform, parts: IntegrationParts) {
  const { clock, database, logger } = platform;
  const { audit, contents, keys, idempotency, usage, workspaces } = parts;
  const base = composeBase(platform, parts);
  const { catalogue, store, rows, executor, applications, client, credentialed, fetcher, onChange, vault } = base;
  // Ours are checked by the tests; the operator's must not fail only when somebody asks for them.
  if (ownDirectory(platform) !== null) await catalogue.check();
  const authorizations = new AuthorizationsRepository(database.db);
  const connection = new McpConnection({ fetcher });
  const mcp = new McpServers({
    connection,
    registration: new McpRegistration({ fetcher }),
    rows,
    credentialed,
    audit,
  });
  const openApi = new OpenApiReader({ open: platform.openProcesses });
  const shared = { catalogue, store, audit, clock, onChange };
  const eraser = new ConnectionEraser({ ...shared, authorizations, client, applications });
  const isKeyUsable = (keyId: string) => keys.isUsable(keyId);
  const { callbackOrigins, browserBinding } = platform.config.integrations;
  const flow = new OAuthFlow({
    catalogue,
    client,
    applications,
    isKeyUsable,
    callbackOrigins,
    binding: browserBinding,
    pending: new PendingAuthorizations({ rows: authorizations, vault, clock }),
    completion: new OAuthCompletion({ ...shared, client, executor, applications, eraser, isKeyUsable }),
    workspaceOf: (id) => workspaces.get(id),
  });
  const mcpFeatures = new McpFeatures({ connection });
  const confirmations = new Confirmations({ db: database.db, clock });
  const execute = new ExecuteService({
    ...shared,
    rows,
    credentialed,
    executor,
    mcp: mcpFeatures,
    confirmations,
  });
  const keeper = new ConnectionKeeper({
    store,
    authorizations,
    confirmations,
    refresher: base.refresher,
    catalogue,
    applications,
    clock,
    onError: (error) => logger.error({ error: messageOf(error) }, 'a connection could not be looked after'),
  });
  keeper.start();
  const added = new CustomIntegrationsService({
    custom: base.custom,
    catalogue,
    fetcher,
    openApi,
    mcp,
    vault,
    eraser,
    clock,
  });
  const connect = new ConnectService({ ...shared, executor, flow });
  const tools = new IntegrationTools({ catalogue, execute });
  const connections = new ConnectionsService({
    ...shared,
    eraser,
    holds: platform.holds,
    forgetReplies: async (owner) => {
      await idempotency.forgetUser(owner);
      await contents.forgetUser(owner);
      await usage.forgetUser(owner);
    },
  });
  return {
    routes: [
      ...integrationRoutes({ catalogue, connect, connections, execute, flow }),
      ...addedIntegrationRoutes({ added, audit }),
    ],
    tools,
    connected: new ConnectedFeatures({ catalogue, rows, tools }),
    catalogue,
    execute,
    /** Revokes and erases the connections of an end user. */
    forgetUser: (
      user: { workspaceId: string; userId: string },
      { actor, address }: { actor: string; address: string },
    ) => eraser.eraseAll(user, { keyId: actor, address }),
    /** Revokes and erases the connections of a workspace. */
    forgetWorkspace: async (workspaceId: string) => {
      await eraser.eraseAll({ workspaceId }, { keyId: 'system', address: null });
    },
    close: async () => {
      await keeper.close();
      await openApi.close();
      await fetcher.close();
    },
  };
}

/** What connecting and executing have in common. */
function composeBase(platform: Platform, { audit, queue }: Pick<IntegrationParts, 'audit' | 'queue'>) {
  const { clock, config, database } = platform;
  const { integrations, server } = config;
  const { settings } = integrations;
  // One of its own: third parties are asked far more often at once than pages of one site may be read.
  const fetcher = new GuardedFetcher({
    userAgent: userAgentOf(server.contact),
    allowedAddresses: server.allowPrivateAddresses,
    concurrencyPerHost: 64,
    concurrency: 256,
  });
  const secrets = integrations.keyCommand ? new CommandSecrets(integrations.keyCommand) : null;
  const vault = new Vault(async () => secrets?.load() ?? platform.secrets);
  const rows = new ConnectionsRepository(database.db);
  const custom = new CustomIntegrationsRepository(database.db);
  const own = ownDirectory(platform);
  const directories = own === null ? [manifests] : [manifests, own];
  const catalogue = new IntegrationCatalogue({ directories, custom, settings });
  const store = new ConnectionStore({ rows, vault, clock });
  const applications = new Applications({ settings, custom, vault });
  const client = new OAuthClient({ fetcher, clock });
  const executor = new FeatureExecutor({ fetcher, clock });
  const onChange = listener(platform, queue, fetcher);
  const refresher = new TokenRefresher({ store, client, clock, onChange, audit });
  const credentialed = new CredentialedCall({ store, refresher, applications });
  return {
    fetcher,
    vault,
    rows,
    custom,
    catalogue,
    store,
    applications,
    client,
    executor,
    onChange,
    refresher,
    credentialed,
  };
}

/** Where the operator keeps manifests; one with the id of one of ours stands in for it. */
function ownDirectory({ config }: Platform): string | null {
  const { directory } = config.integrations;
  const path = directory ?? join(config.server.dataDir, 'integrations');
  if (existsSync(path)) return path;
  if (directory === undefined) return null;
  throw new Error(`INTEGRATIONS_DIR names ${directory}, which does not exist`);
}

function listener(
  { clock, config, logger, outbox }: Platform,
  queue: JobQueue | null,
  fetcher: GuardedFetcher,
): ConnectionListener {
  const { webhook } = config.integrations;
  const sender = webhook && queue ? new WebhookSender({ fetcher, queue, clock, ...webhook }) : null;
  const tell = async (event: ConnectionEvent) => {
    await sender?.send(event);
    if (event.state !== 'needs_reconnect' || event.previous_state === event.state) return;
    const { workspace_id: workspaceId, connection_id: id, integration_id, user_id, reason } = event;
    const connection = { id, integration_id, user_id, reason };
    await outbox.add({ workspaceId, event: 'connection.lost', data: { connection } });
  };
  // The change has happened; whoever made it does not fail because it could not be told.
  return (event) =>
    tell(event).catch((error) => logger.error({ error: messageOf(error) }, 'a webhook could not be queued'));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
