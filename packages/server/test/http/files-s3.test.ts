import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

let directory: string;
let store: S3rver;
let service: TestService;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  store = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await store.run();
  const BLOB_URL = `s3://parley/all?endpoint=http://127.0.0.1:${port}&access_key_id=S3RVER&secret_access_key=S3RVER`;
  service = await startTestService({ env: { BLOB_URL } });
});
afterAll(async () => {
  await service.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const stored = async () => {
  const names = await readdir(directory, { recursive: true });
  return names.filter((name) => /all\/.*_object$/.test(name));
};

it('gives the address of the store itself, reads from it and deletes there', async () => {
  const { json } = await service.call('POST', '/v1/files/upload-url', { filename: 'lease.md' });
  expect(json.upload_url).toContain('X-Amz-Signature');
  const text = '# Lease\n\nThe lease ends on 4 May 2031.\n';
  expect((await fetch(json.upload_url, { method: 'PUT', body: text })).status).toBe(200);
  const confirmed = await service.call('POST', '/v1/files/confirm-upload', {
    file_id: json.file_id,
    file_size: text.length,
    wait_ms: longestWaitMs,
  });
  expect(confirmed.json).toMatchObject({ status: 'ready', file_size: text.length });
  const answer = await service.call('POST', '/v1/answer', {
    query: 'When does the lease end?',
    file_ids: [json.file_id],
  });
  expect(answer.json.answer).toContain('4 May 2031');
  expect((await service.call('GET', `/v1/files/${json.file_id}/content`)).text).toBe(text);
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  expect((await stored()).length).toBeGreaterThan(2);
  expect((await service.call('DELETE', `/v1/files/${json.file_id}`)).status).toBe(200);
  expect(await stored()).toEqual([]);
});

it('takes files of several parts through the service, and all of a workspace away with it', async () => {
  const workspace = await service.admin('POST', '/v1/admin/workspaces', { name: 'brief' });
  const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: workspace.json.id, name: 'k' });
  const headers = { authorization: `Bearer ${key.json.key}` };
  const uploaded = await uploadFile(
    service,
    'long.txt',
    Buffer.alloc(9_000_000, 'A plain line of text.\n'),
    {},
    headers,
  );
  expect(uploaded.json).toMatchObject({ status: 'ready', file_size: 9_000_000 });
  expect(await stored()).not.toEqual([]);
  expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspace.json.id}`)).status).toBe(200);
  expect(await stored()).toEqual([]);
  const gone = await service.call('GET', '/v1/files', undefined, { authorization: `Bearer ${apiKey}` });
  expect(gone.json.data).toEqual([]);
});
