import { collectionEndpoints as endpoints } from '@parley/contract';
import type { CollectionService } from '../../../features/knowledge/collections/collection-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface CollectionRouteParts {
  collections: CollectionService;
  audit: Pick<AuditLog, 'record'>;
}

export function collectionRoutes({ collections, audit }: CollectionRouteParts): Route[] {
  return [
    route(endpoints.createCollection, ({ body, call }) => collections.create(call, body)),
    route(endpoints.listCollections, ({ query, call }) => collections.list(call, query)),
    route(endpoints.getCollection, ({ params, call }) => collections.get(call, params.collection_id)),
    route(endpoints.updateCollection, ({ params, body, call }) => collections.update(call, params.collection_id, body)),
    route(endpoints.deleteCollection, async ({ params, query, call }) => {
      await collections.delete(call, params.collection_id, query.files === 'delete');
      await audit.record({
        workspaceId: call.workspaceId,
        actor: call.actor,
        action: 'collection.delete',
        target: params.collection_id,
        address: call.address,
      });
      return { success: true, id: params.collection_id, deleted: true };
    }),
    route(endpoints.addCollectionFiles, async ({ params, body, call }) => {
      const { added, jobId } = await collections.add(call, params.collection_id, body);
      return new RawReply({ status: 202, body: { success: true, added, job_id: jobId } });
    }),
    route(endpoints.listCollectionFiles, ({ params, query, call }) =>
      collections.listFiles(call, params.collection_id, query),
    ),
    route(endpoints.removeCollectionFile, async ({ params, call }) => {
      await collections.removeFile(call, params.collection_id, params.file_id);
      return { success: true, file_id: params.file_id, removed: true };
    }),
    route(endpoints.searchCollection, async ({ params, body, call }) => ({
      success: true,
      ...(await collections.search(call, params.collection_id, body)),
    })),
  ];
}
