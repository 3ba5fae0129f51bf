import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

const megabyte = 1024 * 1024;
let freeBytes = 1000 * megabyte;
let service: TestService;
let receiver: Server;
const told: string[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.on('data', (part) => told.push(JSON.parse(String(part)).type));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  service = await startTestService({
    env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}`, METRICS_TOKEN: 'metrics-0123456789' },
    replacements: { diskSpace: async () => ({ freeBytes, sizeBytes: 1000 * megabyte }) },
  });
  await service.admin('POST', '/v1/admin/webhooks', { url: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  freeBytes = 1000 * megabyte;
});

it('refuses files while there is little room, with a code that says so, and answers on', async () => {
  expect((await uploadFile(service, 'a.txt', 'Some words.')).status).toBe(200);
  freeBytes = 100 * megabyte;
  const refused = await uploadFile(service, 'b.txt', 'Some more words.');
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([507, 'disk_full', '30']);
  expect(refused.json.message).toContain('The disk of the service is full');
  expect((await service.call('POST', '/v1/answer', { query: 'What is 2+2?' })).status).toBe(200);
  expect((await service.call('GET', '/v1/files')).json.data).toHaveLength(1);
  freeBytes = 1000 * megabyte;
  expect((await uploadFile(service, 'b.txt', 'Some more words.')).status).toBe(200);
});

it('shows how much room there is to whoever scrapes, and fires an alert', async () => {
  freeBytes = 300 * megabyte;
  const metrics = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer metrics-0123456789' });
  expect(metrics.text).toContain(`parley_disk_free_bytes ${300 * megabyte}`);
  const alert = { name: 'Disk', measure: 'disk_used_share', threshold: 0.9 };
  const { id } = (await service.admin('POST', '/v1/admin/alerts', alert)).json;
  await service.service.checkAlerts();
  const state = async () => (await service.admin('GET', '/v1/admin/alerts')).json.data[0];
  expect(await state()).toMatchObject({ id, state: 'ok', value: expect.closeTo(0.7) });
  freeBytes = 80 * megabyte;
  await service.service.checkAlerts();
  expect(await state()).toMatchObject({ state: 'firing', value: expect.closeTo(0.92) });
  await expect.poll(() => told).toContain('alert.fired');
});
