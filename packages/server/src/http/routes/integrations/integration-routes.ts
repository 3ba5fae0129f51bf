import { integrationEndpoints as endpoints } from '@parley/contract';
import type { ConnectService } from '../../../features/integrations/connect-service.ts';
import type { ConnectionsService } from '../../../features/integrations/connections-service.ts';
import type { IntegrationCatalogue } from '../../../features/integrations/definitions/integration-catalogue.ts';
import { describeIntegration } from '../../../features/integrations/execute/describe-feature.ts';
import type { ExecuteService } from '../../../features/integrations/execute/execute-service.ts';
import type { OAuthFlow } from '../../../features/integrations/oauth/oauth-flow.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { signInRoutes } from './sign-in-routes.ts';

export interface IntegrationServices {
  catalogue: IntegrationCatalogue;
  connect: ConnectService;
  connections: ConnectionsService;
  execute: ExecuteService;
  flow: OAuthFlow;
}

export function integrationRoutes({ catalogue, connect, connections, execute, flow }: IntegrationServices): Route[] {
  return [
    route(endpoints.listIntegrations, async ({ call }) =>
      (await catalogue.list(call.workspaceId)).map(describeIntegration),
    ),
    ...signInRoutes(flow),
    route(endpoints.getIntegration, async ({ params, call }) =>
      describeIntegration(await catalogue.get(call.workspaceId, params.integration_id)),
    ),
    route(endpoints.connectIntegration, async ({ params, body, call }) => {
      const given = { ...body.extra, ...body };
      const result = await connect.connect(call, {
        integrationId: params.integration_id,
        userId: given.user_id ?? '',
        apiKey: given.api_key,
        username: given.username,
        password: given.password,
        callbackUrl: given.callback_url,
        scopes: given.scopes,
        fields: given.fields ?? {},
      });
      if (result.kind === 'redirect') {
        const { redirectUrl, instructions } = result;
        // The address holds a state that works once: it is not for keeping, and of no use a second time.
        return new RawReply({ status: 200, isKept: false, body: { redirect_url: redirectUrl, instructions } });
      }
      const { message, integrationId, userId } = result;
      return { success: true, message, integration_id: integrationId, user_id: userId };
    }),
    route(endpoints.executeIntegration, async ({ params, body, call }) => {
      const { result, feature, integrationId, userId } = await execute.execute(call, {
        integrationId: params.integration_id,
        userId: body.user_id ?? '',
        featureName: body.feature_name ?? '',
        inputs: body.inputs,
        chosenBy: 'caller',
        confirm: body.confirm,
      });
      return { success: true, result, integration_id: integrationId, feature_name: feature, user_id: userId };
    }),
    route(endpoints.listConnections, async ({ params, query, call }) => ({
      success: true,
      ...(await connections.list(call, {
        integrationId: params.integration_id,
        userId: query.user_id,
        limit: query.limit ?? 20,
        after: query.after,
      })),
    })),
    route(endpoints.listAllConnections, ({ query, call }) => connections.listAll(call, query)),
    route(endpoints.forgetUser, async ({ params, call }) => {
      const counts = await connections.forgetUser(call, params.user_id);
      return { success: true, user_id: params.user_id, deleted: true, ...counts };
    }),
    route(endpoints.deleteConnection, async ({ params, call }) => {
      const { is_revoked, ...owner } = await connections.remove(call, {
        integrationId: params.integration_id,
        userId: params.user_id,
      });
      return { success: true, deleted: true, revoked: is_revoked, ...owner };
    }),
  ];
}
