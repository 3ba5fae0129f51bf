import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

export interface S3Bucket {
  /** As `BLOB_URL` has it, with a prefix. */
  url: string;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** `TEST_S3_URL` names a real server, with its key: `http://key:secret@host:port`. */
const { TEST_S3_URL } = process.env;

/** A new bucket of the server that npm brings, and of a real one where there is one. */
export const s3Servers: readonly (readonly [string, () => Promise<S3Bucket>])[] = [
  ['the S3 server of npm', openOwn],
  ...(TEST_S3_URL === undefined ? [] : [['a real S3 server', () => openReal(new URL(TEST_S3_URL))] as const]),
];

async function openOwn(): Promise<S3Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [] });
  const { port } = await server.run();
  const bucket = await openBucket(`http://127.0.0.1:${port}`, { key: 'S3RVER', secret: 'S3RVER' });
  return {
    ...bucket,
    async close() {
      await bucket.close();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const openReal = ({ origin, username, password }: URL): Promise<S3Bucket> =>
  openBucket(origin, { key: username, secret: password });

async function openBucket(endpoint: string, { key, secret }: { key: string; secret: string }): Promise<S3Bucket> {
  const name = `parley-${randomBytes(6).toString('hex')}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return {
    url: `s3://${name}/all/of/it?endpoint=${endpoint}&access_key_id=${key}&secret_access_key=${secret}`,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
      return Contents.map(({ Key = '' }) => Key);
    },
    async close() {
      client.destroy();
    },
  };
}
