import { AppError, isAppError } from '../../lib/app-error.ts';
import type { AuditLog } from '../people/audit/audit-log.ts';
import type { ConnectionRow } from './connections/connection.ts';
import type { ConnectionsRepository } from './connections/connections-repository.ts';
import type { Auth, Manifest } from './definitions/manifest.ts';
import { authsOf } from './definitions/read-manifest.ts';
import type { CredentialedCall } from './execute/credentialed-call.ts';
import type { McpConnection } from './mcp/mcp-connection.ts';
import { toServer } from './mcp/mcp-features.ts';
import { toMcpManifest } from './mcp/mcp-manifest.ts';
import type { McpRegistration } from './mcp/mcp-registration.ts';
import type { McpTool } from './mcp-tool-list.ts';
import type { EraserActor } from './oauth/connection-eraser.ts';
import type { OAuthApplication } from './oauth/oauth-client.ts';
import { callbackPath } from './oauth/oauth-flow.ts';

export interface McpServersOptions {
  connection: McpConnection;
  registration: McpRegistration;
  rows: ConnectionsRepository;
  credentialed: CredentialedCall;
  audit: Pick<AuditLog, 'record'>;
}

/** Whose connection shows the tools, and who wants to see them. */
interface ToolReading {
  workspaceId: string | null;
  userId: string | undefined;
  actor: EraserActor;
  signal: AbortSignal;
}

interface NewServer {
  id: string;
  name: string;
  description: string;
  url: string;
  authMethod: 'NONE' | 'API_KEY' | 'OAUTH2';
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string[] | undefined;
  origin: string;
}

/** Remote MCP servers as integrations. */
export class McpServers {
  readonly #options: McpServersOptions;

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** The manifest of a new server. A server that wants credentials has no features until a connection has shown them. */
  async add(
    server: NewServer,
    signal: AbortSignal,
  ): Promise<{ manifest: Manifest; application: OAuthApplication | null }> {
    requireAddress(server.url);
    const { auth, application } = await this.#auth(server);
    const empty = toMcpManifest({ ...server, auth, tools: [] });
    if (auth.method !== 'NONE') return { manifest: empty, application };
    const credentials = { auth, connection: {} };
    const answer = await this.#options.connection.listTools(toServer({ manifest: empty, ...credentials }), signal);
    if (answer.kind === 'done')
      return { manifest: toMcpManifest({ ...server, auth, tools: answer.value }), application };
    throw new AppError('invalid_request', 'The MCP server wants credentials. Set auth_method to API_KEY or OAUTH2.', {
      title: 'MCP server wants credentials',
      details: answer.details,
    });
  }

  /** The manifest with the tools that the server has now, seen through a user's connection where one is needed. */
  async read(manifest: Manifest, request: ToolReading): Promise<Manifest> {
    const tools = await this.#tools(manifest, request);
    const url = manifest.mcp_server_url ?? manifest.base_url;
    const { id, name, description, auth } = manifest;
    return toMcpManifest({ id, name, description, auth, url, tools });
  }

  async #tools(manifest: Manifest, { workspaceId, userId, actor, signal }: ToolReading): Promise<McpTool[]> {
    let tools: McpTool[] = [];
    const list = async (credentials: { auth: Auth; connection: Record<string, string> }) => {
      const answer = await this.#options.connection.listTools(toServer({ manifest, ...credentials }), signal);
      if (answer.kind === 'done') tools = answer.value;
      return answer.kind === 'done' ? { kind: 'done' as const, result: null } : answer;
    };
    if (manifest.auth.method === 'NONE') {
      await list({ auth: manifest.auth, connection: {} });
      return tools;
    }
    const row =
      workspaceId && userId
        ? await this.#options.rows.find({ workspaceId, integrationId: manifest.id, userId })
        : undefined;
    const auth = row && authsOf(manifest).find((candidate) => candidate.method === row.auth_method);
    if (!row || !auth) {
      throw new AppError(
        'integration_not_connected',
        'Name a connected user in workspace_id and user_id: the server shows its tools to nobody else.',
        {
          fields: { integration_id: manifest.id },
        },
      );
    }
    try {
      await this.#options.credentialed.run(row, { manifest, auth, signal, attempt: list, confirm: async () => null });
      await this.#record(row, actor, 'ok');
      return tools;
    } catch (error) {
      await this.#record(row, actor, isAppError(error) ? error.code : 'internal_error');
      throw error;
    }
  }

  /** In the workspace whose user's credentials were used, so that the entry goes with it. */
  async #record(row: ConnectionRow, { keyId, address }: EraserActor, outcome: string): Promise<void> {
    await this.#options.audit.record({
      workspaceId: row.workspace_id,
      actor: keyId,
      action: 'integration.read_tools',
      target: row.integration_id,
      address,
      details: { user_id: row.user_id, connection_id: row.id, outcome },
    });
  }

  async #auth(server: NewServer): Promise<{ auth: Auth; application: OAuthApplication | null }> {
    switch (server.authMethod) {
      case 'NONE':
        return { auth: { method: 'NONE' }, application: null };
      case 'API_KEY':
        return {
          auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
          application: null,
        };
      case 'OAUTH2':
        return this.#options.registration.register({ ...server, redirectUri: `${server.origin}${callbackPath}` });
    }
  }
}

function requireAddress(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new AppError('invalid_request', 'mcp.url must be an address that begins with https:// or http://.', {
    title: 'Invalid address',
    fields: { problems: [{ path: '/mcp/url', message: 'must be an http(s) address' }] },
  });
}
