import { ClientQuestions } from '../features/compatible/mcp/client-questions.ts';
import { McpPrompts } from '../features/compatible/mcp/mcp-prompts.ts';
import { McpResources } from '../features/compatible/mcp/mcp-resources.ts';
import type { ExtendMcpServer } from '../features/compatible/mcp/mcp-server.ts';
import { McpService } from '../features/compatible/mcp/mcp-service.ts';
import { McpSessions } from '../features/compatible/mcp/mcp-sessions.ts';
import { McpTools, type ToolServices } from '../features/compatible/mcp/mcp-tools.ts';
import { RunningCalls } from '../features/compatible/mcp/running-calls.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import { apiVersion } from '../http/openapi.ts';
import { mcpRoutes } from '../http/routes/mcp/mcp-routes.ts';
import { newId } from '../lib/ids.ts';
import type { Platform } from './platform.ts';

export interface McpNeeds extends ToolServices {
  files: ToolServices['files'] &
    ConstructorParameters<typeof McpResources>[0] &
    ConstructorParameters<typeof McpPrompts>[0];
  meters: RunMeters;
  extend: ExtendMcpServer | undefined;
}

/** The capabilities of the service for MCP clients. */
export function composeMcp(platform: Platform, { meters, extend, ...services }: McpNeeds) {
  const { clock, config, counters, logger, secrets } = platform;
  const { publicUrl, corsOrigins, mcpAuthorizationServers } = config.server;
  const mcp = new McpService({
    tools: new McpTools(services),
    resources: new McpResources(services.files),
    prompts: new McpPrompts(services.files),
    extend,
    questions: new ClientQuestions(counters),
    sessions: new McpSessions({ secrets, counters, clock }),
    running: new RunningCalls(counters),
    version: apiVersion,
    openMeter: ({ keyId, workspaceId, requestId, meter: { labels } }, endpoint) =>
      meters.open(
        { id: newId('mcp'), keyId, workspaceId, request: { requestId, labels: labels ?? undefined } },
        endpoint,
      ),
    onError: (error) => logger.error({ err: error }, 'a tool failed'),
  });
  return {
    routes: mcpRoutes({
      mcp,
      trusted: { publicUrl, origins: corsOrigins },
      authorizationServers: mcpAuthorizationServers,
    }),
    start: () => mcp.start(),
  };
}
