import type { Batch, MessageBatch } from '@parley/sdk';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePages } from '../../lib/use-pages.ts';

const lookMs = 2_000;

/** A batch of either shape, as the page shows it. */
export interface BatchRow {
  id: string;
  status: Batch['status'];
  endpoint: string;
  done: number;
  failed: number;
  total: number;
  costUsd: number;
  beganAt: string;
  endsAt: string;
  tokens: number | null;
  inputFile: string | null;
  outputFile: string | null;
  errorFile: string | null;
  problems: Array<{ line: number | null; message: string }>;
}

const openStates: ReadonlyArray<Batch['status']> = ['validating', 'in_progress', 'finalizing', 'cancelling'];

/** Something still happens to it. */
export const isOpen = ({ status }: BatchRow): boolean => openStates.includes(status);

const looksAgain = (rows: BatchRow[]) => (rows.some(isOpen) ? lookMs : undefined);

/** Those that were sent as files of lines, newest first. */
export function useBatches() {
  const parley = useParley();
  return usePages<BatchRow>({
    queryKey: queryKeys.batches.lines,
    fetchPage: async (after, signal) => {
      const page = await parley.api.listBatches({ query: { ...after, limit: 50 } }, { signal });
      return { data: page.data.map(rowOf), next: page.has_more ? page.last_id : null };
    },
    refreshMs: looksAgain,
  });
}

/** Those that were sent as messages, newest first. */
export function useMessageBatches() {
  const parley = useParley();
  return usePages<BatchRow>({
    queryKey: queryKeys.batches.messages,
    fetchPage: async ({ after }, signal) => {
      const query = { limit: 50, ...(after !== undefined && { after_id: after }) };
      const page = await parley.api.listMessageBatches({ query }, { signal });
      return { data: page.data.map(rowOfMessages), next: page.has_more ? page.last_id : null };
    },
    refreshMs: looksAgain,
  });
}

function rowOf(batch: Batch): BatchRow {
  const { request_counts: counts } = batch;
  return {
    id: batch.id,
    status: batch.status,
    endpoint: batch.endpoint,
    done: counts.completed,
    failed: counts.failed,
    total: counts.total,
    costUsd: batch.cost_usd,
    beganAt: fromSeconds(batch.created_at),
    endsAt: fromSeconds(batch.expires_at),
    tokens: batch.usage.total_tokens,
    inputFile: batch.input_file_id,
    outputFile: batch.output_file_id,
    errorFile: batch.error_file_id,
    problems: batch.errors?.data ?? [],
  };
}

const statesOfMessages = { in_progress: 'in_progress', canceling: 'cancelling', ended: 'completed' } as const;

function rowOfMessages(batch: MessageBatch): BatchRow {
  const { processing, succeeded, errored, canceled, expired } = batch.request_counts;
  const isStopped = batch.processing_status === 'ended' && batch.cancel_initiated_at !== null;
  return {
    id: batch.id,
    status: isStopped ? 'cancelled' : statesOfMessages[batch.processing_status],
    endpoint: '/v1/messages',
    done: succeeded,
    failed: errored + expired,
    total: processing + succeeded + errored + canceled + expired,
    costUsd: batch.cost_usd,
    beganAt: batch.created_at,
    endsAt: batch.expires_at,
    tokens: null,
    inputFile: null,
    outputFile: null,
    errorFile: null,
    problems: [],
  };
}

const fromSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();
