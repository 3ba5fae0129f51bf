import type { Batch } from '@parley/contract';
import { restoreError } from '../../../../lib/stored-error.ts';
import type { BatchFault, BatchRun } from './batch-types.ts';

const seconds = (time: number): number => Math.floor(time / 1000);

/** A batch as the API shows it; `stoppedAt`: when somebody cancelled it. */
export function toBatch(run: BatchRun, stoppedAt: number | null): Batch {
  const { id, request, progress, result, createdAt, finishedAt } = run;
  const { body, expiresAt, outputFileId, errorFileId } = request;
  const status = statusOf(run, stoppedAt);
  const { counts, used, inProgressAt, finalizingAt } = result ?? progress;
  const hasEnded = finishedAt !== null;
  const endedAs = (one: Batch['status']) => (hasEnded && status === one ? seconds(finishedAt) : null);
  const faults = faultsOf(run);
  const cancelledAt = result?.cancellingAt ?? stoppedAt ?? (status === 'cancelled' ? finishedAt : null);
  return {
    id,
    object: 'batch',
    endpoint: body.endpoint,
    errors: faults.length === 0 ? null : { object: 'list', data: faults },
    input_file_id: body.input_file_id,
    completion_window: body.completion_window,
    status,
    output_file_id: hasEnded && counts.completed > 0 ? outputFileId : null,
    error_file_id: hasEnded && counts.failed > 0 ? errorFileId : null,
    created_at: seconds(createdAt),
    in_progress_at: inProgressAt === null ? null : seconds(inProgressAt),
    expires_at: seconds(expiresAt),
    finalizing_at: finalizingAt === null ? null : seconds(finalizingAt),
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: cancelledAt === null ? null : seconds(cancelledAt),
    cancelled_at: endedAs('cancelled'),
    request_counts: { ...counts },
    usage: {
      input_tokens: used.inputTokens,
      input_tokens_details: { cached_tokens: used.cachedTokens },
      output_tokens: used.outputTokens,
      total_tokens: used.inputTokens + used.outputTokens,
    },
    cost_usd: used.costUsd,
    metadata: body.metadata ?? null,
  };
}

function statusOf({ status, progress, result }: BatchRun, stoppedAt: number | null): Batch['status'] {
  switch (status) {
    case 'queued':
      return 'validating';
    case 'running':
      return stoppedAt === null ? progress.phase : 'cancelling';
    case 'completed':
      return result?.ending ?? 'completed';
    case 'failed':
    case 'cancelled':
      return status;
    default:
      return status satisfies never;
  }
}

function faultsOf({ result, error }: BatchRun): BatchFault[] {
  if (error === null) return result?.faults ?? [];
  const { message } = restoreError(error);
  return [{ code: typeof error.code === 'string' ? error.code : 'internal_error', message, param: null, line: null }];
}
