import { ParleyError } from './errors.ts';

export interface WebhookOptions {
  /** Seconds that the sender's clock may differ, and that a message may be old. Default: 300. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the clock of this machine. */
  now?: number;
}

/** What the service sends at the end of background work. */
export interface WebhookEvent {
  /** Such as `research.completed`. */
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A webhook that is not what it claims to be: answer 400 and do nothing. */
export class WebhookError extends ParleyError {
  override readonly name = 'WebhookError';
  constructor(message: string) {
    super('invalid_webhook', message);
  }
}

/**
 * Checks the signature of a webhook (https://www.standardwebhooks.com) and gives its content. `body` is the text as it came, not
 * parsed; `secret` is the `webhook_secret` (`whsec_…`) that the call gave. Throws `WebhookError`.
 *
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 * ```
 */
export async function verifyWebhook<Payload = WebhookEvent>(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Payload> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice(3)));
  const ageSeconds = (options.now ?? Date.now()) / 1000 - Number(timestamp);
  const tolerance = options.toleranceSeconds ?? 300;
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > tolerance) {
    throw new WebhookError(`The webhook was sent at ${timestamp}, more than ${tolerance} seconds from now`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(one);
    for (const signature of signatures) {
      // Only a signed body is parsed; what it holds is for the caller to say.
      if (await crypto.subtle.verify('HMAC', key, signature, content))
        return JSON.parse(new TextDecoder().decode(bytes)) as Payload;
    }
  }
  throw new WebhookError('The signature of the webhook does not fit its content; is the secret the right one?');
}

function header(headers: Headers | Record<string, string | string[] | undefined>, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing`);
  return value;
}

function importKey(secret: string) {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('A secret or signature is not base64');
  }
}
