import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-uploads-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const stored = (id: string) =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true }).filter((name) => String(name).includes(`${id}/`));
const address = async (headers?: Record<string, string>) =>
  (await service.call('POST', '/v1/files/upload-url', { filename: 'a.txt' }, headers)).json;
const put = (url: string, body: string | ReadableStream) =>
  fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
const confirm = (file_id: string) =>
  service.call('POST', '/v1/files/confirm-upload', {
    file_id,
    filename: 'a.txt',
    file_size: 15,
    wait_ms: longestWaitMs,
  });

/** An upload that has begun and ends when it is told to. */
async function slow(url: string, first: string, last: string) {
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(first));
      await gate;
      controller.enqueue(encoder.encode(last));
      controller.close();
    },
  });
  const reply = put(url, body);
  await expect.poll(() => readdirSync(join(dataDir, 'blobs', '.incoming')).length).toBeGreaterThan(0);
  return async () => {
    end();
    return (await reply).status;
  };
}

it('leaves nothing of an upload whose file was deleted while it came', async () => {
  await put((await address()).upload_url, 'warm');
  const { file_id, upload_url } = await address();
  const end = await slow(upload_url, 'one ', 'two');
  expect((await service.call('DELETE', `/v1/files/${file_id}`)).status).toBe(200);
  expect(await end()).toBe(409);
  expect(stored(file_id)).toEqual([]);
});

it('keeps the bytes that were confirmed when a slow upload ends after it', async () => {
  const { file_id, upload_url } = await address();
  const end = await slow(upload_url, 'changed ', 'bytes');
  expect((await put(upload_url, 'confirmed bytes')).status).toBe(200);
  expect((await confirm(file_id)).text).toContain('"status":"ready"');
  expect(await end()).toBe(409);
  expect((await service.call('GET', `/v1/files/${file_id}/content`)).text).toBe('confirmed bytes');
  expect((await put(upload_url, 'later bytes')).status).toBe(409);
  expect(stored(file_id).filter((name) => /upload-|original/.test(String(name)))).toHaveLength(1);
});

it('bounds what a workspace stores and has under way, and says what is used', async () => {
  const limits = { storage_bytes: 100 };
  const workspace = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Small', limits })).json;
  expect(workspace.limits).toEqual(limits);
  const { key } = (await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.id })).json;
  const headers = { authorization: `Bearer ${key}` };
  expect((await put((await address(headers)).upload_url, 'x'.repeat(60))).status).toBe(200);
  const full = await put((await address(headers)).upload_url, 'x'.repeat(60));
  const body: unknown = await full.json();
  expect([full.status, body]).toEqual([
    413,
    expect.objectContaining({ code: 'storage_full', used_bytes: 60, storage_bytes: 100 }),
  ]);
  expect((await put((await address(headers)).upload_url, 'x'.repeat(40))).status).toBe(200);
  // A form does not say how long its file is, and an address need not be told: what is left takes what fits.
  await service.admin('PATCH', `/v1/admin/workspaces/${workspace.id}`, { limits: { storage_bytes: 200 } });
  const form = await uploadFile(service, 'small.txt', 'x'.repeat(60), { wait_ms: '0' }, headers);
  expect([form.status, form.json.file_size]).toEqual([200, 60]);
  const larger = await uploadFile(service, 'larger.txt', 'x'.repeat(60), { wait_ms: '0' }, headers);
  expect([larger.status, larger.json.code, larger.json.used_bytes]).toEqual([413, 'storage_full', 160]);
  const none = await put((await address(headers)).upload_url, new Blob(['x'.repeat(41)]).stream());
  expect(((await none.json()) as { code: string }).code).toBe('storage_full');
  expect((await put((await address(headers)).upload_url, new Blob(['x'.repeat(40)]).stream())).status).toBe(200);
  await service.admin('PATCH', `/v1/admin/workspaces/${workspace.id}`, { limits: { storage_bytes: null } });
  expect((await put((await address(headers)).upload_url, 'x'.repeat(60))).status).toBe(200);
});

it('tells of files without their whole texts', async () => {
  const form = new FormData();
  form.append('file', new Blob([`<html><body><p>${'long text '.repeat(2000)}</p></body></html>`]), 'a.html');
  const made = await service.call('GET', '/v1/files');
  expect(made.status).toBe(200);
  const ids = made.json.data.map((file: { id: string }) => file.id);
  const { json, text } = await service.call('POST', '/v1/files/metadata', { file_ids: ids });
  expect(json).toHaveLength(ids.length);
  expect(text).not.toContain('extracted_text');
});
