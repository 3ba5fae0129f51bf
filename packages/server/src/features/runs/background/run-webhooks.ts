import type { JsonObject } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { deriveKey } from '../../../lib/secrets.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import { sendWebhook } from '../../../outbound/guard/send-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Job, JobKind } from '../../../ports/job-queue.ts';
import type { RunRepository } from './run-repository.ts';
import type { RunKind, RunTypes } from './run-types.ts';

export interface RunWebhooksParts<T extends RunTypes> {
  repository: RunRepository<T>;
  kind: RunKind<T>;
  fetcher: Pick<GuardedFetcher, 'fetch' | 'check'>;
  clock: Clock;
  /** The installation's secrets, newest first. */
  secrets: readonly string[];
}

/** Names a run. Jobs that older versions left name it by their own id, and no workspace where there is none. */
export interface RunPayload extends JsonObject {
  workspaceId?: string;
  runId: string;
}

const concurrency = 8;
const attempts = 9;
const backoffMs = 5_000;
const deadlineMs = 24 * 60 * 60_000;
const gone = 410;

/** Tells the ends of runs to the addresses that their requests named, signed as Standard Webhooks say. */
export class RunWebhooks<T extends RunTypes> {
  readonly #parts: RunWebhooksParts<T>;

  constructor(parts: RunWebhooksParts<T>) {
    this.#parts = parts;
  }

  get kind(): JobKind<RunPayload> {
    return {
      name: `${this.#parts.kind.name}-webhook`,
      concurrency,
      maxAttempts: attempts,
      backoffMs,
      deadlineMs,
      run: (job) => this.#send(job),
      // Nobody else is to be told: the run itself says how it ended.
      onFailed: async () => {},
    };
  }

  /** Throws `url_not_allowed` for an address that may not be called. */
  check(url: string | null): void {
    if (url !== null) this.#parts.fetcher.check(url);
  }

  /** What the receiver checks signatures with. */
  secretOf(workspaceId: string): string {
    return `whsec_${this.#keys(workspaceId)[0]?.toString('base64') ?? ''}`;
  }

  async #send({ id, payload, signal }: Job<RunPayload>): Promise<void> {
    const { repository, kind, fetcher, clock } = this.#parts;
    const { workspaceId = '', runId } = payload;
    const run = await repository.find(workspaceId, runId);
    const url = run?.request.webhookUrl ?? null;
    if (!run || url === null) return;
    const now = clock.now();
    const [type, timestamp] = [`${kind.name}.${run.status}`, new Date(now).toISOString()];
    const body = JSON.stringify({ type, timestamp, data: await kind.told?.(run) });
    const status = await sendWebhook(fetcher, { url, id, body, now, keys: this.#keys(workspaceId), signal });
    const isTaken = status >= 200 && status < 300;
    if (!isTaken && status !== gone) {
      throw new AppError('url_unreachable', `The webhook answered with status ${status}.`);
    }
  }

  #keys(workspaceId: string): Buffer[] {
    return this.#parts.secrets.map((secret) => deriveKey(secret, `webhook ${workspaceId}`));
  }
}
