import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

const AnyObject = Type.Record(Type.String(), Type.Unknown());

const McpServer = Type.Object({
  url: Type.String({ maxLength: 2000, pattern: '^https?://' }),
  auth_method: Type.Optional(Type.Enum(['NONE', 'API_KEY', 'OAUTH2'], { default: 'NONE' })),
  client_id: Type.Optional(Type.String({ description: 'Without it a client is registered with the server.' })),
  client_secret: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Array(Type.String())),
});

export const AddIntegrationRequest = Type.Object({
  id: Type.Optional(
    Type.String({ pattern: '^[a-z][a-z0-9_]{1,63}$', description: 'Not for `manifest`, which has one.' }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  workspace_id: Type.Optional(Type.String({ description: 'Without it every workspace has the integration.' })),
  manifest: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'A manifest as in the guide.' })),
  openapi: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI 3 document.' })),
  openapi_url: Type.Optional(Type.String({ maxLength: 2000, description: 'Address of one, as JSON.' })),
  base_url: Type.Optional(
    Type.String({ pattern: '^https?://', description: "For OpenAPI: in the place of the document's server." }),
  ),
  mcp: Type.Optional(McpServer),
});

export const AddedIntegration = Type.Object(
  {
    id: Type.String(),
    workspace_id: Type.Union([Type.String(), Type.Null()]),
    source: Type.Enum(['manifest', 'openapi', 'mcp']),
    status: Type.Enum(['active', 'needs_approval', 'no_features']),
    manifest: AnyObject,
    pending_manifest: Type.Union([AnyObject, Type.Null()], {
      description: 'Definitions that differ from the approved ones; they run once they are approved.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'AddedIntegration' },
);
export type AddedIntegration = Static<typeof AddedIntegration>;

const admin = { auth: 'admin', tag: 'Administration' } as const;
const adminPath = '/v1/admin/integrations';
const AddedParams = Type.Object({ id: Type.String() });

export const addedIntegrationEndpoints = {
  addIntegration: endpoint({
    ...admin,
    id: 'addIntegration',
    method: 'POST',
    path: adminPath,
    summary: 'Add an integration',
    description:
      'From a manifest, an OpenAPI 3 document or a remote MCP server (Streamable HTTP). Servers started as a command are not supported.',
    body: AddIntegrationRequest,
    responses: { 200: AddedIntegration },
    example: { id: 'tickets', name: 'Tickets', mcp: { url: 'https://tickets.example.com/mcp', auth_method: 'OAUTH2' } },
  }),
  listAddedIntegrations: endpoint({
    ...admin,
    id: 'listAddedIntegrations',
    method: 'GET',
    path: adminPath,
    summary: 'List added integrations',
    responses: {
      200: Type.Object({
        data: Type.Array(AddedIntegration),
        has_more: Type.Boolean(),
        next: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  }),
  getAddedIntegration: endpoint({
    ...admin,
    id: 'getAddedIntegration',
    method: 'GET',
    path: `${adminPath}/{id}`,
    summary: 'Get an added integration',
    params: AddedParams,
    responses: { 200: AddedIntegration },
  }),
  deleteAddedIntegration: endpoint({
    ...admin,
    id: 'deleteAddedIntegration',
    method: 'DELETE',
    path: `${adminPath}/{id}`,
    summary: 'Remove an added integration',
    params: AddedParams,
    responses: { 200: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }) },
  }),
  refreshAddedIntegration: endpoint({
    ...admin,
    id: 'refreshAddedIntegration',
    method: 'POST',
    path: `${adminPath}/{id}/refresh`,
    summary: "Read an MCP server's tools again",
    description: 'What differs from the approved definitions is kept in `pending_manifest` until it is approved.',
    params: AddedParams,
    body: Type.Object({
      workspace_id: Type.Optional(Type.String()),
      user_id: Type.Optional(Type.String({ description: 'A connected user, when the server wants credentials.' })),
    }),
    example: {},
    responses: { 200: AddedIntegration },
  }),
  approveAddedIntegration: endpoint({
    ...admin,
    id: 'approveAddedIntegration',
    method: 'POST',
    path: `${adminPath}/{id}/approve`,
    summary: 'Approve changed definitions',
    params: AddedParams,
    responses: { 200: AddedIntegration },
  }),
};
