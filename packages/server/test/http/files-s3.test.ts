import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Bucket, s3Servers } from '../s3-buckets.ts';
import { apiKey, startTestService, type TestService } from '../test-service.ts';
import { longestWaitMs, uploadFile } from '../upload-file.ts';

describe.each(s3Servers)('on %s', (_, open) => {
  let bucket: S3Bucket;
  let service: TestService;

  beforeAll(async () => {
    bucket = await open();
    service = await startTestService({ env: { BLOB_URL: bucket.url } });
  });
  afterAll(async () => {
    await service.close();
    await bucket.close();
  });

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
    expect((await bucket.keys()).length).toBeGreaterThan(2);
    expect((await service.call('DELETE', `/v1/files/${json.file_id}`)).status).toBe(200);
    expect(await bucket.keys()).toEqual([]);
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
    expect(await bucket.keys()).not.toEqual([]);
    expect((await service.admin('DELETE', `/v1/admin/workspaces/${workspace.json.id}`)).status).toBe(200);
    expect(await bucket.keys()).toEqual([]);
    const gone = await service.call('GET', '/v1/files', undefined, { authorization: `Bearer ${apiKey}` });
    expect(gone.json.data).toEqual([]);
  });
});
