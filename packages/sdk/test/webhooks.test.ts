import { createHmac } from 'node:crypto';
import { verifyWebhook, WebhookError } from '@parley/sdk';
import { expect, it } from 'vitest';
import { signWebhook } from '../../server/src/outbound/guard/send-webhook.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const body = JSON.stringify({ type: 'research.completed', timestamp: '2026-03-01T00:00:00Z', data: { é: 1 } });
const now = Date.UTC(2026, 2, 1);
const timestamp = String(now / 1000);

const sign = (text: string, at = timestamp) => {
  const key = Buffer.from(secret.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(`msg_1.${at}.${text}`).digest('base64')}`;
};
const headers = (signature: string, at = timestamp) => ({
  'Webhook-Id': 'msg_1',
  'webhook-timestamp': at,
  'webhook-signature': signature,
});

it('gives the content of a webhook that is signed, as text and as bytes', async () => {
  expect(await verifyWebhook(body, headers(sign(body)), secret, { now })).toEqual(JSON.parse(body));
  const bytes = new TextEncoder().encode(body);
  const sent = new Headers(headers(`v1,AAAA ${sign(body)}`));
  expect(await verifyWebhook(bytes, sent, ['whsec_AAAA', secret], { now })).toMatchObject({
    type: 'research.completed',
  });
});

it.each([
  ['another body', `${body} `, headers(sign(body))],
  ['another secret', body, headers('v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')],
  ['no signature of this kind', body, headers(sign(body).replace('v1', 'v2'))],
  ['a signature that is not base64', body, headers('v1,***')],
  ['another time', body, headers(sign(body), String(Number(timestamp) + 1))],
  ['an old message', body, headers(sign(body, String(Number(timestamp) - 301)), String(Number(timestamp) - 301))],
  ['no time', body, headers(sign(body, 'soon'), 'soon')],
  ['no header', body, { 'webhook-id': 'msg_1' }],
])('refuses a webhook with %s', async (_, text, sent) => {
  await expect(verifyWebhook(text, sent, secret, { now })).rejects.toBeInstanceOf(WebhookError);
});

it("takes what the service's own signature says", async () => {
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = signWebhook(key, { id: 'msg_1', timestamp: Number(timestamp), body });
  expect(await verifyWebhook(body, headers(signature), secret, { now })).toEqual(JSON.parse(body));
});
