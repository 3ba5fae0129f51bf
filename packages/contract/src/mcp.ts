import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

const tag = 'MCP';

/** One JSON-RPC message of a client. Its `method` and `params` are the protocol's. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Integer()])),
    method: Type.Optional(Type.String({ maxLength: 200, description: 'Such as `tools/call`.' })),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    result: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The answer to a question of the server, such as `elicitation/create`, in its session.',
      }),
    ),
    error: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Why a question of the server is not answered.' }),
    ),
  },
  { $id: 'McpMessage' },
);
export type McpMessage = Static<typeof McpMessage>;

export const McpResource = Type.Object(
  {
    resource: Type.String({ description: 'Address of the MCP server.' }),
    authorization_servers: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Where clients get tokens that a proxy in front of the service takes.',
      }),
    ),
    bearer_methods_supported: Type.Array(Type.Literal('header')),
    scopes_supported: Type.Array(Type.String()),
    resource_name: Type.String(),
    resource_documentation: Type.String(),
  },
  { $id: 'McpResource', description: 'Protected resource metadata (RFC 9728).' },
);
export type McpResource = Static<typeof McpResource>;

/** The header that names the user whose connections the features of integrations are run with. */
export const mcpUserHeader = 'x-parley-user';
/** The session of a client that speaks a revision of the protocol from before 2026-07-28. */
export const mcpSessionHeader = 'mcp-session-id';

export const mcpEndpoints = {
  callMcp: endpoint({
    id: 'callMcp',
    method: 'POST',
    path: '/mcp',
    auth: 'key',
    tag,
    summary: 'Speak the Model Context Protocol (Streamable HTTP)',
    description:
      'One JSON-RPC message a request; answers come as one JSON body or as an event stream. Clients of revision 2026-07-28 and of ' +
      '2024-11-05 to 2025-11-25 are served. Which tools there are follows from the scopes of the key.',
    body: McpMessage,
    responses: { 200: null, 202: null, 400: null, 404: null, 406: null, 415: null, 500: null },
    contentType: 'text/event-stream',
    errorShape: 'jsonrpc',
    idempotent: true,
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  }),
  endMcpSession: endpoint({
    id: 'endMcpSession',
    method: 'DELETE',
    path: '/mcp',
    auth: 'key',
    tag,
    summary: 'End a session of the Model Context Protocol',
    description: 'The session is the one in the header `mcp-session-id`.',
    responses: { 204: null },
    errorShape: 'jsonrpc',
  }),
  getMcpResource: endpoint({
    id: 'getMcpResource',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    aliases: ['/.well-known/oauth-protected-resource/mcp'],
    auth: 'none',
    tag,
    summary: 'Metadata of the protected resource, for MCP clients (RFC 9728)',
    responses: { 200: McpResource },
  }),
};
