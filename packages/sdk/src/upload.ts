import { ParleyError } from './errors.ts';
import type { FileInfo } from './generated/types.ts';
import type { HttpClient, RequestOptions } from './http-client.ts';
import { pollUntil } from './poll.ts';
import { putWithProgress } from './put-with-progress.ts';

/** What can be uploaded: a path (Node, Deno, Bun), a Blob or File, bytes, or a stream of bytes. */
export type UploadSource =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | AsyncIterable<Uint8Array<ArrayBuffer>>;

/** How far an upload is. */
export type UploadProgress =
  | { phase: 'uploading'; sentBytes: number; totalBytes: number }
  | { phase: 'processing'; file: FileInfo }
  | { phase: 'done'; file: FileInfo };

export interface UploadOptions extends RequestOptions {
  /** Default: that of the path or File; needed for bytes and streams. */
  filename?: string | undefined;
  /** Media type. Default: that of the Blob. The service finds the true one in the content. */
  type?: string | undefined;
  /** Seconds after which the file is deleted by itself. Default: never. */
  expiresInSeconds?: number | undefined;
  /** False: come back once the bytes are stored, while they are processed. Default: true. */
  wait?: boolean | undefined;
  /** Milliseconds to wait for the processing. Default: 660,000; the service ends it within 600,000. */
  waitTimeoutMs?: number | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The largest file that the service takes, in bytes. */
const maxBytes = 52_428_800;
const defaultWaitMs = 660_000;
const confirmWaitMs = 10_000;

/** A file that the service could not read. */
export class FileFailedError extends ParleyError {
  override readonly name = 'FileFailedError';
  readonly file: FileInfo;

  constructor(file: FileInfo) {
    super(file.error?.code ?? 'file_failed', `${file.filename}: ${file.error?.message ?? 'processing failed'}`);
    this.file = file;
  }
}

/** Asks for an address, puts the bytes there, confirms, and waits until the file is ready. */
export async function uploadFile(
  client: HttpClient,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<FileInfo> {
  const { blob, filename } = await open(source, options);
  const { expiresInSeconds: expires_in, onProgress } = options;
  const address = await client.request('createUploadUrl', { body: { filename, expires_in } }, options);
  if (!('upload_url' in address)) throw new ParleyError('invalid_reply', 'The service gave no address to upload to');
  const { file_id, upload_url } = address;
  const totalBytes = blob.size;
  const onSent = onProgress && ((sentBytes: number) => onProgress({ phase: 'uploading', sentBytes, totalBytes }));
  await putWithProgress(client, { url: upload_url, blob, onSent }, options);
  const isWaiting = options.wait ?? true;
  const wait_ms = isWaiting ? confirmWaitMs : 0;
  const body = { file_id, filename, file_size: blob.size, wait_ms, expires_in };
  const file: FileInfo = await client.request('confirmUpload', { body }, options);
  if (!isWaiting) return file;
  const ready = await waitForFile(client, file, options);
  onProgress?.({ phase: 'done', file: ready });
  return ready;
}

/** Waits until a file is ready. Throws `FileFailedError` when it cannot be read, `TimeoutError` when it takes too long. */
export async function waitForFile(
  client: HttpClient,
  file: FileInfo | string,
  options: Pick<UploadOptions, 'waitTimeoutMs' | 'onProgress' | keyof RequestOptions> = {},
): Promise<FileInfo> {
  const { onProgress } = options;
  let known = typeof file === 'string' ? null : file;
  const ended = await pollUntil(
    async (signal) => {
      const id = typeof file === 'string' ? file : file.file_id;
      const current: FileInfo =
        known ?? (await client.request('getFile', { params: { file_id: id } }, { ...options, signal }));
      known = null;
      return current;
    },
    ({ status }) => status === 'ready' || status === 'failed',
    {
      signal: options.signal,
      waitTimeoutMs: options.waitTimeoutMs ?? defaultWaitMs,
      wait: client.settings.wait,
      onLook: (current) => onProgress?.({ phase: 'processing', file: current }),
    },
  );
  if (ended.status === 'failed') throw new FileFailedError(ended);
  return ended;
}

async function open(source: UploadSource, options: UploadOptions): Promise<{ blob: Blob; filename: string }> {
  const { type } = options;
  if (typeof source === 'string' || source instanceof URL) {
    const blob = await fileAt(source, type);
    const name = decodeURIComponent(String(source)).split(/[/\\]/).at(-1);
    return { blob, filename: options.filename ?? name ?? '' };
  }
  const named: unknown = Reflect.get(source, 'name');
  const filename = options.filename ?? (typeof named === 'string' ? named : undefined);
  if (filename === undefined)
    throw new ParleyError('filename_required', 'Give the option `filename` with bytes and streams');
  if (source instanceof Blob)
    return { blob: type === undefined ? source : source.slice(0, source.size, type), filename };
  const parts = source instanceof ArrayBuffer || source instanceof Uint8Array ? [source] : await gather(source);
  return { blob: new Blob(parts, type === undefined ? {} : { type }), filename };
}

/** A file on disk as a Blob that is read as it is sent. */
async function fileAt(path: string | URL, type: string | undefined): Promise<Blob> {
  // Asked for at run time, so that bundlers for browsers find no import to follow.
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!files) throw new ParleyError('no_file_system', 'There are no paths in this runtime; give a Blob or a File');
  // A Blob tells only when it is read that there is nothing to read.
  const found = await files.promises.stat(path);
  if (!found.isFile()) throw new ParleyError('not_a_file', `${path} is not a file`);
  return files.openAsBlob(path, type === undefined ? {} : { type });
}

/** A stream as bytes: the service has to be told the size first. */
async function gather(
  source: ReadableStream<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of source instanceof ReadableStream ? piecesOf(source) : source) {
    size += part.byteLength;
    if (size > maxBytes) throw new ParleyError('file_too_large', `A file can have ${maxBytes} bytes at most`);
    parts.push(part);
  }
  return parts;
}

/** Not every browser can iterate a stream. */
async function* piecesOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
