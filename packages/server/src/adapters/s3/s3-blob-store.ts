import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import { checkBlobKey, checkBlobPrefix } from '../../lib/blob-key.ts';
import type { S3Settings } from '../../lib/s3-url.ts';
import { limitBytes, payloadTooLarge } from '../../lib/size-limit.ts';
import type { BlobStore, ListedBlob, PutOptions } from '../../ports/blob-store.ts';
import { missingNames, tellOfFaults, unavailable } from './store-unavailable.ts';

/** Bodies up to this size go in one request; longer ones in parts of it (S3 wants at least 5 MB a part). */
const partBytes = 8 * 1024 * 1024;
const deleteBatch = 1000;
const maxAttempts = 2;
const connectTimeoutMs = 5000;
const defaultIdleTimeoutMs = 10_000;

interface Loaded {
  client: S3Client;
  sdk: typeof import('@aws-sdk/client-s3');
}

/** Blobs in any S3-compatible store. An object appears when its last byte has arrived, never before. */
export class S3BlobStore implements BlobStore {
  readonly #settings: S3Settings;
  readonly #idleTimeoutMs: number;
  #loaded: Promise<Loaded> | null = null;

  /** `idleTimeoutMs`: the longest silence of the store within one request. Default 10 s. */
  constructor(settings: S3Settings, { idleTimeoutMs = defaultIdleTimeoutMs } = {}) {
    this.#settings = settings;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  async put(
    key: string,
    body: Readable | Uint8Array,
    { maxBytes = Number.POSITIVE_INFINITY, contentType, signal }: PutOptions = {},
  ): Promise<{ sizeBytes: number }> {
    const object = this.#object(key);
    if (body instanceof Uint8Array && body.length > maxBytes) throw payloadTooLarge(maxBytes);
    signal?.throwIfAborted();
    const upload = new PartedUpload(await this.#load(), { ...object, ContentType: contentType }, signal);
    try {
      if (body instanceof Uint8Array) {
        await upload.addAll([body]);
      } else {
        await upload.addAll(limitBytes(body, maxBytes, signal));
      }
      return { sizeBytes: await upload.finish() };
    } catch (error) {
      await upload.abandon();
      throw error;
    }
  }

  async get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ body: Readable; sizeBytes: number } | null> {
    const object = this.#object(key);
    const { client, sdk } = await this.#load();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const answer = await unlessMissing(client.send(new sdk.GetObjectCommand({ ...object, Range })));
    if (!answer) return null;
    if (!(answer.Body instanceof Readable)) throw new Error('the store answered without a body');
    return { body: answer.Body, sizeBytes: answer.ContentLength ?? 0 };
  }

  async read(key: string): Promise<Buffer | null> {
    const found = await this.get(key);
    try {
      return found && (await buffer(found.body));
    } catch (error) {
      throw unavailable('broke off', error);
    }
  }

  async stat(key: string): Promise<{ sizeBytes: number } | null> {
    const object = this.#object(key);
    const { client, sdk } = await this.#load();
    const answer = await unlessMissing(client.send(new sdk.HeadObjectCommand(object)));
    return answer && { sizeBytes: answer.ContentLength ?? 0 };
  }

  async copy(from: string, to: string): Promise<{ sizeBytes: number } | null> {
    const source = this.#object(from);
    const { client, sdk } = await this.#load();
    const CopySource = `${source.Bucket}/${source.Key.split('/').map(encodeURIComponent).join('/')}`;
    const copied = await unlessMissing(client.send(new sdk.CopyObjectCommand({ ...this.#object(to), CopySource })));
    return copied && this.stat(to);
  }

  async delete(key: string): Promise<void> {
    const object = this.#object(key);
    const { client, sdk } = await this.#load();
    await unlessMissing(client.send(new sdk.DeleteObjectCommand(object)));
  }

  async deletePrefix(prefix: string): Promise<void> {
    checkBlobPrefix(prefix);
    const { client, sdk } = await this.#load();
    const Bucket = this.#settings.bucket;
    const Prefix = this.#settings.prefix + prefix;
    for (;;) {
      const listed = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: deleteBatch }));
      const objects = (listed.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
      if (objects.length === 0) return;
      const answer = await client.send(
        new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects: objects, Quiet: true } }),
      );
      const refused = answer.Errors?.[0];
      if (refused) throw new Error(`the store did not delete ${refused.Key}: ${refused.Message}`);
    }
  }

  async *list(): AsyncGenerator<ListedBlob> {
    const { client, sdk } = await this.#load();
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    let ContinuationToken: string | undefined;
    do {
      const listed = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key, Size, ETag } of listed.Contents ?? []) {
        if (Key !== undefined) yield { key: Key.slice(Prefix.length), sizeBytes: Size ?? 0, version: ETag };
      }
      ContinuationToken = listed.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  localPath(key: string): null {
    checkBlobKey(key);
    return null;
  }

  async uploadUrl(key: string, options: { expiresInSeconds: number }): Promise<string> {
    const object = this.#object(key);
    const { client, sdk } = await this.#load();
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    return await getSignedUrl(client, new sdk.PutObjectCommand(object), { expiresIn: options.expiresInSeconds });
  }

  async hasRoom(): Promise<boolean> {
    return true;
  }

  async check(): Promise<void> {
    const { client, sdk } = await this.#load();
    await client.send(new sdk.HeadBucketCommand({ Bucket: this.#settings.bucket }));
  }

  async close(): Promise<void> {
    const loaded = await this.#loaded;
    loaded?.client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    checkBlobKey(key);
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + key };
  }

  /** The client library is large, so it is loaded with the first call. */
  #load(): Promise<Loaded> {
    this.#loaded ??= (async () => {
      const sdk = await import('@aws-sdk/client-s3');
      const { endpoint, region, credentials, pathStyle } = this.#settings;
      const client = new sdk.S3Client({
        region,
        forcePathStyle: pathStyle,
        ...(endpoint !== undefined && { endpoint }),
        ...(credentials && { credentials }),
        // Many compatible stores do not know the newer checksums, and presigned addresses must not ask for them.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts,
        requestHandler: {
          connectionTimeout: connectTimeoutMs,
          socketTimeout: this.#idleTimeoutMs,
        },
      });
      tellOfFaults(client);
      return { client, sdk };
    })();
    return this.#loaded;
  }
}

/** One object written in as many requests as its size needs. */
class PartedUpload {
  readonly #loaded: Loaded;
  readonly #target: { Bucket: string; Key: string; ContentType: string | undefined };
  readonly #send: { abortSignal?: AbortSignal };
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #sizeBytes = 0;
  #uploadId: string | undefined;
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = [];

  constructor(
    loaded: Loaded,
    target: { Bucket: string; Key: string; ContentType: string | undefined },
    signal?: AbortSignal,
  ) {
    this.#loaded = loaded;
    this.#target = target;
    this.#send = signal ? { abortSignal: signal } : {};
  }

  async addAll(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + partBytes - this.#waitingBytes);
        at += piece.length;
        this.#waiting.push(piece);
        this.#waitingBytes += piece.length;
        this.#sizeBytes += piece.length;
        if (this.#waitingBytes === partBytes) await this.#sendPart();
      }
    }
  }

  /** Makes the object visible and returns its size. */
  async finish(): Promise<number> {
    const { client, sdk } = this.#loaded;
    if (this.#uploadId === undefined) {
      const command = new sdk.PutObjectCommand({ ...this.#target, Body: Buffer.concat(this.#waiting) });
      await client.send(command, this.#send);
      return this.#sizeBytes;
    }
    if (this.#waitingBytes > 0) await this.#sendPart();
    const { Bucket, Key } = this.#target;
    const command = new sdk.CompleteMultipartUploadCommand({
      Bucket,
      Key,
      UploadId: this.#uploadId,
      MultipartUpload: { Parts: this.#parts },
    });
    await client.send(command, this.#send);
    return this.#sizeBytes;
  }

  /** Frees the parts sent so far. What fails here the store's own rule for unfinished uploads removes. */
  async abandon(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const { client, sdk } = this.#loaded;
    const { Bucket, Key } = this.#target;
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId: this.#uploadId })).catch(() => {});
  }

  async #sendPart(): Promise<void> {
    const { client, sdk } = this.#loaded;
    if (this.#uploadId === undefined) {
      const begun = await client.send(new sdk.CreateMultipartUploadCommand(this.#target), this.#send);
      this.#uploadId = begun.UploadId;
    }
    const { Bucket, Key } = this.#target;
    const PartNumber = this.#parts.length + 1;
    const command = new sdk.UploadPartCommand({
      Bucket,
      Key,
      UploadId: this.#uploadId,
      PartNumber,
      Body: Buffer.concat(this.#waiting),
    });
    this.#waiting = [];
    this.#waitingBytes = 0;
    const { ETag } = await client.send(command, this.#send);
    this.#parts.push({ PartNumber, ETag });
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && missingNames.includes(error.name)) return null;
    throw error;
  }
}
