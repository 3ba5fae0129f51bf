import type { Operations } from '../generated/operations.ts';
import type { ConnectIntegrationRequest, Integration, IntegrationConnection } from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';

/** Other services, used on behalf of your users. */
export class IntegrationsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  list(options?: RequestOptions): Promise<Integration[]> {
    return this.#client.request('listIntegrations', {}, options);
  }

  /** With its features and the schemas of their inputs. */
  get(integrationId: string, options?: RequestOptions): Promise<Integration> {
    return this.#client.request('getIntegration', { params: { integration_id: integrationId } }, options);
  }

  /** Connects a user. With OAuth the answer holds `redirect_url`: send the user there. */
  connect(
    integrationId: string,
    request: ConnectIntegrationRequest,
    options?: RequestOptions,
  ): Promise<Operations['connectIntegration']['reply']> {
    const params = { integration_id: integrationId };
    return this.#client.request('connectIntegration', { params, body: request }, options);
  }

  /** Runs a feature for a user. A `ConflictError` `confirmation_required` asks for `confirm`. */
  execute(
    integrationId: string,
    request: Operations['executeIntegration']['body'],
    options?: RequestOptions,
  ): Promise<Operations['executeIntegration']['reply']> {
    const params = { integration_id: integrationId };
    return this.#client.request('executeIntegration', { params, body: request }, options);
  }

  connections(
    integrationId: string,
    query: Operations['listConnections']['query'] = {},
    options?: RequestOptions,
  ): Pages<IntegrationConnection> {
    const params = { integration_id: integrationId };
    return new Pages((after = query.after) =>
      this.#client.request('listConnections', { params, query: { ...query, after } }, options),
    );
  }

  disconnect(
    integrationId: string,
    userId: string,
    options?: RequestOptions,
  ): Promise<Operations['deleteConnection']['reply']> {
    const params = { integration_id: integrationId, user_id: userId };
    return this.#client.request('deleteConnection', { params }, options);
  }

  /** Erases everything that is kept about a user. */
  forgetUser(userId: string, options?: RequestOptions): Promise<Operations['forgetUser']['reply']> {
    return this.#client.request('forgetUser', { params: { user_id: userId } }, options);
  }
}
