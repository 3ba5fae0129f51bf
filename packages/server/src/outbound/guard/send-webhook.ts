import { createHmac } from 'node:crypto';
import type { GuardedFetcher } from './guarded-fetcher.ts';

export interface Webhook {
  url: string;
  /** Stays the same when it is sent again. */
  id: string;
  /** JSON. */
  body: string;
  /** Of the time of sending, in milliseconds. */
  now: number;
  /** One signature for each, so that receivers can rotate; newest first. */
  keys: readonly Buffer[];
  signal: AbortSignal;
}

const timeoutMs = 15_000;
const maxAnswerBytes = 100_000;

/** Posts a webhook, signed as https://www.standardwebhooks.com says, and returns the status of the answer. */
export async function sendWebhook(fetcher: Pick<GuardedFetcher, 'fetch'>, webhook: Webhook): Promise<number> {
  const { url, id, body, now, keys, signal } = webhook;
  const timestamp = Math.floor(now / 1000);
  const { status } = await fetcher.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': keys.map((key) => signWebhook(key, { id, timestamp, body })).join(' '),
    },
    body,
    signal,
    timeoutMs,
    maxBytes: maxAnswerBytes,
    maxRedirects: 0,
  });
  return status;
}

/** `v1,` and the HMAC-SHA256 of id, seconds and body in base64. */
export function signWebhook(key: Buffer, message: { id: string; timestamp: number; body: string }): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
