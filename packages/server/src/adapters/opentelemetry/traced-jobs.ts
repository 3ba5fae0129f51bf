import type { JsonObject } from '@parley/contract';
import { codeOf, currentTraceparent, withinSpan } from '../../lib/spans.ts';
import type { Job, JobKind, JobQueue } from '../../ports/job-queue.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** A queue whose jobs stand in the trace of the call that asked for them. */
export function tracedJobs(jobs: JobQueue, tracer: Tracer): JobQueue {
  return {
    register: (kind) => jobs.register(traced(kind, tracer)),
    enqueue: (kind, payload, options) => {
      const traceparent = currentTraceparent();
      return jobs.enqueue(kind, traceparent === undefined ? payload : { ...payload, traceparent }, options);
    },
    cancel: (id) => jobs.cancel(id),
    start: () => jobs.start(),
    depth: () => jobs.depth(),
    check: () => jobs.check(),
    close: (graceMs) => jobs.close(graceMs),
    list: (filter) => jobs.list(filter),
    find: (id) => jobs.find(id),
    counts: (workspaceId) => jobs.counts(workspaceId),
    kinds: () => jobs.kinds(),
    hurry: (id) => jobs.hurry(id),
    end: (id, reason) => jobs.end(id, reason),
  };
}

function traced<Payload extends JsonObject>(kind: JobKind<Payload>, tracer: Tracer): JobKind<Payload> {
  const run = async (job: Job<Payload>): Promise<void> => {
    const { traceparent, workspaceId, workspace_id: writtenOtherwise } = job.payload;
    const span = tracer.begin(`job ${kind.name}`, 'consumer', {
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      facts: {
        'parley.job_id': job.id,
        'parley.job_kind': kind.name,
        'parley.job_attempt': job.attempt,
        'parley.workspace_id': textOf(workspaceId) ?? textOf(writtenOtherwise),
      },
    });
    try {
      await withinSpan(span, () => kind.run(job));
    } catch (error) {
      span.fail(codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  };
  return { ...kind, run };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
