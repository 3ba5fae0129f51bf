import { managementOperations } from './generated/management-operations.ts';
import { type ManagementOperationId, type OperationId, operations } from './generated/operations.ts';
import type { OperationTable } from './http-client.ts';
import { type ApiOf, Parley, type ParleyOptions } from './parley.ts';

/** Method and path of an operation, such as `POST /v1/answer` of `createAnswer`; undefined for what is none. */
export function routeOf(operationId: string): string | undefined {
  const rows: OperationTable = { ...operations, ...managementOperations };
  // Marks of the row follow the path.
  return Object.hasOwn(rows, operationId) ? rows[operationId]?.split(' ').slice(0, 2).join(' ') : undefined;
}

/** The operation at a path (`/v1/answer`) or at method and path (`POST /v1/answer`); undefined where there is none. */
export function operationAt(route: string): string | undefined {
  const ids = [...Object.keys(operations), ...Object.keys(managementOperations)];
  return ids.find((id) => routeOf(id) === route || routeOf(id)?.split(' ')[1] === route);
}

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
