import { storageEndpoints as endpoints } from '@parley/contract';
import type { StorageService } from '../../../features/operating/storage/storage-service.ts';
import { managedWorkspace } from '../../managed-workspace.ts';
import { type Route, route } from '../../route.ts';

export function storageRoutes({ storage }: { storage: StorageService }): Route[] {
  return [
    route(endpoints.getStorage, ({ query: { workspace_id: named, ...query }, call }) =>
      storage.report(query, { workspaceId: managedWorkspace(call, named), isWhole: call.confinedTo === null }),
    ),
  ];
}
