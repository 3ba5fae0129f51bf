import { mcpEndpoints as endpoints, type McpResource, mcpSessionHeader, mcpUserHeader, scopes } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { McpService } from '../../../features/compatible/mcp/mcp-service.ts';
import { requireTrustedCaller, type TrustedNames } from '../../../features/compatible/mcp/trusted-caller.ts';
import { AppError } from '../../../lib/app-error.ts';
import { oneHeader } from '../../request-headers.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface McpRouteParts {
  mcp: McpService;
  trusted: TrustedNames;
  /** Who gives tokens that a proxy in front of the service takes. */
  authorizationServers: readonly string[];
}

const statuses = [200, 202, 400, 404, 406, 415] as const;
/** What the protocol reads; anything else of the request is none of its business. */
const passed = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export function mcpRoutes({ mcp, trusted, authorizationServers }: McpRouteParts): Route[] {
  const check = (raw: FastifyRequest) =>
    requireTrustedCaller({ host: raw.host, origin: oneHeader(raw, 'origin') }, trusted);
  return [
    route(endpoints.callMcp, async ({ body, raw, call }) => {
      check(raw);
      const headers = new Headers();
      for (const name of passed) {
        const value = oneHeader(raw, name);
        if (value !== undefined) headers.set(name, value);
      }
      const session = oneHeader(raw, mcpSessionHeader);
      const reply = await mcp.handle({ message: body, headers, session, userId: userOf(raw) }, call);
      const status = statuses.find((known) => known === reply.status) ?? 500;
      return new RawReply({ status, headers: reply.headers, body: reply.body });
    }),
    route(endpoints.endMcpSession, async ({ raw, call }) => {
      check(raw);
      await mcp.endSession(oneHeader(raw, mcpSessionHeader) ?? '', call);
      return new RawReply({ status: 204, body: '' });
    }),
    route(
      endpoints.getMcpResource,
      ({ call }): McpResource => ({
        resource: `${call.origin}/mcp`,
        ...(authorizationServers.length > 0 && { authorization_servers: [...authorizationServers] }),
        bearer_methods_supported: ['header'],
        scopes_supported: [...scopes],
        resource_name: 'Parley',
        resource_documentation: `${call.origin}/docs`,
      }),
    ),
  ];
}

function userOf(raw: FastifyRequest): string | undefined {
  const given = oneHeader(raw, mcpUserHeader)?.trim();
  if (given === undefined || given === '') return undefined;
  if (given.length <= 255) return given;
  throw new AppError('invalid_request', `${mcpUserHeader} must have at most 255 characters.`);
}
