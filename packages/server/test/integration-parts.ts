import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../src/db/open-database.ts';
import { ConnectService } from '../src/features/integrations/connect-service.ts';
import { ConnectionKeeper } from '../src/features/integrations/connection-keeper.ts';
import type { ConnectionEvent } from '../src/features/integrations/connections/connection-events.ts';
import { ConnectionStore } from '../src/features/integrations/connections/connection-store.ts';
import { ConnectionsRepository } from '../src/features/integrations/connections/connections-repository.ts';
import type { IntegrationCaller } from '../src/features/integrations/connections/integration-caller.ts';
import { Vault } from '../src/features/integrations/connections/vault.ts';
import { ConnectionsService } from '../src/features/integrations/connections-service.ts';
import { CustomIntegrationsRepository } from '../src/features/integrations/definitions/custom-integrations-repository.ts';
import { IntegrationCatalogue } from '../src/features/integrations/definitions/integration-catalogue.ts';
import type { IntegrationSettings } from '../src/features/integrations/definitions/integration-settings.ts';
import type { Manifest } from '../src/features/integrations/definitions/manifest.ts';
import { Confirmations } from '../src/features/integrations/execute/confirmations.ts';
import { CredentialedCall } from '../src/features/integrations/execute/credentialed-call.ts';
import { ExecuteService } from '../src/features/integrations/execute/execute-service.ts';
import { McpConnection } from '../src/features/integrations/mcp/mcp-connection.ts';
import { McpFeatures } from '../src/features/integrations/mcp/mcp-features.ts';
import { Applications } from '../src/features/integrations/oauth/applications.ts';
import { AuthorizationsRepository } from '../src/features/integrations/oauth/authorizations-repository.ts';
import { ConnectionEraser } from '../src/features/integrations/oauth/connection-eraser.ts';
import { OAuthClient } from '../src/features/integrations/oauth/oauth-client.ts';
import { OAuthCompletion } from '../src/features/integrations/oauth/oauth-completion.ts';
import { OAuthFlow } from '../src/features/integrations/oauth/oauth-flow.ts';
import { PendingAuthorizations } from '../src/features/integrations/oauth/pending-authorizations.ts';
import { TokenRefresher } from '../src/features/integrations/oauth/token-refresher.ts';
import { FeatureExecutor } from '../src/features/integrations/vendor-calls/feature-executor.ts';
import type { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import type { Clock } from '../src/ports/clock.ts';

export interface PartsOptions {
  db: Db;
  clock: Clock;
  fetcher: Pick<GuardedFetcher, 'fetch' | 'stream'>;
  manifests: Manifest[];
  settings?: IntegrationSettings;
  secrets?: string[];
  leaseMs?: number;
}

/** Everything behind the routes, over one database, as the service puts it together. */
export function integrationParts({ db, clock, fetcher, manifests, settings = {}, secrets, leaseMs }: PartsOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'parley-manifests-'));
  mkdirSync(directory, { recursive: true });
  for (const manifest of manifests) writeFileSync(join(directory, `${manifest.id}.json`), JSON.stringify(manifest));
  const events: ConnectionEvent[] = [];
  const audited: { action: string; target: string; details?: object }[] = [];
  const onChange = async (event: ConnectionEvent) => void events.push(event);
  const audit = {
    record: async (entry: (typeof audited)[number]) => void audited.push(entry),
    forgetUser: async () => 0,
  };
  const vault = new Vault(async () => secrets ?? ['a secret of the tests 0123456789']);
  const rows = new ConnectionsRepository(db);
  const authorizations = new AuthorizationsRepository(db);
  const custom = new CustomIntegrationsRepository(db);
  const catalogue = new IntegrationCatalogue({ directories: [directory], custom, settings });
  const store = new ConnectionStore({ rows, vault, clock });
  const applications = new Applications({ settings, custom, vault });
  const client = new OAuthClient({ fetcher, clock });
  const executor = new FeatureExecutor({ fetcher, clock });
  const refresher = new TokenRefresher({ store, client, clock, onChange, audit, ...(leaseMs && { leaseMs }) });
  const credentialed = new CredentialedCall({ store, refresher, applications });
  const mcp = new McpFeatures({ connection: new McpConnection({ fetcher }) });
  const confirmations = new Confirmations({ db, clock });
  const shared = { catalogue, store, clock, audit, onChange };
  const eraser = new ConnectionEraser({ ...shared, authorizations, client, applications });
  const isKeyUsable = async () => true;
  const flow = new OAuthFlow({
    catalogue,
    client,
    applications,
    isKeyUsable,
    callbackOrigins: null,
    binding: 'confirm',
    pending: new PendingAuthorizations({ rows: authorizations, vault, clock }),
    completion: new OAuthCompletion({ ...shared, client, executor, applications, eraser, isKeyUsable }),
    workspaceOf: async (name) => ({ name, callback_origins: ['https://app.example'] }),
  });
  return {
    events,
    audited,
    rows,
    store,
    vault,
    custom,
    catalogue,
    refresher,
    flow,
    executor,
    credentialed,
    connect: new ConnectService({ ...shared, executor, flow }),
    connections: new ConnectionsService({ ...shared, eraser, forgetReplies: async () => {} }),
    execute: new ExecuteService({ ...shared, rows, credentialed, executor, mcp, confirmations }),
    keeper: new ConnectionKeeper({
      store,
      authorizations,
      confirmations,
      refresher,
      catalogue,
      applications,
      clock,
      onError: (error) => {
        throw error;
      },
    }),
  };
}

export const caller = (workspaceId = 'w1'): IntegrationCaller => ({
  workspaceId,
  keyId: 'key_1',
  confirmChanges: 'agents',
  address: '127.0.0.1',
  origin: 'http://parley.test',
  signal: AbortSignal.timeout(60_000),
});

export async function addWorkspace(db: Db, id = 'w1'): Promise<void> {
  const row = { id, name: id, created_at: 1, budget_nanos: null };
  await db.insertInto('workspaces').values(row).execute();
}
