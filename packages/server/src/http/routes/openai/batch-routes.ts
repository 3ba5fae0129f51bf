import { batchCalls as endpoints } from '@parley/contract';
import type { BatchService } from '../../../features/compatible/openai/batches/batch-service.ts';
import { type Route, route } from '../../route.ts';

export function batchRoutes({ batches }: { batches: BatchService }): Route[] {
  return [
    route(endpoints.createBatch, ({ body, call }) => batches.create(body, call)),
    route(endpoints.listBatches, ({ query, call }) => batches.list(call.workspaceId, query)),
    route(endpoints.getBatch, ({ params, call }) => batches.get(call.workspaceId, params.batch_id)),
    route(endpoints.cancelBatch, ({ params, call }) => batches.cancel(call.workspaceId, params.batch_id)),
  ];
}
