import { managementOperations } from './generated/management-operations.ts';
import type { ManagementOperationId, OperationId } from './generated/operations.ts';
import { type ApiOf, Parley, type ParleyOptions } from './parley.ts';

/** Every operation of the service. */
export type ManagementApi = ApiOf<OperationId>;
export type { ManagementOperationId };

/**
 * A client that also has the calls of dashboards under `api`: sessions, members, overview, calls, series of usage, alerts, jobs,
 * settings, webhooks and playground runs. In a browser it acts as who is signed in; the workspace and the token against forged
 * requests stand in `headers`, which may be changed while the client lives.
 *
 * ```ts
 * const headers: Record<string, string> = {};
 * const parley = new ManagementClient({ baseUrl: location.origin, credentials: 'same-origin', headers });
 * const { csrf_token } = await parley.api.getSession();
 * headers['x-parley-csrf'] = csrf_token;
 * ```
 */
export class ManagementClient extends Parley {
  declare readonly api: ManagementApi;

  constructor(options: ParleyOptions = {}) {
    super({ ...options, moreOperations: managementOperations });
  }
}
