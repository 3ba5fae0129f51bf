import { isJsonObject, type JsonObject } from '@parley/contract';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Claim, ClaimStore } from '../../jobs/work-loop.ts';
import { jobEndings, keptReason, restoreError, storeError } from '../../lib/stored-error.ts';

/** Jobs that failed for good wait here until `onFailed` has been told. */
export const failedQueue = 'failed';

/** What a job of ours carries inside pg-boss. */
export interface BossData {
  id: string;
  kind: string;
  payload: JsonObject;
  deadlineAt: number;
  /** Attempts that ended in an error. A process that was killed ends none. */
  failures?: number;
}

export interface BossClaim extends Claim {
  queue: string;
  bossId: string;
  /** The job that failed, for one that waits to be told of. */
  sourceId: string | null;
  retryCount: number;
}

/** pg-boss as the store of a work loop. Its attempt fence keeps a stale claim from changing a newer one. */
export class BossClaims implements ClaimStore<BossClaim> {
  readonly #boss: PgBoss;
  readonly #schema: string;

  constructor(options: { boss: PgBoss; schema: string }) {
    this.#boss = options.boss;
    this.#schema = options.schema;
  }

  async claim(free: ReadonlyMap<string, number>): Promise<{ claims: BossClaim[]; nextAt: null }> {
    const claims: BossClaim[] = [];
    const wanted: [string, number][] = [[failedQueue, 10], ...free];
    for (const [queue, batchSize] of wanted) {
      if (batchSize <= 0) continue;
      const jobs = await this.#boss.fetch<BossData>(queue, { batchSize, includeMetadata: true });
      for (const job of jobs) claims.push(toClaim(queue, job));
    }
    return { claims, nextAt: null };
  }

  async complete(claim: BossClaim): Promise<void> {
    await this.#boss.complete(claim.queue, attemptOf(claim));
    await this.empty([claim.bossId]);
  }

  /** Takes from ended jobs what they stood for; without ids from all of them. The rows stay for their ids, times and kinds of failure. */
  async empty(bossIds: string[] | null): Promise<void> {
    await this.#boss.getDb().executeSql(
      `UPDATE ${this.#schema}.job SET data = data - 'payload', output = NULL, source_output = NULL
       WHERE state > 'active' AND data ? 'payload' AND ($1::uuid[] IS NULL OR id = ANY($1::uuid[]))`,
      [bossIds],
    );
  }

  /** pg-boss counts delays in whole seconds and every claim as an attempt; started_on is what makes a claim count. */
  async reschedule(
    claim: BossClaim,
    { delayMs, countsAsAttempt }: { delayMs: number; countsAsAttempt: boolean },
  ): Promise<void> {
    await this.#update(
      claim,
      `state = 'retry', heartbeat_on = NULL, start_after = now() + $4 * interval '1 millisecond',
       started_on = CASE WHEN $5 THEN started_on END,
       data = CASE WHEN $5 THEN jsonb_set(data, '{failures}', to_jsonb(coalesce((data ->> 'failures')::int, 0) + 1)) ELSE data END`,
      [delayMs, countsAsAttempt],
    );
  }

  async fail(claim: BossClaim, error: unknown): Promise<void> {
    // Without attempts left pg-boss moves a failed job to the queue of failed ones.
    await this.#update(claim, 'retry_limit = retry_count', []);
    await this.#boss.fail(claim.queue, attemptOf(claim), storeError(error));
  }

  /** Fails an open job that this process need not hold; false when somebody else has ended it. */
  async end({ queue, bossId }: { queue: string; bossId: string }, reason: Error): Promise<boolean> {
    await this.#boss.getDb().executeSql(
      `UPDATE ${this.#schema}.job SET retry_limit = retry_count
         WHERE name = $1 AND id = $2::uuid AND state <= 'active'`,
      [queue, bossId],
    );
    await this.#boss.fail(queue, bossId, storeError(reason));
    const [job] = await this.#boss.findJobs(queue, { id: bossId });
    return job?.state === 'failed';
  }

  /** Keeps of the failed job what a list may show, then ends the report: a kill in between has it told again. */
  async reported(claim: BossClaim): Promise<void> {
    if (claim.sourceId !== null) {
      await this.empty([claim.sourceId]);
      await this.#boss
        .getDb()
        .executeSql(`UPDATE ${this.#schema}.job SET output = $2::jsonb WHERE id = $1::uuid`, [
          claim.sourceId,
          JSON.stringify(keptReason(claim.error)),
        ]);
    }
    await this.complete(claim);
  }

  async renew(claims: readonly BossClaim[]): Promise<BossClaim[]> {
    const queues = Map.groupBy(claims, ({ queue }) => queue);
    const lost: BossClaim[] = [];
    for (const [queue, held] of queues) {
      await this.#boss.touch(queue, held.map(attemptOf));
      const { rows } = await this.#boss
        .getDb()
        .executeSql(
          `SELECT id, retry_count FROM ${this.#schema}.job WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
          [queue, held.map(({ bossId }) => bossId)],
        );
      const isHeld = ({ bossId, retryCount }: BossClaim) =>
        rows.some((row) => row.id === bossId && row.retry_count === retryCount);
      lost.push(...held.filter((claim) => !isHeld(claim)));
    }
    return lost;
  }

  async #update(claim: BossClaim, change: string, values: unknown[]): Promise<void> {
    await this.#boss.getDb().executeSql(
      `UPDATE ${this.#schema}.job SET ${change}
       WHERE name = $1 AND id = $2::uuid AND retry_count = $3 AND state = 'active'`,
      [claim.queue, claim.bossId, claim.retryCount, ...values],
    );
  }
}

function attemptOf(claim: BossClaim): { id: string; retryCount: number } {
  return { id: claim.bossId, retryCount: claim.retryCount };
}

function toClaim(queue: string, job: JobWithMetadata<BossData>): BossClaim {
  const { id, kind, payload, deadlineAt, failures = 0 } = job.data;
  const output: unknown = job.sourceOutput;
  return {
    id,
    kind,
    payload,
    attempt: failures + 1,
    deadlineAt,
    isReport: queue === failedQueue,
    error: restoreError(reasonIn(output)),
    queue,
    bossId: job.id,
    sourceId: job.sourceId,
    retryCount: job.retryCount,
  };
}

/** Our own words, or pg-boss's (`{value: {message}}`) when it noticed a dead process. */
function reasonIn(output: unknown): JsonObject {
  if (!isJsonObject(output)) return {};
  if (isJsonObject(output.value)) {
    return { message: jobEndings.lost };
  }
  return output;
}
