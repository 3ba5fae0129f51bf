import Type from 'typebox';
import { dashboardTags } from './dashboard/dashboard-tags.ts';
import { endpoint } from './endpoint.ts';
import {
  ConnectIntegrationRequest,
  ConnectIntegrationResponse,
  ConnectionCount,
  ExecuteIntegrationRequest,
  ExecuteIntegrationResponse,
  Integration,
  IntegrationConnection,
} from './integrations.ts';
import { PageQuery, page as pageOf } from './page.ts';

const IntegrationParams = Type.Object({ integration_id: Type.String() });

const callbackQuery = {
  state: Type.Optional(Type.String({ maxLength: 500 })),
  code: Type.Optional(Type.String({ maxLength: 4000 })),
  error: Type.Optional(Type.String({ maxLength: 500 })),
  error_description: Type.Optional(Type.String({ maxLength: 2000 })),
  iss: Type.Optional(Type.String({ maxLength: 2000, description: 'Who issued the code (RFC 9207).' })),
};
const BeginParams = Type.Object({ state: Type.String({ maxLength: 500 }) });
const Proof = Type.Optional(Type.String({ maxLength: 100, description: 'What the page holds beside the cookie.' }));
const page = { auth: 'none', tag: 'Integrations', contentType: 'text/html' } as const;
const emptyForm = { 'application/x-www-form-urlencoded': Type.Object({}) };

const open = { auth: 'integrations', tag: 'Integrations' } as const;
const path = '/v1/integrations';

export const integrationEndpoints = {
  listIntegrations: endpoint({
    ...open,
    id: 'listIntegrations',
    method: 'GET',
    path,
    summary: 'List integrations',
    responses: { 200: Type.Array(Integration) },
  }),
  finishAuthorization: endpoint({
    auth: 'none',
    tag: 'Integrations',
    id: 'finishAuthorization',
    method: 'GET',
    path: `${path}/auth-callback`,
    summary: 'Where third parties send users back to',
    description:
      'Redirects to `callback_url` with `status`, `integrationId` and `user_id`, or shows a small page. A browser is first asked ' +
      'whether the account may be connected, unless `INTEGRATIONS_BROWSER_BINDING` says otherwise.',
    query: Type.Object(callbackQuery),
    responses: { 200: null, 302: null, 400: null },
    contentType: 'text/html',
  }),
  confirmAuthorization: endpoint({
    ...page,
    id: 'confirmAuthorization',
    method: 'POST',
    path: `${path}/auth-callback`,
    summary: 'Connect after a browser was asked',
    description: 'What the page of the callback sends. It needs the cookie of that page.',
    query: Type.Object({ ...callbackQuery, proof: Proof }),
    otherBodies: emptyForm,
    responses: { 200: null, 400: null },
  }),
  askBrowser: endpoint({
    ...page,
    id: 'askBrowser',
    method: 'GET',
    path: `${path}/auth-begin/{state}`,
    summary: 'Ask a browser before it leaves for the third party',
    description: 'Where `redirect_url` leads with `INTEGRATIONS_BROWSER_BINDING=strict`.',
    params: BeginParams,
    responses: { 200: null, 400: null },
  }),
  leaveForThirdParty: endpoint({
    ...page,
    id: 'leaveForThirdParty',
    method: 'POST',
    path: `${path}/auth-begin/{state}`,
    summary: 'Go to the third party after a browser was asked',
    params: BeginParams,
    query: Type.Object({ proof: Proof }),
    otherBodies: emptyForm,
    responses: { 200: null, 400: null },
  }),
  getIntegration: endpoint({
    ...open,
    id: 'getIntegration',
    method: 'GET',
    path: `${path}/{integration_id}`,
    summary: 'Get an integration with its features',
    params: IntegrationParams,
    responses: { 200: Integration },
  }),
  connectIntegration: endpoint({
    ...open,
    id: 'connectIntegration',
    method: 'POST',
    path: `${path}/{integration_id}/connect`,
    summary: 'Connect an integration for a user',
    description: 'Credentials are tried once before they are stored, encrypted; they never come out again.',
    params: IntegrationParams,
    body: ConnectIntegrationRequest,
    responses: { 200: ConnectIntegrationResponse },
    problems: { '/user_id': 'User ID required' },
    idempotent: true,
    example: { user_id: 'user-42' },
  }),
  executeIntegration: endpoint({
    ...open,
    id: 'executeIntegration',
    method: 'POST',
    path: `${path}/{integration_id}/execute`,
    summary: 'Run a feature for a user',
    description:
      'Where the key says so (`confirm_changes`), a feature that changes something is answered with 409 ' +
      '`confirmation_required`, what would be done, and a token; the same call with `confirm` does it.',
    params: IntegrationParams,
    body: ExecuteIntegrationRequest,
    responses: { 200: ExecuteIntegrationResponse },
    problems: { '/user_id': 'User ID required', '/feature_name': 'Feature name required' },
    idempotent: true,
    bodyLimit: 60 * 1024 * 1024,
    example: { user_id: 'user-42', feature_name: 'SEARCH', inputs: { q: 'suspension bridge' } },
  }),
  listConnections: endpoint({
    ...open,
    id: 'listConnections',
    method: 'GET',
    path: `${path}/{integration_id}/connections`,
    summary: 'List the connections of an integration',
    params: IntegrationParams,
    query: Type.Object({
      user_id: Type.Optional(Type.String({ maxLength: 255 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      after: Type.Optional(Type.String({ maxLength: 255, description: 'The `next` of the page before.' })),
    }),
    responses: {
      200: Type.Object({
        success: Type.Literal(true),
        data: Type.Array(IntegrationConnection),
        has_more: Type.Boolean(),
        next: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  }),
  listAllConnections: endpoint({
    ...open,
    tag: dashboardTags.connections,
    id: 'listAllConnections',
    method: 'GET',
    path: '/v1/connections',
    summary: 'List the connections of the workspace, newest first',
    description: 'Of every integration. `integrations` counts all of them, whatever is asked for.',
    query: Type.Object({
      ...PageQuery.properties,
      user_id: Type.Optional(Type.String({ maxLength: 255 })),
      status: Type.Optional(Type.Enum(['connected', 'expiring', 'needs_reconnect'])),
    }),
    responses: {
      200: Type.Object({
        ...pageOf(IntegrationConnection).properties,
        integrations: Type.Record(Type.String(), ConnectionCount, { description: 'By the id of the integration.' }),
      }),
    },
  }),
  forgetUser: endpoint({
    ...open,
    id: 'forgetUser',
    method: 'DELETE',
    path: `${path}/users/{user_id}`,
    summary: 'Forget a user',
    description:
      'Revokes and erases all connections of the user, sign-ins under way, and answers kept for `Idempotency-Key`; the ' +
      'audit log keeps its entries without the id. Harmless for a user that is not known.',
    params: Type.Object({ user_id: Type.String({ maxLength: 255 }) }),
    responses: {
      200: Type.Object({
        success: Type.Literal(true),
        deleted: Type.Literal(true),
        user_id: Type.String(),
        connections: Type.Integer({ description: 'How many were erased.' }),
        revoked: Type.Integer({ description: 'How many of them the third parties confirmed as void.' }),
      }),
    },
  }),
  deleteConnection: endpoint({
    ...open,
    id: 'deleteConnection',
    method: 'DELETE',
    path: `${path}/{integration_id}/connections/{user_id}`,
    summary: 'Disconnect a user',
    description: 'Deletes the credentials, and revokes them at the third party where it offers that.',
    params: Type.Object({ integration_id: Type.String(), user_id: Type.String() }),
    responses: {
      200: Type.Object({
        success: Type.Literal(true),
        deleted: Type.Literal(true),
        revoked: Type.Boolean({ description: 'Whether the third party confirmed that the token is void.' }),
        integration_id: Type.String(),
        user_id: Type.String(),
      }),
    },
  }),
};
