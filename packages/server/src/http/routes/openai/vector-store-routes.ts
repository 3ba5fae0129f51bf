import { vectorStoreEndpoints as endpoints } from '@parley/contract';
import type { VectorStoreService } from '../../../features/compatible/vector-stores/vector-store-service.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { type Route, route } from '../../route.ts';

export interface VectorStoreRouteParts {
  stores: VectorStoreService;
  audit: Pick<AuditLog, 'record'>;
}

export function vectorStoreRoutes({ stores, audit }: VectorStoreRouteParts): Route[] {
  return [
    route(endpoints.createVectorStore, ({ body, call }) => stores.create(call, body)),
    route(endpoints.listVectorStores, ({ query, call }) => stores.list(call, query)),
    route(endpoints.getVectorStore, ({ params, call }) => stores.get(call, params.vector_store_id)),
    route(endpoints.updateVectorStore, ({ params, body, call }) => stores.update(call, params.vector_store_id, body)),
    route(endpoints.deleteVectorStore, async ({ params, call }) => {
      const id = params.vector_store_id;
      await stores.delete(call, id);
      const { workspaceId, keyId: actor, address } = call;
      await audit.record({ workspaceId, actor, action: 'collection.delete', target: id, address });
      return { id, object: 'vector_store.deleted', deleted: true };
    }),
    route(endpoints.searchVectorStore, ({ params, body, call }) => stores.search(call, params.vector_store_id, body)),
    route(endpoints.addVectorStoreFile, ({ params, body, call }) => stores.addFile(call, params.vector_store_id, body)),
    route(endpoints.listVectorStoreFiles, ({ params, query, call }) =>
      stores.files(call, params.vector_store_id, query),
    ),
    route(endpoints.getVectorStoreFile, ({ params, call }) =>
      stores.file(call, params.vector_store_id, params.file_id),
    ),
    route(endpoints.updateVectorStoreFile, ({ params, body, call }) =>
      stores.updateFile(call, params.vector_store_id, params.file_id, body.attributes),
    ),
    route(endpoints.deleteVectorStoreFile, async ({ params, call }) => {
      await stores.removeFile(call, params.vector_store_id, params.file_id);
      return { id: params.file_id, object: 'vector_store.file.deleted', deleted: true };
    }),
    route(endpoints.getVectorStoreFileContent, async ({ params, call }) => {
      const text = await stores.content(call, params.vector_store_id, params.file_id);
      const data: { type: 'text'; text: string }[] = [{ type: 'text', text }];
      return { object: 'vector_store.file_content.page', data, has_more: false, next_page: null };
    }),
    route(endpoints.createVectorStoreBatch, ({ params, body, call }) =>
      stores.createBatch(call, params.vector_store_id, body),
    ),
    route(endpoints.getVectorStoreBatch, ({ params, call }) =>
      stores.batch(call, params.vector_store_id, params.batch_id),
    ),
    route(endpoints.cancelVectorStoreBatch, ({ params, call }) =>
      stores.cancelBatch(call, params.vector_store_id, params.batch_id),
    ),
    route(endpoints.listVectorStoreBatchFiles, ({ params, query, call }) =>
      stores.files(call, params.vector_store_id, query, params.batch_id),
    ),
  ];
}
