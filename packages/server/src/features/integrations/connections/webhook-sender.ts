import { isJsonObject, type JsonObject } from '@parley/contract';
import { newId } from '../../../lib/ids.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import { sendWebhook } from '../../../outbound/guard/send-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { ConnectionEvent } from './connection-events.ts';

export interface WebhookSenderOptions {
  fetcher: Pick<GuardedFetcher, 'fetch'>;
  queue: JobQueue;
  clock: Clock;
  /** The operator's address. */
  url: string;
  /** `whsec_` and base64, as Standard Webhooks has it. */
  secret: string;
}

const jobName = 'integration-webhook';

/** Tells the operator's application of changed connections: signed (Standard Webhooks), and again until it answers 2xx. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    options.queue.register({
      name: jobName,
      concurrency: 4,
      maxAttempts: 10,
      backoffMs: 5_000,
      deadlineMs: 24 * 60 * 60_000,
      run: (job) => this.#deliver(job.payload, job.signal),
      // Nobody is left to tell; the states themselves can be read at any time.
      onFailed: async () => {},
    });
  }

  async send(event: ConnectionEvent): Promise<void> {
    const { type, at, ...data } = event;
    const id = newId('evt');
    const body: JsonObject = {
      id,
      type: `integration.${type}`,
      timestamp: new Date(at).toISOString(),
      data: { ...data },
    };
    await this.#options.queue.enqueue(jobName, { id, body }, { id });
  }

  async #deliver(payload: JsonObject, signal: AbortSignal): Promise<void> {
    const { fetcher, url, secret, clock } = this.#options;
    const id = typeof payload.id === 'string' ? payload.id : '';
    const body = JSON.stringify(isJsonObject(payload.body) ? payload.body : {});
    const keys = [Buffer.from(secret.replace(/^whsec_/, ''), 'base64')];
    const status = await sendWebhook(fetcher, { url, id, body, now: clock.now(), keys, signal });
    if (status < 200 || status > 299) throw new Error(`the webhook address answered ${status}`);
  }
}
