import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '../../src/outbound/guard/send-webhook.ts';
import { startTestService, type TestService } from '../test-service.ts';

interface Taken {
  id: string;
  timestamp: number;
  signature: string;
  body: string;
}

let service: TestService;
let receiver: Server;
let answer = 200;
const taken: Taken[] = [];
let url: string;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name]);
      const timestamp = Number(header('webhook-timestamp'));
      taken.push({ id: header('webhook-id'), timestamp, signature: header('webhook-signature'), body });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/hook`;
  service = await startTestService({ env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
});

const hooks = '/v1/admin/webhooks';

it('fires once when its measure reaches the threshold, is told signed, and resolves when it is below it again', async () => {
  const { secret, id: hookId } = (await service.admin('POST', hooks, { url })).json;
  const made = await service.admin('POST', '/v1/admin/alerts', {
    name: 'Busy',
    measure: 'requests',
    threshold: 2,
    period: 'day',
  });
  expect(made.json).toMatchObject({ state: 'ok', value: null, checked_at: null });
  const alert = async () => (await service.admin('GET', '/v1/admin/alerts')).json.data[0];
  await service.service.checkAlerts();
  expect(await alert()).toMatchObject({ state: 'ok', value: 0 });
  for (let call = 0; call < 2; call++) await service.call('GET', '/v1/files');
  await service.service.checkAlerts();
  expect(await alert()).toMatchObject({ state: 'firing', value: 2, fired_at: expect.any(String) });
  expect((await service.admin('GET', '/v1/admin/overview')).json.counts.firing_alerts).toBe(1);
  await service.service.checkAlerts();
  await expect.poll(() => taken.length).toBe(1);
  const [sent] = taken;
  const event = JSON.parse(sent?.body ?? '{}');
  expect(event).toMatchObject({ type: 'alert.fired', data: { alert: { name: 'Busy', value: 2 } } });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(sent?.signature.split(' ')).toContain(signWebhook(key, { ...sent! }));
  await service.admin('PATCH', `/v1/admin/alerts/${made.json.id}`, { threshold: 100 });
  await service.service.checkAlerts();
  await expect.poll(() => taken.length).toBe(2);
  expect(JSON.parse(taken[1]?.body ?? '{}').type).toBe('alert.resolved');
  const listed = async () => (await service.admin('GET', `${hooks}/${hookId}/deliveries`)).json.data;
  await expect.poll(async () => (await listed())[0].status).toBe('delivered');
  expect((await listed()).map(({ event }: { event: string }) => event)).toEqual(['alert.resolved', 'alert.fired']);
  expect((await service.admin('DELETE', `/v1/admin/alerts/${made.json.id}`)).json.deleted).toBe(true);
  expect((await service.admin('DELETE', `${hooks}/${hookId}`)).json.deleted).toBe(true);
});

it('measures the share of a budget that was spent, of a key and of a workspace', async () => {
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Bound', budget_usd: 10 })).json.id;
  const alert = { name: 'Budget', measure: 'budget_share', threshold: 0.8, workspace_id: workspace };
  await service.admin('POST', '/v1/admin/alerts', alert);
  await service.service.checkAlerts();
  const [made] = (await service.admin('GET', `/v1/admin/alerts?workspace_id=${workspace}`)).json.data;
  expect(made).toMatchObject({ value: 0, state: 'ok', period: 'month' });
  const wrong = await service.admin('POST', '/v1/admin/alerts', { ...alert, key_id: 'key_none' });
  expect([wrong.status, wrong.json.error]).toEqual([404, 'key_id is not valid']);
});

it('keeps what was sent, with why it was not taken, and sends it again when asked', async () => {
  const hook = (await service.admin('POST', hooks, { url, events: ['webhook.test'] })).json;
  answer = 500;
  const before = taken.length;
  const test = (await service.admin('POST', `${hooks}/${hook.id}/test`)).json;
  expect(test).toMatchObject({ status: 'waiting', attempts: 0, event: 'webhook.test' });
  const delivery = async () => (await service.admin('GET', `${hooks}/${hook.id}/deliveries`)).json.data[0];
  await expect.poll(async () => (await delivery()).attempts).toBe(1);
  expect(await delivery()).toMatchObject({
    status: 'waiting',
    response_status: 500,
    error: expect.stringContaining('500'),
  });
  const early = await service.admin('POST', `${hooks}/${hook.id}/deliveries/${test.id}/retry`);
  expect(early.status).toBe(409);
  answer = 200;
  await expect.poll(async () => (await delivery()).status).toBe('delivered');
  expect((await service.admin('POST', `${hooks}/${hook.id}/deliveries/${test.id}/retry`)).json.status).toBe('waiting');
  await expect.poll(() => taken.length).toBe(before + 3);
  expect(new Set(taken.slice(before).map(({ id }) => id))).toEqual(new Set([test.id]));
  for (const bad of ['ftp://example.com', 'nothing', 'https://user:pass@example.com/']) {
    const reply = await service.admin('POST', hooks, { url: bad });
    expect([bad, reply.status, reply.json.error]).toEqual([bad, 400, 'url is not valid']);
  }
});
