import type { JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { deriveKey } from '../../lib/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind } from '../../ports/job-queue.ts';
import type { GuardedFetcher } from './guarded-fetcher.ts';
import { sendWebhook } from './send-webhook.ts';

export interface WebhookJobParts {
  /** Of the job kind. */
  name: string;
  /** What is to be told now; null when there is nobody to tell. */
  find(payload: RunPayload): Promise<{ url: string; type: string; data: object } | null>;
  fetcher: Pick<GuardedFetcher, 'fetch'>;
  clock: Clock;
  /** The installation's secrets, newest first. */
  secrets: readonly string[];
}

/** Names the run whose end is told. */
export interface RunPayload extends JsonObject {
  workspaceId: string;
  runId: string;
}

const concurrency = 8;
const attempts = 9;
const backoffMs = 5_000;
const deadlineMs = 24 * 60 * 60_000;
const gone = 410;

/** Tells the end of a run to the address that its request named, signed as Standard Webhooks say. */
export class WebhookJob {
  readonly #parts: WebhookJobParts;

  constructor(parts: WebhookJobParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<RunPayload> {
    return {
      name: this.#parts.name,
      concurrency,
      maxAttempts: attempts,
      backoffMs,
      deadlineMs,
      run: (job) => this.#send(job),
      // Nobody else is to be told: the run itself says how it ended.
      onFailed: async () => {},
    };
  }

  /** What the receiver checks signatures with. */
  secretOf(workspaceId: string): string {
    return `whsec_${this.#keys(workspaceId)[0]?.toString('base64') ?? ''}`;
  }

  async #send({ id, payload, signal }: Job<RunPayload>): Promise<void> {
    const { find, fetcher, clock } = this.#parts;
    const message = await find(payload);
    if (!message) return;
    const { url, type, data } = message;
    const now = clock.now();
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
    const keys = this.#keys(payload.workspaceId);
    const status = await sendWebhook(fetcher, { url, id, body, now, keys, signal });
    const isTaken = status >= 200 && status < 300;
    if (!isTaken && status !== gone) {
      throw new AppError('url_unreachable', `The webhook answered with status ${status}.`);
    }
  }

  #keys(workspaceId: string): Buffer[] {
    return this.#parts.secrets.map((secret) => deriveKey(secret, `webhook ${workspaceId}`));
  }
}
