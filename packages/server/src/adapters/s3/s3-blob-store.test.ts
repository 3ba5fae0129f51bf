import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testBlobStore } from '../../../test/contracts/blob-store-contract.ts';
import { s3Servers } from '../../../test/s3-buckets.ts';
import { readS3Url } from '../../lib/s3-url.ts';
import { S3BlobStore } from './s3-blob-store.ts';

for (const [name, open] of s3Servers) {
  testBlobStore(`S3BlobStore on ${name}`, async () => {
    const bucket = await open();
    const store = new S3BlobStore(readS3Url(bucket.url));
    return {
      store,
      async close() {
        await store.close();
        await bucket.close();
      },
    };
  });
}

describe('readS3Url', () => {
  it('reads every part', () => {
    expect(
      readS3Url('s3://b/p/q/?endpoint=https://s3.example.org&region=eu-1&access_key_id=a&secret_access_key=s%2F%2B'),
    ).toEqual({
      bucket: 'b',
      prefix: 'p/q/',
      endpoint: 'https://s3.example.org',
      region: 'eu-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 's/+' },
      pathStyle: true,
    });
    expect(readS3Url('s3://bucket')).toEqual({ bucket: 'bucket', prefix: '', region: 'us-east-1', pathStyle: false });
  });

  it.each([
    ['nonsense', 'not a URL'],
    ['https://bucket', 's3://bucket'],
    ['s3://b?endpoint=ftp://x', 'not http'],
    ['s3://b?access_key_id=a', 'both'],
    ['s3://b?acces_key=a', 'unknown parameter acces_key'],
  ])('says what is wrong with %s', (address, problem) => {
    expect(() => readS3Url(address)).toThrow(problem);
  });
});

describe('a store that is at fault', () => {
  const refusal = { code: 'service_unavailable', status: 503, retryAfterMs: 5000 };

  it.each([
    ['refuses the key', 403, '<Error><Code>InvalidAccessKeyId</Code><Message>secret words</Message></Error>'],
    ['has no such bucket', 404, '<Error><Code>NoSuchBucket</Code><Message>secret words</Message></Error>'],
    ['is full', 507, '<Error><Code>InsufficientStorage</Code><Message>secret words</Message></Error>'],
    ['asks for patience', 503, '<Error><Code>SlowDown</Code><Message>secret words</Message></Error>'],
    ['is broken', 500, '<Error><Code>InternalError</Code><Message>secret words</Message></Error>'],
  ])('and %s is unavailable, in words that tell nothing of it', async (_what, status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const store = new S3BlobStore(
      readS3Url(`s3://b?endpoint=http://127.0.0.1:${port}&access_key_id=a&secret_access_key=s`),
    );
    const copied = store.copy('files/a', 'files/b').catch((error: unknown) => error);
    await expect(store.put('files/a', Buffer.from('x'))).rejects.toMatchObject(refusal);
    await expect(store.get('files/a')).rejects.toMatchObject(refusal);
    const error = await copied;
    expect(error).toMatchObject(refusal);
    expect(String(error)).not.toMatch(/secret|127\.0\.0\.1/);
    await store.close();
    server.closeAllConnections();
    server.close();
  });

  it('and cannot be reached is unavailable', async () => {
    const store = new S3BlobStore(readS3Url('s3://b?endpoint=http://127.0.0.1:1&access_key_id=a&secret_access_key=s'));
    await expect(store.deletePrefix('files/')).rejects.toMatchObject(refusal);
    await store.close();
  });
});
