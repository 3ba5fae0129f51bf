import type { JsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { deriveKey } from '../../lib/secrets.ts';
import type { GuardedFetcher } from '../../outbound/guard/guarded-fetcher.ts';
import { sendWebhook } from '../../outbound/guard/send-webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind } from '../../ports/job-queue.ts';
import type { ResearchRepository } from './research-repository.ts';
import { webhookKind } from './research-runner.ts';
import { toResearchRun } from './research-service.ts';

export interface WebhookSenderParts {
  repository: ResearchRepository;
  fetcher: GuardedFetcher;
  clock: Clock;
  /** The installation's secrets, newest first. */
  secrets: readonly string[];
}

interface WebhookPayload extends JsonObject {
  workspaceId: string;
  runId: string;
}

const concurrency = 8;
const attempts = 9;
const backoffMs = 5_000;
const deadlineMs = 24 * 60 * 60_000;
const gone = 410;

/** Tells the end of a run to the address that the request named, signed as Standard Webhooks say. */
export class WebhookSender {
  readonly #parts: WebhookSenderParts;

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<WebhookPayload> {
    return {
      name: webhookKind,
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

  async #send({ id, payload, signal }: Job<WebhookPayload>): Promise<void> {
    const { repository, fetcher, clock } = this.#parts;
    const run = await repository.find(payload.workspaceId, payload.runId);
    if (!run || run.request.webhookUrl === null) return;
    const time = clock.now();
    const data = toResearchRun(run);
    const body = JSON.stringify({ type: `research.${run.status}`, timestamp: new Date(time).toISOString(), data });
    const status = await sendWebhook(fetcher, {
      url: run.request.webhookUrl,
      id,
      body,
      now: time,
      keys: this.#keys(run.workspaceId),
      signal,
    });
    const isTaken = status >= 200 && status < 300;
    if (!isTaken && status !== gone) {
      throw new AppError('url_unreachable', `The webhook answered with status ${status}.`);
    }
  }

  #keys(workspaceId: string): Buffer[] {
    return this.#parts.secrets.map((secret) => deriveKey(secret, `webhook ${workspaceId}`));
  }
}
