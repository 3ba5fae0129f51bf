import { messageBatches as anthropic, batchCalls as endpoints } from '@parley/contract';
import type { BatchService } from '../../../features/compatible/openai/batches/batch-service.ts';
import type { MessageBatchService } from '../../../features/compatible/openai/batches/message-batch-service.ts';
import { RawReply, type Route, route } from '../../route.ts';

export interface BatchRouteParts {
  batches: BatchService;
  messageBatches: MessageBatchService;
}

/** Batches in the shapes of OpenAI and of Anthropic. */
export function batchRoutes({ batches, messageBatches }: BatchRouteParts): Route[] {
  return [
    route(endpoints.createBatch, ({ body, call }) => batches.create(body, call)),
    route(endpoints.listBatches, ({ query, call }) => batches.list(call.workspaceId, query)),
    route(endpoints.getBatch, ({ params, call }) => batches.get(call.workspaceId, params.batch_id)),
    route(endpoints.cancelBatch, ({ params, call }) => batches.cancel(call.workspaceId, params.batch_id)),
    route(anthropic.createMessageBatch, ({ body, call }) => messageBatches.create(body, call)),
    route(anthropic.listMessageBatches, ({ query, call }) => messageBatches.list(call.workspaceId, query)),
    route(anthropic.getMessageBatch, ({ params, call }) =>
      messageBatches.get(call.workspaceId, params.message_batch_id),
    ),
    route(anthropic.getMessageBatchResults, async ({ params, call }) => {
      const body = await messageBatches.results(call.workspaceId, params.message_batch_id);
      return new RawReply({ status: 200, headers: { 'content-type': 'application/x-jsonl' }, body });
    }),
    route(anthropic.cancelMessageBatch, ({ params, call }) =>
      messageBatches.cancel(call.workspaceId, params.message_batch_id),
    ),
    route(anthropic.deleteMessageBatch, async ({ params, call }) => {
      await messageBatches.delete(call.workspaceId, params.message_batch_id);
      return { id: params.message_batch_id, type: 'message_batch_deleted' as const };
    }),
  ];
}
